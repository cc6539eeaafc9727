/** Camera with six modes: chase, driver, orbit, bird's-eye, overview, free. It moves smoothly and stays above ground. */

import * as THREE from 'three'
import { mixAngle, wrap } from '../base/angles'
import { SLAB } from '../world/decks'
import type { Heightfield } from '../world/heightfield'
import type { WorldObjects } from '../world/world'
import type { Flight } from './cameramotion'
import { TravelDirection } from './cameramotion'
import { groundShare, NEAREST, Obstructions } from './obstruction'

export const CAMERA_MODES = ['chase', 'driver', 'orbit', 'bird', 'overview', 'free'] as const
export type CameraMode = (typeof CAMERA_MODES)[number]

export interface Subject {
  x: number
  y: number
  z: number
  yaw: number
  pitch: number
  roll: number
  length: number
  width: number
  height: number
  speed: number // [m/s] negative backwards
  isTracked: boolean
}

interface Boom {
  azimuth: number // [rad] direction from the target to the camera; in chase relative to straight behind
  elevation: number // [rad]
  distance: number // [m]
}

const FOLLOWING: readonly CameraMode[] = ['chase', 'orbit', 'bird']
const EYE_HEIGHT = 6 // [m] height of the free camera above ground after `flyTo`
const CLEARANCE = 1.1 // [m] camera above ground, and above a deck
const HEADROOM = 0.5 // [m] camera below the underside of a deck
const BLEND = 0.9 // [s] duration of the transition between two views
const CHASE_LAG = 0.28 // [s] time constant with which the camera follows the vehicle's yaw
const SLOWEST_FLIGHT = 12 // [m/s] speed of the free camera near the ground; it increases with height
const FARTHEST_HIGH = 12000 // [m] above the ground
const OVERVIEW_DISTANCE = 2600 // [m] largest distance; less on a small map
const OVERVIEW_ELEVATION = 0.95 // [rad] steep enough to keep the sky out of the picture
const GIVES_WAY = 0.12 // [s] time constant with which the camera leaves the crown of a tree
const COMES_BACK = 0.7 // [s] time constant with which it moves out again behind an obstacle
const STEEPEST_LIFT = 0.7 // largest height over a hill, as a share of the camera's distance
const RETURN_AFTER = 2.5 // [s] time after the last drag until the chase camera swings back

export class CameraRig {
  readonly camera: THREE.PerspectiveCamera
  mode: CameraMode = 'orbit'
  readonly focus = new THREE.Vector3() // centre of the overview
  drift = 0 // [rad/s] slow turn of orbit until the first use of the mouse
  private readonly ground: Heightfield
  private readonly obstructions: Obstructions | undefined
  private readonly booms: Record<CameraMode, Boom> = {
    chase: { azimuth: 0, elevation: 0.21, distance: 12.5 },
    driver: { azimuth: 0, elevation: 0, distance: 0 },
    orbit: { azimuth: -2.2, elevation: 0.17, distance: 17 },
    bird: { azimuth: -Math.PI / 2, elevation: 1.45, distance: 130 },
    overview: { azimuth: -Math.PI / 2, elevation: OVERVIEW_ELEVATION, distance: OVERVIEW_DISTANCE },
    free: { azimuth: 0, elevation: -0.1, distance: 0 }, // azimuth and elevation of its view direction
  }
  private readonly place = new THREE.Vector3() // position of the free camera
  private readonly shown: Boom = { ...this.booms.orbit }
  private chaseYaw = 0
  private isNewSubject = true // the view of another vehicle, or in another mode, has begun
  private readonly travel = new TravelDirection()
  private clear = 1 // share of the boom that the camera uses because of obstacles
  private sinceDrag = 10
  private blend = 1
  private readonly fromPosition = new THREE.Vector3()
  private readonly fromQuaternion = new THREE.Quaternion()
  private readonly target = new THREE.Vector3()
  private isFollowing = false

