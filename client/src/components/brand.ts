/** The name of the world that is shown. */

import type { Component } from '../component'
import { make } from '../dom'

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
