/** Readings of the driven vehicle's sensors, and the points that its scans hit. */

import * as THREE from 'three'
import { make } from '../base/dom'
import type { SensorReadings } from '../generated/messages'
import type { Component } from '../page/component'
import './sensors.css'

const POINT_SIZE = 4 // [pixels]
const MOST_POINTS = 3000 // twice as many as a message has
const COLOUR = 0xff5a36
const STALE = 1000 // time without a message after which the card goes [ms]

export const sensors: Component = {
  name: 'sensors',
  place: 'side',
  mount(page) {
    const list = make('dl')
    const element = make('section.sensors.glass', { 'aria-label': 'Sensors', 'data-testid': 'sensors' }, list)
    element.hidden = true
    const points = new ScanPoints()
    page.stage.scene.add(points.object)
    let last = Number.NEGATIVE_INFINITY
    const hide = () => {
      element.hidden = true
      points.object.visible = false
    }
    return {
      element,
      receive: (message) => {
        if (message.type !== 'sensors' || message.vehicle !== page.session.own) return
        last = performance.now()
        element.hidden = false
        list.replaceChildren(...linesOf(message))
        points.show(message.points)
      },
      ownChanged: hide,
      show: () => {
        if (performance.now() - last > STALE) hide()
      },
    }
  },
}

/** Return a term and a description for each sensor. */
function linesOf({ readings }: SensorReadings): HTMLElement[] {
  return readings.flatMap(({ name, text }) => [make('dt', {}, name), make('dd', {}, text)])
}

/** Points of constant size on the screen, relative to the first one: single precision suffices around it. */
export class ScanPoints {
  readonly object: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>
  private readonly positions = new THREE.BufferAttribute(new Float32Array(3 * MOST_POINTS), 3)

  constructor() {
    const geometry = new THREE.BufferGeometry()
    geometry.setAttribute('position', this.positions.setUsage(THREE.DynamicDrawUsage))
    const material = new THREE.PointsMaterial({ color: COLOUR, size: POINT_SIZE, sizeAttenuation: false })
    this.object = new THREE.Points(geometry, material)
    this.object.frustumCulled = false
    this.object.visible = false
  }

  /** Show points: x, y and z of each, in turn [m]. */
  show(positions: readonly number[]): void {
    const count = Math.min(MOST_POINTS, Math.floor(positions.length / 3))
    this.object.visible = count > 0
    if (count === 0) return
    const origin = positions.slice(0, 3)
    this.object.position.set(origin[0], origin[1], origin[2])
    for (let index = 0; index < 3 * count; index++)
      this.positions.array[index] = positions[index] - origin[index % 3]
    this.positions.needsUpdate = true
    this.object.geometry.setDrawRange(0, count)
  }
}
