/** Guide lines of a driving mouse: centre of the view, neutral zone, and full deflection. */

import { make } from '../dom'
import { REACH } from './mouse'

export class MouseGuide {
  readonly element = make(
    'div.mouse-guide',
    { 'aria-hidden': 'true' },
    make('span.mouse-rest'),
    make('span.mouse-all'),
  )

  constructor(page: HTMLElement) {
    page.style.setProperty('--mouse-reach', `${100 * REACH}%`)
    this.element.hidden = true
  }

  draw(deadZone: number): void {
    this.element.style.setProperty('--mouse-rest', `${100 * REACH * deadZone}%`)
  }

  show(isShown: boolean): void {
    if (this.element.hidden === isShown) this.element.hidden = !isShown
  }
}
