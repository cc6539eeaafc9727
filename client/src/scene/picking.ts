/** Vehicle under a pixel, by its screen position, so that far vehicles are as easy to select as near ones. */

import * as THREE from 'three'
import type { Heightfield } from '../world/heightfield'
import type { DrawnVehicles } from '../world/interpolation'

const LEAST_REACH = 14 // [pixels]
const GROUND_MARGIN = 6 // [m] distance of ground to the vehicle within which the ground does not hide it
const DECK_MARGIN = 2 // [m] likewise of a deck, which may be just over the vehicle

export interface Screen {
  width: number
  height: number
}

/** Return the pixel of a world point and its distance; undefined behind the camera. */
export function project(
  point: THREE.Vector3,
  camera: THREE.PerspectiveCamera,
  screen: Screen,
): { x: number; y: number; distance: number } | undefined {
  const distance = point.distanceTo(camera.position)
  const seen = point.clone().applyMatrix4(camera.matrixWorldInverse)
  if (seen.z > -camera.near) return undefined
  seen.applyMatrix4(camera.projectionMatrix)
  return { x: (0.5 + 0.5 * seen.x) * screen.width, y: (0.5 - 0.5 * seen.y) * screen.height, distance }
}

export class Picker {
  private readonly ground: Heightfield
  private readonly sizes: Float32Array // radius of each vehicle [m]

  constructor(ground: Heightfield, sizes: Float32Array) {
    this.ground = ground
    this.sizes = sizes
  }

  /** Return the id of the visible vehicle nearest to the pixel, -1 for none. */
  pick(
    x: number,
    y: number,
    scene: { state: DrawnVehicles; camera: THREE.PerspectiveCamera; screen: Screen },
  ): number {
    const { state, camera, screen } = scene
    const pixelsAtOneMetre = screen.height / (2 * Math.tan((camera.fov * Math.PI) / 360))
    const hits: { id: number; score: number; point: THREE.Vector3; distance: number }[] = []
    const point = new THREE.Vector3()
    for (const id of state.shown) {
      point.set(state.x[id], state.y[id], state.z[id] + 0.4 * this.sizes[id])
      const seen = project(point, camera, screen)
      if (!seen) continue
      const reach = Math.max(LEAST_REACH, (this.sizes[id] * pixelsAtOneMetre) / seen.distance)
      const score = Math.hypot(seen.x - x, seen.y - y) / reach
      if (score < 1) hits.push({ id, score, point: point.clone(), distance: seen.distance })
    }
    hits.sort((a, b) => a.score - b.score)
    return hits.find((hit) => this.isInSight(camera.position, hit))?.id ?? -1
  }

  private isInSight(eye: THREE.Vector3, hit: { point: THREE.Vector3; distance: number }): boolean {
    const toward = hit.point.clone().sub(eye).divideScalar(hit.distance)
    if (this.ground.trace(eye, toward, hit.distance - GROUND_MARGIN) !== undefined) return false
    return this.ground.decks.share(eye, hit.point) * hit.distance > hit.distance - DECK_MARGIN
  }
}
