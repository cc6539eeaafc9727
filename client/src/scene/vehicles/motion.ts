/** Motion of the parts of each vehicle: distances rolled, steer angles, turret, gun, recoil. No drawing here. */

import { wrap } from '../../base/angles'
import type { Records } from '../../generated/messages'
import type { FleetDescription } from '../../generated/world'

const LOCK = 0.52 // [rad] road wheel at full steer, where the world does not tell
const POINT_LOCK = Math.PI / 4 // [rad] how far off its direction a point pushes at full steer
const FORGET = 4096 // [m] distances start anew here, so that they stay exact
const MOST_YAW_RATE = 4 // [rad/s] faster, the vehicle was put somewhere else
const AIM_RATE = 14 // [1/s] how fast a drawn turret follows the direction that comes ten times a second
const MOST_NEAR = 64 // vehicles drawn with every link
const MOST_SHAPES = 4000 // vehicles drawn as shapes; of more, the farther ones are markers alone
const RECOIL = 0.55 // [m]
const RECOIL_RATE = 5 // [1/s]

export interface Steering {
  wheelbase: number // [m]
  gauge: number // [m] between the middles of the left and right wheels or tracks
  lock: number // [rad] wheel angle at full steer
  isTracked: boolean
}

export function steeringOf(fleet: FleetDescription): Steering {
  const { length, width } = fleet.body
  if (fleet.kind === 'point') return { wheelbase: length, gauge: 0, lock: POINT_LOCK, isTracked: false }
  return {
    wheelbase: fleet.wheelbase ?? 0.6 * length,
    gauge: fleet.track_gauge ?? fleet.track_width ?? 0.82 * width,
    lock: fleet.max_steer_angle ?? LOCK,
    isTracked: fleet.kind === 'tracked',
  }
}

/** Angles [rad] of the left and right wheel when a wheel midway between them stands at `angle`, left positive. */
export function ackermann(angle: number, { wheelbase, gauge }: Steering): [number, number] {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const half = (0.5 * gauge * sine) / wheelbase
  return [Math.atan2(sine, cosine - half), Math.atan2(sine, cosine + half)]
}

/** Speeds [m/s] over the ground of the left and right track, or rear wheels, of a vehicle that turns. */
export function sideSpeeds(speed: number, yawRate: number, gauge: number): [number, number] {
  return [speed - 0.5 * gauge * yawRate, speed + 0.5 * gauge * yawRate]
}

/** Angle [rad] by which a wheel has rolled over `distance` [m]. */
export function wheelAngle(distance: number, radius: number): number {
  return distance / radius
}

export type Detail = 'near' | 'mid' | 'far' | 'none'

export interface DrawingReach {
  near: number // [m] with every part and link
  fine: number // [m] with the larger parts
  coarse: number // [m] in a few faces; beyond, markers alone
}

export function detailAt(distance: number, reach: DrawingReach): Detail {
  if (distance <= reach.near) return 'near'
  if (distance <= reach.fine) return 'mid'
  return distance <= reach.coarse ? 'far' : 'none'
}

/** The same reach, drawn in where so many vehicles stand within `near` or `coarse` that they would be too much work. */
export function affordable(reach: DrawingReach, nearCount: number, coarseCount = 0): DrawingReach {
  const share = (most: number, count: number) => Math.sqrt(Math.min(1, most / Math.max(1, count)))
  return {
    ...reach,
    near: reach.near * share(MOST_NEAR, nearCount),
    coarse: reach.coarse * share(MOST_SHAPES, coarseCount),
  }
}

export class Motions {
  readonly rolled: Float32Array // four a vehicle, see CHANNEL; tracks: left, right, left, right [m]
  readonly turned: Float32Array // four a vehicle: left wheel, right wheel, turret, gun [rad]
  readonly recoil: Float32Array // [m]
  readonly yawRate: Float32Array // [rad/s]
  private readonly yaw: Float32Array
  private readonly aim: Float32Array // wanted turret yaw and gun elevation [rad]
  private hasYaw = false

  constructor(count: number) {
    this.rolled = new Float32Array(4 * count)
    this.turned = new Float32Array(4 * count)
    this.recoil = new Float32Array(count)
    this.yawRate = new Float32Array(count)
    this.yaw = new Float32Array(count)
    this.aim = new Float32Array(2 * count)
  }

  /** Set the direction of the turret, relative to the hull: left and up positive [rad]. */
  aimTurret(id: number, yaw: number, elevation: number): void {
    if (2 * id + 1 >= this.aim.length) return
    this.aim[2 * id] = yaw
    this.aim[2 * id + 1] = elevation
  }

  fire(id: number): void {
    if (id < this.recoil.length) this.recoil[id] = RECOIL
  }

  /** Carry the parts of these vehicles, of all by default, on by `elapsed` simulated seconds. */
  update(
    state: Records,
    elapsed: number,
    steering: (id: number) => Steering,
    ids: Iterable<number> = this.recoil.keys(),
  ): void {
    for (const id of ids) {
      this.measureTurn(id, state.yaw[id], elapsed)
      this.roll(id, state, { elapsed, steering: steering(id) })
      this.followAim(id, elapsed)
    }
    this.hasYaw = true
  }

  private measureTurn(id: number, yaw: number, elapsed: number): void {
    if (elapsed > 0) {
      const rate = this.hasYaw ? wrap(yaw - this.yaw[id]) / elapsed : 0
      this.yawRate[id] = Math.abs(rate) < MOST_YAW_RATE ? rate : 0
    }
    this.yaw[id] = yaw
  }

  private roll(id: number, state: Records, at: { elapsed: number; steering: Steering }): void {
    const { elapsed, steering } = at
    const rate = this.yawRate[id]
    const [left, right] = sideSpeeds(state.speed[id], rate, steering.gauge)
    const angles = steering.isTracked ? [0, 0] : ackermann(state.steer[id] * steering.lock, steering)
    const across = rate * steering.wheelbase // of the front axle, while the rear one does not slip
    const front = [left, right].map((along, side) =>
      steering.isTracked ? along : along * Math.cos(angles[side]) + across * Math.sin(angles[side]),
    )
    this.turned.set(angles, 4 * id)
    ;[...front, left, right].forEach((speed, k) => {
      this.rolled[4 * id + k] = (this.rolled[4 * id + k] + speed * elapsed) % FORGET
    })
  }

  private followAim(id: number, elapsed: number): void {
    const part = 1 - Math.exp(-AIM_RATE * elapsed)
    const [turret, gun] = [4 * id + 2, 4 * id + 3]
    this.turned[turret] = wrap(this.turned[turret] + part * wrap(this.aim[2 * id] - this.turned[turret]))
    this.turned[gun] += part * (this.aim[2 * id + 1] - this.turned[gun])
    this.recoil[id] *= Math.exp(-RECOIL_RATE * elapsed)
  }
}
