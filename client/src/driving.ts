/** Taking a vehicle, giving it back, and coming back into it after a lost connection, each with a word to the user. */

import type { Toast } from './help'
import type { VehicleNames } from './names'
import type { Session } from './session'
import type { LinkState, Source } from './source'
import type { Banner } from './splash'
import { hasFingersOnly } from './touch'

export interface DrivingParts {
  session: Session
  source: Source
  names: VehicleNames
  toast: Toast
  banner: Banner
  driverOf(id: number): string | undefined
}

export class Driving {
  private readonly parts: DrivingParts
  private lost = -1 // driven when the connection was lost
  private isReturning = false // asked for that vehicle again

  constructor(parts: DrivingParts) {
    this.parts = parts
  }

  /** Ask for a vehicle; whether that made sense. */
  take(id: number): boolean {
    const { session, source, names, toast } = this.parts
    if (id < 0) toast.show('Click a vehicle first, then drive it.')
    if (id < 0 || id === session.own) return false
    const driver = this.parts.driverOf(id)
    if (driver) {
      toast.show(`${driver} drives ${names.nameOf(id)}; choose another vehicle.`)
      return false
    }
    source.command({ type: 'take', vehicle: id })
    return true
  }

  release(): void {
    if (this.parts.session.own >= 0) this.parts.source.command({ type: 'release' })
  }

  ownChanged(own: number, before: number): void {
    const { session, names, toast } = this.parts
    if (session.link === 'open') this.lost = -1
    const keys = hasFingersOnly() ? '.' : ': W A S D or the arrow keys, Space brakes, Esc gives it back.'
    if (own >= 0) toast.show(`You drive ${names.nameOf(own)}${keys}`, 6)
    else if (before >= 0 && !this.isReturning) toast.show(`${names.nameOf(before)} drives itself again.`)
    this.isReturning = false
  }

  linkChanged(state: LinkState): void {
    const { session, names, banner } = this.parts
    if (state === 'lost' && this.lost < 0) this.lost = session.own
    const seat = this.lost < 0 ? '' : `; ${names.nameOf(this.lost)} brakes and waits a minute for you`
    banner.show(state === 'lost' ? `Connection lost, retrying${seat}` : undefined)
  }

  /** The server keeps our vehicle for a while; if it has not, ask for it again. */
  welcomed(vehicle: number): void {
    const { source, names, toast } = this.parts
    const before = this.lost
    this.lost = -1
    if (before < 0) return
    if (vehicle === before) toast.show(`Connected again: you drive ${names.nameOf(before)}.`)
    else if (vehicle < 0) {
      this.isReturning = true
      source.command({ type: 'take', vehicle: before })
    }
  }
}
