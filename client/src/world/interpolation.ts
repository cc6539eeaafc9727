/** Interpolation of all vehicles between recent snapshots, a short delay behind the newest. */

import { mixAngle, wrap } from '../base/angles'
import type { Frame } from '../connection/wire'
import { FLAG } from '../connection/wire'
import type { OwnState, Records } from '../generated/messages'
import { emptyRecords } from '../generated/messages'

const KEPT = 12
export const DELAY = 0.05 // [s] delay behind the newest state; smaller values make lost frames visible
const SNAP = 0.5 // [s] error of the clock from which it is set at once
const SLEW = 4 // [1/s] rate at which the clock is corrected to the server's
const EXTRAPOLATION_MAX = 0.25 // [s]

interface Snapshot {
  time: number // simulated [s]
  all: Records // indexed by vehicle id
}

/** Estimate of the world clock: runs smoothly at the server's rate and is corrected by arriving states. */
export class Clock {
  time = 0 // estimated simulated time now [s]
  private newest = 0
  private arrived = 0
  private rate = 0
  private hasTime = false

  /** Record that a state of simulated `time` arrived at wall clock `now` [s]; `rate` is 0 while paused. */
  observe(time: number, rate: number, now: number): void {
    this.newest = time
    this.arrived = now
    this.rate = rate
    if (!this.hasTime) this.time = time
    this.hasTime = true
  }

  advance(now: number, elapsed: number): void {
    const waited = Math.min(now - this.arrived, EXTRAPOLATION_MAX)
    const target = this.newest + this.rate * waited
    const predicted = this.time + this.rate * elapsed
    const error = target - predicted
    const isFar = Math.abs(error) > SNAP * Math.max(1, this.rate)
    this.time = isFar ? target : predicted + error * (1 - Math.exp(-SLEW * elapsed))
  }
}

/** State of the vehicles in a frame, indexed by vehicle id. */
export interface DrawnVehicles extends Records {
  shown: Uint32Array // ids of the vehicles that are drawn
  opacity: Float32Array // opacity 0..1 of each vehicle
}

/** Buffer of received frames that returns the state of the vehicles at any time. */
export interface VehicleBuffer {
  readonly count: number // number of vehicles in the world
  readonly drawn: DrawnVehicles
  readonly newest: Records | undefined // last records of the server; undefined before the first
  has(id: number): boolean // whether the state of a vehicle is known
  add(frame: Frame): boolean // false for a frame that is ignored
  sample(time: number, elapsed: number): Records | undefined // `drawn` at simulated time, `elapsed` [s] of wall clock later
}

/** Return the state of `count` vehicles, all shown. */
export function emptyDrawn(count: number): DrawnVehicles {
  const shown = Uint32Array.from({ length: count }, (_, id) => id)
  return { ...emptyRecords(count), id: shown, shown, opacity: new Float32Array(count).fill(1) }
}

/** Buffer for a world whose frames contain all changes. */
export class SnapshotBuffer implements VehicleBuffer {
  readonly count: number
  readonly drawn: DrawnVehicles // interpolated
  private snapshots: Snapshot[] = []
  private spare: Records[] = []

  constructor(count: number) {
    this.count = count
    this.drawn = emptyDrawn(count)
  }

  get newest(): Records | undefined {
    return this.snapshots.at(-1)?.all
  }

  has(id: number): boolean {
    return id >= 0 && id < this.count && this.newest !== undefined && isPresent(this.newest, id)
  }

  /** Add a frame; return false for a delta without a full frame before it. */
  add(frame: Frame): boolean {
    const before = this.snapshots.at(-1)
    if (frame.kind === 'interest' || (frame.kind === 'delta' && !before)) return false
    if (before && frame.time < before.time) this.snapshots.length = 0 // the world was restarted
    const all = this.spare.pop() ?? emptyRecords(this.count)
    if (before) copy(before.all, all)
    scatter(frame.records, all)
    this.snapshots.push({ time: frame.time, all })
    if (this.snapshots.length > KEPT) this.recycle()
    return true
  }

