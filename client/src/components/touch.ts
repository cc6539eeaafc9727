/** Pads for driving with fingers. */

import type { Component } from '../component'
import { TouchControls } from '../touch'

export const touch: Component = {
  name: 'touch',
  mount({ desk }) {
    const controls = new TouchControls(desk.touch, () => desk.send())
    return { element: controls.element, ownChanged: (own) => controls.show(own >= 0) }
  },
}
