/** Displayed names of vehicles ("tank 3"), titles in the motor pool, and colours. */

import { fleetColour } from '../base/palette'
import type { NameMark } from '../generated/messages'
import type { FleetDescription } from '../generated/world'
import type { World } from './world'

/** Warnings for deceptive names. */
export const MARK_WORDS: Record<NameMark, string> = {
  '': '',
  'mixed-scripts': 'Letters of several alphabets',
  role: 'Not an instructor',
  'like-another': 'Looks like another name',
}

/** Return a name, with a warning before it if it could be deceptive. */
export function shownName({ name, mark }: { name: string; mark?: NameMark }): string {
  return mark ? `⚠\uFE0E ${name}` : name
}

export class VehicleNames {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  fleetOf(id: number): FleetDescription {
    return this.world.description.fleets[this.world.fleetOf[id]]
  }

  nameOf(id: number): string {
    const fleet = this.fleetOf(id)
    const isNumbered = fleet.count === 1 && /\d$/.test(fleet.member)
    return isNumbered ? fleet.member : `${fleet.member} ${id - fleet.first + 1}`
  }

  /** Return the title in the motor pool; empty for a model, and if the name contains it. */
  titleOf(id: number): string {
    const { name, vehicle } = this.fleetOf(id)
    return vehicle && vehicle.title !== name ? vehicle.title : ''
  }

  colourOf(id: number): string {
    return fleetColour(this.world.fleetOf[id])
  }

  /** Return a sentence of the server with names instead of numbers of vehicles. */
  named(words: string): string {
    return words.replace(/\bvehicle (\d+)\b/g, (number, id: string) =>
      Number(id) < this.world.vehicleCount ? this.nameOf(Number(id)) : number,
    )
  }
}
