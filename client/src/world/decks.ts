/** Decks, such as bridges: strips of triangles over the ground, found by position and by straight lines. */

import type { DeckDescription } from '../generated/world'
import { readDeckPoints } from '../generated/world'

export const SLAB = 0.8 // [m] thickness
const CELL = 16 // [m] side of a square of the index
const CLIMB = 3 // [m] height above or below a vehicle up to which a deck carries it, as on the server
const PREFERRED = 0.25 // [m] difference of height in favour of a deck, as on the server
const EDGE = 1e-6 // of a triangle beyond its sides
const CORNER = 9 // numbers of a triangle: x, y, z of its corners

export interface Deck {
  name: string // of its road
  rows: number // of points along it
  columns: number // points across it, from left to right
  points: Float32Array // x, y, z, row by row [m]
}

interface Point {
  x: number
  y: number
  z: number
}

/** Return the decks from the points in decks.bin. */
export function decodeDecks(decks: readonly DeckDescription[], buffer: ArrayBuffer): Deck[] {
  const values = readDeckPoints(buffer)
  const wanted = decks.reduce((sum, { rows, columns }) => sum + 3 * rows * columns, 0)
  if (values.length !== wanted)
    throw new Error(`decks.bin has ${values.length / 3} points; world.json promises ${wanted / 3}`)
  let at = 0
  return decks.map(({ name, rows, columns }) => {
    const points = values.subarray(at, at + 3 * rows * columns)
    at += points.length
    return { name, rows, columns, points }
  })
}

/** Return a point of a deck. */
export function pointOf(deck: Deck, row: number, column: number): Point {
  const at = 3 * (row * deck.columns + column)
  return { x: deck.points[at], y: deck.points[at + 1], z: deck.points[at + 2] }
}

/** Return the middle of a row of a deck, half its width [m], and the unit vector along the deck there. */
export function sectionOf(deck: Deck, row: number) {
  const [left, right] = [pointOf(deck, row, 0), pointOf(deck, row, deck.columns - 1)]
  const [dx, dy] = [right.x - left.x, right.y - left.y]
  const width = Math.hypot(dx, dy) || 1
  return {
    x: 0.5 * (left.x + right.x),
    y: 0.5 * (left.y + right.y),
    z: 0.5 * (left.z + right.z),
    half: 0.5 * width,
    along: { x: -dy / width, y: dx / width },
  }
}

export class Decks {
  readonly all: readonly Deck[]
  private readonly corners: Float32Array // of all triangles
  private readonly decks: Uint32Array // number of the deck of each triangle
  private readonly cells = new Map<number, number[]>()

  constructor(decks: readonly Deck[]) {
    this.all = decks
    const count = decks.reduce((sum, { rows, columns }) => sum + 2 * (rows - 1) * (columns - 1), 0)
    this.corners = new Float32Array(CORNER * count)
    this.decks = new Uint32Array(count)
    let next = 0
    decks.forEach((deck, number) => {
      for (let row = 0; row + 1 < deck.rows; row++)
        for (let column = 0; column + 1 < deck.columns; column++) {
          const [a, b] = [pointOf(deck, row, column), pointOf(deck, row, column + 1)]
          const [c, d] = [pointOf(deck, row + 1, column), pointOf(deck, row + 1, column + 1)]
          this.file(next++, [a, b, c], number)
          this.file(next++, [d, c, b], number)
        }
    })
  }

  /** Call `found` with the height [m] and the number of each deck at a position. */
  at(x: number, y: number, found: (height: number, deck: number) => void): void {
    for (const triangle of this.cells.get(keyOf(Math.floor(x / CELL), Math.floor(y / CELL))) ?? []) {
      const height = this.heightOf(triangle, x, y)
      if (!Number.isNaN(height)) found(height, this.decks[triangle])
    }
  }

  /** Return the height [m] of the surface that carries what has the height z: of a deck, or the ground's. */
  near(x: number, y: number, z: number, ground: number): number {
    let gap = Math.min(CLIMB, Math.abs(ground - z) + PREFERRED)
    let result = ground
    this.at(x, y, (height) => {
      if (!(Math.abs(height - z) < gap)) return
      gap = Math.abs(height - z)
      result = height
    })
    return result
  }