  constructor(ground: Heightfield, objects?: WorldObjects) {
    this.ground = ground
    this.obstructions = objects && new Obstructions(objects)
    this.camera = new THREE.PerspectiveCamera(52, 1, 0.5, 60000)
    this.camera.up.set(0, 0, 1)
    this.focus.set((ground.xWest + ground.xEast) / 2, (ground.ySouth + ground.yNorth) / 2, 0)
    this.focus.z = ground.height(this.focus.x, this.focus.y)
  }

  /** Yaw of the view direction, counter-clockwise from east [rad]; looking straight down, that of the upper edge. */
  get yaw(): number {
    const e = this.camera.matrixWorld.elements
    return Math.abs(e[10]) > 0.999 ? Math.atan2(e[5], e[4]) : Math.atan2(-e[9], -e[8])
  }

  /** Position of the vehicle that is viewed from outside; undefined if there is none. */
  get followed(): THREE.Vector3 | undefined {
    return this.isFollowing ? this.target : undefined
  }

  setMode(mode: CameraMode): void {
    if (mode === this.mode) return
    if (mode === 'overview') this.beginOverview()
    if (mode === 'orbit') this.booms.orbit.azimuth = this.shown.azimuth
    if (mode === 'free') this.stayHere()
    this.mode = mode
    this.startBlend()
  }

  /** Begin a smooth transition from the present view to the next (another vehicle, another place). */
  startBlend(): void {
    this.fromPosition.copy(this.camera.position)
    this.fromQuaternion.copy(this.camera.quaternion)
    this.blend = 0
    this.isNewSubject = true
  }

  jumpTo(x: number, y: number): void {
    this.setMode('overview')
    this.startBlend()
    this.focus.set(x, y, this.ground.height(x, y))
  }

  /** Move the free camera to (x, y), `EYE_HEIGHT` above the ground. */
  flyTo(x: number, y: number, yaw: number): void {
    this.setMode('free')
    this.startBlend()
    this.place.set(x, y, this.ground.height(x, y) + EYE_HEIGHT)
    this.booms.free.azimuth = yaw
    this.booms.free.elevation = -0.08
  }

  /** Place the free camera at once, looking along `yaw` and `elevation` [rad]. */
  hoverAt(place: { x: number; y: number; z: number }, yaw: number, elevation: number): void {
    this.setMode('free')
    this.blend = 1
    this.place.set(place.x, place.y, place.z)
    this.booms.free.azimuth = yaw
    this.booms.free.elevation = elevation
    this.keepPlace()
  }

  /** Move the free camera for `elapsed` [s]; the higher it is, the faster. */
  fly({ ahead, left, up }: Flight, elapsed: number): void {
    if (this.mode !== 'free' || (ahead === 0 && left === 0 && up === 0)) return
    const above = this.place.z - this.ground.height(this.place.x, this.place.y)
    const reach = Math.max(SLOWEST_FLIGHT, above) * elapsed
    const gaze = this.gaze()
    const { azimuth } = this.booms.free
    this.place.addScaledVector(gaze, ahead * reach)
    this.place.x -= left * reach * Math.sin(azimuth)
    this.place.y += left * reach * Math.cos(azimuth)
    this.place.z += up * reach
    this.keepPlace()
  }

  /** Turn around the target by a drag [pixels]. */
  turn(dx: number, dy: number): void {
    const boom = this.booms[this.mode]
    this.drift = 0
    this.sinceDrag = 0
    boom.azimuth = wrap(boom.azimuth - dx * 0.0055)
    const [low, high] = ELEVATIONS[this.mode]
    const sign = this.mode === 'free' ? -1 : 1
    boom.elevation = Math.min(high, Math.max(low, boom.elevation + sign * dy * 0.0045))
  }

  /** Pan the overview by a drag [pixels]: the ground follows the pointer. */
  pan(dx: number, dy: number, viewHeight: number): void {
    const boom = this.booms.overview
    const metres = (2 * boom.distance * Math.tan((this.camera.fov * Math.PI) / 360)) / viewHeight
    const toward = boom.azimuth + Math.PI
    const stretch = 1 / Math.max(0.35, Math.sin(boom.elevation))
    const [right, ahead] = [-dx * metres, dy * metres * stretch]
    this.focus.x += right * Math.sin(toward) + ahead * Math.cos(toward)
    this.focus.y += -right * Math.cos(toward) + ahead * Math.sin(toward)
    this.clampFocus()
  }

