/** Fingers on the pads of the touch screen. */

import type { Wishes } from '../input'
import type { Device, Reading } from './device'
import { NO_BUTTONS } from './device'

/** What the pads say; they set these fields. */
export interface TouchWishes extends Wishes {
  turretLeft: number // 0..1
  turretRight: number
  fire: number
}

export class Touch implements Device {
  readonly kind = 'touch'
  readonly name = 'Touch screen'
  readonly isPresent: boolean
  readonly wishes: TouchWishes = {
    forward: 0,
    backward: 0,
    left: 0,
    right: 0,
    handBrake: false,
    turretLeft: 0,
    turretRight: 0,
    fire: 0,
  }

  constructor(isPresent: boolean) {
    this.isPresent = isPresent
  }

  read(): Reading {
    const { wishes } = this
    return {
      throttle: wishes.forward - wishes.backward,
      brake: 0,
      steer: wishes.left - wishes.right,
      aim: { yaw: wishes.turretLeft - wishes.turretRight, elevation: 0 },
      buttons: { ...NO_BUTTONS, handBrake: wishes.handBrake, fire: wishes.fire > 0 },
    }
  }
}
