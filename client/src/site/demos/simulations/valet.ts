/** Controller that backs a car into a bay across the lane: past it, stop, and back along an arc that ends on its axis.
 *
 * The playground's valet (`motorpool.app.playground.valet`), for a car of the bicycle model.
 */

import type { Bay } from '../../../generated/playground'
import type { Size } from './bays'
import type { Command } from './hands'
import { REST } from './hands'
import type { Pose } from './twocars'

const AHEAD_SPEED = 2 // [m/s]
const BACK_SPEED = 1.2 // [m/s]
const SPARE = 1.15 // radius of the arc per smallest radius; at 1 no steering is left for corrections
const SOFT = 0.3 // distance from the axis over which the arc's steering is reduced to 0 [m]; smaller values overshoot
const TIGHTNESS = 3 // steering command per heading error [1/rad]
const CLEARANCE = 0.6 // distance to the cars on the far side of the lane [m]
const STOPPING = 0.02 // distance from the centre of the bay at which it stops [m]

export interface Car extends Size {
  wheelbase: number // [m]
  maxSteerAngle: number // [rad]
}

export class Valet {
  private readonly bay: Bay
  private readonly car: Car
  private readonly radius: number // radius of the arc [m]
  private phase: 'ahead' | 'stop' | 'back' | 'parked' = 'ahead'

  constructor(bay: Bay, car: Car) {
    this.bay = bay
    this.car = car
    this.radius = (SPARE * car.wheelbase) / Math.tan(car.maxSteerAngle)
  }

  get hasParked(): boolean {
    return this.phase === 'parked'
  }

  /** Return the next command for the present pose. */
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

  /** Return the steering command that follows the far side of the lane, which leaves room for the turn. */
  private keepAway({ y, yaw }: Pose): number {
    const lane = this.bay[1] - 0.5 * this.bay[3]
    const aside = -Math.max(0, lane - 0.5 * this.car.width - CLEARANCE)
    return clamp(TIGHTNESS * wrapped(Math.atan2(aside - y, 1.5 * this.car.length) - yaw))
  }

  /** Return the steering command that moves the rear axle along an arc to the bay's axis and along the axis. */
  private backing({ x, yaw }: Pose): number {
    const aside = x - 0.5 * this.car.wheelbase * Math.cos(yaw) - this.bay[0]
    const angle = wrapped(yaw + 0.5 * Math.PI) // of the body to the axis
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
