/** Card of bookmarks, and the number keys that open and store them. */

import type { Component, Keys } from '../component'
import type { Bookmark } from '../generated/messages'
import type { Page } from '../page'
import { BookmarkCard, defaultTitle, digitKeys } from '../workstation/bookmarks'

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
