/** Sixteen saved places: a card with their titles, and the number keys. */

import type { Keys } from '../component'
import { make, makeButton } from '../dom'
import type { SavedPlace } from '../generated/messages'
import { Drawer } from './drawer'
import { cleanName } from './memory'
import { PLACE_COUNT } from './station'

const LONGEST_TITLE = 24 // characters, as the server has it

export interface PlacesActions {
  go(slot: number): void
  store(slot: number, title?: string): void
  retitle(place: SavedPlace): void
}

/** The shortcuts of places: a digit goes to one, Shift and the digit stores it; by position, for Shift changes characters. */
export function digitKeys({ go, store }: Pick<PlacesActions, 'go' | 'store'>): Keys {
  const keys: Record<string, () => void> = {}
  for (let digit = 0; digit < 10; digit++)
    for (const code of [`Digit${digit}`, `Numpad${digit}`]) {
      const slot = (digit + 9) % 10 // 1 is the first, 0 the tenth
      keys[code] = () => go(slot)
      keys[`Shift+${code}`] = () => store(slot)
    }
  return keys
}

/** A title for a place that has none yet: where it lies from the middle of the map's coordinates. */
export function defaultTitle(x: number, y: number): string {
  const side = (value: number, positive: string, negative: string) =>
    `${(Math.abs(value) / 1000).toFixed(1)} km ${value >= 0 ? positive : negative}`
  return `${side(y, 'N', 'S')}, ${side(x, 'E', 'W')}`
}

export class Places {
  readonly drawer = new Drawer({ name: 'places', title: 'Places', key: 'G' })
  private readonly rows: Row[]

  constructor(actions: PlacesActions) {
    this.rows = Array.from({ length: PLACE_COUNT }, (_, slot) => new Row(slot, actions))
    this.drawer.body.append(
      make(
        'p.drawer-note',
        {},
        'A number key goes there, with your vehicle or the free camera; Shift and the number stores where you are.',
      ),
      make('div.rows', { role: 'list' }, ...this.rows.map((row) => row.element)),
    )
  }

  show(places: readonly (SavedPlace | undefined)[]): void {
    this.rows.forEach((row, slot) => {
      row.show(places[slot])
    })
  }
}

class Row {
  readonly element: HTMLElement
  private readonly title = document.createElement('input')
  private readonly go: HTMLButtonElement
  private place: SavedPlace | undefined

  constructor(slot: number, actions: PlacesActions) {
    const key = slot < 10 ? String((slot + 1) % 10) : ''
    this.title.className = 'field'
    this.title.maxLength = LONGEST_TITLE
    this.title.placeholder = 'empty'
    this.title.setAttribute('aria-label', `Title of place ${slot + 1}`)
    this.title.dataset.testid = `place-title-${slot}`
    this.title.addEventListener('keydown', (event) => event.key === 'Enter' && this.title.blur())
    this.title.addEventListener('change', () => {
      const title = cleanName(this.title.value)
      if (this.place && title) actions.retitle({ ...this.place, title })
      else this.title.value = this.place?.title ?? ''
    })
    this.go = makeButton('Go', {
      title: `Go to place ${slot + 1}`,
      testId: `place-go-${slot}`,
      className: 'button primary',
      press: () => actions.go(slot),
    })
    const store = makeButton('Store', {
      title: `Store where you are as place ${slot + 1}`,
      testId: `place-store-${slot}`,
      className: 'button',
      press: () => actions.store(slot),
    })
    this.element = make(
      'div.place',
      { role: 'listitem' },
      key ? make('kbd', {}, key) : make('span.place-number', {}, String(slot + 1)),
      this.title,
      this.go,
      store,
    )
    this.show(undefined)
  }

  show(place: SavedPlace | undefined): void {
    this.place = place
    this.go.disabled = place === undefined
    this.title.disabled = place === undefined
    if (document.activeElement !== this.title) this.title.value = place?.title ?? ''
  }
}
