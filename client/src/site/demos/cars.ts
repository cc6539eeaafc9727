/** Drawing cars of the bicycle models, as the playground draws a bare model. */

import type { Look } from '../../playground/colours'
import type { Drawn } from '../../playground/vehicle'
import type { Pose } from './simulations/twocars'
import { WHEELBASE } from './simulations/twocars'

const TRACK_WIDTH = 0.56 * WHEELBASE // [m]

export const CAR_SHAPE: Drawn['shape'] = {
  kind: 'wheeled',
  length: 1.58 * WHEELBASE,
  width: TRACK_WIDTH + 0.12 * WHEELBASE,
  wheelbase: WHEELBASE,
  track_width: TRACK_WIDTH,
  look: '',
  middle: 0,
  gun: 0,
  axles: [
    [0.5 * WHEELBASE, true],
    [-0.5 * WHEELBASE, false],
  ],
  trailers: [],
}

/** A car at a pose with its front wheels turned [rad]. */
export function drawnCar(look: Look, pose: Pose, steerAngle: number, speed = 0): Drawn {
  const slope = Math.tan(steerAngle)
  const wheel = (aside: number) => Math.atan2(WHEELBASE * slope, WHEELBASE - aside * slope)
  const state = {
    ...pose,
    speed,
    wheels: [wheel(0.5 * TRACK_WIDTH), wheel(-0.5 * TRACK_WIDTH)] as [number, number],
    centre: null,
    hitches: [],
    drawn_yaw: null,
  }
  return { look, shape: CAR_SHAPE, state, runs: [0, 0], push: undefined }
}
