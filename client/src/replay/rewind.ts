/** Card for rewinding a running world, with the duration and the resulting time. */

import { make, makeButton, setText } from '../base/dom'
import { sentence } from '../base/text'
import type { History } from '../generated/messages'
import { Drawer } from '../page/drawer'
import { shortClock } from './marks'

export const STEP = 5 // [s]
const USUAL = 15 // [s] initial choice

export interface RewindState {
  history: History | undefined
  time: number // present simulated time [s]
  mayRule: boolean
}

/** Return the reason why the world cannot be rewound, as a sentence; empty if it can. */
export function reasonAgainst({ history, mayRule }: RewindState): string {
  if (!mayRule) return 'Only an instructor can set the world back.'
  if (!history) return 'There is no history yet.'
  if (history.reason) return sentence(history.reason)
  return history.seconds < STEP ? `Rewinding is possible after the first ${STEP} s.` : ''
}

/** Return the longest duration that can be chosen [s], a multiple of `STEP`. */
export function farthest({ history }: Pick<RewindState, 'history'>): number {
  return Math.max(STEP, STEP * Math.floor((history?.seconds ?? 0) / STEP))
}

export class RewindCard {
  readonly drawer = new Drawer({ name: 'rewind', title: 'Rewind', key: 'R' })
  private readonly slider = document.createElement('input')
  private readonly words = make('span', { 'data-testid': 'rewind-words' })
  private readonly reason = make('p', { role: 'status', 'data-testid': 'rewind-reason' })
  private readonly button: HTMLButtonElement
  private state: RewindState = { history: undefined, time: 0, mayRule: true }

  constructor(rewind: (seconds: number) => void) {
    const { slider } = this
    Object.assign(slider, { type: 'range', min: String(STEP), max: '60', step: String(STEP) })
    slider.value = String(USUAL)
    slider.dataset.testid = 'rewind-seconds'
    slider.setAttribute('aria-label', 'How far to go back')
    slider.addEventListener('input', () => this.show(this.state))
    this.button = makeButton('Go back and continue', {
      title: 'Go back and continue from there',
      testId: 'rewind-go',
      className: 'button primary',
      press: () => rewind(Number(slider.value)),
    })
    const about = make('p', {}, 'The world goes on from then, for everybody; drivers stay in their vehicles.')
    const label = make('label', {}, this.words, slider)
    this.drawer.body.append(make('div.rewind-card', {}, about, label, this.button, this.reason))
  }

  show(state: RewindState): void {
    this.state = state
    const { slider } = this
    const reason = reasonAgainst(state)
    slider.max = String(farthest(state))
    const seconds = Number(slider.value)
    const words = `Back by ${seconds} s, to ${shortClock(Math.max(0, state.time - seconds))}`
    setText(this.words, words)
    slider.setAttribute('aria-valuetext', `${seconds} seconds`)
    slider.disabled = this.button.disabled = reason !== ''
    setText(this.reason, reason)
    this.reason.hidden = reason === ''
  }
}
