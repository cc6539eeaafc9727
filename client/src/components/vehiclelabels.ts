/** Labels over the selected vehicle and the one under the mouse. */

import * as THREE from 'three'
import { make, setText } from '../base/dom'
import { shortReason } from '../map/standing'
import type { Component } from '../page/component'
import type { Screen } from '../scene/picking'
import { project } from '../scene/picking'

const ABOVE = 0.8 // [m] height of a label over the body
const MARGIN = 6 // [pixels] between a label and the edge of the screen

export const vehicleLabels: Component = {
  name: 'vehicle-labels',
  place: 'labels',
  mount(page) {
    const [hovered, selected] = [new Label('hovered'), new Label('selected')]
    const show = (label: Label, id: number) => {
      label.hide()
      if (id < 0) return
      const { x, y, z } = page.drawn
      const at = { x: x[id], y: y[id], z: z[id] + page.names.fleetOf(id).body.height + ABOVE }
      const { marking, host } = page.latest.remotes.get(id) ?? {}
      const reason = shortReason(page.latest.standing.get(id))
      const words = [page.driverOf(id), marking, page.names.nameOf(id), page.names.titleOf(id), host, reason]
      const name = words.filter(Boolean).join(' · ')
      label.show({ ...at, name, colour: page.names.colourOf(id) }, page.rig.camera, page.stage.size)
    }
    return {
      element: make('div', {}, hovered.element, selected.element),
      draw: () => {
        const { session } = page
        show(selected, session.selected === session.own ? -1 : session.selected)
        show(hovered, page.selection.hovered === session.selected ? -1 : page.selection.hovered)
      },
    }
  },
}

class Label {
  readonly element: HTMLElement
  private readonly words = make('span')
  private readonly swatch = make('span.swatch')

  constructor(kind: 'selected' | 'hovered') {
    this.element = make(`div.label.label-${kind}`, { 'aria-hidden': 'true' }, this.swatch, this.words)
    this.element.hidden = true
  }

  show(
    what: { x: number; y: number; z: number; name: string; colour: string },
    camera: THREE.PerspectiveCamera,
    screen: Screen,
  ): void {
    const at = project(new THREE.Vector3(what.x, what.y, what.z), camera, screen)
    const isSeen =
      at !== undefined && at.x > -50 && at.y > -20 && at.x < screen.width + 50 && at.y < screen.height + 20
    this.element.hidden = !isSeen
    if (!at || !isSeen) return
    setText(this.words, at.distance > 150 ? `${what.name} · ${far(at.distance)}` : what.name)
    this.swatch.style.setProperty('background', what.colour)
    const half = 0.5 * this.element.offsetWidth + MARGIN
    const x = Math.max(half, Math.min(screen.width - half, at.x)) // the whole label is on the screen
    this.element.style.setProperty(
      'transform',
      `translate(-50%, -100%) translate(${x.toFixed(1)}px, ${at.y.toFixed(1)}px)`,
    )
  }

  hide(): void {
    this.element.hidden = true
  }
}

function far(metres: number): string {
  return metres < 1000 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`
}
