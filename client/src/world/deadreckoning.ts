/**
 * Dead reckoning of the vehicles of a large world, whose records arrive at individual rates.
 *
 * A vehicle is interpolated between its two newest records, or extrapolated along its arc from the newest. When a new
 * record differs from the drawn pose, the difference decays, so that vehicles do not jump. Vehicles outside the area
 * of interest fade.
 */

import { mixAngle, wrap } from '../base/angles'
import type { Frame } from '../connection/wire'
import type { Records } from '../generated/messages'
import { CYCLE, emptyRecords } from '../generated/messages'
import type { Heightfield } from './heightfield'
import type { DrawnVehicles, VehicleBuffer } from './interpolation'
import { copyState, emptyDrawn, isPresent } from './interpolation'

export const MOST_SHOWN = 16384 // largest number of vehicles; the server sends at most about 14 000
const LEAP = 25 // [m] difference from which a vehicle is moved at once, because it was placed there
const SETTLE = 0.2 // [s] time constant of the decay of a difference
const LONGEST_GAP = 2 // [s] longest interval of two records from which a yaw rate is computed
const FARTHEST_AHEAD = 1.2 // [s] longest extrapolation, wall clock
const MOST_YAW_RATE = 2 // [rad/s] limit of the yaw rate
const APPEAR = 0.35 // [s] duration of fading in
const VANISH = 0.6 // [s] duration of fading out
const FOOT = 2.5 // [m] distance ahead, behind and aside of the ground heights that set the attitude of a far vehicle

interface Pose {
  x: number
  y: number
  z: number
  yaw: number
}

export class DeadReckoning implements VehicleBuffer {
  readonly count: number
  readonly drawn: DrawnVehicles
  private readonly ground: Heightfield
  private readonly ids = new Uint32Array(MOST_SHOWN)
  private readonly places: Int32Array // index of each vehicle in `ids`, -1 if it is not shown
  private shownCount = 0
  private readonly latest: Records // newest record of each vehicle
  private readonly latestTimes: Float64Array // simulated [s]
  private readonly before: Records // record before the newest
  private readonly beforeTimes: Float64Array // NaN if there is none
  private readonly yawRates: Float32Array // [rad/s]
  private readonly flat: Float32Array // cosine of the pitch of the newest record
  private readonly climb: Float32Array // minus its sine
  private readonly arrivals: Uint32Array // number of the frame with the newest record
  private readonly offsets: Float32Array // four per vehicle: drawn minus extrapolated x, y, z [m], yaw [rad]
  private frames = 0
  private time = 0 // simulated time of the last frame [s]
  private frameTime = -Infinity
  private farthestAhead = FARTHEST_AHEAD
  private hasVehicles = false
  private readonly pose: Pose = { x: 0, y: 0, z: 0, yaw: 0 }

  constructor(count: number, ground: Heightfield) {
    this.count = count
    this.ground = ground
    this.drawn = emptyDrawn(count)
    this.drawn.x.fill(Number.NaN) // unknown
    this.drawn.shown = this.ids.subarray(0, 0)
    this.drawn.opacity.fill(0)
    this.places = new Int32Array(count).fill(-1)
    this.latest = emptyRecords(count)
    this.before = emptyRecords(count)
    this.latestTimes = new Float64Array(count)
    this.beforeTimes = new Float64Array(count).fill(Number.NaN)
    this.yawRates = new Float32Array(count)
    this.flat = new Float32Array(count)
    this.climb = new Float32Array(count)
    this.arrivals = new Uint32Array(count)
    this.offsets = new Float32Array(4 * count)
  }

  get newest(): Records | undefined {
    return this.hasVehicles ? this.drawn : undefined
  }

  has(id: number): boolean {
    return id >= 0 && id < this.count && this.places[id] >= 0
  }

  add(frame: Frame): boolean {
    if (!frame.interest) return false
    if (frame.time < this.frameTime) this.beforeTimes.fill(Number.NaN) // the world was restarted
    this.frameTime = frame.time
    this.frames++
    this.farthestAhead = FARTHEST_AHEAD * Math.max(1, frame.rate)
    this.takeNear(frame.records, frame.time)
    this.takeFar(frame)
    return true
  }

