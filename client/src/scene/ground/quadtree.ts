/** Quadtree over the heightfield that selects patches of ground to draw, coarser with distance. */

import type { Heightfield } from '../../world/heightfield'

export const QUADS = 16 // a patch is 16 x 16 quads; a node is four patches
const FINEST = 4 // [m] largest width of a quad near the camera
const REACH_NODES = 3.2 // distance per width up to which a node is drawn

export interface Patch {
  x: number // south-west corner [m]
  y: number
  size: number // [m]
  level: number // 0 is the finest
  low: number // [m] lowest ground in the patch
  high: number
}

export interface Viewpoint {
  x: number
  y: number
  z: number
  sees(patch: Patch): boolean
}

export class GroundQuadtree {
  readonly levels: number
  readonly nodeSize: number // [m] width of a finest node
  readonly firstReach: number // [m] distance within which the finest nodes are drawn; doubles for each level
  private readonly x: number // south-west corner of the root
  private readonly y: number
  private readonly lows: Float32Array[] = []
  private readonly highs: Float32Array[] = []

  /** `beyond` [m] is the width of level ground around the map; `detail` scales the distances of the levels. */
  constructor(ground: Heightfield, options: { beyond: number; detail: number }) {
    const divisions = 2 ** Math.max(0, Math.ceil(Math.log2(ground.spacing / FINEST)))
    this.nodeSize = (2 * QUADS * ground.spacing) / divisions
    this.firstReach = REACH_NODES * this.nodeSize * options.detail
    const across = Math.max(ground.width, ground.depth) + 2 * options.beyond
    this.levels = Math.max(1, Math.ceil(Math.log2(across / this.nodeSize)) + 1)
    const side = this.nodeSize * 2 ** (this.levels - 1)
    this.x = ground.xWest - this.nodeSize * Math.round((side - ground.width) / (2 * this.nodeSize))
    this.y = ground.ySouth - this.nodeSize * Math.round((side - ground.depth) / (2 * this.nodeSize))
    this.measure(ground)
  }

  reach(level: number): number {
    return this.firstReach * 2 ** level
  }

  /** Call `emit` once for each patch for a viewpoint; the patches cover the ground without overlap. */
  select(viewpoint: Viewpoint, emit: (patch: Patch) => void): void {
    this.descend(viewpoint, this.levels - 1, 0, 0, emit)
  }

  private descend(
    viewpoint: Viewpoint,
    level: number,
    column: number,
    row: number,
    emit: (patch: Patch) => void,
  ): void {
    const node = this.node(level, column, row)
    if (!viewpoint.sees(node)) return
    for (const [dx, dy] of QUARTERS) {
      const quarter = this.quarter(node, column, row, dx, dy)
      const isNear = level > 0 && distanceTo(quarter, viewpoint) < this.reach(level - 1)
      if (isNear) this.descend(viewpoint, level - 1, 2 * column + dx, 2 * row + dy, emit)
      else if (viewpoint.sees(quarter)) emit(quarter)
    }
  }

  private node(level: number, column: number, row: number): Patch {
    const size = this.nodeSize * 2 ** level
    const at = row * 2 ** (this.levels - 1 - level) + column
    const [low, high] = [this.lows[level][at], this.highs[level][at]]
    return { x: this.x + column * size, y: this.y + row * size, size, level, low, high }
  }

  private quarter(node: Patch, column: number, row: number, dx: number, dy: number): Patch {
    const size = node.size / 2
    const patch = {
      x: node.x + dx * size,
      y: node.y + dy * size,
      size,
      level: node.level,
      low: node.low,
      high: node.high,
    }
    if (node.level === 0) return patch
    const at = (2 * row + dy) * 2 ** (this.levels - node.level) + 2 * column + dx
    patch.low = this.lows[node.level - 1][at]
    patch.high = this.highs[node.level - 1][at]
    return patch
  }

  private measure(ground: Heightfield): void {
    const across = 2 ** (this.levels - 1)
    const [lows, highs] = [new Float32Array(across * across), new Float32Array(across * across)]
    const posts = this.nodeSize / ground.spacing
    for (let row = 0; row < across; row++) {
      const south = Math.floor((this.y - ground.ySouth) / ground.spacing + row * posts)
      for (let column = 0; column < across; column++) {
        const west = Math.floor((this.x - ground.xWest) / ground.spacing + column * posts)
        const [low, high] = extremes(ground, west, south, Math.ceil(posts) + 1)
        lows[row * across + column] = low
        highs[row * across + column] = high
      }
    }
    this.lows.push(lows)
    this.highs.push(highs)
    for (let level = 1; level < this.levels; level++) this.condense(level)
  }

  private condense(level: number): void {
    const across = 2 ** (this.levels - 1 - level)
    const gather = (finer: Float32Array, pick: (...values: number[]) => number) => {
      const values = new Float32Array(across * across)
      for (let row = 0; row < across; row++) {
        for (let column = 0; column < across; column++) {
          const at = 4 * row * across + 2 * column
          const above = at + 2 * across
          values[row * across + column] = pick(finer[at], finer[at + 1], finer[above], finer[above + 1])
        }
      }
      return values
    }
    this.lows.push(gather(this.lows[level - 1], Math.min))
    this.highs.push(gather(this.highs[level - 1], Math.max))
  }
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

function distanceTo(patch: Patch, point: { x: number; y: number; z: number }): number {
  const dx = Math.max(patch.x - point.x, 0, point.x - patch.x - patch.size)
  const dy = Math.max(patch.y - point.y, 0, point.y - patch.y - patch.size)
  const dz = Math.max(patch.low - point.z, 0, point.z - patch.high)
  return Math.hypot(dx, dy, dz)
}

function extremes(ground: Heightfield, west: number, south: number, count: number): [number, number] {
  const clampColumn = (column: number) => Math.min(ground.columns - 1, Math.max(0, column))
  const clampRow = (row: number) => Math.min(ground.rows - 1, Math.max(0, row))
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = clampRow(south); row <= clampRow(south + count); row++) {
    for (let column = clampColumn(west); column <= clampColumn(west + count); column++) {
      const height = ground.heights[row * ground.columns + column]
      low = Math.min(low, height)
      high = Math.max(high, height)
    }
  }
  return [low, high]
}
