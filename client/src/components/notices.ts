/** Temporary messages, such as refusals of the server; the banner for a lost connection; the table of keys. */

import { sentence } from '../base/text'
import { hasFingersOnly } from '../devices/touchpads'
import type { Component } from '../page/component'

export const toast: Component = {
  name: 'toast',
  place: 'top',
  mount: ({ toast, names }) => ({
    element: toast.element,
    start: () => {
      if (!hasFingersOnly()) toast.show('H shows all keys.', 7)
    },
    receive: (message) => {
      if (message.type === 'refused') toast.show(sentence(names.named(message.reason)), 6)
    },
  }),
}

export const banner: Component = {
  name: 'banner',
  place: 'top',
  mount: ({ banner }) => ({ element: banner.element }),
}

export const help: Component = {
  name: 'help',
  mount({ help }) {
    const toggle = () => help.toggle()
    return { element: help.element, keys: { h: toggle, '?': toggle }, close: () => help.close() }
  },
}
