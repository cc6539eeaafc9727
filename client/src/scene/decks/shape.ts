/** Shapes of decks: the paved top, and what is built of concrete and steel: slab, kerbs, guard rails and piers. */

import type { Deck, Decks } from '../../world/decks'
import { pointOf, SLAB, sectionOf } from '../../world/decks'
import type { Heightfield } from '../../world/heightfield'

const OVERHANG = 0.45 // [m] of the slab beyond the road, for kerb and guard rail
const KERB = 0.14 // [m] height over the road
const DROP = 0.4 // [m] beside a deck from which it has a guard rail
const BESIDE = 0.7 // [m] from the edge of a deck to the place where the drop is measured
const BEAMS = [
  [0.5, 0.8],
  [0.98, 1.06],
] as const // [m] bottom and top of the beams of a guard rail over the road
const POST_GAP = 4 // [m] between the posts of a guard rail
const POST = 0.06 // [m] half its thickness
const PIER_GAP = 25 // [m] between piers
const PIER_LEAST = 3 // [m] least height of a deck over the ground with a pier
const PIER_SHIFTS = [0, 4, -4, 8, -8] // [m] by which a pier gives way to a road
const ROAD_MARGIN = 1 // [m] from a pier to the edge of a road
const PIER = { along: 0.45, across: 0.55, head: 0.9, headHeight: 0.6, foot: 1.5 } // [m] half length; shares of half the width; [m]

const CONCRETE = 0xa19e95
const STEEL = 0x9aa1a4

type Vector = readonly [x: number, y: number, z: number]

export interface Paving {
  positions: number[] // x, y, z from the origin [m]
  strips: number[] // of each point: place along the deck, from its middle to the left, half its width [m]
  indices: number[]
}

/** Return the top of a deck. */
export function pave(deck: Deck, [x0, y0, z0]: Vector): Paving {
  const paving: Paving = { positions: [], strips: [], indices: [] }
  const along = placesAlong(deck)
  const { columns } = deck
  for (let row = 0; row < deck.rows; row++) {
    const section = sectionOf(deck, row)
    for (let column = 0; column < columns; column++) {
      const { x, y, z } = pointOf(deck, row, column)
      const left = section.along.x * (y - section.y) - section.along.y * (x - section.x)
      paving.positions.push(x - x0, y - y0, z - z0)
      paving.strips.push(along[row], left, section.half)
      if (row === 0 || column === 0) continue
      const at = row * columns + column
      const [a, b, c, d] = [at - columns - 1, at - columns, at - 1, at]
      paving.indices.push(a, b, c, b, d, c)
    }
  }
  return paving
}

/** Triangles, three corners each. */
export class Solid {
  readonly positions: number[] = []
  readonly colours: number[] = [] // 0xRRGGBB of each corner
  private readonly origin: Vector

  constructor(origin: Vector) {
    this.origin = origin
  }

  quad(a: Vector, b: Vector, c: Vector, d: Vector, colour = CONCRETE): void {
    for (const corner of [a, b, c, a, c, d]) {
      this.positions.push(...corner.map((value, axis) => value - this.origin[axis]))
      this.colours.push(colour)
    }
  }

  /** Join two rings of four corners by four quads. */
  tube(from: readonly Vector[], to: readonly Vector[], colour = CONCRETE): void {
    from.forEach((corner, k) => {
      const next = (k + 1) % from.length
      this.quad(corner, from[next], to[next], to[k], colour)
    })
  }
}

/** One row of a deck as it is built. */
interface Row {
  edges: [left: Edge, right: Edge]
  along: number // [m]
}

interface Edge {
  at: Vector // of the road
  out: [x: number, y: number] // unit vector
  isOpen: boolean // with a drop beside it
}

/** What decks are built on. */
export interface Site {
  ground: Heightfield
  decks: Decks
  /** Return the distance [m] from the edge of the nearest road on the ground, negative on it. */
  roadEdge(x: number, y: number): number
}

/** Add slab, kerbs, guard rails and piers of a deck. */
export function build(deck: Deck, site: Site, solid: Solid): void {
  const along = placesAlong(deck)
  const rows = Array.from({ length: deck.rows }, (_, row) => rowOf(deck, row, along[row], site))
  rows.forEach((row, k) => {
    if (k > 0) buildPiece(rows[k - 1], row, solid)
  })
  for (const { edges } of [rows[0], rows[rows.length - 1]]) {
    const [left, right] = edges.map(outer)
    solid.quad(left, right, lowered(right, SLAB), lowered(left, SLAB))
  }
  for (const side of [0, 1] as const) buildPosts(rows, side, solid)
  buildPiers(deck, along, site, solid)
}

function rowOf(deck: Deck, row: number, along: number, site: Site): Row {
  const section = sectionOf(deck, row)
  const edges = [0, deck.columns - 1].map((column, side): Edge => {
    const { x, y, z } = pointOf(deck, row, column)
    const sign = side === 0 ? 1 : -1
    const out: [number, number] = [-sign * section.along.y, sign * section.along.x]
    const beside = site.ground.heightNear(x + BESIDE * out[0], y + BESIDE * out[1], z)
    return { at: [x, y, z], out, isOpen: z - beside > DROP }
  })
  return { edges: [edges[0], edges[1]], along }
}

