/** Drawing of cars with bicycle models, as in the playground. */

import { CAR } from '../../generated/demonstrations'
import type { Look } from '../../playground/colours'
import type { Drawn } from '../../playground/vehicle'
import type { Pose } from './simulations/twocars'

/** Return the drawing of a car at a pose with a steer angle [rad]. */
export function drawnCar(look: Look, pose: Pose, steerAngle: number): Drawn {
  const slope = Math.tan(steerAngle)
  const wheel = (aside: number) => Math.atan2(CAR.wheelbase * slope, CAR.wheelbase - aside * slope)
  const state = {
    ...pose,
    speed: 0,
    wheels: [wheel(0.5 * CAR.track_width), wheel(-0.5 * CAR.track_width)] as [number, number],
    centre: null,
    hitches: [],
    drawn_yaw: null,
  }
  return { look, shape: CAR, state, runs: [0, 0], push: undefined }
}
