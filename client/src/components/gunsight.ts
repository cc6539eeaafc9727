/** The gunsight of the driven vehicle: a ring at the predicted point of impact, range, target, reload bar, hit marker. */

import * as THREE from 'three'
import { make, setText } from '../base/dom'
import type { Damage, ServerMessage } from '../generated/messages'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { project } from '../scene/picking'
import './gunsight.css'
import { poseMatrix } from '../scene/vehicles/pose'

const MARKED = 0.7 // [s] duration of the hit marker
const TOLD = 3.5 // [s] duration of its text
const CONDITIONS: Record<Damage['state'], string> = { whole: '', hit: 'damaged', dead: 'destroyed' }

export const gunsight: Component = {
  name: 'gunsight',
  place: 'labels',
  mount(page) {
    const sight = new Gunsight(page)
    return {
      element: sight.element,
      receive: (message) => sight.receive(message),
      draw: () => sight.draw(),
      show: () => sight.show(),
    }
  },
}

class Gunsight {
  readonly element: HTMLElement
  private readonly page: Page
  private readonly ring = make('div.gunsight-ring', {}, make('div.gunsight-mark'))
  private readonly range = make('span.gunsight-range')
  private readonly target = make('span.gunsight-target')
  private readonly bar = make('span.gunsight-fill')
  private readonly hit = make('p.gunsight-hit', { role: 'status', 'data-testid': 'gunsight-hit' })
  private readonly hits = new Hits()

  constructor(page: Page) {
    this.page = page
    const reload = make('span.gunsight-bar', {}, this.bar)
    const label = make('div.gunsight-label', { 'aria-hidden': 'true' }, this.range, this.target, reload)
    this.element = make('div.gunsight', { 'data-testid': 'gunsight' }, this.ring, label, this.hit)
    this.element.hidden = true
  }

  receive(message: ServerMessage): void {
    this.hits.receive(message, this.page.session.own, seconds())
  }

  /** Place the ring at the predicted point of impact. */
  draw(): void {
    const { session, names, world, rig, stage, drawn } = this.page
    const { own } = session
    const gun = own >= 0 ? names.fleetOf(own).armament : null
    if (!gun || Number.isNaN(drawn.x[own])) {
      this.element.hidden = true
      return
    }
    const aim = session.turrets.get(own) ?? { yaw: 0, elevation: 0 }
    const flight = leaving(drawn, own, gun, aim, names.fleetOf(own).body.height)
    const point = landing(
      flight,
      gun.round_drag,
      (x, y, z) => world.ground.heightBelow(x, y, z),
      this.targets(own),
    )
    const at = project(new THREE.Vector3(point.x, point.y, point.z), rig.camera, stage.size)
    const isSeen = at && at.x > 0 && at.y > 0 && at.x < stage.size.width && at.y < stage.size.height
    this.element.hidden = !isSeen
    if (!at || !isSeen) return
    this.element.style.setProperty('transform', `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`)
    setText(this.range, Number.isFinite(point.range) ? rangeText(point.range) : 'out of range')
    const { target } = point
    this.ring.classList.toggle('is-on-target', target >= 0)
    setText(this.target, target < 0 ? '' : this.words(target))
  }

  /** Update the reload bar and the newest hit, ten times a second. */
  show(): void {
    const { session, latest, names } = this.page
    const gun = session.own >= 0 ? names.fleetOf(session.own).armament : null
    if (!gun) return
    const left = latest.instrumentsOf(session.own)?.values.reload_time ?? 0
    const loaded = 1 - Math.min(1, Math.max(0, left / gun.reload_duration))
    this.bar.style.setProperty('transform', `scaleX(${loaded.toFixed(3)})`)
    this.bar.classList.toggle('is-loaded', left <= 0)
    const now = seconds()
    this.ring.classList.toggle('is-hit', now - this.hits.at < MARKED)
    setText(this.hit, now - this.hits.at < TOLD ? `Hit: ${this.words(this.hits.vehicle)}` : '')
  }

  private words(vehicle: number): string {
    const { names } = this.page
    const condition = CONDITIONS[this.hits.states.get(vehicle) ?? 'whole']
    return [names.nameOf(vehicle), condition].filter(Boolean).join(' · ')
  }

  private targets(own: number): Target[] {
    const { drawn, names } = this.page
    const found: Target[] = []
    for (const id of drawn.shown) {
      if (id === own) continue
      const { length, width, height, offset } = names.fleetOf(id).body
      found.push({
        id,
        x: drawn.x[id] + offset * Math.cos(drawn.yaw[id]),
        y: drawn.y[id] + offset * Math.sin(drawn.yaw[id]),
        z: drawn.z[id],
        yaw: drawn.yaw[id],
        halfLength: 0.5 * length,
        halfWidth: 0.5 * width,
        height,
      })
    }
    return found
  }
}

/** Newest hit of the own gun, and the condition of every damaged vehicle. */
export class Hits {
  vehicle = -1
  at = -Infinity // time [s]
  readonly states = new Map<number, Damage['state']>()

  receive(message: ServerMessage, own: number, now: number): void {
    if (message.type === 'damage') this.states.set(message.vehicle, message.state)
    if (message.type === 'impact' && message.on === 'vehicle' && message.shooter === own) {
      this.vehicle = message.index
      this.at = now
    }
  }
}

export function rangeText(metres: number): string {
  return `${Math.round(metres)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ')} m`
}

function seconds(): number {
  return performance.now() / 1000
}

const GRAVITY = 9.81 // [m/s^2]
const TURRET_HEIGHT = 0.8 // height of the gun's axis per height of the body
const STEP = 0.02 // [s] step of the trajectory
const LONGEST = 8 // [s] longest computed flight

