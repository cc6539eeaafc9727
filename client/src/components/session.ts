/** Card of the session: scenario, simulation rate, weather, and a button for the display settings. */

import type { Component } from '../component'
import type { Page } from '../page'
import { SessionCard } from './sessioncard'

export const session: Component = {
  name: 'session',
  place: 'drawer',
  mount(page) {
    const { server } = page
    const card = new SessionCard({
      scenarios: () => server?.scenarios() ?? Promise.resolve([]),
      choose: (name) => page.command({ type: 'scenario', name }),
      rate: (value) => page.time.setRate(value),
      weather: (kind) => page.command({ type: 'weather', kind }),
      display: () => openView(page),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { 'Shift+KeyO': () => page.drawers.toggle(card.drawer) },
      receive: (message) => {
        if (message.type === 'session') card.receive(message)
        if (message.type === 'weather') card.receiveWeather(message.kind)
      },
      show: () => card.show({ role: page.session.role, rate: page.session.newest?.rate ?? 1 }),
      close: () => card.drawer.close(),
    }
  },
}

/** Open the card with the settings of this browser. */
function openView({ drawers }: Page): void {
  const view = drawers.all.find(({ options }) => options.name === 'view')
  if (view) drawers.toggle(view)
}
