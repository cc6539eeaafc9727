/** Card of view settings: watched autopilot, haze, fog, texture and colours of the ground. */

import type { Component } from '../component'
import { localStore, rememberedView, rememberView } from '../workstation/memory'
import { checkedView, ViewSettings } from '../workstation/viewsettings'

export const view: Component = {
  name: 'view',
  place: 'drawer',
  mount(page) {
    const store = localStore()
    const { ground, surface } = page.world
    const { lowest, highest } = ground
    const card = new ViewSettings(
      { view: checkedView(rememberedView(store)), display: page.display.value },
      { lowest, highest, surface },
      {
        changed: (view) => {
          page.stage.look(view)
          rememberView(store, view)
        },
        watch: (isOn) => page.watching.toggle(isOn),
        theme: (theme) => page.display.change({ theme }),
        scale: (scale) => {
          page.display.change({ scale })
          page.fit()
        },
        quality: (quality) => {
          page.display.change({ quality })
          startAgain()
        },
        sound: (hasSound) => page.display.change({ hasSound }),
      },
    )
    page.stage.look(card.view)
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { o: () => page.drawers.toggle(card.drawer) },
      show: () => {
        card.showWatching(page.watching.isOn)
        card.showSound(page.display.value.hasSound)
      },
      close: () => card.drawer.close(),
    }
  },
}

/** Reload the page without a quality in its address, because textures depend on it; the driver keeps the vehicle. */
export function startAgain(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete('quality')
  window.location.replace(address)
}
