import { describe, expect, test } from 'vitest'
import type { Mark } from '../src/generated/messages'
import type { Way } from '../src/page/latest'
import { groupOf, nearestMark, nextMark, previousMark, shortClock, wordsOf } from '../src/replay/marks'
import { farthest, reasonAgainst } from '../src/replay/rewind'
import { Seeking } from '../src/replay/seeking'
import { countUntil, stretch } from '../src/replay/trails'

const mark = (time: number, kind = 'shot', vehicle = 3, other = -1): Mark => ({ time, kind, vehicle, other })
const MARKS = [mark(1), mark(4), mark(4.2), mark(9)]

describe('marks of a timeline', () => {
  test('are found forwards and backwards, and there is none beyond the last', () => {
    expect(nextMark(MARKS, 1)?.time).toBe(4)
    expect(nextMark(MARKS, 9)).toBeUndefined()
    expect(previousMark(MARKS, 9, false)?.time).toBe(4.2)
    expect(previousMark(MARKS, 1, false)).toBeUndefined()
  })

  test('that were just passed while it plays are the present ones: the one before is meant', () => {
    expect(previousMark(MARKS, 4.5, true)?.time).toBe(1)
    expect(previousMark(MARKS, 4.5, false)?.time).toBe(4.2)
  })

  test('are pointed at from nearby only', () => {
    expect(nearestMark(MARKS, 4.15, 0.5)?.time).toBe(4.2)
    expect(nearestMark(MARKS, 6.5, 0.5)).toBeUndefined()
    expect(nearestMark([], 1, 5)).toBeUndefined()
  })

  test.each([
    [mark(0, 'contact', 3, 7), 'Tank 3 and Tank 7 collide'],
    [mark(0, 'contact'), 'Tank 3 collides with an object'],
    [mark(0, 'impact', 3, 7), 'Tank 3 hits Tank 7'],
    [mark(0, 'impact'), 'a round of Tank 3 meets the ground'],
    [mark(0, 'taken'), 'a driver takes Tank 3'],
    [mark(0, 'destroyed'), 'Tank 3 is destroyed'],
    [mark(0, 'fell over'), 'Tank 3 fell over'],
  ])('%o are sentences', (one, words) => {
    expect(wordsOf(one, (id) => `Tank ${id}`)).toBe(words)
  })

  test('have a colour by what they are', () => {
    const kinds = ['taken', 'shot', 'destroyed', 'contact', 'jack-knifed']
    expect(kinds.map((kind) => groupOf({ kind }))).toEqual(['people', 'fire', 'damage', 'contact', 'upset'])
  })
})

test.each([
  [0, '0:00.0'],
  [62.56, '1:02.5'],
  [599.99, '9:59.9'],
  [3725, '1:02:05.0'],
])('%f s are read as %s', (seconds, words) => {
  expect(shortClock(seconds)).toBe(words)
})

describe('trails', () => {
  const way: Way = [0, 1, 2, 3, 4].map((time) => [time, 10 * time, 0] as const)

  test('end now and begin when they are asked to', () => {
    expect([-1, 0, 2.5, 9].map((time) => countUntil(way, time))).toEqual([0, 1, 3, 5])
    expect(stretch(way, 1, 3.5)).toEqual([[10, 0], [20, 0], [30, 0]]) // biome-ignore format: a row of places
  })

  test('begin anew where a vehicle was put elsewhere', () => {
    const leap: Way = [...way, [5, 500, 0], [6, 510, 0]]
    expect(stretch(leap, 0, 6).map(([x]) => x)).toEqual([500, 510])
  })
})

describe('seeking', () => {
  function watched() {
    const clock = { now: 0, jobs: [] as (() => void)[] }
    const sent: number[] = []
    const seeking = new Seeking({
      send: (time) => sent.push(time),
      now: () => clock.now,
      later: (job) => clock.jobs.push(job),
    })
    return { clock, sent, seeking }
  }

  test('sends the first moment at once, then the newest of many, and the last one always', () => {
    const { clock, sent, seeking } = watched()
    for (const time of [1, 2, 3, 4]) seeking.seek(time)
    expect(sent).toEqual([1])
    clock.jobs.shift()?.()
    expect(sent).toEqual([1, 4])
    clock.jobs.shift()?.()
    seeking.seek(5)
    expect(sent).toEqual([1, 4, 5])
  })

  test('shows where it goes until the server is there', () => {
    const { seeking } = watched()
    expect(seeking.shown(10)).toBe(10)
    seeking.seek(30)
    expect(seeking.shown(10)).toBe(30)
    expect(seeking.shown(30.02)).toBe(30.02)
    expect(seeking.shown(31)).toBe(31)
  })

  test('counts every one of several steps, though the server is late', () => {
    const { clock, sent, seeking } = watched()
    seeking.shown(10)
    for (let k = 0; k < 3; k++) seeking.seek(seeking.shown(10) - 0.1)
    while (clock.jobs.length > 0) clock.jobs.shift()?.()
    expect(sent.at(-1)).toBeCloseTo(9.7)
  })

  test('shows where the server is if it does not follow', () => {
    const { clock, seeking } = watched()
    seeking.seek(30)
    clock.now = 5
    expect(seeking.shown(10)).toBe(10)
  })
})

describe('the card that sets a world back', () => {
  const of = (seconds: number, reason = '', mayRule = true) => ({
    history: { type: 'history' as const, seconds, reason },
    time: 100,
    mayRule,
  })

  test('offers whole steps of what there is', () => {
    expect([0, 4, 5, 23, 60].map((seconds) => farthest(of(seconds)))).toEqual([5, 5, 5, 20, 60])
  })

  test('says why not', () => {
    expect(reasonAgainst(of(30))).toBe('')
    expect(reasonAgainst(of(3))).toBe('Rewinding is possible after the first 5 s.')
    expect(reasonAgainst(of(0, 'a recording is running'))).toBe('A recording is running.')
    expect(reasonAgainst(of(30, '', false))).toBe('Only an instructor can set the world back.')
  })
})
