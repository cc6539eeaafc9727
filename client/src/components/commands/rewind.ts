/** Card for instructors that rewinds a running world by up to a minute. */

import type { Component } from '../../page/component'
import { RewindCard } from '../../replay/rewind'

export const rewind: Component = {
  name: 'rewind',
  place: 'drawer',
  mount(page) {
    const card = new RewindCard((seconds) => page.command({ type: 'rewind', seconds }))
    page.drawers.add(card.drawer)
    const show = () =>
      card.show({
        history: page.latest.history,
        time: page.session.newest?.time ?? 0,
        mayRule: page.session.role === 'instructor',
      })
    return {
      element: card.drawer.element,
      keys: { r: () => page.latest.history && page.drawers.toggle(card.drawer) },
      receive: (message) => {
        if (message.type === 'rewound')
          page.say(`${message.name} set the world back by ${Math.round(message.seconds)} s.`)
      },
      show: () => card.drawer.isOpen && show(),
      close: () => card.drawer.close(),
    }
  },
}
