/** The name of the world that is shown. */

import { make } from '../base/dom'
import type { Component } from '../page/component'
import './brand.css'

export const brand: Component = {
  name: 'brand',
  place: 'top-left',
  mount: ({ world }) => ({
    element: make(
      'div.brand.glass',
      {},
      make('strong', {}, 'motorpool'),
      make('span', {}, world.description.name),
    ),
  }),
}

export const attribution: Component = {
  name: 'attribution',
  place: 'bottom-right',
  mount({ world }) {
    const line = world.description.attribution
    const element = make('p.attribution', { 'data-testid': 'attribution' }, line)
    element.hidden = line === ''
    return { element }
  },
}
