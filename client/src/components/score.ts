/** Table of the score by side, shown after the first shot. */

import { make } from '../base/dom'
import { sideColour } from '../base/palette'
import type { Score } from '../generated/messages'
import type { Component } from '../page/component'
import './score.css'

const COLUMNS = [
  ['shots', 'Shots'],
  ['hits', 'Hits'],
  ['destroyed', 'Destroyed'],
  ['lost', 'Lost'],
] as const

export const score: Component = {
  name: 'score',
  place: 'side',
  mount() {
    const body = make('tbody')
    const head = COLUMNS.map(([, title]) => make('th', { scope: 'col' }, title))
    const element = make(
      'section.score.glass',
      { 'aria-label': 'Score', 'data-testid': 'score' },
      make(
        'table',
        {},
        make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Side'), ...head)),
        body,
      ),
    )
    element.hidden = true
    return {
      element,
      receive: (message) => {
        if (message.type !== 'score') return
        element.hidden = !isBegun(message)
        body.replaceChildren(...message.sides.map(rowOf))
      },
    }
  },
}

/** Return whether a shot has been fired or a vehicle been lost. */
export function isBegun({ sides }: Score): boolean {
  return sides.some(({ shots, lost }) => shots + lost > 0)
}

function rowOf(side: Score['sides'][number]): HTMLElement {
  const swatch = make('span.swatch')
  swatch.style.setProperty('background', sideColour(side.side))
  const cells = COLUMNS.map(([name]) => make('td', {}, String(side[name])))
  return make('tr', {}, make('th', { scope: 'row' }, swatch, side.side), ...cells)
}
