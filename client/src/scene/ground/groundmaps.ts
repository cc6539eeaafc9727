/** The heightfield as textures: exact heights for the vertices, smooth slopes and tree cover for the shading. */

import * as THREE from 'three'
import type { Heightfield } from '../../world/heightfield'
import type { WorldObjects } from '../../world/world'
import { isTree, shownRadius } from '../../world/world'

const CROWN_SPREAD = 3 // factor on the area of a crown, for undergrowth and shade

/** Return heights [m] as floats, one texel per post; the shader interpolates them by the formula of the server. */
export function heightTexture(ground: Heightfield): THREE.DataTexture {
  const texture = new THREE.DataTexture(
    ground.heights,
    ground.columns,
    ground.rows,
    THREE.RedFormat,
    THREE.FloatType,
  )
  texture.needsUpdate = true
  return texture
}

/** Return a texture of the slopes east (red) and north (green), concavity (blue) and tree cover 0..1 (alpha). */
export function shapeTexture(ground: Heightfield, cover: Float32Array): THREE.DataTexture {
  const half = THREE.DataUtils.toHalfFloat
  const data = new Uint16Array(4 * ground.rows * ground.columns)
  for (let row = 0; row < ground.rows; row++) {
    for (let column = 0; column < ground.columns; column++) {
      const at = row * ground.columns + column
      const [east, north] = ground.slopeAtPost(row, column)
      data[4 * at] = half(east)
      data[4 * at + 1] = half(north)
      data[4 * at + 2] = half(hollowness(ground, row, column))
      data[4 * at + 3] = half(cover[at])
    }
  }
  const texture = new THREE.DataTexture(
    data,
    ground.columns,
    ground.rows,
    THREE.RGBAFormat,
    THREE.HalfFloatType,
  )
  texture.magFilter = THREE.LinearFilter
  texture.minFilter = THREE.LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** Return the mean height of posts at a distance minus the height of the post, over that distance. */
function hollowness(ground: Heightfield, row: number, column: number): number {
  const step = Math.max(1, Math.round(90 / ground.spacing))
  const around =
    ground.post(row + step, column) +
    ground.post(row - step, column) +
    ground.post(row, column + step) +
    ground.post(row, column - step)
  return (around / 4 - ground.post(row, column)) / (step * ground.spacing)
}

/** Return the fraction of the ground near each post under tree crowns; it shows forests beyond the range of trees. */
export function treeCover(ground: Heightfield, objects: WorldObjects): Float32Array {
  const cover = new Float32Array(ground.rows * ground.columns)
  const cell = ground.spacing * ground.spacing
  for (let k = 0; k < objects.count; k++) {
    const kind = objects.kinds[objects.kind[k]]
    if (!isTree(kind)) continue
    const radius = shownRadius(kind, objects.radius[k], objects.height[k])
    const crown = Math.min(1, (CROWN_SPREAD * Math.PI * radius * radius) / Math.max(cell, 60))
    spread(
      cover,
      ground,
      (objects.x[k] - ground.xWest) / ground.spacing,
      (objects.y[k] - ground.ySouth) / ground.spacing,
      crown,
    )
  }
  return cover.map((value) => Math.min(1, value))
}

function spread(cover: Float32Array, ground: Heightfield, u: number, v: number, amount: number): void {
  const column = Math.floor(u)
  const row = Math.floor(v)
  if (column < 0 || row < 0 || column > ground.columns - 2 || row > ground.rows - 2) return
  const [s, t] = [u - column, v - row]
  const at = row * ground.columns + column
  cover[at] += amount * (1 - s) * (1 - t)
  cover[at + 1] += amount * s * (1 - t)
  cover[at + ground.columns] += amount * (1 - s) * t
  cover[at + ground.columns + 1] += amount * s * t
}
