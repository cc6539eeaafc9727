/** Flat shapes on the ground: one mesh per shape, updated when the shape changes. */

import * as THREE from 'three'
import type { Heightfield } from '../heightfield'
import type { Grid } from './groundshapes'
import { triangles } from './groundshapes'

/** Coloured sheet that follows the ground under its grid of points. */
export class GroundSheet {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>
  private readonly ground: Heightfield
  private count = 0

  constructor(ground: Heightfield, colour: string, opacity: number) {
    this.ground = ground
    const material = new THREE.MeshBasicMaterial({
      color: colour,
      opacity,
      transparent: true,
      depthWrite: false,
      fog: false,
      side: THREE.DoubleSide,
    })
    material.toneMapped = false
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 4
  }

  lay(grid: Grid, lift: number, opacity?: number): void {
    const { points } = grid
    this.mesh.visible = points.length > grid.columns
    if (!this.mesh.visible) return
    if (opacity !== undefined) this.mesh.material.opacity = opacity
    if (points.length !== this.count) this.renew(grid)
    const [x0, y0] = points[0]
    const position = this.mesh.geometry.getAttribute('position') as THREE.BufferAttribute
    points.forEach(([x, y], k) => {
      position.setXYZ(k, x - x0, y - y0, this.ground.height(x, y) + lift)
    })
    position.needsUpdate = true
    this.mesh.position.set(x0, y0, 0)
  }

  private renew(grid: Grid): void {
    this.count = grid.points.length
    this.mesh.geometry.dispose()
    const geometry = new THREE.BufferGeometry()
    const attribute = new THREE.BufferAttribute(new Float32Array(3 * this.count), 3)
    geometry.setAttribute('position', attribute.setUsage(THREE.DynamicDrawUsage))
    geometry.setIndex(triangles(grid))
    this.mesh.geometry = geometry
  }
}