  /** Write the state at simulated `time` into `drawn`, `elapsed` [s] of the wall clock after the last. */
  sample(time: number, elapsed: number): Records {
    this.time = time
    const kept = Math.exp(-elapsed / SETTLE)
    for (let k = this.shownCount - 1; k >= 0; k--) {
      const id = this.ids[k]
      if (this.fade(id, elapsed)) this.draw(id, kept)
      else this.remove(id)
    }
    this.drawn.shown = this.ids.subarray(0, this.shownCount)
    return this.drawn
  }

  private takeNear(records: Records, time: number): void {
    for (let k = 0; k < records.id.length; k++) {
      const id = records.id[k]
      if (!isPresent(records, k) || !this.begin(id, time)) continue
      copyState(records, k, this.latest, id)
      this.finish(id)
    }
  }

  private takeFar({ interest, time }: Frame): void {
    if (!interest) return
    const { far, contents } = interest
    for (let k = 0; k < far.id.length; k++) {
      const id = far.id[k]
      if (!this.begin(id, time)) continue
      const { latest } = this
      latest.x[id] = contents.x + far.x[k]
      latest.y[id] = contents.y + far.y[k]
      latest.yaw[id] = far.yaw[k]
      latest.speed[id] = far.speed[k]
      latest.steer[id] = 0
      latest.flags[id] = far.flags[k]
      this.lean(id)
      this.finish(id)
    }
  }

  /** Prepare for a new record of a vehicle; return whether it can be shown. */
  private begin(id: number, time: number): boolean {
    if (id >= this.count) return false
    if (this.places[id] < 0) return this.enter(id, time)
    const { pose } = this
    this.reckon(id, this.time)
    const at = 4 * id
    this.offsets[at] += pose.x
    this.offsets[at + 1] += pose.y
    this.offsets[at + 2] += pose.z
    this.offsets[at + 3] += pose.yaw
    if (time > this.latestTimes[id]) {
      this.beforeTimes[id] = this.latestTimes[id]
      for (const key of KEPT) this.before[key][id] = this.latest[key][id]
    }
    this.latestTimes[id] = time
    this.arrivals[id] = this.frames
    return true
  }

  private enter(id: number, time: number): boolean {
    if (this.shownCount >= MOST_SHOWN) return false
    this.places[id] = this.shownCount
    this.ids[this.shownCount++] = id
    this.hasVehicles = true
    this.beforeTimes[id] = Number.NaN
    this.latestTimes[id] = time
    this.arrivals[id] = this.frames
    this.yawRates[id] = 0
    this.offsets.fill(0, 4 * id, 4 * id + 4)
    this.drawn.opacity[id] = 0
    return true
  }

  /** Turn the jump of a complete record into an offset that decays. */
  private finish(id: number): void {
    this.flat[id] = Math.cos(this.latest.pitch[id])
    this.climb[id] = -Math.sin(this.latest.pitch[id])
    const gap = this.latestTimes[id] - this.beforeTimes[id]
    if (gap > 0 && gap < LONGEST_GAP * this.farthestAhead) {
      const rate = wrap(this.latest.yaw[id] - this.before.yaw[id]) / gap
      this.yawRates[id] = Math.max(-MOST_YAW_RATE, Math.min(MOST_YAW_RATE, rate))
    }
    const at = 4 * id
    if (Number.isNaN(this.beforeTimes[id])) {
      this.offsets.fill(0, at, at + 4)
      return
    }
    const { offsets, pose } = this
    this.reckon(id, this.time)
    offsets[at] -= pose.x
    offsets[at + 1] -= pose.y
    offsets[at + 2] -= pose.z
    offsets[at + 3] = wrap(offsets[at + 3] - pose.yaw)
    if (Math.hypot(offsets[at], offsets[at + 1]) > LEAP) {
      offsets.fill(0, at, at + 4)
      this.beforeTimes[id] = Number.NaN
    }
  }