function buildPiece(from: Row, to: Row, solid: Solid): void {
  const [near, far] = [from.edges.map(outer), to.edges.map(outer)]
  const under = (corner: Vector) => lowered(corner, SLAB)
  solid.quad(under(near[0]), under(near[1]), under(far[1]), under(far[0]))
  for (const side of [0, 1] as const) {
    const [a, b] = [from.edges[side], to.edges[side]]
    solid.quad(near[side], far[side], under(far[side]), under(near[side]))
    if (!a.isOpen || !b.isOpen) continue
    const [inA, inB, outA, outB] = [a.at, b.at, near[side], far[side]].map((corner) => lowered(corner, -KERB))
    solid.quad(a.at, b.at, inB, inA)
    solid.quad(inA, inB, outB, outA)
    solid.quad(outA, outB, far[side], near[side])
    for (const beam of BEAMS) solid.tube(ring(a, beam), ring(b, beam), STEEL)
  }
}

/** Return the four corners of a beam over an edge. */
function ring(edge: Edge, [bottom, top]: readonly [number, number]): Vector[] {
  return [
    [0.18, bottom],
    [0.26, bottom],
    [0.26, top],
    [0.18, top],
  ].map(([out, up]) => moved(edge, out, up))
}

function buildPosts(rows: readonly Row[], side: 0 | 1, solid: Solid): void {
  let next = 0
  for (let k = 1; k < rows.length; k++) {
    const [from, to] = [rows[k - 1], rows[k]]
    const [a, b] = [from.edges[side], to.edges[side]]
    for (; next <= to.along; next += POST_GAP) {
      if (!a.isOpen || !b.isOpen) continue
      const part = (next - from.along) / Math.max(1e-6, to.along - from.along)
      const [x, y, z] = [0, 1, 2].map((axis) => a.at[axis] + part * (b.at[axis] - a.at[axis]))
      const foot = moved({ ...a, at: [x, y, z] }, 0.32, KERB)
      box(solid, { at: foot, along: [-a.out[1], a.out[0]], half: [POST, POST], height: 0.9 }, STEEL)
    }
  }
}

function buildPiers(deck: Deck, along: readonly number[], site: Site, solid: Solid): void {
  const length = along[along.length - 1]
  const count = Math.floor(length / PIER_GAP)
  for (let k = 1; k <= count; k++) {
    for (const shift of PIER_SHIFTS) {
      const section = sectionAt(deck, along, (k * length) / (count + 1) + shift)
      const bottom = section && footing(section, site)
      if (section === undefined || bottom === undefined) continue
      const { x, y, z, half, along: ahead } = section
      const top = z - SLAB
      const head = Math.max(bottom, top - PIER.headHeight)
      const stem = { along: [ahead.x, ahead.y] as [number, number] }
      const wide = (share: number): [number, number] => [PIER.along, share * half]
      box(solid, { ...stem, at: [x, y, bottom], half: wide(PIER.across), height: head - bottom })
      box(solid, { ...stem, at: [x, y, head], half: wide(PIER.head), height: top - head })
      break
    }
  }
}

type Section = ReturnType<typeof sectionOf>

function sectionAt(deck: Deck, along: readonly number[], place: number): Section | undefined {
  const row = along.findIndex((value) => value >= place)
  if (row < 1 || place <= 0) return undefined
  const part = (place - along[row - 1]) / Math.max(1e-6, along[row] - along[row - 1])
  const [a, b] = [sectionOf(deck, row - 1), sectionOf(deck, row)]
  const mix = (one: number, other: number) => one + part * (other - one)
  return { ...b, x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z), half: mix(a.half, b.half) }
}

/** Return the height [m] at which a pier begins; undefined where none may stand. */
function footing({ x, y, z, half, along }: Section, { ground, decks, roadEdge }: Site): number | undefined {
  let bottom = Number.POSITIVE_INFINITY
  for (const share of [-1, -0.5, 0, 0.5, 1]) {
    const left = share * PIER.across * half
    const [px, py] = [x - left * along.y, y + left * along.x]
    const height = ground.height(px, py)
    if (z - height < PIER_LEAST || roadEdge(px, py) < ROAD_MARGIN) return undefined
    let isOverDeck = false
    decks.at(px, py, (other) => {
      if (other < z - 1) isOverDeck = true
    })
    if (isOverDeck) return undefined
    bottom = Math.min(bottom, height - PIER.foot)
  }
  return bottom
}

function box(
  solid: Solid,
  {
    at,
    along,
    half,
    height,
  }: { at: Vector; along: [number, number]; half: [number, number]; height: number },
  colour = CONCRETE,
): void {
  const corner = (ahead: number, left: number, up: number): Vector => [
    at[0] + ahead * half[0] * along[0] - left * half[1] * along[1],
    at[1] + ahead * half[0] * along[1] + left * half[1] * along[0],
    at[2] + up,
  ]
  const level = (up: number) => [corner(1, 1, up), corner(-1, 1, up), corner(-1, -1, up), corner(1, -1, up)]
  const [bottom, top] = [level(0), level(height)]
  solid.tube(bottom, top, colour)
  solid.quad(top[0], top[1], top[2], top[3], colour)
  solid.quad(bottom[0], bottom[1], bottom[2], bottom[3], colour)
}

/** Return the distances of the rows of a deck from its beginning [m]. */
function placesAlong(deck: Deck): number[] {
  const places = [0]
  for (let row = 1; row < deck.rows; row++) {
    const [a, b] = [sectionOf(deck, row - 1), sectionOf(deck, row)]
    places.push(places[row - 1] + Math.hypot(b.x - a.x, b.y - a.y))
  }
  return places
}

function outer(edge: Edge): Vector {
  return edge.isOpen ? moved(edge, OVERHANG, 0) : edge.at
}

function moved({ at, out }: Edge, outward: number, up: number): Vector {
  return [at[0] + outward * out[0], at[1] + outward * out[1], at[2] + up]
}

function lowered([x, y, z]: Vector, depth: number): Vector {
  return [x, y, z - depth]
}
