/** Endless circling of document 000: two tracked vehicles that always drive forward turn towards a target.
 *
 * Each turns at its full rate, like the playground's autopilot "forward". A vehicle that must drive forward to turn
 * cannot reach a target within its turning circle; the naive formula turns half as far, so its circle is twice as
 * wide, and contains targets that the exact vehicle reaches.
 */

import * as exact from '../../../generated/models/tracked-arc'
import * as naive from '../../../generated/models/tracked-simple'
import type { Side } from '../../../generated/playground'
import { SIDES } from '../../../generated/playground'
import { REACHED } from '../../../playground/ground'
import type { Point } from '../../../playground/view'
import { Stepping } from './stepping'

export const TARGET: Point = { x: -7, y: 7 } // close and behind on the left [m]
export const SPEED = 4 // speed of both [m/s]
const TIGHTNESS = 4 // steering command per bearing error [1/rad]
const DT = 1 / 60 // [s]

const PARAMS = { left: naive.defaultParams(), right: exact.defaultParams() }
const DRIVE = {
  left: (pose: naive.State, steer: number) => {
    const control = naive.controlFromCommand(pose, SPEED, steer, PARAMS.left, DT)
    return { moved: naive.step(pose, control, PARAMS.left, DT), control }
  },
  right: (pose: exact.State, steer: number) => {
    const control = exact.controlFromCommand(pose, SPEED, steer, PARAMS.right, DT)
    return { moved: exact.step(pose, control, PARAMS.right, DT), control }
  },
}

/** Radius of the tightest circle of each [m]; the naive one turns half as far as its tracks move. */
export const RADIUS: Record<Side, number> = {
  right: SPEED / PARAMS.right.maxYawRate,
  left: SPEED / (0.5 * PARAMS.left.headingFactor * PARAMS.left.maxYawRate),
}

export interface Tracked {
  x: number // east [m]
  y: number // north [m]
  yaw: number // counter-clockwise from east [rad]
  turned: number // since the start, left positive [rad]
  runs: [left: number, right: number] // travel of the tracks [m]
  arrived: number | undefined // time at which it reached the target [s]
}

export class Circling {
  target: Point = TARGET
  time = 0 // since the start [s]
  left = standing() // by the naive formula
  right = standing() // exact
  private readonly stepping = new Stepping()

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    for (const side of SIDES) this[side] = this.driven(side)
    this.time += DT
    for (const side of SIDES)
      if (this[side].arrived === undefined && away(this[side], this.target) < REACHED)
        this[side].arrived = this.time
  }

  /** Place both at the start, and move the target. */
  restart(target: Point = this.target): void {
    this.target = target
    this.time = 0
    this.left = standing()
    this.right = standing()
    this.stepping.clear()
  }

  private driven(side: Side): Tracked {
    const before = this[side]
    if (before.arrived !== undefined) return before
    const { moved, control } = DRIVE[side](before, steerTowards(this.target, before))
    return {
      ...moved,
      turned: before.turned + wrapped(moved.yaw - before.yaw),
      runs: [before.runs[0] + control.leftTrackSpeed * DT, before.runs[1] + control.rightTrackSpeed * DT],
      arrived: undefined,
    }
  }
}

/** Return the distance to the target [m]. */
export function away({ x, y }: Point, target: Point): number {
  return Math.hypot(target.x - x, target.y - y)
}

/** Return whether a vehicle at the start cannot reach a target because it is inside the turning circle. */
export function isEnclosed(side: Side, target: Point): boolean {
  const centre = { x: 0, y: Math.sign(target.y) * RADIUS[side] }
  return away(centre, target) < RADIUS[side] - REACHED
}

function steerTowards(target: Point, { x, y, yaw }: Tracked): number {
  const error = wrapped(Math.atan2(target.y - y, target.x - x) - yaw)
  return Math.max(-1, Math.min(1, TIGHTNESS * error))
}

function standing(): Tracked {
  return { x: 0, y: 0, yaw: 0, turned: 0, runs: [0, 0], arrived: undefined }
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle))
}
