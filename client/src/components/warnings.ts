/** Warnings about the driven vehicle and about the terrain. */

import { make, makeButton, setText } from '../base/dom'
import type { Component } from '../page/component'
import './warnings.css'

const LATE = 0.4 // [s] time for which a warning must hold before it is shown; shorter values warn at every start
const LASTING = 1.6 // [s] time for which it remains after it has ended, for reading

/** Reason why the driven vehicle stands despite throttle. */
export const drivingWarnings: Component = {
  name: 'driving-warnings',
  place: 'bottom',
  mount({ session, latest }) {
    const text = make('p')
    const element = make(
      'div.driving-warnings.glass',
      { role: 'status', 'aria-label': 'Why the vehicle does not move', 'data-testid': 'driving-warnings' },
      text,
    )
    element.hidden = true
    const steady = new SteadyWarnings()
    return {
      element,
      ownChanged: () => steady.forget(),
      show: () => {
        const words = steady.of(latest.instrumentsOf(session.own)?.warnings ?? [], performance.now() / 1000)
        element.hidden = words.length === 0
        if (words.length) setText(text, words.join(' · '))
      },
    }
  },
}

/** Filter against flicker: warnings are shown with a delay and remain for a minimum time. */
export class SteadyWarnings {
  private shown: readonly string[] = []
  private since: number | undefined // time of the first warning [s]
  private seen = -Infinity // time of the last warning [s]

  of(warnings: readonly string[], now: number): readonly string[] {
    if (warnings.length) {
      this.since ??= now
      this.seen = now
      if (now - this.since >= LATE) this.shown = warnings
    } else if (now - this.seen > LASTING) this.forget()
    return this.shown
  }

  forget(): void {
    this.shown = []
    this.since = undefined
  }
}

/** Card with the warnings about the terrain's source, until it is closed. */
export const terrainWarnings: Component = {
  name: 'terrain-warnings',
  place: 'side',
  mount({ world }) {
    const { warnings } = world.description.terrain
    const close = makeButton('Close', {
      title: 'Close the warnings about the terrain',
      className: 'button quiet',
      press: () => {
        element.hidden = true
      },
    })
    const element = make(
      'section.terrain-warnings.glass',
      { role: 'note', 'aria-label': 'Warnings about the terrain', 'data-testid': 'terrain-warnings' },
      ...warnings.map((warning) => make('p', {}, warning)),
      close,
    )
    element.hidden = warnings.length === 0
    return { element }
  },
}
