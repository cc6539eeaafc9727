/** Warnings in the view: why the driven vehicle does not go although there is throttle. */

import type { Component } from '../component'
import { make, setText } from '../dom'
import './drivingwarnings.css'

const LATE = 0.4 // [s] for which a warning must hold before it is shown: a start is no failure
const LASTING = 1.6 // [s] that it stays when it no longer holds, to be read

export const drivingWarnings: Component = {
  name: 'driving-warnings',
  place: 'bottom',
  mount({ session, latest }) {
    const text = make('p')
    const element = make(
      'div.driving-warnings.glass',
      { role: 'status', 'aria-label': 'Why it does not go', 'data-testid': 'driving-warnings' },
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

/** Keeps warnings from flickering: one that comes is shown late, one that goes stays a while. */
export class SteadyWarnings {
  private shown: readonly string[] = []
  private since: number | undefined // when the first of them came [s]
  private seen = -Infinity // when there was one last [s]

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
