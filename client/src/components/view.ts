/** The card of the view: watching an autopilot, haze, fog, texture and colours of the ground. */

import type { Component } from '../component'
import { localStore, rememberedView, rememberView } from '../workstation/memory'
import { checkedView, ViewSettings } from '../workstation/viewsettings'

export const view: Component = {
  name: 'view',
  mount(page) {
    const store = localStore()
    const { ground, surface } = page.world
    const { lowest, highest } = ground
    const card = new ViewSettings(
      checkedView(rememberedView(store)),
      { lowest, highest, surface },
      {
        changed: (view) => {
          page.stage.look(view)
          rememberView(store, view)
        },
        watch: (isOn) => page.watching.toggle(isOn),
      },
    )
    page.stage.look(card.view)
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { o: () => page.drawers.toggle(card.drawer) },
      show: () => card.showWatching(page.watching.isOn),
      close: () => card.drawer.close(),
    }
  },
}
