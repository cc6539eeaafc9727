/** The autopilot that the user watches, and its newest state. */

import type { AutopilotState, ServerMessage } from '../generated/messages'
import type { Page } from '../page'
import { DRIVER, FLAG } from '../wire'

export class Watching {
  isOn = false
  private readonly page: Page
  private asked = -1 // the vehicle that the server was asked for

  constructor(page: Page) {
    this.page = page
  }

  /** The selected vehicle, else the driven one, -1 for none. */
  get subject(): number {
    const { session } = this.page
    return session.selected >= 0 ? session.selected : session.own
  }

  /** The state of the watched autopilot; undefined of a vehicle that is driven by hand. */
  get state(): AutopilotState | undefined {
    const state = this.isOn ? this.page.latest.stateOf(this.asked) : undefined
    return state && !this.isByHand(state.vehicle) && !this.isRemote(state.vehicle) ? state : undefined
  }

  isByHand(id: number): boolean {
    return this.driverOf(id) === DRIVER.player
  }

  /** Whether another program moves it, whose reasons nobody knows here. */
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

  /** Ask the server for another vehicle, where another one is wanted. */
  ask(): void {
    const wanted = this.isOn ? this.subject : -1
    if (wanted === this.asked || this.page.session.link !== 'open') return
    this.asked = wanted
    this.page.latest.autopilot = undefined
    this.page.command({ type: 'watch', vehicle: wanted })
  }

  /** A new connection watches nothing yet. */
  receive(message: ServerMessage): void {
    if (message.type !== 'welcome') return
    this.asked = -1
    this.ask()
  }
}
