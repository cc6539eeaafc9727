/** List of the newest events: hits, changes of drivers, standing vehicles, and jumps of the driven vehicle. */

import { make } from '../base/dom'
import type { Damage, Impact, Instruments, ServerMessage, Standstill } from '../generated/messages'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { shownName } from '../world/names'
import { warnings } from './readings'
import './events.css'

const SHOWN = 12 // [s] time for which an event is shown
const MOST = 6 // largest number of events
const NEAR = 1000 // [m] distance from the camera within which a standstill is an event

export const events: Component = {
  name: 'events',
  place: 'bottom-right',
  mount(page) {
    const element = make('ol.events', { 'aria-label': 'Events', 'data-testid': 'events' })
    const log = new EventLog({
      nameOf: (id) => page.names.nameOf(id),
      concerns: (standstill) => isNear(page, standstill),
    })
    let shown = ''
    return {
      element,
      receive: (message) => log.receive(message),
      show: () => {
        const words = log.recent()
        if (words.join('\n') === shown) return
        shown = words.join('\n')
        element.replaceChildren(...words.map((one) => make('li', {}, one)))
      },
    }
  },
}

/** Return whether a vehicle has stopped near the camera, or is selected or followed; always true in the overview. */
function isNear({ session, rig }: Page, { vehicle, x, y }: Standstill): boolean {
  if (rig.mode === 'overview' || vehicle === session.own || vehicle === session.selected) return true
  return Math.hypot(x - rig.camera.position.x, y - rig.camera.position.y) < NEAR
}

/** Log of events as sentences; old ones are removed. */
export class EventLog {
  private readonly nameOf: (id: number) => string
  private readonly concerns: (standstill: Standstill) => boolean // whether a standstill is relevant to the user
  private readonly now: () => number // wall clock [s]
  private readonly events: { words: string; at: number }[] = []
  private readonly struck = new Set<number>() // vehicles hit since this page was opened
  private drivers: Map<number, string> | undefined // names, by vehicle
  private warned: readonly string[] = []

  constructor(options: {
    nameOf(id: number): string
    concerns?(standstill: Standstill): boolean
    now?: () => number
  }) {
    this.nameOf = options.nameOf
    this.concerns = options.concerns ?? (() => true)
    this.now = options.now ?? (() => performance.now() / 1000)
  }

  /** Return the newest events as sentences, the oldest first. */
  recent(): string[] {
    const since = this.now() - SHOWN
    while (this.events.length > MOST || (this.events.length > 0 && this.events[0].at < since))
      this.events.shift()
    return this.events.map(({ words }) => words)
  }

  receive(message: ServerMessage): void {
    if (message.type === 'impact') this.hearImpact(message)
    if (message.type === 'damage') this.hearDamage(message)
    if (message.type === 'instruments') this.hearInstruments(message)
    if (message.type === 'standstill' && this.concerns(message))
      this.add(`${this.nameOf(message.vehicle)} ${message.words}`)
    if (message.type === 'drivers')
      this.compare(new Map(message.drivers.map((driver) => [driver.vehicle, shownName(driver)])))
  }

  private hearImpact({ on, shooter, index }: Impact): void {
    if (on !== 'vehicle') return
    this.struck.add(index)
    this.add(`${this.nameOf(shooter)} hits ${this.nameOf(index)}`)
  }

  private hearDamage({ vehicle, state }: Damage): void {
    if (!this.struck.has(vehicle)) return // part of the initial state
    if (state === 'dead') this.add(`${this.nameOf(vehicle)} is destroyed`)
    if (state === 'whole') this.add(`${this.nameOf(vehicle)} is repaired`)
  }

  private hearInstruments({ vehicle, values }: Instruments): void {
    const now = warnings(values).map((words) => words.split(':')[0])
    for (const words of now) if (!this.warned.includes(words)) this.add(`${this.nameOf(vehicle)}: ${words}`)
    this.warned = now
  }

  private compare(now: Map<number, string>): void {
    const before = this.drivers ?? now
    this.drivers = now
    for (const [vehicle, name] of before)
      if (!now.has(vehicle)) this.add(`${name} leaves ${this.nameOf(vehicle)}`)
    for (const [vehicle, name] of now)
      if (!before.has(vehicle)) this.add(`${name} takes ${this.nameOf(vehicle)}`)
  }

  private add(words: string): void {
    this.events.push({ words, at: this.now() })
  }
}
