/** Moment of a session: all that its next steps depend on, as in `motorpool.app.playground.moment`. */

import type { Side } from '../generated/playground'

/** Speed and steering command, held for a number of seconds. */
export type Phase = readonly [seconds: number, speed: number, steer: number]

export interface SideMoment {
  state: number[] // in the order of the model's state
  control: number[] // in the order of the model's controls
  motion: [speed: number, yawRate: number, centre: [x: number, y: number] | null] // of the last step
  odometer: number // [m]
  turned: number // [rad]
  steer: number // its own steering command, -1..1
}

export interface Moment extends Record<Side, SideMoment> {
  dt: number // [s]
  time: number // simulated [s]
  tick: number // steps since the start
  unused_time: number // real time that no step has used yet [s]
  paused: boolean
  holding: boolean
  demonstrating: boolean
  command: [speed: number, steer: number] // to both vehicles [m/s], [1]
  held_keys: [forward: number, left: number, brake: number]
}
