import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SessionState } from '../src/generated/messages'
import { buildingWords, OwnServer, worldBuilt } from '../src/server'

const idle: SessionState = {
  type: 'session',
  scenario: 'convoy',
  building: null,
  seconds: 0,
  is_compiling: false,
}

describe('what is being built', () => {
  test('is told with its time, and that compiling happens once', () => {
    expect(buildingWords(idle)).toBe('')
    const building = { ...idle, building: 'forest', seconds: 3.4 }
    expect(buildingWords(building)).toBe('Preparing forest, building the world: 3 s')
    expect(buildingWords({ ...building, is_compiling: true })).toContain('compiling once')
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
    expect(said).toEqual(['Preparing forest, building the world: 1 s'])
    vi.useRealTimers()
  })
})
