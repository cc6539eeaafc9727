/** Flat shapes as grids of points, for drawing on the ground: sector, arrow, band. */

import * as THREE from 'three'
import type { Heightfield } from '../world/heightfield'

type Point = readonly [x: number, y: number]

/** Grid of points by row; neighbours in rows and columns are joined by quads. */
export interface Grid {
  columns: number
  points: Point[]
}

/** Return a sector of a disc about (x, y) between two directions [rad]. */
export function sector(
  at: { x: number; y: number; reach: number },
  from: number,
  to: number,
  size = { rings: 20, rays: 6 },
): Grid {
  const points: Point[] = []
  for (let ring = 0; ring <= size.rings; ring++) {
    const radius = (at.reach * ring) / size.rings
    for (let ray = 0; ray <= size.rays; ray++) {
      const angle = from + ((to - from) * ray) / size.rays
      points.push([at.x + radius * Math.cos(angle), at.y + radius * Math.sin(angle)])
    }
  }
  return { columns: size.rays + 1, points }
}

/** Return an arrow from distance `start` to `end` from (x, y), `width` wide; its head is three times as wide. */
export function arrow(
  at: { x: number; y: number },
  yaw: number,
  size: { start: number; end: number; width: number },
): Grid {
  const head = Math.min(4 * size.width, 0.5 * (size.end - size.start))
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const place = (along: number, left: number): Point => [
    at.x + c * along - s * left,
    at.y + s * along + c * left,
  ]
  const neck = size.end - head
  const half = 0.5 * size.width
  const points: Point[] = []
  const steps = 6
  for (let k = 0; k <= steps; k++) {
    const along = size.start + ((neck - size.start) * k) / steps
    points.push(place(along, half), place(along, -half))
  }
  points.push(place(neck, 3 * half), place(neck, -3 * half), place(size.end, 0), place(size.end, 0))
  return { columns: 2, points }
}

/** Return a band along a polyline, with points no farther apart than `step` [m]. */
export function band(line: readonly Point[], width: number, step: number): Grid {
  const points: Point[] = []
  for (let k = 0; k + 1 < line.length; k++) {
    const [[x0, y0], [x1, y1]] = [line[k], line[k + 1]]
    const length = Math.hypot(x1 - x0, y1 - y0)
    if (length === 0) continue
    const [dx, dy] = [(-0.5 * width * (y1 - y0)) / length, (0.5 * width * (x1 - x0)) / length]
    const count = Math.max(1, Math.ceil(length / step))
    for (let j = 0; j <= count; j++) {
      const [x, y] = [x0 + ((x1 - x0) * j) / count, y0 + ((y1 - y0) * j) / count]
      points.push([x + dx, y + dy], [x - dx, y - dy])
    }
  }
  return { columns: 2, points }
}

/** Return the triangles of a grid, as indices of its points. */
export function triangles({ columns, points }: Grid): number[] {
  const rows = Math.floor(points.length / columns)
  const corners: number[] = []
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column
      const b = a + columns
      corners.push(a, a + 1, b, a + 1, b + 1, b)
    }
  return corners
}

/** Coloured sheet that follows the ground, or the deck that it begins on, under its grid of points. */
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

  /** Lay the grid; its first row is on the surface nearest to `z`, and each further one continues the row before. */
  lay(grid: Grid, { z, lift }: { z: number; lift: number }, opacity?: number): void {
    const { points, columns } = grid
    this.mesh.visible = points.length > grid.columns
    if (!this.mesh.visible) return
    if (opacity !== undefined) this.mesh.material.opacity = opacity
    if (points.length !== this.count) this.renew(grid)
    const [x0, y0] = points[0]
    const position = this.mesh.geometry.getAttribute('position') as THREE.BufferAttribute
    const before: number[] = Array(columns).fill(z)
    points.forEach(([x, y], k) => {
      const column = k % columns
      before[column] = this.ground.heightNear(x, y, before[column])
      position.setXYZ(k, x - x0, y - y0, before[column] + lift)
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
