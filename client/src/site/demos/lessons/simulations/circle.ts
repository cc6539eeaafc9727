/** First lesson: a car that rolls without slip, and the centre of its circle. */

import * as bicycle from '../../../../generated/models/bicycle-arc'
import type { Held } from '../../../../playground/keys'
import type { Point } from '../../../../playground/view'
import type { Command, Handling } from '../../simulations/hands'
import { commandAfter, isHeld, NOTHING_HELD, OPEN_GROUND, REST } from '../../simulations/hands'
import { Stepping } from '../../simulations/stepping'
import type { Pose } from '../../simulations/twocars'
import { START } from '../../simulations/twocars'

export const SPEED = 4 // of the demonstration, and the greatest by the keys [m/s]
export const STEER_ANGLES = [5, 10, 15, 20, 25, 30, 35] // of full steering [deg]
const DT = 1 / 60 // [s]
const HANDLING: Handling = { ...OPEN_GROUND, maxSpeed: SPEED, maxReverseSpeed: 3 }
const SHOWN: Command = { speed: SPEED, steer: 1 }
const PARAMS = bicycle.defaultParams()
export const WHEELBASE = PARAMS.wheelbase // [m]

export class Circle {
  pose: Pose = START
  command: Command = SHOWN
  fullSteering = 20 // [deg]
  held: Held = NOTHING_HELD
  isShowing = true // whether the demonstration drives
  private readonly stepping = new Stepping()

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    const control = { speed: this.command.speed, steerAngle: this.steerAngle }
    this.pose = bicycle.step(this.pose, control, PARAMS, DT)
    this.command = this.isShowing ? SHOWN : commandAfter(this.command, this.held, HANDLING, DT)
  }

  /** Steer angle of the front wheels, left positive [rad]. */
  get steerAngle(): number {
    return (this.command.steer * this.fullSteering * Math.PI) / 180
  }

  /** Radius of the rear axle's circle, to the left positive [m]; infinite straight ahead. */
  get radius(): number {
    return this.steerAngle === 0 ? Number.POSITIVE_INFINITY : WHEELBASE / Math.tan(this.steerAngle)
  }

  /** Yaw rate, counter-clockwise positive [rad/s]. */
  get yawRate(): number {
    return this.command.speed / this.radius
  }

  /** Centre of the circle, on the line of the rear axle. */
  get centre(): Point | undefined {
    if (!Number.isFinite(this.radius)) return undefined
    const rear = rearAxle(this.pose, WHEELBASE)
    const { yaw } = this.pose
    return { x: rear.x - this.radius * Math.sin(yaw), y: rear.y + this.radius * Math.cos(yaw) }
  }

  restart(): void {
    this.pose = START
    this.command = SHOWN
    this.isShowing = true
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.isShowing) {
      this.isShowing = false
      this.command = REST
    }
    this.held = held
  }
}

/** Return the middle of the rear axle of a car whose pose is that of the middle of its wheelbase. */
export function rearAxle({ x, y, yaw }: Pose, wheelbase: number): Point {
  return { x: x - 0.5 * wheelbase * Math.cos(yaw), y: y - 0.5 * wheelbase * Math.sin(yaw) }
}
