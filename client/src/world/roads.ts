/** Roads: simplified centre lines from the server, joined, and indexed by square for the ground shader. */

import type { RoadDescription } from '../generated/world'
import { readRoadPoints } from '../generated/world'
import { axisDistance, codeOf, joinRoads } from './roadjoints'

export interface Road {
  kind: string
  width: number
  points: Float32Array // x, y, x, y, ... [m]
  lanes?: readonly number[] // forward and backward, if they are known
  cut?: { start: boolean; end: boolean } // ends that are cut off square, because the road goes on on a deck
}

export type Roads = readonly Road[]

export const LOOKS = { asphalt: 0, gravel: 1, track: 2, concrete: 3 } as const
export type RoadLook = keyof typeof LOOKS

const BEND = 0.05 // [m] largest deviation of a simplified centre line
const MARGIN = 4 // [m] distance beyond its edge within which a road is found
const LEAST_CELL = 24 // [m] smallest square
const MOST_CELLS = 1024 // largest number of squares along a side

export function roadLook(kind: string): RoadLook {
  if (kind.includes('concrete')) return 'concrete'
  if (/asphalt|paved/.test(kind)) return 'asphalt'
  return kind.includes('gravel') ? 'gravel' : 'track'
}

/** Return the roads from the points in roads.bin. */
export function decodeRoads(roads: readonly RoadDescription[], buffer: ArrayBuffer): Road[] {
  const values = readRoadPoints(buffer)
  const wanted = roads.reduce((sum, { count }) => sum + 2 * count, 0)
  if (values.length !== wanted)
    throw new Error(`roads.bin has ${values.length / 2} points; world.json promises ${wanted / 2}`)
  let at = 0
  return roads.map(({ kind, width, lanes, count }) => {
    const points = simplified(values.subarray(at, at + 2 * count), BEND)
    at += 2 * count
    return { kind, width, lanes, points }
  })
}