  zoom(factor: number): void {
    if (this.mode === 'free') {
      this.dash(factor)
      return
    }
    const boom = this.booms[this.mode]
    const [near, far] = this.mode === 'overview' ? [60, 45000] : this.mode === 'chase' ? [6, 80] : [6, 3000]
    this.drift = 0
    if (this.mode !== 'driver') boom.distance = Math.min(far, Math.max(near, boom.distance * factor))
  }

  update(subject: Subject | undefined, elapsed: number): void {
    this.sinceDrag += elapsed
    this.isFollowing = subject !== undefined && FOLLOWING.includes(this.mode)
    if (this.mode === 'free') this.hover()
    else if (subject && this.mode === 'driver') this.ride(subject)
    else this.swing(subject, elapsed)
    this.mixFromBefore(elapsed)
    this.keepAboveGround()
    this.adaptDepth()
    this.camera.updateMatrixWorld()
  }

  /** Begin the overview at the present target, from the side that keeps most of the map in the picture. */
  private beginOverview(): void {
    this.focus.copy(this.target)
    const start = overviewStart(this.ground, this.focus, this.shown.azimuth)
    Object.assign(this.booms.overview, start)
  }

  private stayHere(): void {
    const gaze = this.camera.getWorldDirection(new THREE.Vector3())
    this.place.copy(this.camera.position)
    this.booms.free.azimuth = Math.atan2(gaze.y, gaze.x)
    this.booms.free.elevation = Math.asin(Math.min(1, Math.max(-1, gaze.z)))
  }

  /** Move the free camera along its view direction by the wheel. */
  private dash(factor: number): void {
    const above = this.place.z - this.ground.height(this.place.x, this.place.y)
    this.place.addScaledVector(this.gaze(), -1.5 * Math.log(factor) * Math.max(SLOWEST_FLIGHT, above))
    this.keepPlace()
  }

  private gaze(): THREE.Vector3 {
    const { azimuth, elevation } = this.booms.free
    const flat = Math.cos(elevation)
    return new THREE.Vector3(flat * Math.cos(azimuth), flat * Math.sin(azimuth), Math.sin(elevation))
  }

  private keepPlace(): void {
    const { ground, place } = this
    place.x = Math.min(ground.xEast, Math.max(ground.xWest, place.x))
    place.y = Math.min(ground.yNorth, Math.max(ground.ySouth, place.y))
    const floor = ground.height(place.x, place.y)
    place.z = Math.min(floor + FARTHEST_HIGH, Math.max(floor + CLEARANCE, place.z))
    this.keepOffDecks(place, place.z + 0.5 * SLAB)
  }

  private hover(): void {
    const gaze = this.gaze()
    this.camera.position.copy(this.place)
    this.camera.lookAt(this.place.clone().add(gaze))
    this.shown.azimuth = wrap(this.booms.free.azimuth + Math.PI)
    this.target.copy(this.place).addScaledVector(gaze, 30)
    this.target.z = this.ground.height(this.target.x, this.target.y)
  }

  private swing(subject: Subject | undefined, elapsed: number): void {
    const mode = subject ? this.mode : 'overview'
    const boom = this.booms[mode]
    if (mode === 'orbit') boom.azimuth = wrap(boom.azimuth + this.drift * elapsed)
    if (subject && mode !== 'overview')
      this.target.set(subject.x, subject.y, subject.z + 0.75 * subject.height)
    else this.target.copy(this.focus)
    const wanted = subject && mode === 'chase' ? this.chaseAzimuth(subject, boom, elapsed) : boom.azimuth
    const rate = 1 - Math.exp(-elapsed / 0.09)
    this.shown.azimuth = mode === 'chase' ? wanted : mixAngle(this.shown.azimuth, wanted, rate)
    this.shown.elevation += (boom.elevation - this.shown.elevation) * rate
    this.shown.distance *= ((boom.distance * scaleOf(subject, mode)) / this.shown.distance) ** rate
    this.putOnBoom()
    if (subject && (mode === 'chase' || mode === 'orbit')) this.avoidObstacles(elapsed)
    else this.clear = 1
    this.camera.lookAt(this.target)
  }

