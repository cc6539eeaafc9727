/** The licence line of the world's map, in a corner as long as the page shows the map. */

import type { Component } from '../component'
import { make } from '../dom'
import './attribution.css'

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
