import { describe, expect, test } from 'vitest'
import { Driving } from '../src/page/driving'
import type { Page } from '../src/page/page'

function pageThat(onlyWatched: string) {
  const said: string[] = []
  const commands: unknown[] = []
  const page = {
    session: { own: -1, onlyWatched },
    selection: { id: 3, select: () => {} },
    names: { nameOf: (id: number) => `tank ${id}` },
    driverOf: () => undefined,
    say: (words: string) => said.push(words),
    command: (command: unknown) => commands.push(command),
  }
  return { driving: new Driving(page as unknown as Page), said, commands }
}

describe('taking a vehicle', () => {
  test('asks for it', () => {
    const { driving, said, commands } = pageThat('')
    driving.take()
    expect(commands).toEqual([{ type: 'take', vehicle: 3 }])
    expect(said).toEqual([])
  })

  test('says why not in a world that is only watched', () => {
    const { driving, said, commands } = pageThat('this is a recording')
    driving.take()
    expect(commands).toEqual([])
    expect(said).toEqual(['This is a recording.'])
  })
})

test.each([
  [{ vehicle: 3, is_parked: true }, ['tank 3 parks again.']],
  [{ vehicle: 3, is_parked: false }, ['tank 3 drives itself again.']],
  [{ vehicle: -1, is_parked: false }, []],
])('says what becomes of a vehicle that is given back: %j', (released, words) => {
  const { driving, said } = pageThat('')
  driving.receive({ type: 'released', ...released })
  expect(said).toEqual(words)
})
