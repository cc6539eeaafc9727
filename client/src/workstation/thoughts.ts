/** What a vehicle's autopilot sees and wants, laid on the ground around it and told in words. */

import * as THREE from 'three'
import { headingDegrees, wrap } from '../angles'
import { make, setText } from '../dom'
import type { Thought } from '../generated/messages'
import type { Heightfield } from '../heightfield'
import { GroundRing } from '../markers'
import type { Grid } from './groundshapes'
import { arrow, band, sector, triangles } from './groundshapes'

export const THOUGHT_COLOURS = {
  left: '#56b4e9',
  right: '#e69f00',
  seen: '#ff5a3c',
  desired: '#ffe45c',
  course: '#ffffff',
  route: '#cc79a7',
} as const

const ROUTE_STEP = 8 // [m]
const FARTHEST_ROUTE = 3000 // [m] from the vehicle; beyond, only the map shows it

export interface ThoughtPose {
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

/** What is seen, undefined for nothing. */
export function sightOf(thought: Thought): Sight | undefined {
  const { seen, seen_x, seen_y, seen_radius } = thought
  if (seen === 'nothing' || seen_x === null || seen_y === null) return undefined
  return { what: seen, x: seen_x, y: seen_y, radius: seen_radius ?? 0 }
}

/** Which half of the search holds what was seen: dead ahead counts as left, as in Figure 4.2 of document 003. */
export function sideOf(sight: Sight, pose: { x: number; y: number; yaw: number }): 'left' | 'right' {
  const bearing = Math.atan2(sight.y - pose.y, sight.x - pose.x)
  return wrap(bearing - pose.yaw) < 0 ? 'right' : 'left'
}

/** The thought in words, a line each. */
export function wordsOf(thought: Thought, pose: { x: number; y: number; yaw: number }): string[] {
  const heading = (yaw: number) => `${String(Math.round(headingDegrees(yaw)) % 360).padStart(3, '0')}°`
  const sight = sightOf(thought)
  const seen = sight
    ? `Sees ${sight.what === 'object' ? 'an object' : `a ${sight.what}`} ${away(sight, pose)} m ahead, ${sideOf(sight, pose)}`
    : `Sees nothing within ${thought.reach.toFixed(0)} m`
  const wish = thought.is_avoiding ? `Avoids: steers for ${heading(thought.desired_yaw)}` : 'Keeps its course'
  return [seen, wish, `Course ${heading(thought.course_yaw)}`]
}

function away(sight: Sight, pose: { x: number; y: number }): string {
  return Math.hypot(sight.x - pose.x, sight.y - pose.y).toFixed(0)
}

export class ThoughtOverlay {
  readonly group = new THREE.Group()
  private readonly ground: Heightfield
  private readonly left: Sheet
  private readonly right: Sheet
  private readonly desired: Sheet
  private readonly course: Sheet
  private readonly route: Sheet
  private readonly ring: GroundRing

  constructor(ground: Heightfield) {
    this.ground = ground
    const sheet = (colour: string, opacity: number) => new Sheet(ground, colour, opacity)
    this.left = sheet(THOUGHT_COLOURS.left, 0.34)
    this.right = sheet(THOUGHT_COLOURS.right, 0.34)
    this.desired = sheet(THOUGHT_COLOURS.desired, 0.95)
    this.course = sheet(THOUGHT_COLOURS.course, 0.8)
    this.route = sheet(THOUGHT_COLOURS.route, 0.85)
    this.ring = new GroundRing(ground, THOUGHT_COLOURS.seen)
    const sheets = [this.left, this.right, this.course, this.desired, this.route]
    this.group.add(...sheets.map((one) => one.mesh), this.ring.mesh)
    this.group.visible = false
  }

  hide(): void {
    this.group.visible = false
  }

