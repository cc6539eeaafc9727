/** Session of a page: received frames, state to draw, and driven vehicle. */

import { wrap } from '../base/angles'
import type { LinkState, Listener } from '../connection/source'
import type { Frame } from '../connection/wire'
import type { OwnState, Records, Role, ServerMessage } from '../generated/messages'
import type { DrawnVehicles, VehicleBuffer } from './interpolation'
import { Clock, DELAY, extrapolate } from './interpolation'

export interface SessionEvents {
  linkChanged(state: LinkState): void
  ownChanged(own: number, before: number): void
  sentAway?(reason: string): void // removed by an instructor, permanently
  heard?(message: ServerMessage): void // called with each message
  arrived?(frame: Frame): void
  rutted?(message: ArrayBuffer): void
}

export class Session implements Listener {
  link: LinkState = 'connecting'
  role: Role = 'instructor'
  person = 0 // number of this person
  onlyWatched = '' // reason why nothing can be driven or changed; empty if it can
  selected = -1
  newest: Frame | undefined
  readonly turrets = new Map<number, { yaw: number; elevation: number }>() // by vehicle, relative to its hull [rad]
  readonly buffer: VehicleBuffer
  private readonly clock = new Clock()
  private readonly events: SessionEvents
  private readonly now: () => number // wall clock [s]
  private ownYawRate = 0

  constructor(
    buffer: VehicleBuffer,
    events: SessionEvents,
    now: () => number = () => performance.now() / 1000,
  ) {
    this.buffer = buffer
    this.events = events
    this.now = now
  }

  get own(): number {
    return this.newest?.own ?? -1
  }

  get hasState(): boolean {
    return this.buffer.newest !== undefined
  }

  get ownState(): OwnState | undefined {
    return this.own >= 0 ? this.newest?.ownState : undefined
  }

  frame(frame: Frame): void {
    if (!this.buffer.add(frame)) return
    this.events.arrived?.(frame)
    const before = this.newest
    this.newest = frame
    this.clock.observe(frame.time, frame.paused ? 0 : frame.rate, this.now())
    this.ownYawRate = yawRate(before, frame)
    if (frame.own !== (before?.own ?? -1)) this.events.ownChanged(frame.own, before?.own ?? -1)
  }

  ruts(message: ArrayBuffer): void {
    this.events.rutted?.(message)
  }

  message(message: ServerMessage): void {
    this.events.heard?.(message)
    if (message.type === 'welcome') {
      this.role = message.role
      this.person = message.person
      this.onlyWatched = message.only_watched
    }
    if (message.type === 'taken') this.selected = message.vehicle
    if (message.type === 'turrets')
      for (const [id, yaw, elevation] of message.turrets)
        if (yaw !== null && elevation !== null) this.turrets.set(id, { yaw, elevation })
  }

  linked(state: LinkState): void {
    this.link = state
    this.events.linkChanged(state)
  }

  sentAway(reason: string): void {
    this.events.sentAway?.(reason)
  }

  /** Return the state to draw, and the simulated time since the last call [s]. */
  advance(elapsed: number): { state: DrawnVehicles; elapsed: number } {
    const before = this.clock.time
    this.clock.advance(this.now(), elapsed)
    const rate = this.newest && !this.newest.paused ? this.newest.rate : 0
    this.buffer.sample(this.clock.time - DELAY * rate, elapsed)
    const state = this.buffer.drawn
    this.drawOwn(state)
    return { state, elapsed: Math.max(0, Math.min(1, this.clock.time - before)) }
  }

  private drawOwn(state: Records): void {
    const { own, newest } = this
    if (!newest || own < 0 || own >= this.buffer.count) return
    const pose = extrapolate(
      newest.ownState,
      this.ownYawRate,
      newest.paused ? 0 : this.clock.time - newest.time,
    )
    state.x[own] = pose.x
    state.y[own] = pose.y
    state.z[own] = pose.z
    state.yaw[own] = pose.yaw
    state.pitch[own] = pose.pitch
    state.roll[own] = pose.roll
    state.speed[own] = pose.speed
    state.steer[own] = pose.steer
  }
}

/** Return the yaw rate [rad/s] of the driven vehicle between two frames, 0 if it is unknown. */
function yawRate(before: Frame | undefined, now: Frame): number {
  const span = before && before.own === now.own ? now.time - before.time : 0
  if (!before || span <= 0 || span > 0.5) return 0
  return wrap(now.ownState.yaw - before.ownState.yaw) / span
}
