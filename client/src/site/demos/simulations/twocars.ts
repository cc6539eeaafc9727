/** Two cars with the same controls: one moves by the six lines of document 004, one along the exact arc.
 *
 * The demonstration drives figures of eight: full left for the time of a circle of the exact car, then full
 * right. The exact car returns to its start with every time step; the car of six lines does not.
 */

import * as exact from '../../../generated/models/bicycle-arc'
import * as sixLine from '../../../generated/models/bicycle-six-line'
import type { Held } from '../../../playground/keys'
import type { Command } from './hands'
import { commandAfter, NOTHING_HELD, OPEN_GROUND, REST } from './hands'
import { Stepping } from './stepping'

export interface Pose {
  x: number // east [m]
  y: number // north [m]
  yaw: number // counter-clockwise from east [rad]
}

export const START: Pose = { x: 0, y: 0, yaw: Math.PI / 2 }
export const CIRCLE_SECONDS = 5 // a multiple of every time step of the slider [s]
const CIRCLES = 4 // two figures of eight
const PAUSE = 1.5 // time before the repetition [s]

const PARAMS = { left: sixLine.defaultParams(), right: exact.defaultParams() }
export const MAX_STEER_ANGLE = PARAMS.right.maxSteerAngle // [rad]
const RADIUS = PARAMS.right.wheelbase / Math.tan(MAX_STEER_ANGLE) // radius of the rear axle at full steering [m]
export const SHOWN_SPEED = (2 * Math.PI * RADIUS) / CIRCLE_SECONDS // [m/s]

export class TwoCars {
  dt = 1 / 60 // time step [s]
  left: Pose = START // by six lines
  right: Pose = START // exact
  command: Command = shown(0) // command of the present step
  held: Held = NOTHING_HELD
  isShowing = true // whether the demonstration drives
  steps = 0
  private time = 0 // since the start [s]
  private readonly stepping = new Stepping()

  /** Advance the time; return whether a step was made. */
  advance(seconds: number): boolean {
    return this.stepping.advance(seconds, this.dt, () => this.step()) > 0
  }

  step(): void {
    if (this.isShowing && this.time > CIRCLES * CIRCLE_SECONDS + PAUSE) this.restart(true)
    this.left = stepSixLine(this.left, this.command, this.dt)
    this.right = stepExact(this.right, this.command, this.dt)
    this.time += this.dt
    this.steps++
    this.command = this.next()
  }

  /** Return the present poses of both within the present step. */
  now(): { left: Pose; right: Pose } {
    const begun = this.stepping.begun
    return {
      left: stepSixLine(this.left, this.command, begun),
      right: stepExact(this.right, this.command, begun),
    }
  }

  /** Place both at the start, for the demonstration or for the reader's keys. */
  restart(isShowing: boolean): void {
    this.left = this.right = START
    this.time = this.steps = 0
    this.isShowing = isShowing
    this.command = isShowing ? shown(0) : REST
    this.stepping.clear()
  }

  private next(): Command {
    return this.isShowing
      ? shown(this.time + 0.5 * this.dt)
      : commandAfter(this.command, this.held, OPEN_GROUND, this.dt)
  }
}

/** Return the demonstration's command at a time since the start [s]. */
export function shown(time: number): Command {
  const circle = Math.floor(time / CIRCLE_SECONDS)
  if (circle >= CIRCLES) return REST
  return { speed: SHOWN_SPEED, steer: circle % 2 === 0 ? 1 : -1 }
}

export function apart(one: Pose, other: Pose): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

export function stepSixLine(pose: Pose, { speed, steer }: Command, dt: number): Pose {
  const control = sixLine.controlFromCommand(pose, speed, steer, PARAMS.left, dt)
  return sixLine.step(pose, control, PARAMS.left, dt)
}

export function stepExact(pose: Pose, { speed, steer }: Command, dt: number): Pose {
  const control = exact.controlFromCommand(pose, speed, steer, PARAMS.right, dt)
  return exact.step(pose, control, PARAMS.right, dt)
}
