/** Notice about a low frame rate, with advice. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import type { Component } from '../page/component'
import { startAgain } from './view'

const SLOW = 5 // [frames/s] frame rate below which the notice is shown
const FINE = 8 // [frames/s] frame rate from which the notice is hidden
const AFTER = 3 // [s] time for which the rate must be low

export const slowNotice: Component = {
  name: 'slow-notice',
  place: 'top',
  mount(page) {
    const watch = new SlowWatch()
    const words = make('p')
    const lower = makeButton('Lower quality', {
      title: 'Lower picture quality: reload the page; you keep your vehicle',
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
    const isWatched = page.options.fps > FINE // no notice for a page whose frame rate is limited on purpose
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

/** Return the sentence of the notice. */
export function slowWords(fps: number): string {
  return `Rendering is slow: ${fps.toFixed(1)} frames per second. Your input still reaches the vehicle in time.`
}

/** Detector of a frame rate that is low for seconds, until it recovers or the user closes the notice. */
export class SlowWatch {
  private since: number | undefined // [s]
  private isShown = false
  private isDismissed = false

  /** Return whether to show the notice, for a frame rate at a time [s]; 0 if not known yet. */
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
