/** Card with links for joining from other machines on the network, as text and as a QR code. */

import type { Component } from '../component'
import { JoinCard } from './joincard'

export const join: Component = {
  name: 'join',
  place: 'drawer',
  mount(page) {
    const card = new JoinCard({
      session: async () => (await page.server?.session()) ?? { links: [], network_command: '' },
      invite: () => page.command({ type: 'invite' }),
      replace: (role, drop) => page.command({ type: 'rotate-link', role, drop }),
      say: (words) => page.say(words),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { 'Shift+KeyL': () => page.drawers.toggle(card.drawer) },
      receive: (message) => {
        if (message.type === 'invitation') card.receiveInvitation(message.links)
        if (message.type === 'links') card.receiveLinks(message.role, message.links)
        if (message.type === 'welcome') card.forget() // the server may have been restarted
      },
      show: () => card.show(page.session.role),
      close: () => card.drawer.close(),
    }
  },
}
