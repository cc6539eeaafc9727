/** Touch pads for driving. */

import type { Component } from '../component'
import { TouchControls } from '../touch'

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
