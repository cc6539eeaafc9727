/** Name plates over driven vehicles. */

import type { Component } from '../component'
import { NamePlates } from '../workstation/nameplates'

export const namePlates: Component = {
  name: 'name-plates',
  place: 'labels',
  mount(page) {
    const plates = new NamePlates()
    const draw = () =>
      plates.show(page.latest.drivers, {
        state: page.drawn,
        camera: page.rig.camera,
        screen: page.stage.size,
        own: page.session.own,
        skip: new Set([page.selection.id, page.selection.hovered]), // they have their own label
        heightOf: (id) => page.names.fleetOf(id).body.height,
      })
    return { element: plates.element, draw }
  },
}
