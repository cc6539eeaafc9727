/** The newest of each message: the drivers, the driven vehicle's instruments, the watched thought, the saved places. */

import type { Instruments, SavedPlace, ServerMessage, Switches, Thought } from '../generated/messages'

export const PLACE_COUNT = 16
const SETTLING = 0.6 // [s] after a switch was pressed, older news of the switches is not believed

export class Station {
  readonly drivers = new Map<number, string>() // name of the driver, by vehicle
  readonly places: (SavedPlace | undefined)[] = Array.from({ length: PLACE_COUNT })
  instruments: Instruments | undefined
  thought: Thought | undefined
  private switched: { switches: Switches; at: number } | undefined
  private readonly now: () => number // wall clock [s]

  constructor(now: () => number = () => performance.now() / 1000) {
    this.now = now
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case 'drivers':
        this.drivers.clear()
        for (const { vehicle, name } of message.drivers ?? []) this.drivers.set(vehicle, name)
        break
      case 'places':
        this.places.fill(undefined)
        for (const place of message.places ?? [])
          if (place.slot in this.places) this.places[place.slot] = place
        break
      case 'instruments':
        this.instruments = message
        break
      case 'thought':
        this.thought = message
        break
    }
  }

  /** The driven vehicle is another one, or none: what was told of the last one is void. */
  forgetInstruments(): void {
    this.instruments = undefined
    this.switched = undefined
  }

  /** The instruments, if they are those of this vehicle. */
  instrumentsOf(vehicle: number): Instruments | undefined {
    return this.instruments?.vehicle === vehicle ? this.instruments : undefined
  }

  thoughtOf(vehicle: number): Thought | undefined {
    return this.thought?.vehicle === vehicle ? this.thought : undefined
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
    const { cruise, side_brake, engine_stop } = switches
    this.switched = {
      switches: { cruise, side_brake, engine_stop, [name]: !switches[name] },
      at: this.now(),
    }
    return this.switched.switches
  }
}
