/** The surface of the ground: soil classes on squares, their colours, and their picture for the ground's shader. */

import type { SoilClass, SurfaceDescription } from './generated/world'
import type { Roads } from './roads'

export type Pixels = Uint8Array<ArrayBuffer> // four a square: colour as on a screen, and how much of the meadow it hides

/** The share of the meadow that a soil hides, 0..1, by the words in its name; grass grows where it is less than a half. */
const HIDES: readonly (readonly [part: string, share: number])[] = [
  ['dry-earth', 0.42],
  ['wet-earth', 0.48],
  ['snow', 0.94],
  ['ice', 0.94],
]
const HIDES_ELSE = 0.86

/** The soil that ground is of where nobody says: a world of nothing else looks as if soils were unheard of. */
const PLAIN = 'dry-earth'

export class Surface {
  readonly description: SurfaceDescription
  readonly classes: Uint8Array // row 0 is the south, column 0 the west

  constructor(description: SurfaceDescription, classes: Uint8Array) {
    if (classes.length !== description.rows * description.columns) {
      throw new Error(
        `surface.bin has ${classes.length} squares; world.json promises ${description.rows} x ${description.columns}`,
      )
    }
    this.description = description
    this.classes = classes
  }

  /** The class at world (x, y); beyond the border the border's. */
  at(x: number, y: number): SoilClass {
    const { rows, columns, spacing, x_west, y_south } = this.description
    const column = Math.min(columns - 1, Math.max(0, Math.floor((x - x_west) / spacing) || 0))
    const row = Math.min(rows - 1, Math.max(0, Math.floor((y - y_south) / spacing) || 0))
    return this.description.classes[this.classes[row * columns + column]]
  }

  colourOf(name: string | undefined): string | undefined {
    return this.description.classes.find((soil) => soil.name === name)?.colour
  }

  /** Classes that there are, the commonest first, with their share of the ground. */
  get present(): { soil: SoilClass; share: number }[] {
    const counts = new Uint32Array(256)
    for (const index of this.classes) counts[index]++
    return this.description.classes
      .map((soil, index) => ({ soil, share: counts[index] / this.classes.length }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share)
  }

  /** True where all of it is the default soil, so that colours would tell nothing. */
  get isPlain(): boolean {
    const { present } = this
    return present.length === 1 && present[0].soil.name === PLAIN
  }
}

export function hides(name: string): number {
  return HIDES.find(([part]) => name.includes(part))?.[1] ?? HIDES_ELSE
}

/** "dry-earth" as people write it. */
export function soilTitle(name: string): string {
  const words = name.replace(/-/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The squares as a picture, south first. A square that only says where a road runs takes on what lies beside the road. */
export function surfacePixels(surface: Surface, roads: Roads): Pixels {
  const colours = surface.description.classes.map((soil) => [
    ...rgb(soil.colour),
    Math.round(255 * hides(soil.name)),
  ])
  const classes = withoutRoads(surface, roads)
  const pixels = new Uint8Array(4 * classes.length)
  for (let at = 0; at < classes.length; at++) pixels.set(colours[classes[at]], 4 * at)
  return pixels
}

export function rgb(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16) || 0
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Roads are drawn as ribbons of their own width; their squares, which are wider, would show as steps beside them. */
function withoutRoads(surface: Surface, roads: Roads): Uint8Array {
  const { columns, rows } = surface.description
  const classes = surface.classes.slice()
  const open = roadSquares(surface, roads)
  let front = [...open]
  while (front.length > 0) {
    const filled: [number, number][] = []
    for (const at of front) {
      const column = at % columns
      const beside = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        at - columns,
        at + columns,
      ].find((one) => one >= 0 && one < rows * columns && !open.has(one))
      if (beside !== undefined) filled.push([at, classes[beside]])
    }
    if (filled.length === 0) break // nothing but road
    for (const [at, soil] of filled) {
      classes[at] = soil
      open.delete(at)
    }
    front = front.filter((at) => open.has(at))
  }
  return classes
}

/** Squares along roads that are of the road's own class. */
function roadSquares(surface: Surface, roads: Roads): Set<number> {
  const { columns, rows, spacing, x_west, y_south, classes } = surface.description
  const found = new Set<number>()
  for (const { kind, width, points } of roads) {
    const reach = 0.5 * width + 0.75 * spacing
    const own = classes.findIndex(({ name }) => name === kind)
    if (own < 0) continue
    for (let k = 0; k + 3 < points.length; k += 2) {
      const [ax, ay, bx, by] = points.subarray(k, k + 4)
      const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / (0.5 * spacing)))
      for (let step = 0; step <= steps; step++) {
        const [x, y] = [ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps]
        const [west, east] = [x - reach, x + reach].map((edge) => Math.floor((edge - x_west) / spacing))
        const [south, north] = [y - reach, y + reach].map((edge) => Math.floor((edge - y_south) / spacing))
        for (let row = Math.max(0, south); row <= Math.min(rows - 1, north); row++)
          for (let column = Math.max(0, west); column <= Math.min(columns - 1, east); column++)
            if (surface.classes[row * columns + column] === own) found.add(row * columns + column)
      }
    }
  }
  return found
}
