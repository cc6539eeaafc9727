/**
 * Vehicles of the mock world that stand, each for a reason, and now and then one that is free again.
 *
 * @typedef {import('../src/generated/messages').ServerMessage} ServerMessage
 * @typedef {import('../src/generated/messages').StandingVehicle} StandingVehicle
 */

const REASONS = [
  ['stuck in mud: needs 38 kN, has 21', 'backs out'],
  ['stuck in mud: needs 9.4 kN, has 6.2', 'waits for recovery'],
  ['blocked by a conifer', 'tries another way'],
]
const LONG = 30 // [s]

export class MockStanding {
  constructor(world) {
    this.world = world
    const last = world.fleets.map((fleet) => fleet.first + fleet.count - 1)
    this.ids = last.slice(0, REASONS.length)
    for (const id of this.ids) if (world.vehicles[id]) world.vehicles[id].stands = true
  }

  /** @returns {ServerMessage} */
  message() {
    const { vehicles, time } = this.world
    const is_counted = time > LONG
    const told = this.ids.map((vehicle, k) => {
      const { x, y } = vehicles[vehicle]
      const [words, action] = REASONS[k]
      return { vehicle, words, action, is_counted, since: 0, x, y }
    })
    return { type: 'standing', summary: is_counted ? '3 stand: 2 in mud, 1 blocked' : '', vehicles: told }
  }

  /**
   * What became of the first one, for the list of events.
   *
   * @returns {ServerMessage}
   */
  event() {
    const [vehicle] = this.ids
    const { x, y } = this.world.vehicles[vehicle]
    return { type: 'standstill', vehicle, words: `is ${REASONS[0][0]}`, x, y, time: this.world.time }
  }
}
