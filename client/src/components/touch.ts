/** Pads for driving with fingers. */

import type { Component } from '../component'
import { TouchControls } from '../touch'

export const touch: Component = {
  name: 'touch',
  mount({ devices }) {
    const controls = new TouchControls(devices.touch, () => devices.send())
    return { element: controls.element, ownChanged: (own) => controls.show(own >= 0) }
  },
}
