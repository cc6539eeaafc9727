/** The red dot of document 001, compared with the same keys applied to velocity components.
 *
 * The keys are directions of the world. By components each key has its own limit, so two keys are 1.41 times as fast;
 * in polar coordinates the speed is one number with one limit.
 */

import * as components from '../../../generated/models/cartesian-components'
import * as polar from '../../../generated/models/polar-corrected'
import type { Held } from '../../../playground/keys'
import { isHeld, NOTHING_HELD } from './hands'
import { Stepping } from './stepping'

const DT = 1 / 60 // [s]
const PARAMS = { left: { ...components.defaultParams(), limit: 0 }, right: polar.defaultParams() } // 0: limit per component
export const TOP_SPEED = PARAMS.right.maxSpeed // [m/s]

export interface Dot {
  x: number // east [m]
  y: number // north [m]
  velocity: Vector // [m/s]
  acceleration: Vector // in the last step [m/s^2]
}

export interface Vector {
  x: number // east
  y: number // north
}

const REST: Dot = { x: 0, y: 0, velocity: { x: 0, y: 0 }, acceleration: { x: 0, y: 0 } }

/** Keys of the demonstration, each for a number of seconds; repeated from the first. */
export const SHOWN: readonly [seconds: number, keys: Held][] = [
  [2.5, { forward: 1, left: 0, brake: 0 }],
  [3, { forward: 1, left: -1, brake: 0 }],
  [2.5, { forward: 0, left: -1, brake: 0 }],
  [3, { forward: -1, left: 1, brake: 0 }],
  [2.5, NOTHING_HELD],
]
const SHOWN_SECONDS = SHOWN.reduce((sum, [seconds]) => sum + seconds, 0)

export class RedDot {
  held = NOTHING_HELD // the reader's keys
  isShowing = true // whether the demonstration drives
  left: Dot = REST // by components
  right: Dot = REST // polar
  private time = 0 // since the start [s]
  private leftState = components.defaultState()
  private rightState = polar.defaultState()
  private direction = 0.5 * Math.PI // last commanded direction [rad]
  private readonly stepping = new Stepping()

  constructor() {
    this.restart(true)
  }

  /** Present keys of both. */
  get keys(): Held {
    return this.isShowing ? shownAt(this.time + 0.5 * DT) : this.held
  }

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    const { forward, left } = this.keys
    const isPushed = forward !== 0 || left !== 0
    if (isPushed) this.direction = Math.atan2(forward, -left)
    const control = {
      acceleration: isPushed ? 1 : -1,
      accelerationYaw: this.direction,
      viewYaw: 0.5 * Math.PI,
    }
    this.leftState = components.step(this.leftState, control, PARAMS.left, DT)
    this.rightState = polar.step(this.rightState, control, PARAMS.right, DT)
    this.left = after(this.left, this.leftState)
    this.right = after(this.right, this.rightState)
    this.time += DT
  }

  restart(isShowing: boolean): void {
    this.isShowing = isShowing
    this.time = 0
    this.leftState = { ...components.defaultState(), yaw: 0.5 * Math.PI }
    this.rightState = { ...polar.defaultState(), yaw: 0.5 * Math.PI }
    this.left = this.right = REST
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.isShowing) this.restart(false)
    this.held = held
  }
}

export function speedOf({ velocity }: Dot): number {
  return Math.hypot(velocity.x, velocity.y)
}

function shownAt(time: number): Held {
  let left = time % SHOWN_SECONDS
  for (const [seconds, keys] of SHOWN) {
    if (left < seconds) return keys
    left -= seconds
  }
  return NOTHING_HELD
}

function after(before: Dot, { x, y, yaw, speed }: components.State): Dot {
  const velocity = { x: speed * Math.cos(yaw), y: speed * Math.sin(yaw) }
  const gained = { x: velocity.x - before.velocity.x, y: velocity.y - before.velocity.y }
  return { x, y, velocity, acceleration: { x: gained.x / DT, y: gained.y / DT } }
}
