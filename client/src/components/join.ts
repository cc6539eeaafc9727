/** The card for letting others in: a link that phones on the same network can follow, as text and as a QR code. */

import type { Component } from '../component'
import { JoinCard } from './joincard'

export const join: Component = {
  name: 'join',
  place: 'drawer',
  mount(page) {
    const card = new JoinCard({
      links: async () => (await page.server?.session())?.links ?? [],
      say: (words) => page.say(words),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { 'Shift+KeyL': () => page.drawers.toggle(card.drawer) },
      show: () => card.show(),
      close: () => card.drawer.close(),
    }
  },
}
