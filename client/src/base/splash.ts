/** Splash screen while the world loads, and the banner for a lost connection. */

import { make, setText } from './dom'

export class Splash {
  readonly element: HTMLElement
  private readonly words = make('p.splash-words', { role: 'status' }, 'Connecting')
  private readonly bar = make('span.splash-fill')

  constructor() {
    this.element = make(
      'div.splash',
      {},
      make(
        'div.splash-card',
        {},
        make('h1', {}, 'motorpool'),
        make('div.splash-track', {}, this.bar),
        this.words,
      ),
    )
  }

  progress(fraction: number, what: string): void {
    this.say(`Loading ${what}`, fraction)
  }

  /** Show a sentence, and the bar at a fraction of its length. */
  say(sentence: string, fraction = 0): void {
    this.bar.style.setProperty('transform', `scaleX(${fraction.toFixed(3)})`)
    setText(this.words, sentence)
  }

  fail(sentence: string): void {
    this.element.classList.add('is-failed')
    setText(this.words, sentence)
  }

  leave(): void {
    this.element.classList.add('is-gone')
    setTimeout(() => this.element.remove(), 900)
  }
}

export class Banner {
  readonly element = make('div.banner.glass', { role: 'alert', 'data-testid': 'banner' })

  constructor() {
    this.element.hidden = true
  }

  show(words: string | undefined): void {
    this.element.hidden = words === undefined
    if (words) setText(this.element, words)
  }
}
