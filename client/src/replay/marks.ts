/** Marks of a timeline: sentences and navigation. */

import type { Mark } from '../generated/messages'

const JUST_PASSED = 0.75 // [s] time for which a passed mark counts as the present one

const WORDS: Record<string, (name: string, other: string) => string> = {
  taken: (name) => `a driver takes ${name}`,
  released: (name) => `${name} drives itself again`,
  teleported: (name) => `${name} is put elsewhere`,
  'repaired by hand': (name) => `${name} is repaired by hand`,
  shot: (name) => `${name} fires`,
  impact: (name, other) => (other ? `${name} hits ${other}` : `a round of ${name} meets the ground`),
  contact: (name, other) => (other ? `${name} and ${other} collide` : `${name} collides with an object`),
  repaired: (name) => `${name} is repaired`,
  damaged: (name) => `${name} is damaged`,
  destroyed: (name) => `${name} is destroyed`,
}

/** Return the text of a mark, without a full stop. */
export function wordsOf(mark: Mark, nameOf: (id: number) => string): string {
  const words = WORDS[mark.kind] ?? ((name: string) => `${name} ${mark.kind}`)
  return words(nameOf(mark.vehicle), mark.other < 0 ? '' : nameOf(mark.other))
}

/** Return the group of a mark, which sets its colour. */
export function groupOf({ kind }: Pick<Mark, 'kind'>): 'people' | 'fire' | 'damage' | 'contact' | 'upset' {
  if (['taken', 'released', 'teleported'].includes(kind)) return 'people'
  if (['shot', 'impact'].includes(kind)) return 'fire'
  if (['damaged', 'destroyed', 'repaired', 'repaired by hand'].includes(kind)) return 'damage'
  return kind === 'contact' ? 'contact' : 'upset'
}

/** Return the first mark after a time, undefined if there is none. */
export function nextMark(marks: readonly Mark[], time: number): Mark | undefined {
  return marks.find((mark) => mark.time > time + 1e-3)
}

/** Return the last mark before a time, undefined if there is none; during playback a present mark is skipped. */
export function previousMark(marks: readonly Mark[], time: number, isPlaying: boolean): Mark | undefined {
  const before = time - (isPlaying ? JUST_PASSED : 1e-3)
  return marks.findLast((mark) => mark.time < before)
}

/** Return the mark nearest to a time, undefined if none is within `reach` [s]. */
export function nearestMark(marks: readonly Mark[], time: number, reach: number): Mark | undefined {
  let best: Mark | undefined
  for (const mark of marks)
    if (Math.abs(mark.time - time) <= Math.abs((best?.time ?? Number.POSITIVE_INFINITY) - time)) best = mark
  return best && Math.abs(best.time - time) <= reach ? best : undefined
}

/** Return simulated time as m:ss.t, or h:mm:ss.t. */
export function shortClock(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6)
  const [hours, minutes] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60]
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
