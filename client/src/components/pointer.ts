/** Mouse and touch input over the view: turns the camera, and selects and takes vehicles. */

import { listenToPointer } from '../base/pointer'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { Picker } from '../scene/picking'
import type { World } from '../world/world'

export const pointer: Component = {
  name: 'pointer',
  mount(page) {
    const { rig, stage, selection } = page
    const pick = picking(page)
    const hover = (id: number) => {
      selection.hovered = id
      stage.canvas.classList.toggle('is-over-vehicle', id >= 0)
    }
    listenToPointer(stage.canvas, {
      turn: (dx, dy) => (rig.mode === 'overview' ? rig.pan(dx, dy, stage.size.height) : rig.turn(dx, dy)),
      move: (dx, dy) => rig.turn(dx, dy),
      zoom: (factor) => rig.zoom(factor),
      click: (x, y) => {
        const id = pick(x, y)
        if (id >= 0) selection.select(id)
      },
      doubleClick: (x, y) => {
        const id = pick(x, y)
        if (id >= 0) page.driving.take(id)
      },
      hover: (x, y) => hover(pick(x, y)),
      leave: () => hover(-1),
    })
    return {}
  },
}

/** Return a function that returns the id of the vehicle at a pixel, -1 for none. */
function picking(page: Page): (x: number, y: number) => number {
  const { world, rig, stage } = page
  const picker = new Picker(world.ground, vehicleRadii(world))
  return (x, y) => picker.pick(x, y, { state: page.drawn, camera: rig.camera, screen: stage.size })
}

/** Return half the length of each vehicle [m]. */
function vehicleRadii(world: World): Float32Array {
  const radii = new Float32Array(world.vehicleCount)
  for (const fleet of world.description.fleets)
    radii.fill(fleet.body.length / 2, fleet.first, fleet.first + fleet.count)
  return radii
}
