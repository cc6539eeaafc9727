/** Heights of the ground, bilinear between posts by the formula of the server, so that vehicles stand on it; and decks. */

import type { TerrainDescription } from '../generated/world'
import { Decks } from './decks'

export type Posts = Pick<TerrainDescription, 'rows' | 'columns' | 'spacing' | 'x_west' | 'y_south'>

export class Heightfield {
  readonly rows: number
  readonly columns: number
  readonly spacing: number
  readonly xWest: number
  readonly ySouth: number
  readonly heights: Float32Array // row 0 is the south, column 0 the west
  readonly lowest: number
  readonly highest: number
  readonly decks: Decks

  constructor(description: Posts, heights: Float32Array, decks = new Decks([])) {
    if (heights.length !== description.rows * description.columns) {
      throw new Error(
        `terrain.bin has ${heights.length} heights; world.json promises ${description.rows} x ${description.columns}`,
      )
    }
    this.rows = description.rows
    this.columns = description.columns
    this.spacing = description.spacing
    this.xWest = description.x_west
    this.ySouth = description.y_south
    this.heights = heights
    this.decks = decks
    ;[this.lowest, this.highest] = range(heights)
  }

  get width(): number {
    return (this.columns - 1) * this.spacing
  }

  get depth(): number {
    return (this.rows - 1) * this.spacing
  }

  get xEast(): number {
    return this.xWest + this.width
  }

  get yNorth(): number {
    return this.ySouth + this.depth
  }

  isInside(x: number, y: number): boolean {
    return x >= this.xWest && x <= this.xEast && y >= this.ySouth && y <= this.yNorth
  }

  /** Return the height of post (row, column), limited to the border. */
  post(row: number, column: number): number {
    const inRow = Math.min(this.rows - 1, Math.max(0, row))
    const inColumn = Math.min(this.columns - 1, Math.max(0, column))
    return this.heights[inRow * this.columns + inColumn]
  }

  /** Return the bilinear ground height [m] at world (x, y). */
  height(x: number, y: number): number {
    const u = Math.min(this.columns - 1, Math.max(0, (x - this.xWest) / this.spacing)) || 0
    const v = Math.min(this.rows - 1, Math.max(0, (y - this.ySouth) / this.spacing)) || 0
    const column = Math.min(this.columns - 2, Math.floor(u))
    const row = Math.min(this.rows - 2, Math.floor(v))
    const [s, t] = [u - column, v - row]
    const south = (1 - s) * this.post(row, column) + s * this.post(row, column + 1)
    const north = (1 - s) * this.post(row + 1, column) + s * this.post(row + 1, column + 1)
    return (1 - t) * south + t * north
  }

  /** Return the height [m] of the surface nearest to the height z at world (x, y): a deck's, or the ground's. */
  heightNear(x: number, y: number, z: number): number {
    return this.decks.near(x, y, z, this.height(x, y))
  }

  /** Return the height [m] of the highest surface at or below z at world (x, y); the ground's if there is none. */
  heightBelow(x: number, y: number, z: number): number {
    return this.decks.below(x, y, z, this.height(x, y))
  }

  /** Return the slopes (east, north) at a post: central differences, one-sided at the border. */
  slopeAtPost(row: number, column: number): [number, number] {
    const [west, east] = [Math.max(0, column - 1), Math.min(this.columns - 1, column + 1)]
    const [south, north] = [Math.max(0, row - 1), Math.min(this.rows - 1, row + 1)]
    const slopeEast = (this.post(row, east) - this.post(row, west)) / Math.max(1, east - west)
    const slopeNorth = (this.post(north, column) - this.post(south, column)) / Math.max(1, north - south)
    return [slopeEast / this.spacing, slopeNorth / this.spacing]
  }

  /** Return the first point where a ray from (x, y, z) along a unit direction meets the ground, or undefined. */
  trace(
    from: { x: number; y: number; z: number },
    toward: { x: number; y: number; z: number },
    reach: number,
  ): number | undefined {
    let travelled = 0
    let before = 0
    while (travelled < reach) {
      const above = this.clearance(from, toward, travelled)
      if (above <= 0) return this.bisect(from, toward, before, travelled)
      before = travelled
      travelled += Math.max(0.25, 0.4 * above, 0.002 * travelled)
    }
    return undefined
  }

  private clearance(
    from: { x: number; y: number; z: number },
    d: { x: number; y: number; z: number },
    t: number,
  ): number {
    return from.z + t * d.z - this.height(from.x + t * d.x, from.y + t * d.y)
  }

  private bisect(
    from: { x: number; y: number; z: number },
    toward: { x: number; y: number; z: number },
    above: number,
    below: number,
  ): number {
    for (let k = 0; k < 16; k++) {
      const middle = 0.5 * (above + below)
      if (this.clearance(from, toward, middle) > 0) above = middle
      else below = middle
    }
    return below
  }
}

function range(heights: Float32Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const height of heights) {
    if (height < low) low = height
    if (height > high) high = height
  }
  return [low, high]
}
