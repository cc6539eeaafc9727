/** Temporary messages, such as refusals of the server, and the banner for a lost connection. */

import type { Component } from '../component'
import { sentence } from '../sentence'
import { hasFingersOnly } from '../touch'

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