  /** Move the camera in before a building, a rock, a hill or a deck at once, and smoothly out of the crown of a tree. */
  private avoidObstacles(elapsed: number): void {
    const { target, ground, obstructions } = this
    const eye = this.camera.position
    const solid = Math.min(
      groundShare(ground, target, eye, 0.5 * CLEARANCE),
      obstructions?.solidShare(target, eye) ?? 1,
      deckShare(ground, target, eye),
    )
    const wanted = obstructions?.crownShare(target, eye, solid) ?? solid
    const lag = wanted < this.clear ? GIVES_WAY : COMES_BACK
    this.clear += (wanted - this.clear) * (1 - Math.exp(-elapsed / lag))
    this.clear = Math.max(NEAREST, Math.min(this.clear, solid))
    eye.lerpVectors(target, eye, this.clear)
  }

  private chaseAzimuth(subject: Subject, boom: Boom, elapsed: number): number {
    const heading = this.heading(subject, elapsed)
    this.chaseYaw = mixAngle(this.chaseYaw, heading, 1 - Math.exp(-elapsed / CHASE_LAG))
    if (this.sinceDrag > RETURN_AFTER) boom.azimuth *= Math.exp(-elapsed / 0.8)
    return wrap(this.chaseYaw + Math.PI + boom.azimuth)
  }

  /** Return the direction of travel; at the beginning of a view the camera turns there at once. */
  private heading({ yaw, speed }: Subject, elapsed: number): number {
    if (this.isNewSubject) this.travel.restart(speed)
    const heading = this.travel.update(speed, elapsed) ? wrap(yaw + Math.PI) : yaw
    if (this.isNewSubject) this.chaseYaw = heading
    this.isNewSubject = false
    return heading
  }

  private putOnBoom(): void {
    const { azimuth, elevation, distance } = this.shown
    const flat = distance * Math.cos(elevation)
    this.camera.position.set(
      this.target.x + flat * Math.cos(azimuth),
      this.target.y + flat * Math.sin(azimuth),
      this.target.z + distance * Math.sin(elevation),
    )
    this.liftOverHills()
  }

  /** Raise the camera while a hill hides its target. */
  private liftOverHills(): void {
    const eye = this.camera.position
    let lift = 0
    for (let k = 2; k <= 8; k++) {
      const part = k / 8
      const x = this.target.x + part * (eye.x - this.target.x)
      const y = this.target.y + part * (eye.y - this.target.y)
      const z = this.target.z + part * (eye.z - this.target.z)
      const short = this.ground.height(x, y) + CLEARANCE - z
      lift = Math.max(lift, short / part)
    }
    eye.z += Math.min(lift, STEEPEST_LIFT * this.shown.distance)
  }

  private ride(subject: Subject): void {
    const boom = this.booms.driver
    const attitude = new THREE.Euler(subject.roll, subject.pitch, subject.yaw, 'ZYX')
    const seat = subject.isTracked
      ? new THREE.Vector3(-0.04 * subject.length, 0.1 * subject.width, 1.22 * subject.height)
      : new THREE.Vector3(0.15 * subject.length, 0, 0.98 * subject.height)
    seat.applyEuler(attitude).add(new THREE.Vector3(subject.x, subject.y, subject.z))
    this.target.set(subject.x, subject.y, subject.z + 0.75 * subject.height)
    this.shown.azimuth = wrap(subject.yaw + Math.PI)
    this.chaseYaw = subject.yaw
    const gaze = new THREE.Vector3(1, 0, -0.06)
      .applyAxisAngle(new THREE.Vector3(0, 1, 0), boom.elevation)
      .applyAxisAngle(new THREE.Vector3(0, 0, 1), boom.azimuth)
      .applyEuler(attitude)
    const up = new THREE.Vector3(0, 0, 1).applyEuler(attitude)
    this.camera.position.copy(seat)
    this.camera.up.copy(up)
    this.camera.lookAt(seat.add(gaze))
    this.camera.up.set(0, 0, 1)
  }

