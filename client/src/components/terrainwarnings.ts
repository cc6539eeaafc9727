/** Card with the warnings about the terrain's source, until it is closed. */

import type { Component } from '../component'
import { make, makeButton } from '../dom'
import './terrainwarnings.css'

export const terrainWarnings: Component = {
  name: 'terrain-warnings',
  place: 'side',
  mount({ world }) {
    const { warnings } = world.description.terrain
    const close = makeButton('Close', {
      title: 'Close the warnings about the terrain',
      className: 'button quiet',
      press: () => {
        element.hidden = true
      },
    })
    const element = make(
      'section.terrain-warnings.glass',
      { role: 'note', 'aria-label': 'Warnings about the terrain', 'data-testid': 'terrain-warnings' },
      ...warnings.map((warning) => make('p', {}, warning)),
      close,
    )
    element.hidden = warnings.length === 0
    return { element }
  },
}
