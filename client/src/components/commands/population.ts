/** Buttons for instructors in the vehicle's window: add another vehicle like the followed one, or remove it. */

import { make, makeButton, setText } from '../../base/dom'
import type { Component } from '../../page/component'
import { ownVehicleOf } from '../../page/watching'
import './population.css'

export const population: Component = {
  name: 'population',
  place: 'vehicle',
  mount(page) {
    const name = make('span.panel-name')
    const send = (type: 'add-another' | 'remove-vehicle') => () => {
      const vehicle = ownVehicleOf(page)
      if (vehicle >= 0) page.command({ type, vehicle })
    }
    const element = make(
      'section.population.glass',
      { 'aria-label': 'Add and remove vehicles', 'data-testid': 'population' },
      make(
        'div.population-row',
        {},
        name,
        makeButton('Add another', {
          title: 'Add another vehicle of this kind beside it',
          testId: 'add-another',
          className: 'button',
          press: send('add-another'),
        }),
        makeButton('Remove', {
          title: 'Remove this vehicle from the world',
          testId: 'remove-vehicle',
          className: 'button',
          press: send('remove-vehicle'),
        }),
      ),
    )
    element.hidden = true
    const show = () => {
      const vehicle = ownVehicleOf(page)
      const mayRule = page.session.role === 'instructor' && page.session.onlyWatched === ''
      element.hidden = !(mayRule && page.display.value.hasDetails && vehicle >= 0)
      if (!element.hidden) setText(name, page.names.nameOf(vehicle))
    }
    return { element, show }
  },
}
