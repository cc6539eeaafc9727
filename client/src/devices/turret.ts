/** The commanded direction of the driven vehicle's turret, and the rate of its messages. */

import { wrap } from '../base/angles'
import type { Aim } from './device'
import { clamp } from './shaping'

const YAW_RATE = 0.7 // [rad/s] rate of a turret
const ELEVATION_RATE = 0.25 // [rad/s]
const LOWEST = -0.17 // [rad]
const HIGHEST = 0.35 // [rad]
const PERIOD = 0.05 // [s] smallest interval of two messages
const DIGITS = 1e4

export interface Bearing {
  yaw: number // [rad] relative to the hull, left positive
  elevation: number // [rad] up positive
}

export class Turret {
  yaw = 0
  elevation = 0
  private sent: Bearing = { yaw: 0, elevation: 0 }
  private since = PERIOD // [s] the last message

  /** Turn for `dt` [s]. */
  turn(aim: Aim, dt: number): void {
    this.yaw = wrap(this.yaw + clamp(aim.yaw) * YAW_RATE * dt)
    this.elevation = clamp(this.elevation + clamp(aim.elevation) * ELEVATION_RATE * dt, LOWEST, HIGHEST)
    this.since += dt
  }

  centre(): void {
    this.yaw = 0
    this.elevation = 0
  }

  /** Begin with the present bearing of the turret of a new vehicle. */
  start(bearing: Bearing = { yaw: 0, elevation: 0 }): void {
    this.yaw = bearing.yaw
    this.elevation = bearing.elevation
    this.sent = this.rounded()
    this.since = PERIOD
  }

  /** Return the direction to send now, if it is new and the last one was sent long enough ago. */
  news(): Bearing | undefined {
    const now = this.rounded()
    if (this.since < PERIOD || (now.yaw === this.sent.yaw && now.elevation === this.sent.elevation))
      return undefined
    this.sent = now
    this.since = 0
    return now
  }

  private rounded(): Bearing {
    return {
      yaw: Math.round(this.yaw * DIGITS) / DIGITS,
      elevation: Math.round(this.elevation * DIGITS) / DIGITS,
    }
  }
}