  /** Write the state at simulated `time` into `drawn`; outside the kept range the nearest snapshot holds. */
  sample(time: number): Records | undefined {
    const last = this.snapshots.length - 1
    if (last < 0) return undefined
    let after = last
    while (after > 0 && this.snapshots[after - 1].time >= time) after--
    const from = this.snapshots[Math.max(0, after - 1)]
    const to = this.snapshots[after]
    const span = to.time - from.time
    const fraction = span > 0 ? Math.min(1, Math.max(0, (time - from.time) / span)) : 1
    mix(from.all, to.all, fraction, this.drawn)
    const isWhole = this.drawn.id.every((id) => isPresent(to.all, id))
    this.drawn.shown = isWhole ? this.drawn.id : this.drawn.id.filter((id) => isPresent(to.all, id))
    return this.drawn
  }

  private recycle(): void {
    const oldest = this.snapshots.shift()
    if (oldest) this.spare.push(oldest.all)
  }
}

/** Return whether a row has a vehicle; some rows are free for later vehicles. */
export function isPresent(records: Records, row: number): boolean {
  return (records.flags[row] & FLAG.absent) === 0
}

/** Return the driven vehicle, extrapolated from its newest state by at most `EXTRAPOLATION_MAX`. */
export function extrapolate(own: OwnState, yawRate: number, seconds: number): OwnState {
  const ahead = Math.min(EXTRAPOLATION_MAX, Math.max(-EXTRAPOLATION_MAX, seconds))
  const yaw = own.yaw + 0.5 * yawRate * ahead // the chord of the arc
  const travel = own.speed * Math.cos(own.pitch) * ahead
  return {
    ...own,
    x: own.x + travel * Math.cos(yaw),
    y: own.y + travel * Math.sin(yaw),
    z: own.z - own.speed * Math.sin(own.pitch) * ahead,
    yaw: wrap(own.yaw + yawRate * ahead),
  }
}

function copy(from: Records, to: Records): void {
  for (const key of Object.keys(from) as (keyof Records)[]) to[key].set(from[key])
}

function scatter(records: Records, all: Records): void {
  for (let k = 0; k < records.id.length; k++) {
    const id = records.id[k]
    if (id >= all.id.length) continue
    all.id[id] = id
    copyState(records, k, all, id)
  }
}

function mix(from: Records, to: Records, fraction: number, out: Records): void {
  const rest = 1 - fraction
  for (let id = 0; id < out.id.length; id++) {
    out.x[id] = rest * from.x[id] + fraction * to.x[id]
    out.y[id] = rest * from.y[id] + fraction * to.y[id]
    out.z[id] = rest * from.z[id] + fraction * to.z[id]
    out.yaw[id] = mixAngle(from.yaw[id], to.yaw[id], fraction)
    out.pitch[id] = mixAngle(from.pitch[id], to.pitch[id], fraction)
    out.roll[id] = mixAngle(from.roll[id], to.roll[id], fraction)
    out.speed[id] = rest * from.speed[id] + fraction * to.speed[id]
    out.steer[id] = rest * from.steer[id] + fraction * to.steer[id]
    out.flags[id] = to.flags[id]
  }
}

/** Copy the state in row `k` of `from` to row `id` of `to`; a loop over the columns' names takes five times as long. */
export function copyState(from: Records, k: number, to: Records, id: number): void {
  to.x[id] = from.x[k]
  to.y[id] = from.y[k]
  to.z[id] = from.z[k]
  to.yaw[id] = from.yaw[k]
  to.pitch[id] = from.pitch[k]
  to.roll[id] = from.roll[k]
  to.speed[id] = from.speed[k]
  to.steer[id] = from.steer[k]
  to.flags[id] = from.flags[k]
}
