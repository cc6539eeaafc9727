/** A card at the left of the page: a title, a close button, something in it. One is open at a time. */

import { make, makeButton } from '../dom'
import { icons } from '../icons'

export class Drawer {
  readonly element: HTMLElement
  readonly body = make('div.drawer-body')
  private readonly changed: ((isOpen: boolean) => void) | undefined

  constructor(title: string, options: { key: string; testId: string; changed?: (isOpen: boolean) => void }) {
    this.changed = options.changed
    const close = makeButton(icons.close(), {
      title: `Close (${options.key})`,
      className: 'button icon-button quiet',
      press: () => this.toggle(false),
    })
    this.element = make(
      'section.drawer.glass',
      { role: 'dialog', 'aria-label': title, 'data-testid': options.testId },
      make('header', {}, make('h2', {}, title), close),
      this.body,
    )
    this.element.hidden = true
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  toggle(isOpen = !this.isOpen): void {
    if (isOpen === this.isOpen) return
    this.element.hidden = !isOpen
    this.changed?.(isOpen)
  }
}
