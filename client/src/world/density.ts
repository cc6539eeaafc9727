/**
 * Numbers of vehicles by cell of the map, drawn as dots: the vehicles of a large world that are not sent individually.
 *
 * The dots of a cell have fixed positions: when the count changes by one, one dot appears or disappears. The
 * positions within a cell are arbitrary, their number is not.
 */

import { hash } from '../base/noise'
import type { Frame } from '../connection/wire'
import type { DensityDescription } from '../generated/world'
import type { DrawnVehicles } from './interpolation'

export const KINDS = ['wheeled', 'tracked', 'point'] as const
export type Kind = (typeof KINDS)[number]

export const MOST_DOTS = 131072 // largest number of dots; beyond, a dot stands for several vehicles
const SUBDIVISIONS = 8 // pixels along the side of a cell
const PLACES = 4096 // number of positions in a cell
const ALPHA = 0.8
/** Colours that do not occur on the ground, similar to those of the fleets of the default world. */
const COLOURS: Record<Kind, readonly [number, number, number]> = {
  wheeled: [88, 200, 184],
  tracked: [236, 182, 72],
  point: [226, 60, 200],
}

export interface Dot {
  x: number // [m]
  y: number // [m]
  kind: number // index in KINDS
}

export class Density {
  readonly cells: DensityDescription
  private canvas: HTMLCanvasElement | undefined // north up
  private readonly counts: Record<Kind, Uint16Array>
  private readonly shown: Record<Kind, Uint16Array> // number of vehicles that are drawn individually
  private readonly places = placesInCell()
  private readonly stale = new Set<number>() // rows that are not drawn yet

  constructor(cells: DensityDescription) {
    this.cells = cells
    const counts = () => new Uint16Array(cells.rows * cells.columns)
    this.counts = { wheeled: counts(), tracked: counts(), point: counts() }
    this.shown = { wheeled: counts(), tracked: counts(), point: counts() }
  }

  /** Number of vehicles in all received cells. */
  get total(): number {
    let total = 0
    for (const kind of KINDS) for (const count of this.counts[kind]) total += count
    return total
  }

  receive({ interest }: Frame): void {
    if (!interest || interest.contents.columnCount !== this.cells.columns) return
    const { contents, cells } = interest
    const first = contents.firstRow * this.cells.columns
    if (first + cells.wheeled.length > this.counts.wheeled.length) return
    for (const kind of KINDS) this.counts[kind].set(cells[kind], first)
    for (let row = 0; row < contents.rowCount; row++) this.stale.add(contents.firstRow + row)
  }

  /** Count the vehicles that are drawn individually; `kindOf` returns an index in KINDS. */
  noteShown(state: DrawnVehicles, kindOf: (id: number) => number): void {
    const { x_west, y_south, spacing, columns, rows } = this.cells
    for (const kind of KINDS) this.shown[kind].fill(0)
    for (const id of state.shown) {
      const column = Math.min(columns - 1, Math.max(0, Math.floor((state.x[id] - x_west) / spacing)))
      const row = Math.min(rows - 1, Math.max(0, Math.floor((state.y[id] - y_south) / spacing)))
      this.shown[KINDS[kindOf(id)]][row * columns + column]++
    }
  }

  /** Call `place` with each dot of a row for vehicles that are not drawn individually. */
  eachHidden(row: number, each: number, place: (dot: Dot) => void): void {
    this.eachDot(row, (kind, cell) => (this.counts[kind][cell] - this.shown[kind][cell]) / each, place)
  }

  /** Return the canvas with all received rows. */
  picture(): HTMLCanvasElement {
    this.canvas ??= this.blank()
    const context = this.stale.size > 0 && this.canvas.getContext('2d')
    if (!context) return this.canvas
    const each = Math.max(1, Math.ceil(this.total / MOST_DOTS))
    for (const row of this.stale) this.paint(row, each, context)
    this.stale.clear()
    return this.canvas
  }

  private blank(): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.width = SUBDIVISIONS * this.cells.columns
    canvas.height = SUBDIVISIONS * this.cells.rows
    return canvas
  }

  private paint(row: number, each: number, context: CanvasRenderingContext2D): void {
    const { x_west, y_south, spacing, rows } = this.cells
    const image = context.createImageData(SUBDIVISIONS * this.cells.columns, SUBDIVISIONS)
    const size = spacing / SUBDIVISIONS
    this.eachDot(
      row,
      (kind, cell) => this.counts[kind][cell] / each,
      ({ x, y, kind }) => {
        const down = SUBDIVISIONS - 1 - Math.floor((y - y_south - row * spacing) / size)
        const pixel = 4 * (down * image.width + Math.floor((x - x_west) / size))
        image.data.set(COLOURS[KINDS[kind]], pixel)
        image.data[pixel + 3] = 255 * ALPHA
      },
    )
    context.putImageData(image, 0, SUBDIVISIONS * (rows - 1 - row))
  }

  private eachDot(row: number, count: (kind: Kind, cell: number) => number, place: (dot: Dot) => void): void {
    const { x_west, y_south, spacing, columns } = this.cells
    const dot = { x: 0, y: 0, kind: 0 }
    for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
      const column = cell - row * columns
      for (dot.kind = 0; dot.kind < KINDS.length; dot.kind++) {
        const first = 131 * cell + 1361 * dot.kind
        const many = Math.round(count(KINDS[dot.kind], cell))
        for (let k = 0; k < many; k++) {
          const at = 2 * ((first + k) % PLACES)
          dot.x = x_west + spacing * (column + this.places[at])
          dot.y = y_south + spacing * (row + this.places[at + 1])
          place(dot)
        }
      }
    }
  }
}

/** Return positions in a cell, as fractions of its side. */
function placesInCell(): Float32Array {
  return Float32Array.from({ length: 2 * PLACES }, (_, k) => Math.min(0.9999, hash(k, 3, 17)))
}

export function dotColour(kind: Kind): readonly [number, number, number] {
  return COLOURS[kind]
}