  show(thought: Thought, pose: ThoughtPose, eye: THREE.Vector3): void {
    this.group.visible = true
    const away = eye.distanceTo(new THREE.Vector3(pose.x, pose.y, pose.z))
    const lift = 0.25 + 0.0015 * away
    const { half_angle, reach, desired_yaw, course_yaw } = thought
    const at = { x: pose.x, y: pose.y, reach }
    const sight = sightOf(thought)
    const side = sight && sideOf(sight, pose)
    this.left.lay(sector(at, pose.yaw, pose.yaw + half_angle), lift, side === 'left' ? 0.6 : 0.3)
    this.right.lay(sector(at, pose.yaw, pose.yaw - half_angle), lift, side === 'right' ? 0.6 : 0.3)
    const width = Math.max(0.45, 0.006 * away)
    const start = 0.62 * pose.length
    const long = Math.max(14, 0.09 * away) + start
    this.course.lay(arrow(at, course_yaw, { start, end: long, width }), lift + 0.1)
    this.desired.lay(arrow(at, desired_yaw, { start, end: 0.8 * long, width: 1.5 * width }), lift + 0.2)
    this.layRoute(thought, pose, lift, width)
    if (sight)
      this.ring.place(sight.x, sight.y, {
        radius: 1.15 * sight.radius + 0.4,
        eyeDistance: 2 * away + 30,
      })
    else this.ring.hide()
  }

  private layRoute(thought: Thought, pose: ThoughtPose, lift: number, width: number): void {
    const near = (thought.route ?? []).filter(
      ([x, y]) => Math.hypot(x - pose.x, y - pose.y) < FARTHEST_ROUTE && this.ground.isInside(x, y),
    )
    this.route.lay(band(near, 0.8 * width, ROUTE_STEP), lift)
  }
}

/** A coloured sheet that follows the ground under its grid of points. */
class Sheet {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>
  private readonly ground: Heightfield
  private count = 0

  constructor(ground: Heightfield, colour: string, opacity: number) {
    this.ground = ground
    const material = new THREE.MeshBasicMaterial({
      color: colour,
      opacity,
      transparent: true,
      depthWrite: false,
      fog: false,
      side: THREE.DoubleSide,
    })
    material.toneMapped = false
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 4
  }

  lay(grid: Grid, lift: number, opacity?: number): void {
    const { points } = grid
    this.mesh.visible = points.length > grid.columns
    if (!this.mesh.visible) return
    if (opacity !== undefined) this.mesh.material.opacity = opacity
    if (points.length !== this.count) this.renew(grid)
    const [x0, y0] = points[0]
    const position = this.mesh.geometry.getAttribute('position') as THREE.BufferAttribute
    points.forEach(([x, y], k) => {
      position.setXYZ(k, x - x0, y - y0, this.ground.height(x, y) + lift)
    })
    position.needsUpdate = true
    this.mesh.position.set(x0, y0, 0)
  }

  private renew(grid: Grid): void {
    this.count = grid.points.length
    this.mesh.geometry.dispose()
    const geometry = new THREE.BufferGeometry()
    const attribute = new THREE.BufferAttribute(new Float32Array(3 * this.count), 3)
    geometry.setAttribute('position', attribute.setUsage(THREE.DynamicDrawUsage))
    geometry.setIndex(triangles(grid))
    this.mesh.geometry = geometry
  }
}

/** The card with the thought in words and the meaning of its colours. */
export class ThoughtCard {
  readonly element: HTMLElement
  private readonly title = make('h2')
  private readonly lines = make('div.thought-lines')

  constructor() {
    const key = (name: keyof typeof THOUGHT_COLOURS, words: string) => {
      const swatch = make('span.swatch')
      swatch.style.setProperty('background', THOUGHT_COLOURS[name])
      return make('span.legend-entry', {}, swatch, words)
    }
    this.element = make(
      'section.thought-card.glass',
      { 'aria-label': 'What the autopilot thinks', 'data-testid': 'thoughts' },
      this.title,
      this.lines,
      make(
        'div.legend',
        {},
        key('left', 'search left'),
        key('right', 'search right'),
        key('seen', 'seen'),
        key('desired', 'wanted'),
        key('course', 'course'),
        key('route', 'route'),
      ),
    )
    this.element.hidden = true
  }

  /** Lines under a title; undefined hides the card. */
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
