/** Card of drivers and vehicles by name. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import { cleanName, LONGEST_NAME } from '../base/memory'
import type { FleetDescription } from '../generated/world'
import type { Component } from '../page/component'
import { Drawer } from '../page/drawer'
import type { PeopleListActions, PeopleListView } from './peoplelist'
import { PeopleList } from './peoplelist'

export const people: Component = {
  name: 'people',
  place: 'drawer',
  mount(page) {
    const { session, latest, names, driverName } = page
    const card = new People({
      select: (id) => page.selection.select(id),
      rename: (name) => driverName.change(name),
      remove: (person) => page.command({ type: 'remove', person }),
      ban: (person) => page.command({ type: 'ban', person }),
      lift: (address) => page.command({ type: 'lift-ban', address }),
    })
    const show = () =>
      card.show({
        drivers: latest.drivers,
        people: {
          role: session.role,
          own: session.own,
          person: session.person,
          selected: session.selected,
          drivers: latest.driversKnown,
          people: latest.people,
          barred: latest.barred,
          nameOf: (id) => names.nameOf(id),
        },
        selected: session.selected,
        name: driverName.value,
        fleets: page.world.description.fleets,
        nameOf: (id) => names.nameOf(id),
        titleOf: (id) => names.titleOf(id),
        colourOf: (id) => names.colourOf(id),
      })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { l: () => page.drawers.toggle(card.drawer) },
      receive: ({ type }) => (type === 'drivers' || type === 'people') && show(),
      show,
      close: () => card.drawer.close(),
    }
  },
}

export const nameCard: Component = {
  name: 'name-card',
  place: 'side',
  mount({ driverName }) {
    const card = new NameCard((name) => driverName.change(name))
    let wasAsked = false
    const ownChanged = (own: number) => {
      if (own < 0) card.hide()
      else if (!driverName.value && !wasAsked) card.show()
      wasAsked ||= own >= 0
    }
    return { element: card.element, ownChanged, show: () => driverName.value && card.hide() }
  },
}

const MOST_ROWS = 40 // largest number of rows

export interface PeopleActions extends PeopleListActions {
  rename(name: string): void
}

export interface PeopleView {
  drivers: ReadonlyMap<number, string>
  people: PeopleListView
  selected: number
  name: string // the user's name, empty for none
  fleets: readonly Pick<FleetDescription, 'name' | 'member' | 'first' | 'count'>[]
  nameOf(id: number): string
  titleOf(id: number): string // empty for a vehicle without a title
  colourOf(id: number): string
}

/** Vehicles found by a text. */
export interface Found {
  count: number
  first: number[] // ids of the first `MOST_ROWS`
}

/**
 * Return the vehicles whose name, title or driver's name contains every word of the text; all of them for no text.
 *
 * A name consists of its fleet's name and a number: words in the fleet's name are not searched in each vehicle.
 */
export function findVehicles(text: string, view: Pick<PeopleView, 'drivers' | 'fleets' | 'titleOf'>): Found {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found: Found = { count: 0, first: [] }
  for (const fleet of view.fleets) {
    const shared = `${fleet.name} ${fleet.member} ${view.titleOf(fleet.first)}`.toLowerCase()
    const own = words.filter((word) => !shared.includes(word))
    const { first, count } = fleet
    for (let id = first; id < first + count; id++) {
      if (own.length === 0 && found.first.length >= MOST_ROWS) {
        found.count += first + count - id
        break
      }
      if (!own.every((word) => holds(word, id - first + 1, view.drivers.get(id)))) continue
      found.count++
      if (found.first.length < MOST_ROWS) found.first.push(id)
    }
  }
  return found
}

function holds(word: string, number: number, driver: string | undefined): boolean {
  return String(number).includes(word) || (driver?.toLowerCase().includes(word) ?? false)
}

export class People {
  readonly drawer: Drawer
  private readonly actions: PeopleActions
  private readonly people: PeopleList
  private readonly vehicles = make('div.rows', { role: 'list', 'aria-label': 'Vehicles' })
  private readonly more = make('p.drawer-note')
  private readonly find = document.createElement('input')
  private readonly name: NameForm
  private shown = ''
  private sought: Found = { count: 0, first: [] }
  private view: PeopleView | undefined // last shown
  private soughtKey = ''

