/** The newest of each message: the drivers, the driven vehicle's instruments, the watched autopilot, the bookmarks. */

import type {
  AutopilotState,
  Barred,
  Bookmark,
  Driver,
  History,
  Instruments,
  Person,
  RemoteVehicle,
  ServerMessage,
  StandingVehicle,
  Switches,
} from '../generated/messages'
import { shownName } from '../names'
import type { Way } from '../replay/trails'

export const BOOKMARK_COUNT = 16
const SETTLING = 0.6 // [s] after a switch was pressed, older news of the switches is not believed

export class LatestMessages {
  readonly drivers = new Map<number, string>() // name of the driver as it is shown, by vehicle
  driversKnown: readonly Driver[] = []
  people: readonly Person[] = [] // all who are connected; for instructors only
  barred: readonly Barred[] = [] // addresses; for instructors only
  readonly remotes = new Map<number, RemoteVehicle>() // that other programs move, by vehicle
  readonly standing = new Map<number, StandingVehicle>() // that stand although they have somewhere to go
  standingSummary = '' // how many of them in the whole world, and why; empty for none
  readonly bookmarks: (Bookmark | undefined)[] = Array.from({ length: BOOKMARK_COUNT })
  instruments: Instruments | undefined
  autopilot: AutopilotState | undefined
  readonly ways = new Map<number, Way>() // through a recording, by vehicle
  history: History | undefined // how far the world can be set back; undefined in a recording
  private switched: { switches: Switches; at: number } | undefined
  private readonly now: () => number // wall clock [s]

  constructor(now: () => number = () => performance.now() / 1000) {
    this.now = now
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'drivers':
        this.drivers.clear()
        this.driversKnown = message.drivers ?? []
        for (const driver of this.driversKnown) this.drivers.set(driver.vehicle, shownName(driver))
        break
      case 'welcome':
        this.people = [] // an instructor is told all of them next
        this.barred = []
        break
      case 'people':
        this.people = message.people
        this.barred = message.barred
        break
      case 'remotes':
        this.remotes.clear()
        for (const remote of message.remotes ?? []) this.remotes.set(remote.vehicle, remote)
        break
      case 'standing':
        this.standing.clear()
        this.standingSummary = message.summary
        for (const one of message.vehicles ?? []) this.standing.set(one.vehicle, one)
        break
      case 'bookmarks':
        this.bookmarks.fill(undefined)
        for (const bookmark of message.bookmarks ?? [])
          if (bookmark.slot in this.bookmarks) this.bookmarks[bookmark.slot] = bookmark
        break
      case 'instruments':
        this.instruments = message
        break
      case 'autopilot':
        this.autopilot = message
        break
      case 'trail':
        this.ways.set(message.vehicle, message.points)
        break
      case 'history':
        this.history = message
        break
    }
  }

  /** The driven vehicle is another one, or none: the telemetry of the last one is void. */
  forgetInstruments(): void {
    this.instruments = undefined
    this.switched = undefined
  }

  /** The instruments, if they are those of this vehicle. */
  instrumentsOf(vehicle: number): Instruments | undefined {
    return this.instruments?.vehicle === vehicle ? this.instruments : undefined
  }

  stateOf(vehicle: number): AutopilotState | undefined {
    return this.autopilot?.vehicle === vehicle ? this.autopilot : undefined
  }

  /** As the switches stand, or will once the server has heard of the last press; undefined where there are none. */
  get switches(): Switches | undefined {
    if (!this.instruments?.switches) return undefined
    const isSettling = this.switched && this.now() - this.switched.at < SETTLING
    return isSettling ? this.switched?.switches : this.instruments.switches
  }

  /** Turn one switch over; what to tell the server, undefined where there are no switches. */
  turnOver(name: keyof Switches): Switches | undefined {
    const { switches } = this
    if (!switches) return undefined
    const { cruise, parking_brake, engine_stop } = switches
    this.switched = {
      switches: { cruise, parking_brake, engine_stop, [name]: !switches[name] },
      at: this.now(),
    }
    return this.switched.switches
  }
}
