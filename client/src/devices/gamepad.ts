/**
 * A gamepad in the browsers' standard mapping: triggers drive, the left stick steers, the right one turns the turret.
 *
 * No state is kept between readings, so that connected and disconnected pads are recognised by the next one.
 */

import type { Device, Reading } from './device'
import { AT_REST } from './device'
import type { Shaping } from './shaping'
import { shape, shapeStick } from './shaping'

/** Members of the browser's `Gamepad` that are read. */
export interface Pad {
  readonly id: string
  readonly mapping: string
  readonly connected: boolean
  readonly axes: readonly number[]
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[]
}

export type Pads = () => readonly (Pad | null)[]

const BUTTON = { a: 0, b: 1, leftBumper: 4, rightBumper: 5, leftTrigger: 6, rightTrigger: 7, rightStick: 11 }
const TRIGGER: Shaping = { deadZone: 0.05, curve: 1 } // worn springs do not return completely

export class StandardGamepad implements Device {
  readonly kind = 'gamepad'
  private readonly pads: Pads
  private readonly shaping: () => Shaping

  constructor(pads: Pads, shaping: () => Shaping) {
    this.pads = pads
    this.shaping = shaping
  }

  get name(): string {
    const pad = this.pad()
    return pad ? padName(pad.id) : 'Gamepad'
  }

  get isPresent(): boolean {
    return this.pad() !== undefined
  }

  read(): Reading {
    const pad = this.pad()
    if (!pad) return AT_REST
    const isHeld = (index: number) => pad.buttons[index]?.pressed ?? false
    const trigger = (index: number) => shape(Math.max(0, pad.buttons[index]?.value ?? 0), TRIGGER)
    const right = shapeStick(pad.axes[2] ?? 0, pad.axes[3] ?? 0, this.shaping())
    return {
      throttle: trigger(BUTTON.rightTrigger) - trigger(BUTTON.leftTrigger),
      brake: 0,
      steer: opposite(shape(pad.axes[0] ?? 0, this.shaping())),
      aim: { yaw: opposite(right.x), elevation: opposite(right.y) },
      buttons: {
        fire: isHeld(BUTTON.a),
        handBrake: isHeld(BUTTON.b),
        nextCamera: isHeld(BUTTON.rightBumper),
        previousCamera: isHeld(BUTTON.leftBumper),
        centre: isHeld(BUTTON.rightStick),
      },
    }
  }

  private pad(): Pad | undefined {
    return this.pads().find((pad) => pad?.connected && pad.mapping === 'standard') ?? undefined
  }
}

/** Return the readable name from "Name (Vendor: 045e Product: 028e)" or "045e-028e-Name". */
export function padName(id: string): string {
  const name = id
    .replace(/\s*\(.*$/, '')
    .replace(/^[0-9a-f]{1,4}-[0-9a-f]{1,4}-/i, '')
    .trim()
  return name || 'Gamepad'
}

/** Return the negative value: the browser's axes point to the right and down, those here to the left and up. */
function opposite(value: number): number {
  return value === 0 ? 0 : -value
}
