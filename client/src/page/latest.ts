/** Newest messages of each type: drivers, instruments of the driven vehicle, watched autopilot, bookmarks. */

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
import { shownName } from '../world/names'
import type { Lights } from '../world/trafficlights'

export const BOOKMARK_COUNT = 16
const SETTLING = 0.6 // [s] time after a change of a switch in which older messages about switches are ignored

/** Trail of a vehicle through a recording. */
export type Way = readonly (readonly [time: number, x: number, y: number])[]

export class LatestMessages {
  readonly drivers = new Map<number, string>() // displayed name of the driver, by vehicle
  driversKnown: readonly Driver[] = []
  people: readonly Person[] = [] // all connected people; for instructors only
  barred: readonly Barred[] = [] // addresses; for instructors only
  readonly remotes = new Map<number, RemoteVehicle>() // vehicles that other programs move
  readonly standing = new Map<number, StandingVehicle>() // vehicles that stand although they have a goal
  standingSummary = '' // number of them in the whole world, with reasons; empty for none
  readonly bookmarks: (Bookmark | undefined)[] = Array.from({ length: BOOKMARK_COUNT })
  instruments: Instruments | undefined
  autopilot: AutopilotState | undefined
  readonly ways = new Map<number, Way>() // trails through a recording, by vehicle
  readonly lights: Lights = { x: [], y: [], states: '' } // traffic lights
  history: History | undefined // range of rewinding; undefined in a recording
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
        this.people = [] // an instructor then receives all of them
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
      case 'traffic_lights':
        this.lights.x = message.x
        this.lights.y = message.y
        break
      case 'traffic_light_states':
        this.lights.states = message.states
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

  /** Clear the telemetry after a change of the driven vehicle. */
  forgetInstruments(): void {
    this.instruments = undefined
    this.switched = undefined
  }

  /** Return the instruments, if they are those of this vehicle. */
  instrumentsOf(vehicle: number): Instruments | undefined {
    return this.instruments?.vehicle === vehicle ? this.instruments : undefined
  }

  stateOf(vehicle: number): AutopilotState | undefined {
    return this.autopilot?.vehicle === vehicle ? this.autopilot : undefined
  }

  /** Switches, including changes that the server has not confirmed; undefined if there are none. */
  get switches(): Switches | undefined {
    if (!this.instruments?.switches) return undefined
    const isSettling = this.switched && this.now() - this.switched.at < SETTLING
    return isSettling ? this.switched?.switches : this.instruments.switches
  }

  /** Toggle a switch; return the message to the server, undefined if there are no switches. */
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