  constructor(actions: PeopleActions) {
    this.actions = actions
    this.drawer = new Drawer({ name: 'people', title: 'People and vehicles', key: 'L' })
    this.people = new PeopleList(actions)
    this.name = new NameForm('people-name', (name) => actions.rename(name))
    this.find.type = 'search'
    this.find.className = 'field'
    this.find.placeholder = 'Find a vehicle by name'
    this.find.setAttribute('aria-label', this.find.placeholder)
    this.find.dataset.testid = 'find-vehicle'
    this.find.addEventListener('keydown', (event) => event.key === 'Enter' && this.selectFirst())
    this.drawer.body.append(
      this.name.element,
      this.people.element,
      make('h3', {}, 'Vehicles'),
      this.find,
      this.vehicles,
      this.more,
    )
  }

  show(view: PeopleView): void {
    if (!this.drawer.isOpen) return
    this.view = view
    this.name.show(view.name)
    const found = this.found(view)
    this.people.show(view.people)
    const key = JSON.stringify([[...view.drivers], view.selected, found.count, found.first])
    if (key === this.shown) return // a row must not be replaced during a click
    this.shown = key
    this.vehicles.replaceChildren(
      ...found.first.map((id) =>
        this.row(view, id, {
          title: view.nameOf(id),
          aside: view.drivers.get(id) ?? view.titleOf(id),
          colour: view.colourOf(id),
        }),
      ),
    )
    const hidden = found.count - found.first.length
    setText(this.more, found.count === 0 ? 'No such vehicle.' : hidden > 0 ? `and ${hidden} more` : '')
  }

  /** Return the vehicles for the text in the field; searched again when the text or a driver has changed. */
  private found(view: PeopleView): Found {
    const key = JSON.stringify([this.find.value, [...view.drivers]])
    if (key !== this.soughtKey) this.sought = findVehicles(this.find.value, view)
    this.soughtKey = key
    return this.sought
  }

  private row(
    view: PeopleView,
    id: number,
    what: { title: string; aside: string; colour: string },
  ): HTMLElement {
    const swatch = make('span.swatch')
    swatch.style.setProperty('background', what.colour)
    const content = make('span.row-content', {}, swatch, make('span.row-title', {}, what.title))
    if (what.aside) content.append(make('span.row-aside', {}, what.aside))
    const button = makeButton(content, {
      title: `Look at ${what.title}`,
      className: 'row',
      press: () => this.actions.select(id),
    })
    button.dataset.vehicle = String(id)
    button.setAttribute('aria-current', String(id === view.selected))
    return make('div', { role: 'listitem' }, button)
  }

  private selectFirst(): void {
    const first = this.view && this.found(this.view).first.at(0)
    if (first !== undefined) this.actions.select(first)
    this.find.blur()
  }
}

/** Field for the user's name with its button. */
export class NameForm {
  readonly element: HTMLElement
  private readonly field = document.createElement('input')

  constructor(testId: string, done: (name: string) => void) {
    this.field.className = 'field'
    this.field.maxLength = LONGEST_NAME
    this.field.placeholder = 'Your display name'
    this.field.setAttribute('autocomplete', 'nickname')
    this.field.setAttribute('aria-label', 'Your display name')
    this.field.dataset.testid = testId
    const send = () => {
      const name = cleanName(this.field.value)
      if (name) done(name)
      this.field.blur()
    }
    this.field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') send()
      if (event.key === 'Escape') this.field.blur()
    })
    const button = makeButton('Save', { title: 'Save your display name', className: 'button', press: send })
    this.element = make('div.name-form', {}, this.field, button)
  }

  show(name: string): void {
    if (document.activeElement !== this.field && !this.field.value) this.field.value = name
  }
}

/** Card that asks a new driver for a name without taking the keyboard focus. */
export class NameCard {
  readonly element: HTMLElement

  constructor(done: (name: string) => void) {
    const form = new NameForm('name', (name) => {
      this.hide()
      done(name)
    })
    const later = makeButton(icons.close(), {
      title: 'Not now',
      className: 'button quiet icon-button',
      press: () => this.hide(),
    })
    form.element.append(later)
    this.element = make(
      'section.name-card.glass',
      { role: 'dialog', 'aria-label': 'Your display name', 'data-testid': 'name-card' },
      make('p', {}, 'Your display name, over your vehicle'),
      form.element,
    )
    this.element.hidden = true
  }

  show(): void {
    this.element.hidden = false
  }

  hide(): void {
    this.element.hidden = true
  }
}
