/** Conversion of device readings to the driver input of the wire format. */

import type { Controls } from '../connection/wire'
import type { Drive } from './device'
import { pedals } from './input'

/** Return the input for these positions of the controls at this speed [m/s]. */
export function inputOf(drive: Drive, handBrake: boolean, speed: number): Controls {
  const { throttle, steer } = drive
  const held = {
    forward: Math.max(0, throttle),
    backward: Math.max(0, -throttle),
    left: Math.max(0, steer),
    right: Math.max(0, -steer),
    handBrake,
  }
  const input = pedals(held, speed)
  return { ...input, brake: Math.max(input.brake, drive.brake) }
}
