/** State of an autopilot, drawn on the ground around its vehicle and as text. */

import * as THREE from 'three'
import { headingDegrees, wrap } from '../angles'
import { make, setText } from '../dom'
import type { AutopilotState } from '../generated/messages'
import type { Heightfield } from '../heightfield'
import { GroundRing } from '../markers'
import { arrow, band, sector } from './groundshapes'
import { GroundSheet } from './groundsheet'

export const AUTOPILOT_COLOURS = {
  left: '#56b4e9',
  right: '#e69f00',
  seen: '#ff5a3c',
  desired: '#ffe45c',
  course: '#ffffff',
  route: '#cc79a7',
} as const

const STANDING = 0.1 // [m/s]
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

/** Return the state as lines of text; for a standing vehicle the reasons instead of the target. */
export function wordsOf(
  state: AutopilotState,
  pose: { x: number; y: number; yaw: number; speed: number },
  standing: readonly string[] = [],
): string[] {
  const heading = (yaw: number) => `${String(Math.round(headingDegrees(yaw)) % 360).padStart(3, '0')}°`
  const sight = sightOf(state)
  const seen = sight
    ? `Sees ${sight.what === 'object' ? 'an object' : `a ${sight.what}`} ${away(sight, pose)} m ahead, ${sideOf(sight, pose)}`
    : `Sees nothing within ${state.reach.toFixed(0)} m`
  const isSlow = Math.abs(pose.speed) < STANDING
  const course = isSlow ? 'Stands' : 'Keeps its course'
  const action = state.is_avoiding ? `Avoids: steers for ${heading(state.desired_yaw)}` : course
  return [...(standing.length ? standing : [seen, action]), `Course ${heading(state.course_yaw)}`]
}

function away(sight: Sight, pose: { x: number; y: number }): string {
  return Math.hypot(sight.x - pose.x, sight.y - pose.y).toFixed(0)
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
    const { half_angle, reach, desired_yaw, course_yaw } = state
    const at = { x: pose.x, y: pose.y, reach }
    const sight = sightOf(state)
    const side = sight && sideOf(sight, pose)
    this.left.lay(sector(at, pose.yaw, pose.yaw + half_angle), lift, side === 'left' ? 0.6 : 0.3)
    this.right.lay(sector(at, pose.yaw, pose.yaw - half_angle), lift, side === 'right' ? 0.6 : 0.3)
    const width = Math.max(0.45, 0.006 * away)
    const start = 0.62 * pose.length
    const long = Math.max(14, 0.09 * away) + start
    this.course.lay(arrow(at, course_yaw, { start, end: long, width }), lift + 0.1)
    this.desired.lay(arrow(at, desired_yaw, { start, end: 0.8 * long, width: 1.5 * width }), lift + 0.2)
    this.layRoute(state, pose, lift, width)
    if (sight)
      this.ring.place(sight.x, sight.y, {
        radius: 1.15 * sight.radius + 0.4,
        eyeDistance: 2 * away + 30,
      })
    else this.ring.hide()
  }

  private layRoute(state: AutopilotState, pose: AutopilotPose, lift: number, width: number): void {
    const near = (state.route ?? []).filter(
      ([x, y]) => Math.hypot(x - pose.x, y - pose.y) < FARTHEST_ROUTE && this.ground.isInside(x, y),
    )
    this.route.lay(band(near, 0.8 * width, ROUTE_STEP), lift)
  }
}

/** Card with the state as text and the legend of its colours. */
export class AutopilotCard {
  readonly element: HTMLElement
  private readonly title = make('h2')
  private readonly lines = make('div.autopilot-lines')

  constructor() {
    const key = (name: keyof typeof AUTOPILOT_COLOURS, words: string) => {
      const swatch = make('span.swatch')
      swatch.style.setProperty('background', AUTOPILOT_COLOURS[name])
      return make('span.legend-entry', {}, swatch, words)
    }
    this.element = make(
      'section.autopilot-card.glass',
      { 'aria-label': 'State of the autopilot', 'data-testid': 'autopilot' },
      this.title,
      this.lines,
      make(
        'div.legend',
        {},
        key('left', 'search left'),
        key('right', 'search right'),
        key('seen', 'obstacle'),
        key('desired', 'desired heading'),
        key('course', 'course'),
        key('route', 'route'),
      ),
    )
    this.element.hidden = true
  }

  /** Show lines under a title; undefined hides the card. */
  show(title: string | undefined, lines: string[] = []): void {
    this.element.hidden = title === undefined
    if (title === undefined) return
    setText(this.title, title)
    const text = lines.join('\n')
    if (this.lines.dataset.text === text) return
    this.lines.dataset.text = text
    this.lines.replaceChildren(...lines.map((line) => make('p', {}, line)))
  }
}
