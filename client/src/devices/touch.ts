/** Input of the pads of the touch screen. */

import type { Device, Reading } from './device'
import { NO_BUTTONS } from './device'
import type { DriverInput } from './input'

/** The input of the pads, which set these fields. */
export interface TouchInput extends DriverInput {
  turretLeft: number // 0..1
  turretRight: number
  fire: number
}

export class Touch implements Device {
  readonly kind = 'touch'
  readonly name = 'Touch screen'
  readonly isPresent: boolean
  readonly input: TouchInput = {
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
    const { input } = this
    return {
      throttle: input.forward - input.backward,
      brake: 0,
      steer: input.left - input.right,
      aim: { yaw: input.turretLeft - input.turretRight, elevation: 0 },
      buttons: { ...NO_BUTTONS, handBrake: input.handBrake, fire: input.fire > 0 },
    }
  }
}