/** Return a line simplified to a tolerance [m] (Douglas and Peucker). */
export function simplified(points: Float32Array, tolerance: number): Float32Array {
  const count = points.length / 2
  if (count < 3) return points.slice()
  const keeps = new Uint8Array(count)
  keeps[0] = keeps[count - 1] = 1
  const spans: [number, number][] = [[0, count - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    let [worst, at] = [tolerance, -1]
    for (let k = first + 1; k < last; k++) {
      const away = distance(points, k, first, last)
      if (away > worst) [worst, at] = [away, k]
    }
    if (at < 0) continue
    keeps[at] = 1
    spans.push([first, at], [at, last])
  }
  return points.filter((_, k) => keeps[k >> 1] === 1)
}

/** Return the distance of point k from the segment between points a and b. */
function distance(points: Float32Array, k: number, a: number, b: number): number {
  const [ax, ay] = [points[2 * a], points[2 * a + 1]]
  const [dx, dy] = [points[2 * b] - ax, points[2 * b + 1] - ay]
  const [px, py] = [points[2 * k] - ax, points[2 * k + 1] - ay]
  const square = dx * dx + dy * dy
  const part = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0
  return Math.hypot(px - part * dx, py - part * dy)
}

/** Cut-off ends of a segment, added to its look. */
export const CUT = { start: 4, end: 8 } as const

/** Factors of the number of lanes and of their kind, added to the look of a road; 0 lanes if they are unknown. */
export const LANES = { count: 64, kind: 16 } as const
export const LANE_KINDS = { oneWay: 0, twoWay: 1, divided: 2 } as const
const MOST_LANES = 40 // largest number that is told to the shader

/** Return the look of a road with the lanes that are marked on it, as one number. */
export function codeOfLook({ kind, lanes = [] }: Pick<Road, 'kind' | 'lanes'>): number {
  const [forward, backward] = [lanes[0] ?? 0, lanes[1] ?? 0]
  const { oneWay, twoWay, divided } = LANE_KINDS
  const isOneWay = forward === 0 || backward === 0
  const laneKind = isOneWay ? oneWay : forward === backward && forward > 1 ? divided : twoWay
  const count = Math.min(MOST_LANES, forward + backward)
  return LOOKS[roadLook(kind)] + LANES.count * count + LANES.kind * laneKind
}

export const PIECE_FLOATS = 8 // of a segment: x, y, x, y [m], half width [m], look with lanes and cut ends, distance of its start along the road [m], code of its road

/** Segments of roads, and the segments near each square of ground. */
export interface RoadFile {
  x: number // south-western corner [m]
  y: number
  cell: number // [m]
  columns: number
  rows: number
  cells: Float32Array // two per square: index in `entries`, and number
  pieces: Float32Array // segments by square; a segment in two squares is repeated
}

export function fileRoads(roads: Roads): RoadFile {
  const all = piecesOf(roads)
  const { west, south, east, north } = bounds(roads)
  const cell = Math.max(LEAST_CELL, (east - west) / MOST_CELLS, (north - south) / MOST_CELLS)
  const columns = Math.max(1, Math.ceil((east - west) / cell))
  const rows = Math.max(1, Math.ceil((north - south) / cell))
  const members: number[][] = Array.from({ length: columns * rows }, () => [])
  all.forEach((piece, index) => {
    const [ax, ay, bx, by, half] = piece
    const reach = half + MARGIN
    const range = (a: number, b: number, from: number, most: number) => [
      Math.max(0, Math.floor((Math.min(a, b) - reach - from) / cell)),
      Math.min(most - 1, Math.floor((Math.max(a, b) + reach - from) / cell)),
    ]
    const [left, right] = range(ax, bx, west, columns)
    const [low, high] = range(ay, by, south, rows)
    for (let row = low; row <= high; row++) {
      for (let column = left; column <= right; column++) {
        const [x, y] = [west + (column + 0.5) * cell, south + (row + 0.5) * cell]
        if (axisDistance(piece, x, y) <= reach + 0.7072 * cell) members[row * columns + column].push(index)
      }
    }
  })
  const column = (x: number) => Math.min(columns - 1, Math.max(0, Math.floor((x - west) / cell)))
  const row = (y: number) => Math.min(rows - 1, Math.max(0, Math.floor((y - south) / cell)))
  joinRoads(all, (x, y) => members[row(y) * columns + column(x)])
  const cells = new Float32Array(2 * members.length)
  const total = members.reduce((sum, list) => sum + list.length, 0)
  const pieces = new Float32Array(PIECE_FLOATS * Math.max(1, total))
  let next = 0
  members.forEach((list, at) => {
    cells.set([next, list.length], 2 * at)
    for (const index of list) pieces.set(all[index], PIECE_FLOATS * next++)
  })
  return { x: west, y: south, cell, columns, rows, cells, pieces }
}

function piecesOf(roads: Roads): number[][] {
  const pieces: number[][] = []
  roads.forEach((one, road) => {
    const { width, points, cut } = one
    const look = codeOfLook(one)
    let along = 0
    for (let k = 0; k + 3 < points.length; k += 2) {
      const ends = [...points.subarray(k, k + 4)]
      const start = cut?.start && k === 0 ? CUT.start : 0
      const end = cut?.end && k + 5 >= points.length ? CUT.end : 0
      pieces.push([...ends, 0.5 * width, look + start + end, along, codeOf(road)])
      along += Math.hypot(ends[2] - ends[0], ends[3] - ends[1])
    }
  })
  return pieces
}

function bounds(roads: Roads): { west: number; south: number; east: number; north: number } {
  const box = { west: 0, south: 0, east: 0, north: 0 }
  let isFirst = true
  for (const { width, points } of roads) {
    const reach = 0.5 * width + MARGIN
    for (let k = 0; k + 1 < points.length; k += 2) {
      const [x, y] = [points[k], points[k + 1]]
      box.west = isFirst ? x - reach : Math.min(box.west, x - reach)
      box.east = isFirst ? x + reach : Math.max(box.east, x + reach)
      box.south = isFirst ? y - reach : Math.min(box.south, y - reach)
      box.north = isFirst ? y + reach : Math.max(box.north, y + reach)
      isFirst = false
    }
  }
  return box
}
