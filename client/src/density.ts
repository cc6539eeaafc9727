/** Vehicles counted by cells of the map: the part of a large world that is not sent one by one. */

import type { DensityDescription } from './generated/world'
import type { Frame } from './wire'

const KINDS = ['wheeled', 'tracked', 'point'] as const
type Kind = (typeof KINDS)[number]

const DENSE = 150 // vehicles in a square kilometre that fill two thirds of the colour
const MOST_ALPHA = 0.6
/** Colours that no ground has and that mix well: where both kinds drive, orange. */
const COLOURS: Record<Kind, readonly number[]> = {
  wheeled: [255, 196, 40],
  tracked: [236, 52, 74],
  point: [226, 60, 200],
}

export class Density {
  readonly cells: DensityDescription
  readonly canvas = document.createElement('canvas') // a pixel a cell, north up
  private readonly counts: Record<Kind, Uint16Array>
  private isStale = true

  constructor(cells: DensityDescription) {
    this.cells = cells
    const counts = () => new Uint16Array(cells.rows * cells.columns)
    this.counts = { wheeled: counts(), tracked: counts(), point: counts() }
    this.canvas.width = cells.columns
    this.canvas.height = cells.rows
  }

  /** Number of vehicles in all cells that have come. */
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
    this.isStale = true
  }

  /** The canvas, painted with what has come. */
  picture(): HTMLCanvasElement {
    if (this.isStale) this.paint()
    this.isStale = false
    return this.canvas
  }

  private paint(): void {
    const context = this.canvas.getContext('2d')
    if (!context) return
    const { rows, columns, spacing } = this.cells
    const image = context.createImageData(columns, rows)
    const full = (DENSE * spacing * spacing) / 1e6
    for (let cell = 0; cell < rows * columns; cell++) {
      const total = KINDS.reduce((sum, kind) => sum + this.counts[kind][cell], 0)
      if (total === 0) continue
      const [row, column] = [Math.floor(cell / columns), cell % columns]
      const pixel = 4 * ((rows - 1 - row) * columns + column)
      for (let channel = 0; channel < 3; channel++)
        image.data[pixel + channel] = KINDS.reduce(
          (sum, kind) => sum + (COLOURS[kind][channel] * this.counts[kind][cell]) / total,
          0,
        )
      image.data[pixel + 3] = 255 * densityAlpha(total / full)
    }
    context.putImageData(image, 0, 0)
  }
}

/** Opacity of a cell, 0..1, by its vehicles over those of a dense one: few are seen, and many told from very many. */
export function densityAlpha(share: number): number {
  return MOST_ALPHA * (1 - Math.exp(-1.1 * Math.sqrt(share)))
}
