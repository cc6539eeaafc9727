/** List of people with their vehicles and warnings for deceptive names; instructors can remove people. */

import { make, makeButton } from '../base/dom'
import { icons } from '../base/icons'
import { driverColour } from '../base/palette'
import type { Barred, Driver, NameMark, Person, Role } from '../generated/messages'
import { MARK_WORDS } from '../world/names'

export interface PeopleListActions {
  select(vehicle: number): void
  remove(person: number): void
  ban(person: number): void
  lift(address: string): void
}

export interface PeopleListView {
  role: Role // role of the user
  own: number // the user's vehicle, -1 for none
  person: number // number of the user
  selected: number
  drivers: readonly Driver[]
  people: readonly Person[] // all connected people, for instructors
  barred: readonly Barred[]
  nameOf(vehicle: number): string
}

interface Entry {
  person: number
  name: string
  mark: NameMark
  role: Role
  vehicle: number // -1 for none
  aside: string
  mayGo: boolean // whether the user may remove this person
}

/** Return the entries of the list by name: drivers, and for instructors all connected people. */
export function entriesOf(view: PeopleListView): Entry[] {
  const isTeacher = view.role === 'instructor'
  const connected = new Set(view.people.map(({ person }) => person))
  const away = view.drivers.filter(({ person }) => !connected.has(person))
  const seat = (vehicle: number) => (vehicle < 0 ? 'watches' : view.nameOf(vehicle))
  const entries = isTeacher
    ? view.people.map((one) => ({
        ...one,
        aside: [seat(one.vehicle), one.address].filter(Boolean).join(' \u00b7 '),
        mayGo: one.role === 'driver',
      }))
    : []
  const others = (isTeacher ? away : view.drivers).map((one) => ({
    ...one,
    aside: isTeacher ? `${seat(one.vehicle)} \u00b7 away` : seat(one.vehicle),
    mayGo: false,
  }))
  return [...entries, ...others].sort((a, b) => a.name.localeCompare(b.name) || a.person - b.person)
}

export class PeopleList {
  readonly element: HTMLElement
  private readonly actions: PeopleListActions
  private readonly title = make('h3', {}, 'Drivers')
  private readonly rows = make('div.rows', { role: 'list', 'data-testid': 'people-list' })
  private readonly bans = make('div.bans')
  private shown = ''

  constructor(actions: PeopleListActions) {
    this.actions = actions
    this.element = make('div', {}, this.title, this.rows, this.bans)
  }

  show(view: PeopleListView): void {
    const entries = entriesOf(view)
    const key = JSON.stringify([entries, view.barred, view.role, view.own, view.selected])
    if (key === this.shown) return // a row must not be replaced during a click
    this.shown = key
    const isTeacher = view.role === 'instructor'
    const focused = (document.activeElement as HTMLElement | null)?.dataset.action
    this.title.textContent = isTeacher ? 'People' : 'Drivers'
    this.rows.setAttribute('aria-label', this.title.textContent)
    this.rows.replaceChildren(...entries.map((entry) => this.row(entry, view)))
    if (entries.length === 0) this.rows.append(make('p.drawer-note', { role: 'listitem' }, 'No drivers yet.'))
    this.bans.replaceChildren(...(isTeacher && view.barred.length ? this.banned(view.barred) : []))
    const again = focused && this.element.querySelector<HTMLElement>(`[data-action="${CSS.escape(focused)}"]`)
    if (again) again.focus()
  }

  private row(entry: Entry, view: PeopleListView): HTMLElement {
    const { person, name, mark, role, vehicle, aside, mayGo } = entry
    const swatch = make('span.swatch')
    swatch.style.setProperty('background', vehicle < 0 ? 'transparent' : driverColour(vehicle, view.own))
    const called = name || 'No name yet'
    const words = make('span.person-name', {}, make('span.row-title', {}, called))
    if (person === view.person) words.append(make('span.badge', {}, 'you'))
    if (role === 'instructor') words.append(make('span.badge.is-instructor', {}, 'instructor'))
    const content = make('span.row-content', {}, swatch, words, make('span.person-aside', {}, aside))
    if (mark) content.append(make('span.person-mark', {}, icons.warning(), MARK_WORDS[mark]))
    const row = make('div.person', { role: 'listitem', 'data-person': String(person) })
    row.append(vehicle < 0 ? plain(content) : this.lookAt(content, { called, vehicle, person, view }))
    if (mayGo) row.append(this.leave('Remove', called, person), this.leave('Ban', called, person))
    return row
  }

  private lookAt(
    content: HTMLElement,
    {
      called,
      vehicle,
      person,
      view,
    }: { called: string; vehicle: number; person: number; view: PeopleListView },
  ): HTMLElement {
    const button = makeButton(content, {
      title: `Look at ${called}`,
      className: 'row',
      press: () => this.actions.select(vehicle),
    })
    button.dataset.vehicle = String(vehicle)
    button.dataset.action = `look ${person}`
    button.setAttribute('aria-current', String(vehicle === view.selected))
    return button
  }

  private leave(word: 'Remove' | 'Ban', name: string, person: number): HTMLElement {
    const isBan = word === 'Ban'
    const button = makeButton(word, {
      title: isBan ? `Ban ${name} and all drivers from that address` : `Remove ${name}`,
      className: isBan ? 'button small-word is-danger' : 'button small-word',
      press: () => (isBan ? this.actions.ban(person) : this.actions.remove(person)),
    })
    button.dataset.action = `${word} ${person}`
    return button
  }

  private banned(barred: readonly Barred[]): HTMLElement[] {
    const rows = barred.map(({ address, name }) => {
      const lift = makeButton('Lift', {
        title: `Lift the ban of ${address}`,
        className: 'button small-word',
        press: () => this.actions.lift(address),
      })
      lift.dataset.action = `Lift ${address}`
      const words = make('span.person-name', {}, make('span.row-title', {}, name || address))
      const content = make('span.row-content', {}, make('span.swatch'), words)
      content.append(make('span.person-aside', {}, `drivers from ${address} are banned`))
      return make('div.person', { role: 'listitem' }, plain(content), lift)
    })
    return [make('h3', {}, 'Banned'), make('div.rows', { role: 'list', 'aria-label': 'Banned' }, ...rows)]
  }
}

function plain(content: HTMLElement): HTMLElement {
  return make('div.row.is-plain', {}, content)
}
