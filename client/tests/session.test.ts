import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildingFraction, buildingWords, OwnServer, worldBuilt } from '../src/connection/server'
import type { SessionState } from '../src/generated/messages'

const idle: SessionState = {
  type: 'session',
  scenario: 'convoy',
  building: null,
  seconds: 0,
  is_compiling: false,
  kernels: [0, 0],
}

describe('what is being built', () => {
  test('is told with its time, and that compiling happens once', () => {
    expect(buildingWords(idle)).toBe('')
    const building = { ...idle, building: 'forest', seconds: 3.4 }
    expect(buildingWords(building)).toBe('Preparing forest: building the world, 3 s')
    expect(buildingWords({ ...building, is_compiling: true })).toBe('Preparing forest: compiling once, 3 s')
    const known = { ...building, is_compiling: true, kernels: [7, 28] }
    expect(buildingWords(known)).toBe('Preparing forest: compiling once, 25 %, 3 s, about 10 s left')
    expect(buildingFraction(known)).toBe(0.25)
    expect(buildingFraction(building)).toBe(0)
    expect(buildingWords({ ...idle, is_compiling: true })).toContain('Compiling once')
  })
})

describe('a page that comes before the world', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('asks until there is one, and says what the server does', async () => {
    vi.useFakeTimers()
    const answers = [
      { world: null, state: { ...idle, building: 'forest', seconds: 1 }, links: [] },
      { world: 'w1', state: idle, links: [] },
    ]
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify(answers.shift()))),
    )
    const said: string[] = []
    const done = worldBuilt(new OwnServer(new URL('http://127.0.0.1/')), (words) => said.push(words))
    await vi.advanceTimersByTimeAsync(1000)
    await done
    expect(said).toEqual(['Preparing forest: building the world, 1 s'])
    vi.useRealTimers()
  })
})
