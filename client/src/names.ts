/** Names of vehicles as people see them: "Tanks 3", its title in the motor pool, its colour. */

import type { NameMark } from './generated/messages'
import type { FleetDescription } from './generated/world'
import { fleetColour } from './palette'
import type { World } from './world'

/** Words for why a name could deceive. */
export const MARK_WORDS: Record<NameMark, string> = {
  '': '',
  'mixed-scripts': 'Letters of several alphabets',
  role: 'Not an instructor',
  'like-another': 'Looks like another name',
}

/** A name with a warning before it where it could deceive. */
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
    return `${fleet.name} ${id - fleet.first + 1}`
  }

  /** Its title in the motor pool, empty for a plain model and where its name says it already. */
  titleOf(id: number): string {
    const { name, vehicle } = this.fleetOf(id)
    return vehicle && vehicle.title !== name ? vehicle.title : ''
  }

  colourOf(id: number): string {
    return fleetColour(this.world.fleetOf[id])
  }

  /** A sentence of the server, which knows vehicles by number, with their names. */
  named(words: string): string {
    return words.replace(/\bvehicle (\d+)\b/g, (number, id: string) =>
      Number(id) < this.world.vehicleCount ? this.nameOf(Number(id)) : number,
    )
  }
}
