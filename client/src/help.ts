/** What the keys do, and the hint that a first visitor sees. */

import { make, makeButton } from './dom'
import { icons } from './icons'

const KEYS: [string[], string][] = [
  [['W', 'S'], 'drive forward; brake, then reverse (or ↑ ↓)'],
  [['A', 'D'], 'steer (or ← →)'],
  [['Space'], 'hand brake'],
  [['F'], 'fire'],
  [['Q', 'E'], 'turn the turret; PgUp, PgDn raise the gun, Home centres both'],
  [['Enter'], 'drive the selected vehicle (or double-click it)'],
  [['Esc'], 'give the vehicle back; close what is open'],
  [['C'], 'next camera; 1 chase, 2 driver, 3 orbit, 4 overview'],
  [['[', ']'], 'previous, next vehicle'],
  [['J'], 'devices: gamepad, SpaceMouse, mouse'],
  [['M'], 'large map'],
  [['P', 'N'], 'pause; one step'],
  [['+', '−'], 'time faster, slower'],
  [['Drag', 'Wheel'], 'look around, zoom; in overview drag moves, right-drag turns'],
]

export class Help {
  readonly element: HTMLElement

  constructor() {
    const list = make('dl.keys')
    for (const [keys, words] of KEYS) {
      list.append(make('dt', {}, ...keys.map((key) => make('kbd', {}, key))), make('dd', {}, words))
    }
    const close = makeButton(icons.close(), {
      title: 'Close (H)',
      className: 'button icon-button quiet',
      press: () => this.toggle(),
    })
    const header = make('header', {}, make('h2', {}, 'Keys'), close)
    const way = make('a', { href: './playground' }, 'The playground')
    const also = make('p.help-also', {}, way, ' compares two motion models, driven by the same keys.')
    const card = make('div.help-card.glass', {}, header, list, also)
    this.element = make(
      'div.help',
      { role: 'dialog', 'aria-label': 'Keys', 'data-testid': 'help-overlay' },
      card,
    )
    this.element.hidden = true
    this.element.addEventListener('click', (event) => event.target === this.element && this.toggle())
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden
  }
}

/** A sentence that passes: hints, refusals, what just happened. */
export class Toast {
  readonly element = make('div.toast.glass', { role: 'status', 'data-testid': 'toast' })
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.element.hidden = true
  }

  show(words: string, seconds = 4): void {
    this.element.textContent = words
    this.element.hidden = false
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.element.hidden = true
    }, 1000 * seconds)
  }

  hide(): void {
    this.element.hidden = true
  }
}
