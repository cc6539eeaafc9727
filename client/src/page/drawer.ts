/** Cards at the left of the page, one open at a time: a title, a close button, a body. */

import { make, makeButton } from '../base/dom'
import { icons } from '../base/icons'

export interface DrawerOptions {
  name: 'people' | 'bookmarks' | 'session' | 'join' | 'view' | 'rewind' // also the name of its icon
  title: string
  key: string // key that opens and closes it
  hint?: string // tooltip of its button, if the title is not sufficient
}

export class Drawer {
  readonly element: HTMLElement
  readonly body = make('div.drawer-body')
  readonly options: DrawerOptions

  constructor(options: DrawerOptions) {
    this.options = options
    const { name, title, key } = options
    const close = makeButton(icons.close(), {
      title: `Close (${key})`,
      className: 'button icon-button quiet',
      press: () => this.toggle(false),
    })
    this.element = make(
      'section.drawer.glass',
      { role: 'dialog', 'aria-label': title, 'data-testid': name },
      make('header', {}, make('h2', {}, title), close),
      this.body,
    )
    this.element.hidden = true
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  toggle(isOpen = !this.isOpen): void {
    this.element.hidden = !isOpen
  }

  /** Close; return whether it was open. */
  close(): boolean {
    const wasOpen = this.isOpen
    this.toggle(false)
    return wasOpen
  }
}

/** All cards of a page. */
export class Drawers {
  readonly all: Drawer[] = []
  private readonly changed: () => void

  constructor(changed: () => void) {
    this.changed = changed
  }

  add(drawer: Drawer): void {
    this.all.push(drawer)
  }

  /** Open or close one; the others close. */
  toggle(drawer: Drawer): void {
    const isOpen = !drawer.isOpen
    for (const other of this.all) other.toggle(other === drawer && isOpen)
    this.changed()
  }
}
