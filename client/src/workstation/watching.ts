/** Watching the autopilot of one vehicle: whether it is wanted, of which vehicle, and what the server told of it. */

import type { ServerMessage, Thought } from '../generated/messages'
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

  /** The thought of the watched vehicle's autopilot; undefined of one that is driven by hand. */
  get thought(): Thought | undefined {
    const thought = this.isOn ? this.page.station.thoughtOf(this.asked) : undefined
    return thought && !this.isByHand(thought.vehicle) ? thought : undefined
  }

  isByHand(id: number): boolean {
    const flags = this.page.session.buffer.newest?.flags[id] ?? 0
    return (flags & FLAG.driver) === DRIVER.player
  }

  toggle(isOn = !this.isOn): void {
    this.isOn = isOn
    if (isOn && this.subject < 0) this.page.say('Select a vehicle to see what its autopilot thinks.')
    this.ask()
    this.page.refresh()
  }

  /** Ask the server for another vehicle, where another one is wanted. */
  ask(): void {
    const wanted = this.isOn ? this.subject : -1
    if (wanted === this.asked || this.page.session.link !== 'open') return
    this.asked = wanted
    this.page.station.thought = undefined
    this.page.command({ type: 'watch', vehicle: wanted })
  }

  /** A new connection watches nothing yet. */
  hear(message: ServerMessage): void {
    if (message.type !== 'welcome') return
    this.asked = -1
    this.ask()
  }
}
