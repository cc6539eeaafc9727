import { describe, expect, test } from 'vitest'
import { EventLog } from '../src/components/events'
import type { ServerMessage } from '../src/generated/messages'

const HIT: ServerMessage = { type: 'impact', shooter: 4, x: 1, y: 2, z: 3, on: 'vehicle', index: 7, time: 9 }

function listen(...messages: ServerMessage[]): string[] {
  const log = new EventLog({ nameOf: (id) => `Tanks ${id}`, now: () => 0 })
  for (const message of messages) log.receive(message)
  return log.recent()
}

function instruments(values: Record<string, number>): ServerMessage {
  const rest = { model: 'car', is_dynamic: null, switches: null, soil: null, warnings: [] }
  return { type: 'instruments', vehicle: 4, values, ...rest }
}

describe('events', () => {
  test('say who hit whom and what became of it', () => {
    expect(
      listen(
        HIT,
        { type: 'damage', vehicle: 7, state: 'dead' },
        { type: 'damage', vehicle: 7, state: 'whole' },
      ),
    ).toEqual(['Tanks 4 hits Tanks 7', 'Tanks 7 is destroyed', 'Tanks 7 is repaired'])
  })

  test('leave out misses, and the damage that was done before this page came', () => {
    expect(listen({ ...HIT, on: 'ground' }, { type: 'damage', vehicle: 7, state: 'dead' })).toEqual([])
  })

  test('say who takes and who leaves a vehicle, after the first list', () => {
    const [anna, ben] = [
      { vehicle: 1, name: 'Anna', person: 1, mark: '', role: 'driver' } as const,
      { vehicle: 2, name: 'Ben', person: 2, mark: '', role: 'driver' } as const,
    ]
    expect(listen({ type: 'drivers', drivers: [anna] }, { type: 'drivers', drivers: [ben] })).toEqual([
      'Anna leaves Tanks 1',
      'Ben takes Tanks 2',
    ])
  })

  test('say in the words of the server that a vehicle stands and is free again', () => {
    const place = { vehicle: 7, x: 1, y: 2, time: 3 }
    expect(
      listen(
        { type: 'standstill', ...place, words: 'is stuck in mud: needs 38 kN, has 21' },
        { type: 'standstill', ...place, words: 'is free again' },
      ),
    ).toEqual(['Tanks 7 is stuck in mud: needs 38 kN, has 21', 'Tanks 7 is free again'])
  })

  test('leave out standstills that do not concern the user', () => {
    const log = new EventLog({ nameOf: String, concerns: ({ x }) => x < 1000, now: () => 0 })
    for (const x of [500, 5000])
      log.receive({ type: 'standstill', vehicle: x, words: 'is free again', x, y: 0, time: 1 })
    expect(log.recent()).toEqual(['500 is free again'])
  })

  test('say once that a vehicle has left the ground', () => {
    const [flying, standing] = [instruments({ is_airborne: 1 }), instruments({ is_airborne: 0 })]
    expect(listen(standing, flying, flying)).toEqual(['Tanks 4: Airborne'])
    expect(listen(flying, standing, flying)).toHaveLength(2)
  })

  test('are the newest six, for twelve seconds', () => {
    let now = 0
    const log = new EventLog({ nameOf: String, now: () => now })
    for (let shooter = 0; shooter < 9; shooter++) log.receive({ ...HIT, shooter })
    expect(log.recent()).toEqual([3, 4, 5, 6, 7, 8].map((shooter) => `${shooter} hits 7`))
    now = 12.1
    expect(log.recent()).toEqual([])
  })
})
