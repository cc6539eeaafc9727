/** Fifth lesson: two cars that are parked on a slope, with friction as most programs have it first, and as it is.
 *
 * The left car has friction of one size against its motion, and none at rest. The right one is the single-track car
 * with its parking brake.
 */

import * as car from '../../../../generated/models/single-track'
import type { Held } from '../../../../playground/keys'
import { isHeld, NOTHING_HELD } from '../../simulations/hands'
import { Stepping } from '../../simulations/stepping'

export const GRADES = [5, 10, 20, 30, 50, 80, 90] // height over distance [%]
export const RATES = [10, 20, 30, 60, 120] // [frames/s]
export const FRICTION = car.defaultGround().friction // greatest force over the load [1]
const GRAVITY = 9.81 // [m/s^2]
const DRIVEN_SPEED = 3 // by the keys [m/s]
const DRIVE = 3 // acceleration by the keys [m/s^2]
const FARTHEST = 20 // way after which both are parked anew [m]
const PARAMS = car.defaultParams()

export interface Parked {
  place: number // along the slope, uphill positive [m]
  speed: number // uphill positive [m/s]
}

export class Slope {
  percent = 20 // grade [%]
  rate = 10 // [frames/s]
  time = 0 // since both were parked [s]
  naive: Parked = { place: 0, speed: 0 }
  held: Held = NOTHING_HELD
  private state = car.defaultState()
  private hasDriven = false // whether the keys have moved them
  private readonly stepping = new Stepping()

  get angle(): number {
    return Math.atan(this.percent / 100)
  }

  get real(): Parked {
    return { place: this.state.x / Math.cos(this.angle), speed: this.state.speed }
  }

  advance(seconds: number): void {
    this.stepping.advance(seconds, 1 / this.rate, () => this.step())
  }

  step(): void {
    if (!this.hasDriven && Math.abs(this.naive.place) > FARTHEST) this.restart()
    const dt = 1 / this.rate
    const wanted = this.held.forward * DRIVEN_SPEED
    this.naive = wanted === 0 ? naiveFriction(this.naive, this.angle, dt) : driven(this.naive, wanted, dt)
    const ground = { ...car.defaultGround(), slopeX: this.percent / 100 }
    const control = car.controlFromCommand(this.state, wanted, 0, PARAMS, dt)
    this.state = car.step(this.state, control, PARAMS, dt, ground)
    this.time += dt
  }

  /** Park both at the start. */
  restart(): void {
    this.naive = { place: 0, speed: 0 }
    this.state = { ...car.defaultState(), lastSlopeX: this.percent / 100 }
    this.time = 0
    this.hasDriven = false
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held)) this.hasDriven = true
    this.held = held
  }
}

/** Return a car after a frame: gravity pulls, and friction of one size acts against the motion. */
export function naiveFriction({ place, speed }: Parked, angle: number, dt: number): Parked {
  const pull = -GRAVITY * Math.sin(angle)
  const friction = -Math.sign(speed) * FRICTION * GRAVITY * Math.cos(angle)
  const faster = speed + (pull + friction) * dt
  return { place: place + faster * dt, speed: faster }
}

function driven({ place, speed }: Parked, wanted: number, dt: number): Parked {
  const change = Math.max(-DRIVE * dt, Math.min(DRIVE * dt, wanted - speed))
  return { place: place + (speed + change) * dt, speed: speed + change }
}
