/** The driver: taking a vehicle, releasing it, taking it again after a lost connection; and the driver's name. */

import { localStore, rememberedName, rememberName } from '../base/memory'
import { sentence } from '../base/text'
import type { LinkState } from '../connection/source'
import { hasFingersOnly } from '../devices/touchpads'
import type { ServerMessage } from '../generated/messages'
import type { PageContext } from './context'

export class Driving {
  private readonly page: PageContext
  private lost = -1 // vehicle driven when the connection was lost

  constructor(page: PageContext) {
    this.page = page
  }

  /** Request a vehicle, unless it has a driver. */
  take(id = this.page.selection.id): void {
    const { session, names } = this.page
    if (session.onlyWatched) {
      this.page.say(sentence(session.onlyWatched), 6)
      return
    }
    if (id < 0) this.page.say('Click a vehicle first, then drive it.')
    if (id < 0 || id === session.own) return
    const driver = this.page.driverOf(id)
    if (driver) {
      this.page.say(`${driver} drives ${names.nameOf(id)}; choose another vehicle.`)
      return
    }
    this.page.command({ type: 'take', vehicle: id })
    this.page.selection.select(id)
  }

  release(): void {
    if (this.page.session.own >= 0) this.page.command({ type: 'release' })
  }

  ownChanged(own: number): void {
    const { session, names } = this.page
    if (session.link === 'open') this.lost = -1
    const keys = hasFingersOnly() ? '.' : ': W A S D or the arrow keys, Space brakes, Esc gives it back.'
    if (own >= 0) this.page.say(`You drive ${names.nameOf(own)}${keys}`, 6)
  }

  linkChanged(state: LinkState): void {
    const { session, names, banner } = this.page
    if (state === 'lost' && this.lost < 0) this.lost = session.own
    const seat = this.lost < 0 ? '' : `; ${names.nameOf(this.lost)} brakes and waits a minute for you`
    banner.show(state === 'lost' ? `Connection lost, retrying${seat}` : undefined)
  }

  receive(message: ServerMessage): void {
    if (message.type === 'released' && message.vehicle >= 0) {
      const verb = message.is_parked ? 'parks' : 'drives itself'
      this.page.say(`${this.page.names.nameOf(message.vehicle)} ${verb} again.`)
    }
    if (message.type === 'welcome') this.comeBack(message.vehicle)
  }

  /** Request the vehicle again if the server has not kept it for this driver. */
  private comeBack(vehicle: number): void {
    const before = this.lost
    this.lost = -1
    if (before < 0) return
    if (vehicle === before) this.page.say(`Connected again: you drive ${this.page.names.nameOf(before)}.`)
    else if (vehicle < 0) this.page.command({ type: 'take', vehicle: before })
  }
}

/** Name of the user, stored in the browser and shown to others. */
export class DriverName {
  value: string // empty for none
  private readonly page: Pick<PageContext, 'command' | 'say'>
  private readonly store = localStore()

  constructor(page: Pick<PageContext, 'command' | 'say'>) {
    this.page = page
    this.value = rememberedName(this.store)
  }

  /** Send the name on a new connection. */
  receive(message: ServerMessage): void {
    if (message.type === 'welcome' && this.value) this.page.command({ type: 'name', name: this.value })
  }

  change(name: string): void {
    this.value = name
    rememberName(this.store, name)
    this.page.command({ type: 'name', name })
    this.page.say(`The others see you as ${name}.`)
  }
}
