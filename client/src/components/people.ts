/** Card of drivers and vehicles by name. */

import type { Component } from '../component'
import { People } from '../workstation/people'

export const people: Component = {
  name: 'people',
  place: 'drawer',
  mount(page) {
    const { session, latest, names, driverName } = page
    const card = new People({
      select: (id) => page.selection.select(id),
      rename: (name) => driverName.change(name),
      remove: (person) => page.command({ type: 'remove', person }),
      ban: (person) => page.command({ type: 'ban', person }),
      lift: (address) => page.command({ type: 'lift-ban', address }),
    })
    const show = () =>
      card.show({
        drivers: latest.drivers,
        people: {
          role: session.role,
          own: session.own,
          person: session.person,
          selected: session.selected,
          drivers: latest.driversKnown,
          people: latest.people,
          barred: latest.barred,
          nameOf: (id) => names.nameOf(id),
        },
        selected: session.selected,
        name: driverName.value,
        fleets: page.world.description.fleets,
        nameOf: (id) => names.nameOf(id),
        titleOf: (id) => names.titleOf(id),
        colourOf: (id) => names.colourOf(id),
      })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { l: () => page.drawers.toggle(card.drawer) },
      receive: ({ type }) => (type === 'drivers' || type === 'people') && show(),
      show,
      close: () => card.drawer.close(),
    }
  },
}
