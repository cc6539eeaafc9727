/** Third lesson: a tank whose tracks roll at their own speeds. */

import * as tracked from '../../../../generated/models/tracked-arc'
import type { Held } from '../../../../playground/keys'
import type { Point } from '../../../../playground/view'
import type { Command, Handling } from '../../simulations/hands'
import { commandAfter, isHeld, NOTHING_HELD, OPEN_GROUND, REST } from '../../simulations/hands'
import { Stepping } from '../../simulations/stepping'
import type { Pose } from '../../simulations/twocars'
import { START } from '../../simulations/twocars'

export const TRACK_SPEEDS = [-4, -3, -2, -1, 0, 1, 2, 3, 4] // [m/s]
const DT = 1 / 60 // [s]
const HANDLING: Handling = { ...OPEN_GROUND, maxSpeed: 4, maxReverseSpeed: 3 }
const PARAMS = tracked.defaultParams()
export const GAUGE = PARAMS.trackGauge // [m]
const PIVOT = 1.5 // speed of the tracks against each other by the keys at full steering [m/s]

export interface Tracks {
  left: number // [m/s]
  right: number // [m/s]
}

export class Tank {
  pose: Pose = START
  chosen: Tracks = { left: 2, right: 4 } // track speeds of the sliders [m/s]
  runs: [left: number, right: number] = [0, 0] // travel of the tracks [m]
  held: Held = NOTHING_HELD
  isShowing = true // whether the sliders drive
  private command: Command = REST
  private readonly stepping = new Stepping()

  /** Speeds of the tracks [m/s]. */
  get tracks(): Tracks {
    if (this.isShowing) return this.chosen
    const { speed, steer } = this.command
    return { left: speed - PIVOT * steer, right: speed + PIVOT * steer }
  }

  get speed(): number {
    return 0.5 * (this.tracks.left + this.tracks.right)
  }

  /** Yaw rate, counter-clockwise positive [rad/s]. */
  get yawRate(): number {
    return (this.tracks.right - this.tracks.left) / GAUGE
  }

  /** Radius of the circle of the middle, to the left positive [m]; infinite straight ahead. */
  get radius(): number {
    return this.yawRate === 0 ? Number.POSITIVE_INFINITY : this.speed / this.yawRate
  }

  get centre(): Point | undefined {
    if (!Number.isFinite(this.radius)) return undefined
    const { x, y, yaw } = this.pose
    return { x: x - this.radius * Math.sin(yaw), y: y + this.radius * Math.cos(yaw) }
  }

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    const { left, right } = this.tracks
    const control = { leftTrackSpeed: left, rightTrackSpeed: right }
    this.pose = tracked.step(this.pose, control, PARAMS, DT)
    this.runs = [this.runs[0] + left * DT, this.runs[1] + right * DT]
    this.command = commandAfter(this.command, this.held, HANDLING, DT)
  }

  /** Let the sliders drive from the start. */
  restart(): void {
    this.pose = START
    this.runs = [0, 0]
    this.command = REST
    this.isShowing = true
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held)) this.isShowing = false
    this.held = held
  }
}
