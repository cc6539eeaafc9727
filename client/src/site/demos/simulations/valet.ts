/** A driver who backs a car into a bay across the lane: past it, stop, and back along an arc that ends on its axis.
 *
 * The playground's valet (`motorpool.playground.valet`), for a car of the bicycle model.
 */

import type { Bay } from '../../../generated/playground'
import type { Size } from './bays'
import type { Command } from './hands'
import { REST } from './hands'
import type { Pose } from './twocars'

const AHEAD_SPEED = 2 // [m/s]
const BACK_SPEED = 1.2 // [m/s]
const SPARE = 1.15 // times the tightest radius, so that the steering has something left to correct with
const SOFT = 0.3 // this near the axis the arc ends [m]
const TIGHTNESS = 3 // steering command for an error of one radian [1/rad]
const CLEARANCE = 0.6 // to what stands on the far side of the lane [m]
const STOPPING = 0.02 // so near the middle of the bay it stops [m]

export interface Car extends Size {
  wheelbase: number // [m]
  maxSteerAngle: number // [rad]
}

export class Valet {
  private readonly bay: Bay
  private readonly car: Car
  private readonly radius: number // of the arc that it backs along [m]
  private phase: 'ahead' | 'stop' | 'back' | 'parked' = 'ahead'

  constructor(bay: Bay, car: Car) {
    this.bay = bay
    this.car = car
    this.radius = (SPARE * car.wheelbase) / Math.tan(car.maxSteerAngle)
  }

  get hasParked(): boolean {
    return this.phase === 'parked'
  }

  /** Return the next command, from where the car is now. */
  command(pose: Pose): Command {
    if (this.phase === 'ahead') {
      if (pose.x >= this.bay[0] + this.radius + 0.5 * this.car.wheelbase) this.phase = 'stop'
      return { speed: AHEAD_SPEED, steer: this.keepAway(pose) }
    }
    if (this.phase === 'back') {
      if (this.bay[1] - pose.y > STOPPING) return { speed: -BACK_SPEED, steer: this.backing(pose) }
      this.phase = 'parked'
    }
    if (this.phase === 'stop') this.phase = 'back'
    return REST
  }

  /** Return the steering command that keeps to the far side of the lane, so that there is room to turn. */
  private keepAway({ y, yaw }: Pose): number {
    const lane = this.bay[1] - 0.5 * this.bay[3]
    const aside = -Math.max(0, lane - 0.5 * this.car.width - CLEARANCE)
    return clamp(TIGHTNESS * wrapped(Math.atan2(aside - y, 1.5 * this.car.length) - yaw))
  }

  /** Return the steering command that brings the rear axle on an arc to the bay's axis, and keeps it there. */
  private backing({ x, yaw }: Pose): number {
    const aside = x - 0.5 * this.car.wheelbase * Math.cos(yaw) - this.bay[0]
    const angle = wrapped(yaw + 0.5 * Math.PI) // of the body from the axis
    const wanted = Math.sign(aside) * Math.acos(Math.max(0, 1 - Math.abs(aside) / this.radius))
    return clamp(clamp(aside / SOFT) / SPARE + TIGHTNESS * (angle - wanted))
  }
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value))
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle))
}