  private mixFromBefore(elapsed: number): void {
    if (this.blend >= 1) return
    this.blend = Math.min(1, this.blend + elapsed / BLEND)
    const part = this.blend * this.blend * (3 - 2 * this.blend)
    this.camera.position.lerpVectors(this.fromPosition, this.camera.position, part)
    this.camera.quaternion.slerpQuaternions(this.fromQuaternion, this.camera.quaternion, part)
  }

  private keepAboveGround(): void {
    const eye = this.camera.position
    eye.z = Math.max(eye.z, this.ground.height(eye.x, eye.y) + CLEARANCE)
    this.keepOffDecks(eye, this.mode === 'free' ? eye.z + 0.5 * SLAB : this.target.z)
  }

  /** Move a camera out of decks: over one if the height `seen` [m] is over it, else under it where there is room. */
  private keepOffDecks(eye: THREE.Vector3, seen: number): void {
    const floor = this.ground.height(eye.x, eye.y)
    this.ground.decks.at(eye.x, eye.y, (height) => {
      const under = height - SLAB - HEADROOM
      if (eye.z <= under || eye.z >= height + CLEARANCE) return
      eye.z = seen < height && under > floor + CLEARANCE ? under : height + CLEARANCE
    })
  }

  /** Move the near plane away with the camera's height, for depth resolution at long range. */
  private adaptDepth(): void {
    const eye = this.camera.position
    const above = eye.z - this.ground.heightBelow(eye.x, eye.y, eye.z)
    const near = Math.min(60, Math.max(0.4, 0.06 * above))
    if (Math.abs(near - this.camera.near) < 0.1 * near) return
    this.camera.near = near
    this.camera.updateProjectionMatrix()
  }

  private clampFocus(): void {
    this.focus.x = Math.min(this.ground.xEast, Math.max(this.ground.xWest, this.focus.x))
    this.focus.y = Math.min(this.ground.yNorth, Math.max(this.ground.ySouth, this.focus.y))
    this.focus.z = this.ground.height(this.focus.x, this.focus.y)
  }
}

const ELEVATIONS: Record<CameraMode, readonly [low: number, high: number]> = {
  chase: [-0.15, 1.5],
  driver: [-0.7, 0.7],
  orbit: [-0.15, 1.5],
  bird: [0.7, 1.52],
  overview: [-0.15, 1.5],
  free: [-1.5, 1.4],
}

/**
 * Return the boom on which an overview begins: so far that the picture is about as wide as a small map; and behind what is
 * looked at, seen from the middle of the land, unless that is the middle itself.
 */
export function overviewStart(
  { xWest, ySouth, width, depth }: Pick<Heightfield, 'xWest' | 'ySouth' | 'width' | 'depth'>,
  focus: { x: number; y: number },
  azimuth: number,
): Boom {
  const least = Math.min(width, depth)
  const [x, y] = [focus.x - xWest - 0.5 * width, focus.y - ySouth - 0.5 * depth]
  const isInMiddle = Math.hypot(x, y) < 0.1 * least
  return {
    azimuth: isInMiddle ? azimuth : Math.atan2(y, x),
    elevation: OVERVIEW_ELEVATION,
    distance: Math.min(OVERVIEW_DISTANCE, Math.max(120, 0.9 * least)),
  }
}

/** Return the share of the line from `target` to `eye` before a deck, 0..1. */
function deckShare(ground: Heightfield, target: THREE.Vector3, eye: THREE.Vector3): number {
  const share = ground.decks.share(target, eye)
  return share < 1 ? Math.max(0, share - HEADROOM / Math.max(1e-6, target.distanceTo(eye))) : 1
}

/** Return the factor on the camera's distance for the length of a vehicle. */
function scaleOf(subject: Subject | undefined, mode: CameraMode): number {
  return subject && mode !== 'overview' && mode !== 'bird' ? Math.max(0.7, subject.length / 5) : 1
}
