/** State of an autopilot, drawn on the ground around its vehicle. */

import * as THREE from 'three'
import { wrap } from '../base/angles'
import type { AutopilotState } from '../generated/messages'
import type { Heightfield } from '../world/heightfield'
import { arrow, band, GroundSheet, sector } from './groundsheet'
import { GroundRing } from './markers'

export const AUTOPILOT_COLOURS = {
  left: '#56b4e9',
  right: '#e69f00',
  seen: '#ff5a3c',
  desired: '#ffe45c',
  course: '#ffffff',
  route: '#cc79a7',
} as const

const ROUTE_STEP = 8 // [m]
const FARTHEST_ROUTE = 3000 // [m] longest part of the route on the ground; the map shows the rest

export interface AutopilotPose {
  x: number
  y: number
  z: number
  yaw: number
  length: number
}

export interface Sight {
  what: string // "object" or "vehicle"
  x: number
  y: number
  radius: number
}

/** Return the obstacle in the way, undefined for none. */
export function sightOf(state: AutopilotState): Sight | undefined {
  const { seen, seen_x, seen_y, seen_radius } = state
  if (seen === 'nothing' || seen_x === null || seen_y === null) return undefined
  return { what: seen, x: seen_x, y: seen_y, radius: seen_radius ?? 0 }
}

/** Return the side of the obstacle; dead ahead counts as left, as in Figure 4.2 of document 003. */
export function sideOf(sight: Sight, pose: { x: number; y: number; yaw: number }): 'left' | 'right' {
  const bearing = Math.atan2(sight.y - pose.y, sight.x - pose.x)
  return wrap(bearing - pose.yaw) < 0 ? 'right' : 'left'
}

export class AutopilotOverlay {
  readonly group = new THREE.Group()
  private readonly ground: Heightfield
  private readonly left: GroundSheet
  private readonly right: GroundSheet
  private readonly desired: GroundSheet
  private readonly course: GroundSheet
  private readonly route: GroundSheet
  private readonly ring: GroundRing

  constructor(ground: Heightfield) {
    this.ground = ground
    const sheet = (colour: string, opacity: number) => new GroundSheet(ground, colour, opacity)
    this.left = sheet(AUTOPILOT_COLOURS.left, 0.34)
    this.right = sheet(AUTOPILOT_COLOURS.right, 0.34)
    this.desired = sheet(AUTOPILOT_COLOURS.desired, 0.95)
    this.course = sheet(AUTOPILOT_COLOURS.course, 0.8)
    this.route = sheet(AUTOPILOT_COLOURS.route, 0.85)
    this.ring = new GroundRing(ground, AUTOPILOT_COLOURS.seen)
    const sheets = [this.left, this.right, this.course, this.desired, this.route]
    this.group.add(...sheets.map((one) => one.mesh), this.ring.mesh)
    this.group.visible = false
  }

  hide(): void {
    this.group.visible = false
  }

  show(state: AutopilotState, pose: AutopilotPose, eye: THREE.Vector3): void {
    this.group.visible = true
    const away = eye.distanceTo(new THREE.Vector3(pose.x, pose.y, pose.z))
    const lift = 0.25 + 0.0015 * away
    const on = (more: number) => ({ z: pose.z, lift: lift + more })
    const { half_angle, reach, desired_yaw, course_yaw } = state
    const at = { x: pose.x, y: pose.y, reach }
    const sight = sightOf(state)
    const side = sight && sideOf(sight, pose)
    this.left.lay(sector(at, pose.yaw, pose.yaw + half_angle), on(0), side === 'left' ? 0.6 : 0.3)
    this.right.lay(sector(at, pose.yaw, pose.yaw - half_angle), on(0), side === 'right' ? 0.6 : 0.3)
    const width = Math.max(0.45, 0.006 * away)
    const start = 0.62 * pose.length
    const long = Math.max(14, 0.09 * away) + start
    this.course.lay(arrow(at, course_yaw, { start, end: long, width }), on(0.1))
    this.desired.lay(arrow(at, desired_yaw, { start, end: 0.8 * long, width: 1.5 * width }), on(0.2))
    this.layRoute(state, pose, lift, width)
    if (sight)
      this.ring.place(
        { x: sight.x, y: sight.y, z: pose.z },
        {
          radius: 1.15 * sight.radius + 0.4,
          eyeDistance: 2 * away + 30,
        },
      )
    else this.ring.hide()
  }

  private layRoute(state: AutopilotState, pose: AutopilotPose, lift: number, width: number): void {
    const near = (state.route ?? []).filter(
      ([x, y]) => Math.hypot(x - pose.x, y - pose.y) < FARTHEST_ROUTE && this.ground.isInside(x, y),
    )
    this.route.lay(band(near, 0.8 * width, ROUTE_STEP), { z: pose.z, lift })
  }
}
