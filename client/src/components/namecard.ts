/** Card that asks a new driver for a name, once per visit. */

import type { Component } from '../component'
import { NameCard } from '../workstation/people'

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
