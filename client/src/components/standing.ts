/** Number of standing vehicles with the reasons, and their list, whose rows move the camera to a vehicle. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import type { StandingVehicle } from '../generated/messages'
import { counted, reason } from '../map/standing'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import './standing.css'

const MOST_ROWS = 40

export const standing: Component = {
  name: 'standing',
  place: 'side',
  mount(page) {
    const card = new StandingCard(page)
    return { element: card.element, show: () => card.show(), close: () => card.open(false) }
  },
}

class StandingCard {
  readonly element: HTMLElement
  private readonly summary = make('span.standing-summary', { 'data-testid': 'standing-summary' })
  private readonly head: HTMLButtonElement
  private readonly rows = make('div.rows', { role: 'list', 'aria-label': 'Vehicles that stand' })
  private readonly page: Page
  private shown = ''

  constructor(page: Page) {
    this.page = page
    this.head = makeButton(make('span.standing-line', {}, icons.warning(), this.summary, icons.more()), {
      title: 'List the vehicles that stand',
      testId: 'standing-open',
      className: 'standing-head',
      press: () => this.open(this.rows.hidden),
    })
    this.head.removeAttribute('aria-label') // its text is its name
    this.head.setAttribute('aria-expanded', 'false')
    this.rows.hidden = true
    this.element = make(
      'section.standing.glass',
      { 'aria-label': 'Standing vehicles', 'data-testid': 'standing' },
      this.head,
      this.rows,
    )
    this.element.hidden = true
  }

  /** Show or hide the list; return whether it was shown before. */
  open(isOpen: boolean): boolean {
    const wasOpen = !this.rows.hidden && !this.element.hidden
    this.rows.hidden = !isOpen
    this.head.setAttribute('aria-expanded', String(isOpen))
    this.show()
    return wasOpen
  }

  show(): void {
    const { latest, session } = this.page
    const { standingSummary } = latest
    this.element.hidden = standingSummary === ''
    setText(this.summary, standingSummary)
    if (this.element.hidden || this.rows.hidden) return
    const vehicles = counted(latest.standing.values()).slice(0, MOST_ROWS)
    const key = JSON.stringify([vehicles.map((one) => [one.vehicle, reason(one)]), session.selected])
    if (key === this.shown) return // a row must not be replaced during a click
    this.shown = key
    const focused = (document.activeElement as HTMLElement | null)?.dataset.vehicle
    const rows = vehicles.map((one) => this.row(one, session.selected))
    this.rows.replaceChildren(...rows)
    if (focused) this.rows.querySelector<HTMLElement>(`[data-vehicle="${focused}"]`)?.focus()
  }

  private row(one: StandingVehicle, selected: number): HTMLElement {
    const { names, selection } = this.page
    const swatch = make('span.swatch')
    swatch.style.setProperty('background', names.colourOf(one.vehicle))
    const name = names.nameOf(one.vehicle)
    const words = make('span.standing-reason', {}, reason(one))
    const button = makeButton(make('span.row-content', {}, swatch, make('span.row-title', {}, name), words), {
      title: `Look at ${name}`,
      className: 'row',
      press: () => selection.select(one.vehicle),
    })
    button.dataset.vehicle = String(one.vehicle)
    button.setAttribute('aria-current', String(one.vehicle === selected))
    return make('div', { role: 'listitem' }, button)
  }
}
