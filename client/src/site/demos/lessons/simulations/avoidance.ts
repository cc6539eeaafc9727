/** Sixth lesson: a driver that tries the arcs of several steer angles, and takes the free one that ends nearest the goal. */

import * as bicycle from '../../../../generated/models/bicycle-arc'
import type { Held } from '../../../../playground/keys'
import type { Point } from '../../../../playground/view'
import type { Command, Handling } from '../../simulations/hands'
import { commandAfter, isHeld, NOTHING_HELD, OPEN_GROUND, REST } from '../../simulations/hands'
import { Stepping } from '../../simulations/stepping'
import type { Pose } from '../../simulations/twocars'

export const ANGLES = [-30, -25, -20, -15, -10, -5, 0, 5, 10, 15, 20, 25, 30] // tried steer angles [deg]
export const REACH = 12 // length of an arc [m]
export const POST = 0.5 // radius of a post [m]
export const CLEARANCE = 1.4 // of the middle of the car to the edge of a post [m]
export const GOALS: [Point, Point] = [
  { x: 26, y: 0 },
  { x: -26, y: 0 },
]
export const POSTS: Point[] = [
  { x: -12, y: 0.6 },
  { x: -4, y: -3.5 },
  { x: -3, y: 4 },
  { x: 4.5, y: 0.3 },
  { x: 11, y: -4 },
  { x: 13, y: 3.2 },
]
const START: Pose = { x: -26, y: 0, yaw: 0 }
const SPEED = 5 // [m/s]
const LEAST_FREE = 10 // length of an arc that counts as free [m]
const ARRIVED = 3 // [m]
const SAMPLE = 0.5 // distance of the tested points of an arc [m]
const BLOCKED = 1.5 // free length below which the driver backs up [m]
const BACKING_SECONDS = 2.5 // [s]
const BACKING: Command = { speed: -2, steer: 0 }
const DT = 1 / 60 // [s]
const DECISIONS = 0.1 // time between two decisions [s]
const STEER_RATE = 4 // [1/s]
const MOST_POSTS = 24
const PARAMS = { ...bicycle.defaultParams(), maxSteerAngle: (30 * Math.PI) / 180 }
const HANDLING: Handling = { ...OPEN_GROUND, maxSpeed: 6 }

/** An arc that the driver has tried. */
export interface Tried {
  angle: number // steer angle [deg]
  points: Point[] // up to the first contact
  free: number // length without contact [m]
  end: number // distance from its end to the goal [m]
}

export class Avoidance {
  pose: Pose = START
  command: Command = REST
  posts: Point[] = [...POSTS]
  tried: Tried[] = []
  chosen: Tried | undefined
  touched = 0 // contacts with posts
  held: Held = NOTHING_HELD
  isShowing = true // whether the driver drives
  private goalIndex = 0
  private backing = 0 // time for which it still backs up [s]
  private toDecision = 0 // [s]
  private isTouching = false
  private readonly stepping = new Stepping()

  constructor() {
    this.decide()
  }

  get goal(): Point {
    return GOALS[this.goalIndex]
  }

  /** Steer angle, left positive [rad]. */
  get steerAngle(): number {
    return this.command.steer * PARAMS.maxSteerAngle
  }

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    this.toDecision -= DT
    if (this.toDecision <= 0) this.decide()
    this.command = this.isShowing ? this.wanted() : commandAfter(this.command, this.held, HANDLING, DT)
    const control = { speed: this.command.speed, steerAngle: this.steerAngle }
    this.pose = bicycle.step(this.pose, control, PARAMS, DT)
    this.backing = Math.max(0, this.backing - DT)
    const isTouching = this.posts.some((post) => distance(this.pose, post) < POST + 0.9)
    if (isTouching && !this.isTouching) this.touched++
    this.isTouching = isTouching
    if (distance(this.pose, this.goal) < ARRIVED) this.goalIndex = 1 - this.goalIndex
  }

  restart(): void {
    this.pose = START
    this.command = REST
    this.posts = [...POSTS]
    this.goalIndex = this.touched = this.backing = 0
    this.isShowing = true
    this.stepping.clear()
    this.decide()
  }

  /** Put a post, unless the car is there. */
  addPost(post: Point): void {
    if (distance(this.pose, post) < 4 || this.posts.length >= MOST_POSTS) return
    this.posts.push(post)
    this.decide()
  }

  drive(held: Held): void {
    if (isHeld(held)) this.isShowing = false
    this.held = held
  }

  private decide(): void {
    this.toDecision = DECISIONS
    this.tried = ANGLES.map((angle) => tryArc(this.pose, angle, this.posts, this.goal))
    this.chosen = choose(this.tried)
    if (this.chosen.free < BLOCKED && this.backing <= 0) this.backing = BACKING_SECONDS
  }

  /** Return the driver's command: towards the chosen steer angle, and slower where less is free. */
  private wanted(): Command {
    if (this.backing > 0 || !this.chosen) return BACKING
    const goal = (this.chosen.angle * Math.PI) / 180 / PARAMS.maxSteerAngle
    const most = STEER_RATE * DT
    const steer = this.command.steer + Math.max(-most, Math.min(most, goal - this.command.steer))
    return { speed: Math.min(SPEED, Math.max(1, 0.5 * this.chosen.free)), steer }
  }
}

/** Return the arc of a steer angle [deg] from a pose up to the first post. */
export function tryArc(pose: Pose, angle: number, posts: readonly Point[], goal: Point): Tried {
  const control = { speed: 1, steerAngle: (angle * Math.PI) / 180 }
  const points: Point[] = [pose]
  let free = 0
  for (let length = SAMPLE; length <= REACH; length += SAMPLE) {
    const reached = bicycle.step(pose, control, PARAMS, length)
    if (posts.some((post) => distance(reached, post) < POST + CLEARANCE)) break
    points.push(reached)
    free = length
  }
  return { angle, points, free, end: distance(points[points.length - 1], goal) }
}

/** Return the free arc that ends nearest the goal; if none is free, the longest. */
export function choose(tried: readonly Tried[]): Tried {
  const free = tried.filter((arc) => arc.free >= LEAST_FREE)
  if (free.length === 0) return tried.reduce((best, arc) => (arc.free > best.free ? arc : best))
  return free.reduce((best, arc) => (arc.end < best.end ? arc : best))
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
