/** The table of keys. */

import type { Component } from '../component'

export const help: Component = {
  name: 'help',
  mount({ help }) {
    const toggle = () => help.toggle()
    return { element: help.element, keys: { h: toggle, '?': toggle }, close: () => help.close() }
  },
}
