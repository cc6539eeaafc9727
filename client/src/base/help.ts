/** Table of keys, and temporary messages. */

import { make, makeButton } from './dom'
import { icons } from './icons'
import type { KeyGroup, PageName } from './keytable'
import { keysFor } from './keytable'

/** Return the keys of a page in columns, one per group. */
export function keyColumns(page: PageName): HTMLElement {
  return make('div.key-columns', {}, ...keysFor(page).map(keyColumn))
}

/** Return one group of keys. */
export function keyColumn({ title, rows }: KeyGroup): HTMLElement {
  const list = make('dl.keys')
  for (const [caps, words] of rows)
    list.append(make('dt', {}, ...caps.map((key) => make('kbd', {}, key))), make('dd', {}, words))
  return make('section', { 'data-keys': title }, make('h3', {}, title), list)
}

export class Help {
  readonly element: HTMLElement

  constructor() {
    const close = makeButton(icons.close(), {
      title: 'Close (H)',
      className: 'button icon-button quiet',
      press: () => this.toggle(),
    })
    const header = make('header', {}, make('h2', {}, 'Keys'), close)
    const way = make('a', { href: './playground' }, 'The playground')
    const also = make('p.help-also', {}, way, ' compares two motion models, driven by the same keys.')
    const card = make('div.help-card.glass', {}, header, keyColumns('live'), also)
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

  /** Close; return whether it was open. */
  close(): boolean {
    const wasOpen = this.isOpen
    this.element.hidden = true
    return wasOpen
  }
}

/** Temporary message: hints, refusals, events. */
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
