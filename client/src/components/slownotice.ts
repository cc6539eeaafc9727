/** A notice that the pictures come slowly, and what to do about it. */

import type { Component } from '../component'
import { make, makeButton, setText } from '../dom'
import { icons } from '../icons'
import { startAgain } from './view'

const SLOW = 5 // [pictures/s]
const FINE = 8 // [pictures/s] at which the notice goes
const AFTER = 3 // [s] below which it is a hiccup

export const slowNotice: Component = {
  name: 'slow-notice',
  place: 'top',
  mount(page) {
    const watch = new SlowWatch()
    const words = make('p')
    const lower = makeButton('Lower quality', {
      title: 'Lower quality of the pictures: load the page anew; your vehicle is kept',
      testId: 'lower-quality',
      className: 'button',
      press: () => {
        page.display.change({ quality: 'low' })
        startAgain()
      },
    })
    lower.hidden = page.options.quality.isPlain
    const close = makeButton(icons.close(), {
      title: 'Close the notice',
      className: 'button icon-button quiet',
      press: () => watch.dismiss(),
    })
    const element = make(
      'div.slow-notice.glass',
      { role: 'status', 'data-testid': 'slow-notice' },
      words,
      lower,
      close,
    )
    element.hidden = true
    const isWatched = page.options.fps > FINE // a page that is to draw slowly is not told that it does
    return {
      element,
      show: () => {
        const isShown = isWatched && !document.hidden && watch.see(page.fps, performance.now() / 1000)
        element.hidden = !isShown
        if (isShown) setText(words, slowWords(page.fps))
      },
    }
  },
}

/** The sentence of the notice. */
export function slowWords(fps: number): string {
  return `Rendering is slow: ${fps.toFixed(1)} pictures a second. What you hold reaches the vehicle all the same.`
}

/** Tells slow drawing from a hiccup: slow for seconds, until it is well again or the user has read it. */
export class SlowWatch {
  private since: number | undefined // [s]
  private isShown = false
  private isDismissed = false

  /** Return whether to show the notice, for pictures a second at a time [s]; 0 is not known yet. */
  see(fps: number, now: number): boolean {
    if (fps <= 0 || fps > SLOW) this.since = undefined
    else this.since ??= now
    if (this.since !== undefined && now - this.since >= AFTER) this.isShown = true
    if (fps > FINE) this.isShown = false
    return this.isShown && !this.isDismissed
  }

  dismiss(): void {
    this.isDismissed = true
  }
}
