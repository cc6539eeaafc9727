/** The watched autopilot and its newest state. */

import { DRIVER, FLAG } from '../connection/wire'
import type { AutopilotState, ServerMessage } from '../generated/messages'
import type { PageContext } from './context'

export class Watching {
  isOn = false
  private readonly page: PageContext
  private asked = -1 // requested vehicle

  constructor(page: PageContext) {
    this.page = page
  }

  /** The selected vehicle, else the driven one, -1 for none. */
  get subject(): number {
    const { session } = this.page
    return session.selected >= 0 ? session.selected : session.own
  }

  /** State of the watched autopilot; undefined for a vehicle with a human driver. */
  get state(): AutopilotState | undefined {
    const state = this.isOn ? this.page.latest.stateOf(this.asked) : undefined
    return state && !this.isByHand(state.vehicle) && !this.isRemote(state.vehicle) ? state : undefined
  }

  isByHand(id: number): boolean {
    return this.driverOf(id) === DRIVER.player
  }

  /** Return whether another program moves the vehicle, so that its decisions are unknown. */
  isRemote(id: number): boolean {
    return this.driverOf(id) === DRIVER.remote
  }

  private driverOf(id: number): number {
    return (this.page.session.buffer.newest?.flags[id] ?? 0) & FLAG.driver
  }

  toggle(isOn = !this.isOn): void {
    this.isOn = isOn
    if (isOn && this.subject < 0) this.page.say('Select a vehicle to watch its autopilot.')
    this.ask()
    this.page.refresh()
  }

  /** Request the state of the vehicle to watch, if it has changed. */
  ask(): void {
    const wanted = this.isOn ? this.subject : -1
    if (wanted === this.asked || this.page.session.link !== 'open') return
    this.asked = wanted
    this.page.latest.autopilot = undefined
    this.page.command({ type: 'watch', vehicle: wanted })
  }

  /** Reset the request on a new connection. */
  receive(message: ServerMessage): void {
    if (message.type !== 'welcome') return
    this.asked = -1
    this.ask()
  }
}

interface Shown {
  session: { own: number; selected: number }
  newest: { flags: ArrayLike<number> }
}

/** Return the driven or followed vehicle; -1 for none, or if it is not of this world or was removed. */
export function ownVehicleOf({ session, newest }: Shown): number {
  const id = session.own >= 0 ? session.own : session.selected
  const flags = id < 0 ? FLAG.absent : newest.flags[id]
  return flags & FLAG.absent || (flags & FLAG.driver) === DRIVER.remote ? -1 : id
}
