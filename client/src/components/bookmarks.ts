/** Card of bookmarks, and the number keys that open and store them. */

import { make, makeButton } from '../base/dom'
import { cleanName } from '../base/memory'
import type { Keys } from '../base/shortcuts'
import type { Bookmark } from '../generated/messages'
import type { Component } from '../page/component'
import { Drawer } from '../page/drawer'
import { BOOKMARK_COUNT } from '../page/latest'
import type { Page } from '../page/page'

export const bookmarks: Component = {
  name: 'bookmarks',
  place: 'drawer',
  mount(page) {
    const card = new BookmarkCard({
      go: (slot) => go(page, slot),
      store: (slot) => store(page, slot),
      retitle: (bookmark) => send(page, bookmark),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { g: () => page.drawers.toggle(card.drawer), ...numbers(page) },
      receive: ({ type }) => type === 'bookmarks' && card.show(page.latest.bookmarks),
      close: () => card.drawer.close(),
    }
  },
}

type Place = Pick<Bookmark, 'slot' | 'x' | 'y' | 'yaw' | 'title'>

function numbers(page: Page): Keys {
  return digitKeys({ go: (slot) => go(page, slot), store: (slot) => store(page, slot) })
}

/** Move the driven vehicle, or else the free camera, to a bookmark. */
function go(page: Page, slot: number): void {
  const { session, rig, latest } = page
  const bookmark = latest.bookmarks[slot]
  if (!bookmark) {
    page.say(`Bookmark ${slot + 1} is empty.`)
    return
  }
  const { x, y, yaw, title } = bookmark
  if (session.own >= 0 && rig.mode !== 'free') page.command({ type: 'teleport', x, y, yaw })
  else rig.flyTo(x, y, yaw)
  page.say(title)
}

function store(page: Page, slot: number): void {
  const before = page.latest.bookmarks[slot]
  if (before?.may_change === false) {
    page.say(`Bookmark ${slot + 1} belongs to ${before.owner || 'the scenario'}.`)
    return
  }
  const here = whereUserIs(page)
  const title = page.latest.bookmarks[slot]?.title ?? defaultTitle(here.x, here.y)
  send(page, { slot, ...here, title })
  page.say(`Stored as bookmark ${slot + 1}.`)
}

function send(page: Page, { slot, x, y, yaw, title }: Place): void {
  page.command({ type: 'bookmark', slot, x, y, yaw, title })
}

/** Return the pose of the driven vehicle, of the free camera, or of the selected vehicle. */
function whereUserIs({ session, rig, watching }: Page): { x: number; y: number; yaw: number } {
  const state = session.buffer.newest
  const id = rig.mode === 'free' || rig.mode === 'overview' ? -1 : watching.subject
  if (state && id >= 0) return { x: state.x[id], y: state.y[id], yaw: state.yaw[id] }
  const { x, y } = rig.mode === 'overview' ? rig.focus : rig.camera.position
  return { x, y, yaw: rig.yaw }
}

const LONGEST_TITLE = 24 // [characters] limit of the server

export interface BookmarkActions {
  go(slot: number): void
  store(slot: number, title?: string): void
  retitle(bookmark: Bookmark): void
}

/** Return the shortcuts of bookmarks: a digit opens one, Shift and the digit stores it; by key position. */
export function digitKeys({ go, store }: Pick<BookmarkActions, 'go' | 'store'>): Keys {
  const keys: Record<string, () => void> = {}
  for (let digit = 0; digit < 10; digit++)
    for (const code of [`Digit${digit}`, `Numpad${digit}`]) {
      const slot = (digit + 9) % 10 // 1 is the first, 0 the tenth
      keys[code] = () => go(slot)
      keys[`Shift+${code}`] = () => store(slot)
    }
  return keys
}

/** Return the default title of a bookmark: its position relative to the origin. */
export function defaultTitle(x: number, y: number): string {
  const side = (value: number, positive: string, negative: string) =>
    `${(Math.abs(value) / 1000).toFixed(1)} km ${value >= 0 ? positive : negative}`
  return `${side(y, 'N', 'S')}, ${side(x, 'E', 'W')}`
}

export class BookmarkCard {
  readonly drawer = new Drawer({ name: 'bookmarks', title: 'Bookmarks', key: 'G' })
  private readonly rows: Row[]

  constructor(actions: BookmarkActions) {
    this.rows = Array.from({ length: BOOKMARK_COUNT }, (_, slot) => new Row(slot, actions))
    this.drawer.body.append(
      make(
        'p.drawer-note',
        {},
        'A number key goes there, with your vehicle or the free camera; Shift and the number store your position.',
      ),
      make('div.rows', { role: 'list' }, ...this.rows.map((row) => row.element)),
    )
  }

  show(bookmarks: readonly (Bookmark | undefined)[]): void {
    this.rows.forEach((row, slot) => {
      row.show(bookmarks[slot])
    })
  }
}

class Row {
  readonly element: HTMLElement
  private readonly title = document.createElement('input')
  private readonly go: HTMLButtonElement
  private readonly store: HTMLButtonElement
  private readonly slot: number
  private bookmark: Bookmark | undefined

  constructor(slot: number, actions: BookmarkActions) {
    const key = slot < 10 ? String((slot + 1) % 10) : ''
    this.title.className = 'field'
    this.title.maxLength = LONGEST_TITLE
    this.title.placeholder = 'empty'
    this.title.setAttribute('aria-label', `Title of bookmark ${slot + 1}`)
    this.title.dataset.testid = `bookmark-title-${slot}`
    this.title.addEventListener('keydown', (event) => event.key === 'Enter' && this.title.blur())
    this.title.addEventListener('change', () => {
      const title = cleanName(this.title.value)
      if (this.bookmark && title) actions.retitle({ ...this.bookmark, title })
      else this.title.value = this.bookmark?.title ?? ''
    })
    this.go = makeButton('Go', {
      title: `Go to bookmark ${slot + 1}`,
      testId: `bookmark-go-${slot}`,
      className: 'button primary',
      press: () => actions.go(slot),
    })
    this.slot = slot
    this.store = makeButton('Store', {
      title: `Store your position as bookmark ${slot + 1}`,
      testId: `bookmark-store-${slot}`,
      className: 'button',
      press: () => actions.store(slot),
    })
    this.element = make(
      'div.bookmark',
      { role: 'listitem' },
      key ? make('kbd', {}, key) : make('span.bookmark-number', {}, String(slot + 1)),
      this.title,
      this.go,
      this.store,
    )
    this.show(undefined)
  }

  show(bookmark: Bookmark | undefined): void {
    this.bookmark = bookmark
    this.go.disabled = bookmark === undefined
    const isForeign = bookmark?.may_change === false
    this.title.disabled = bookmark === undefined || isForeign
    this.title.title = bookmark?.owner ? `Stored by ${bookmark.owner}` : ''
    this.store.disabled = isForeign
    const words = isForeign
      ? `It belongs to ${bookmark.owner || 'the scenario'}`
      : `Store your position as bookmark ${this.slot + 1}`
    this.store.title = words
    this.store.setAttribute('aria-label', isForeign ? `Store: ${words}` : words)
    if (document.activeElement !== this.title) this.title.value = bookmark?.title ?? ''
  }
}