export interface Gun {
  muzzle_speed: number // [m/s]
  barrel_length: number // [m]
  round_drag: number // deceleration over speed squared [1/m]
}

export interface Bearing {
  yaw: number // yaw of the turret relative to the hull, left positive [rad]
  elevation: number // [rad]
}

/** Vehicle that can be hit, as an upright box. */
export interface Target {
  id: number
  x: number
  y: number
  z: number
  yaw: number
  halfLength: number
  halfWidth: number
  height: number
}

export interface Landing {
  x: number
  y: number
  z: number
  range: number // from the muzzle [m]; not finite without an impact
  target: number // id of the vehicle, -1 for none
}

type Pose = Record<'x' | 'y' | 'z' | 'yaw' | 'pitch' | 'roll', ArrayLike<number>>

export interface Flight {
  at: THREE.Vector3
  velocity: THREE.Vector3 // [m/s]
}

/** Return the round at the muzzle of a vehicle with `bodyHeight` [m] at `speed` [m/s]. */
export function leaving(
  state: Pose & { speed: ArrayLike<number> },
  id: number,
  gun: Gun,
  aim: Bearing,
  bodyHeight: number,
): Flight {
  const body = poseMatrix(state, id, new THREE.Vector3(), new THREE.Matrix4())
  const [cosine, sine] = [Math.cos(aim.elevation), Math.sin(aim.elevation)]
  const barrel = new THREE.Vector3(cosine * Math.cos(aim.yaw), cosine * Math.sin(aim.yaw), sine)
  const at = new THREE.Vector3(0, 0, TURRET_HEIGHT * bodyHeight).addScaledVector(barrel, gun.barrel_length)
  const forward = new THREE.Vector3(1, 0, 0).transformDirection(body)
  return {
    at: at.applyMatrix4(body),
    velocity: barrel
      .transformDirection(body)
      .multiplyScalar(gun.muzzle_speed)
      .addScaledVector(forward, state.speed[id]),
  }
}

/** Return the first impact of a round, or its last position if there is none. */
export function landing(
  { at, velocity }: Flight,
  drag: number,
  height: (x: number, y: number, z: number) => number,
  targets: readonly Target[],
): Landing {
  const here = at.clone()
  const speed = velocity.clone()
  const next = new THREE.Vector3()
  const near = targets.filter((target) => isBeside(target, at, velocity))
  for (let time = 0; time < LONGEST; time += STEP) {
    speed.multiplyScalar(1 / (1 + drag * speed.length() * STEP))
    next.copy(here).addScaledVector(speed, STEP)
    next.z -= 0.5 * GRAVITY * STEP * STEP
    speed.z -= GRAVITY * STEP
    const struck = firstStruck(near, here, next)
    const fall = groundFraction(here, next, height)
    if (struck && struck.fraction <= fall)
      return { ...mix(here, next, struck.fraction, at), target: struck.id }
    if (fall <= 1) return { ...mix(here, next, fall, at), target: -1 }
    here.copy(next)
  }
  return { x: here.x, y: here.y, z: here.z, range: Infinity, target: -1 }
}

function mix(from: THREE.Vector3, to: THREE.Vector3, fraction: number, start: THREE.Vector3) {
  const point = from.clone().lerp(to, fraction)
  return { x: point.x, y: point.y, z: point.z, range: point.distanceTo(start) }
}

/** Return the fraction of a step after which a round is below ground; above 1 for none. */
function groundFraction(
  from: THREE.Vector3,
  to: THREE.Vector3,
  height: (x: number, y: number, z: number) => number,
): number {
  const below = to.z - height(to.x, to.y, from.z)
  if (below > 0) return 2
  const above = Math.max(0, from.z - height(from.x, from.y, from.z))
  return above / Math.max(1e-9, above - below)
}

/** Return whether a vehicle lies ahead and near the vertical plane of a flight. */
function isBeside(target: Target, at: THREE.Vector3, velocity: THREE.Vector3): boolean {
  const flat = Math.max(1e-6, Math.hypot(velocity.x, velocity.y))
  const [dx, dy] = [target.x - at.x, target.y - at.y]
  const reach = Math.hypot(target.halfLength, target.halfWidth)
  const across = (dx * velocity.y - dy * velocity.x) / flat
  return Math.abs(across) <= reach && dx * velocity.x + dy * velocity.y > -reach * flat
}

function firstStruck(
  targets: readonly Target[],
  from: THREE.Vector3,
  to: THREE.Vector3,
): { id: number; fraction: number } | undefined {
  let first: { id: number; fraction: number } | undefined
  for (const target of targets) {
    const fraction = boxFraction(target, from, to)
    if (fraction <= 1 && (!first || fraction < first.fraction)) first = { id: target.id, fraction }
  }
  return first
}

/** Return the fraction of a straight step after which it enters an upright box; above 1 for none. */
function boxFraction(box: Target, from: THREE.Vector3, to: THREE.Vector3): number {
  const [cosine, sine] = [Math.cos(box.yaw), Math.sin(box.yaw)]
  const inBox = (p: THREE.Vector3) => {
    const [dx, dy] = [p.x - box.x, p.y - box.y]
    return [cosine * dx + sine * dy, cosine * dy - sine * dx, p.z - box.z]
  }
  const [start, end] = [inBox(from), inBox(to)]
  const low = [-box.halfLength, -box.halfWidth, 0]
  const high = [box.halfLength, box.halfWidth, box.height]
  let [enters, leaves] = [0, 1]
  for (let axis = 0; axis < 3; axis++) {
    const way = end[axis] - start[axis]
    if (way === 0) {
      if (start[axis] < low[axis] || start[axis] > high[axis]) return 2
      continue
    }
    const [one, other] = [(low[axis] - start[axis]) / way, (high[axis] - start[axis]) / way]
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  return enters <= leaves ? enters : 2
}
