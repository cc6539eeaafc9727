/** The table of keys, and passing notices. */

import { make, makeButton } from './dom'
import { icons } from './icons'

const GROUPS: [string, [string[], string][]][] = [
  [
    'Drive',
    [
      [['Enter'], 'drive the selected vehicle (or double-click it)'],
      [['W', 'S'], 'drive forward; brake, then reverse (or ↑ ↓)'],
      [['A', 'D'], 'steer (or ← →)'],
      [['Space'], 'hand brake'],
      [['C'], 'cruise control'],
      [['B', 'X'], 'parking brake; engine off and on'],
      [['Y'], 'kinematic or dynamic motion'],
      [['F'], 'fire'],
      [['Q', 'E'], 'turn the turret; PgUp, PgDn raise the gun, Home centres both'],
      [['Esc'], 'give the vehicle back; close what is open'],
    ],
  ],
  [
    'Look',
    [
      [['K'], "next camera: chase, driver, orbit, bird's-eye, overview, free"],
      [['T'], 'tether the camera to the selected vehicle while you drive'],
      [['Drag', 'Wheel'], 'look around, zoom; in overview drag moves, right-drag turns'],
      [['W A S D'], 'fly the free camera, Q E down and up, Shift faster (not while driving)'],
      [['M'], 'large map'],
      [['V'], 'autopilot of the selected vehicle'],
      [['O'], 'view: fog, haze, texture, soil colours'],
      [['I'], 'information window'],
    ],
  ],
  [
    'Go and meet',
    [
      [['[', ']'], 'previous, next vehicle'],
      [['L'], 'people and vehicles by name, your own name'],
      [['1', '…', '0'], 'go to a bookmark, with your vehicle or the free camera'],
      [['Shift', '1'], 'store where you are as that bookmark'],
      [['G'], 'all sixteen bookmarks'],
      [['J'], 'devices: gamepad, SpaceMouse, mouse'],
      [['P', 'N'], 'pause; one step'],
      [['+', '−'], 'time faster, slower'],
      [['H'], 'these keys'],
    ],
  ],
]

export class Help {
  readonly element: HTMLElement

  constructor() {
    const columns = make('div.key-columns')
    for (const [title, keys] of GROUPS) {
      const list = make('dl.keys')
      for (const [caps, words] of keys)
        list.append(make('dt', {}, ...caps.map((key) => make('kbd', {}, key))), make('dd', {}, words))
      columns.append(make('section', {}, make('h3', {}, title), list))
    }
    const close = makeButton(icons.close(), {
      title: 'Close (H)',
      className: 'button icon-button quiet',
      press: () => this.toggle(),
    })
    const header = make('header', {}, make('h2', {}, 'Keys'), close)
    const way = make('a', { href: './playground' }, 'The playground')
    const also = make('p.help-also', {}, way, ' compares two motion models, driven by the same keys.')
    const card = make('div.help-card.glass', {}, header, columns, also)
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

  /** Close; true where it was open. */
  close(): boolean {
    const wasOpen = this.isOpen
    this.element.hidden = true
    return wasOpen
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
