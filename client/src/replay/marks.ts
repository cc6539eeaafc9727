/** Marks of a timeline: their sentences, and which one comes next. */

import type { Mark } from '../generated/messages'

const JUST_PASSED = 0.75 // [s] a mark so little ago is the present one, not the previous one

const WORDS: Record<string, (who: string, other: string) => string> = {
  taken: (who) => `somebody takes ${who}`,
  released: (who) => `${who} drives itself again`,
  teleported: (who) => `${who} is put elsewhere`,
  'repaired by hand': (who) => `${who} is repaired by hand`,
  shot: (who) => `${who} fires`,
  impact: (who, other) => (other ? `${who} hits ${other}` : `a round of ${who} meets the ground`),
  contact: (who, other) => (other ? `${who} and ${other} collide` : `${who} collides with an object`),
  repaired: (who) => `${who} is repaired`,
  damaged: (who) => `${who} is damaged`,
  destroyed: (who) => `${who} is destroyed`,
}

/** A mark as a sentence without its end. */
export function wordsOf(mark: Mark, nameOf: (id: number) => string): string {
  const words = WORDS[mark.kind] ?? ((who: string) => `${who} ${mark.kind}`)
  return words(nameOf(mark.vehicle), mark.other < 0 ? '' : nameOf(mark.other))
}

/** The group that a mark is coloured by. */
export function groupOf({ kind }: Pick<Mark, 'kind'>): 'people' | 'fire' | 'damage' | 'contact' | 'upset' {
  if (['taken', 'released', 'teleported'].includes(kind)) return 'people'
  if (['shot', 'impact'].includes(kind)) return 'fire'
  if (['damaged', 'destroyed', 'repaired', 'repaired by hand'].includes(kind)) return 'damage'
  return kind === 'contact' ? 'contact' : 'upset'
}

/** The first mark after a moment, undefined where there is none. */
export function nextMark(marks: readonly Mark[], time: number): Mark | undefined {
  return marks.find((mark) => mark.time > time + 1e-3)
}

/** The last mark before a moment, undefined where there is none; one that has just been passed does not count while it plays. */
export function previousMark(marks: readonly Mark[], time: number, isPlaying: boolean): Mark | undefined {
  const before = time - (isPlaying ? JUST_PASSED : 1e-3)
  return marks.findLast((mark) => mark.time < before)
}

/** The mark nearest to a moment, undefined where none is within `reach` [s]. */
export function nearestMark(marks: readonly Mark[], time: number, reach: number): Mark | undefined {
  let best: Mark | undefined
  for (const mark of marks)
    if (Math.abs(mark.time - time) <= Math.abs((best?.time ?? Number.POSITIVE_INFINITY) - time)) best = mark
  return best && Math.abs(best.time - time) <= reach ? best : undefined
}

/** Simulated time as m:ss.t, with hours where there are any. */
export function shortClock(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6)
  const [hours, minutes] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60]
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