  /** Write the pose at simulated `time`, without its offset, into `pose`. */
  private reckon(id: number, time: number): void {
    const { pose, latest, before } = this
    const end = this.latestTimes[id]
    const begin = this.beforeTimes[id] // NaN: the comparisons below are false
    if (time >= begin && time < end) {
      const fraction = (time - begin) / (end - begin)
      pose.x = before.x[id] + fraction * (latest.x[id] - before.x[id])
      pose.y = before.y[id] + fraction * (latest.y[id] - before.y[id])
      pose.z = before.z[id] + fraction * (latest.z[id] - before.z[id])
      pose.yaw = mixAngle(before.yaw[id], latest.yaw[id], fraction)
    } else if (time < begin) this.carry(before, id, Math.max(time - begin, -this.farthestAhead))
    else this.carry(latest, id, Math.max(-this.farthestAhead, Math.min(time - end, this.farthestAhead)))
  }

  /** Extrapolate a record along its arc; the chord's direction is half the turn ahead. */
  private carry(from: Records, id: number, ahead: number): void {
    const { pose } = this
    const turn = this.yawRates[id] * ahead
    const yaw = from.yaw[id] + 0.5 * turn
    const travel = from.speed[id] * ahead
    const flat = travel * this.flat[id]
    pose.x = from.x[id] + flat * Math.cos(yaw)
    pose.y = from.y[id] + flat * Math.sin(yaw)
    pose.z = from.z[id] + travel * this.climb[id]
    pose.yaw = from.yaw[id] + turn
  }

  private draw(id: number, kept: number): void {
    const { drawn, latest, offsets, pose } = this
    const at = 4 * id
    for (let k = at; k < at + 4; k++) offsets[k] *= kept
    this.reckon(id, this.time)
    drawn.x[id] = pose.x + offsets[at]
    drawn.y[id] = pose.y + offsets[at + 1]
    drawn.z[id] = pose.z + offsets[at + 2]
    drawn.yaw[id] = wrap(pose.yaw + offsets[at + 3])
    drawn.pitch[id] += (latest.pitch[id] - drawn.pitch[id]) * (1 - kept)
    drawn.roll[id] += (latest.roll[id] - drawn.roll[id]) * (1 - kept)
    drawn.speed[id] = latest.speed[id]
    drawn.steer[id] += (latest.steer[id] - drawn.steer[id]) * (1 - kept)
    drawn.flags[id] = latest.flags[id]
  }

  /** Fade a vehicle in or out; return whether it is still drawn. */
  private fade(id: number, elapsed: number): boolean {
    const { opacity } = this.drawn
    const hasLeft = this.frames - this.arrivals[id] >= CYCLE
    if (opacity[id] === 0 && !hasLeft) {
      this.drawn.pitch[id] = this.latest.pitch[id]
      this.drawn.roll[id] = this.latest.roll[id]
      this.drawn.steer[id] = this.latest.steer[id]
    }
    const step = hasLeft ? -elapsed / VANISH : elapsed / APPEAR
    opacity[id] = Math.max(0, Math.min(1, opacity[id] + step))
    return !hasLeft || opacity[id] > 0
  }

  private remove(id: number): void {
    const place = this.places[id]
    const last = this.ids[--this.shownCount]
    this.ids[place] = last
    this.places[last] = place
    this.places[id] = -1
    this.drawn.x[id] = Number.NaN
  }

  /** Align a far vehicle with the ground, or with the deck that it was on. */
  private lean(id: number): void {
    const { latest, ground } = this
    const [x, y, yaw] = [latest.x[id], latest.y[id], latest.yaw[id]]
    const [dx, dy] = [FOOT * Math.cos(yaw), FOOT * Math.sin(yaw)]
    const height = (east: number, north: number) => ground.heightNear(x + east, y + north, latest.z[id])
    const [ahead, left] = [height(dx, dy) - height(-dx, -dy), height(-dy, dx) - height(dy, -dx)]
    latest.z[id] = height(0, 0)
    latest.pitch[id] = -Math.atan2(ahead, 2 * FOOT)
    latest.roll[id] = Math.atan2(left, 2 * FOOT)
  }
}

const KEPT = ['x', 'y', 'z', 'yaw', 'speed'] as const // columns of the record before the newest
