/** Hint on the ground: present source of input, and possible actions. */

import type { SetUp, State } from '../generated/playground'

/** Return the hint; empty while the visitor drives. */
export function hintFor(setUp: SetUp, state: State, hasFingersOnly: boolean): string {
  if (setUp.paused) return hasFingersOnly ? 'Paused' : 'Paused: P goes on, N makes one step'
  const take = hasFingersOnly ? 'touch an arrow to drive' : 'press an arrow key to drive'
  if (setUp.demonstrating) return `Demonstration: ${take}`
  if (setUp.autopilot) return `Autopilot: ${take}`
  if (setUp.holding) return `Speed and steering are held: ${take}`
  const isStanding = state.left.speed === 0 && state.right.speed === 0
  if (!isStanding) return ''
  return hasFingersOnly
    ? 'The arrows drive both'
    : 'The arrow keys drive both; R shows the demonstration again'
}
