/** The driver's input devices and the card for choosing one. */

import type { Component } from '../component'

export const devices: Component = {
  name: 'devices',
  mount: ({ devices }) => ({ keys: { j: () => devices.menu.toggle() }, start: () => devices.start() }),
}