  /** Return the height [m] of the highest surface at or below z; the ground's if there is none. */
  below(x: number, y: number, z: number, ground: number): number {
    let result = ground
    this.at(x, y, (height) => {
      if (height <= z && height > result) result = height
    })
    return result
  }

  /** Return the first share of a line, 0..1, at which it goes through the top or the underside of a deck; else 1. */
  share(from: Point, to: Point): number {
    const tried = new Set<number>()
    let first = 1
    for (const triangle of this.along(from, to)) {
      if (tried.has(triangle)) continue
      tried.add(triangle)
      for (const depth of [0, SLAB]) first = Math.min(first, this.meeting(triangle, from, to, depth))
    }
    return first
  }

  private file(triangle: number, corners: readonly Point[], deck: number): void {
    corners.forEach(({ x, y, z }, k) => {
      this.corners.set([x, y, z], CORNER * triangle + 3 * k)
    })
    this.decks[triangle] = deck
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    const [left, right] = cellsOf(Math.min(...xs), Math.max(...xs))
    const [low, high] = cellsOf(Math.min(...ys), Math.max(...ys))
    for (let column = left; column <= right; column++)
      for (let row = low; row <= high; row++) {
        const list = this.cells.get(keyOf(column, row))
        if (list) list.push(triangle)
        else this.cells.set(keyOf(column, row), [triangle])
      }
  }

  /** Return the height of a triangle at a position; NaN beside it. */
  private heightOf(triangle: number, x: number, y: number): number {
    const p = this.corners.subarray(CORNER * triangle, CORNER * (triangle + 1))
    const [ux, uy, vx, vy] = [p[3] - p[0], p[4] - p[1], p[6] - p[0], p[7] - p[1]]
    const area = ux * vy - uy * vx
    const [east, north] = [x - p[0], y - p[1]]
    const share = (east * vy - north * vx) / area
    const other = (north * ux - east * uy) / area
    const isInside = share >= -EDGE && other >= -EDGE && share + other <= 1 + EDGE
    return isInside ? p[2] + share * (p[5] - p[2]) + other * (p[8] - p[2]) : Number.NaN
  }

  /** Return the share of a line at which it goes through a triangle that is lowered by `depth` [m]; 1 for none. */
  private meeting(triangle: number, from: Point, to: Point, depth: number): number {
    const p = this.corners.subarray(CORNER * triangle, CORNER * (triangle + 1))
    const [ux, uy, vx, vy] = [p[3] - p[0], p[4] - p[1], p[6] - p[0], p[7] - p[1]]
    const area = ux * vy - uy * vx
    const slopeX = ((p[5] - p[2]) * vy - (p[8] - p[2]) * uy) / area
    const slopeY = ((p[8] - p[2]) * ux - (p[5] - p[2]) * vx) / area
    const over = ({ x, y, z }: Point) => z - (p[2] - depth + slopeX * (x - p[0]) + slopeY * (y - p[1]))
    const [start, end] = [over(from), over(to)]
    const share = start / (start - end)
    if (!(share >= 0 && share <= 1)) return 1
    const isInside = !Number.isNaN(
      this.heightOf(triangle, from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)),
    )
    return isInside ? share : 1
  }

  /** Yield the triangles of the squares under a line, some of them more than once. */
  private *along(from: Point, to: Point): Generator<number> {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const [left, right] = cellsOf(Math.min(from.x, to.x), Math.max(from.x, to.x))
    for (let column = left; column <= right; column++) {
      const limit = (edge: number) => {
        const share = dx === 0 ? 0 : (edge - from.x) / dx
        return from.y + Math.min(1, Math.max(0, share)) * dy
      }
      const ends = dx === 0 ? [from.y, to.y] : [limit(column * CELL), limit((column + 1) * CELL)]
      const [low, high] = cellsOf(Math.min(...ends), Math.max(...ends))
      for (let row = low; row <= high; row++) yield* this.cells.get(keyOf(column, row)) ?? []
    }
  }
}

function cellsOf(low: number, high: number): [number, number] {
  return [Math.floor(low / CELL), Math.floor(high / CELL)]
}

function keyOf(column: number, row: number): number {
  return (column + 2 ** 20) * 2 ** 21 + row + 2 ** 20
}
