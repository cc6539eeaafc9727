/** Input of the user: keys of camera and selection, devices for driving, touch pads. */

import { keysOf, listenToShortcuts } from '../base/shortcuts'
import { TouchControls } from '../devices/touchpads'
import type { Component } from '../page/component'

/** Keys of camera and selection, and the listener for the shortcuts of all components. */
export const keys: Component = {
  name: 'keys',
  mount: (page) => ({
    keys: {
      k: () => page.stepCamera(1),
      t: () => page.cameraTarget.tether(),
      enter: () => page.driving.take(),
      '[': () => page.selection.next(-1),
      ']': () => page.selection.next(1),
      escape: () => page.escape(),
    },
    start: () => listenToShortcuts(keysOf(page.components)),
  }),
}

/** Input devices, and the card for choosing one. */
export const devices: Component = {
  name: 'devices',
  mount: ({ devices }) => ({ keys: { j: () => devices.menu.toggle() }, start: () => devices.start() }),
}

/** Touch pads for driving. */
export const touch: Component = {
  name: 'touch',
  mount(page) {
    const { devices, element } = page
    const controls = new TouchControls(devices.touch, () => devices.send())
    const ownChanged = (own: number) => {
      controls.show(own >= 0)
      element.classList.toggle('is-driving', own >= 0)
      element.classList.toggle('has-pads', !controls.element.hidden)
      page.fit()
    }
    return { element: controls.element, ownChanged }
  },
}
