/** Keys of camera and selection, and the listener for the shortcuts of all components. */

import type { Component } from '../component'
import { keysOf, listenToShortcuts } from '../shortcuts'

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
