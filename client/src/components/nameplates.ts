/** Name plates over driven vehicles. */

import * as THREE from 'three'
import { make, setText } from '../base/dom'
import { driverColour } from '../base/palette'
import type { Records } from '../generated/messages'
import type { Component } from '../page/component'
import type { Screen } from '../scene/picking'
import { project } from '../scene/picking'

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

const CLEAR = 120 // [m] distance up to which a plate is opaque
const GONE = 4000 // [m] distance from which there is none
const LEAST = 0.35

export interface PlateView {
  state: Records
  camera: THREE.PerspectiveCamera
  screen: Screen
  own: number
  skip: ReadonlySet<number> // vehicles with another label
  heightOf(id: number): number
}

/** Return the opacity of a plate, 0..1, at a distance [m]. */
export function plateOpacity(distance: number): number {
  if (distance >= GONE) return 0
  const part = Math.log(Math.max(CLEAR, distance) / CLEAR) / Math.log(GONE / CLEAR)
  return 1 - (1 - LEAST) * part
}

export class NamePlates {
  readonly element = make('div.nameplates', { 'data-testid': 'nameplates' })
  private readonly plates = new Map<number, Plate>()

  show(drivers: ReadonlyMap<number, string>, view: PlateView): void {
    for (const [id, plate] of this.plates) if (!drivers.has(id)) this.drop(id, plate)
    for (const [id, name] of drivers) {
      const isKnown = id >= 0 && id < view.state.x.length
      if (isKnown && id !== view.own && !view.skip.has(id)) this.plateOf(id).show(name, id, view)
      else this.plates.get(id)?.hide()
    }
  }

  private plateOf(id: number): Plate {
    const plate = this.plates.get(id) ?? new Plate(id)
    this.plates.set(id, plate)
    if (!plate.element.isConnected) this.element.append(plate.element)
    return plate
  }

  private drop(id: number, plate: Plate): void {
    plate.element.remove()
    this.plates.delete(id)
  }
}

class Plate {
  readonly element: HTMLElement
  private readonly words = make('span')
  private readonly at = new THREE.Vector3()

  constructor(id: number) {
    this.element = make('div.label.nameplate', { 'aria-hidden': 'true' }, this.words)
    this.element.style.setProperty('--driver', driverColour(id, -1))
  }

  show(name: string, id: number, view: PlateView): void {
    const { x, y, z } = view.state
    this.at.set(x[id], y[id], z[id] + view.heightOf(id) + 0.9)
    const at = project(this.at, view.camera, view.screen)
    const isSeen =
      at !== undefined &&
      at.distance < GONE &&
      Math.abs(at.x - view.screen.width / 2) < view.screen.width / 2 + 60 &&
      Math.abs(at.y - view.screen.height / 2) < view.screen.height / 2 + 30
    this.element.hidden = !isSeen
    if (!at || !isSeen) return
    setText(this.words, name)
    this.element.style.setProperty('opacity', plateOpacity(at.distance).toFixed(2))
    const place = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`
    this.element.style.setProperty('transform', `translate(-50%, -100%) ${place}`)
  }

  hide(): void {
    this.element.hidden = true
  }
}
