/** The card of saved places, and the number keys that go to them and store them. */

import type { Component, Keys } from '../component'
import type { SavedPlace } from '../generated/messages'
import type { Page } from '../page'
import { defaultTitle, digitKeys, Places } from '../workstation/places'

export const places: Component = {
  name: 'places',
  mount(page) {
    const card = new Places({
      go: (slot) => go(page, slot),
      store: (slot) => store(page, slot),
      retitle: (place) => send(page, place),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { g: () => page.drawers.toggle(card.drawer), ...numbers(page) },
      hear: ({ type }) => type === 'places' && card.show(page.station.places),
      close: () => card.drawer.close(),
    }
  },
}

function numbers(page: Page): Keys {
  return digitKeys({ go: (slot) => go(page, slot), store: (slot) => store(page, slot) })
}

/** Take the driven vehicle to a saved place, else the free camera. */
function go(page: Page, slot: number): void {
  const { session, rig, station } = page
  const place = station.places[slot]
  if (!place) {
    page.say(`Place ${slot + 1} is empty.`)
    return
  }
  const { x, y, yaw, title } = place
  if (session.own >= 0 && rig.mode !== 'free') page.command({ type: 'teleport', x, y, yaw })
  else rig.flyTo(x, y, yaw)
  page.say(title)
}

function store(page: Page, slot: number): void {
  const here = whereUserIs(page)
  const title = page.station.places[slot]?.title ?? defaultTitle(here.x, here.y)
  send(page, { slot, ...here, title })
  page.say(`Stored as place ${slot + 1}.`)
}

function send(page: Page, { slot, x, y, yaw, title }: SavedPlace): void {
  page.command({ type: 'place', slot, x, y, yaw, title })
}

/** In the driven vehicle, behind the free camera, or at the selected vehicle. */
function whereUserIs({ session, rig, watching }: Page): { x: number; y: number; yaw: number } {
  const state = session.buffer.newest
  const id = rig.mode === 'free' || rig.mode === 'overview' ? -1 : watching.subject
  if (state && id >= 0) return { x: state.x[id], y: state.y[id], yaw: state.yaw[id] }
  const { x, y } = rig.mode === 'overview' ? rig.focus : rig.camera.position
  return { x, y, yaw: rig.yaw }
}
