/** Surface of the ground: soil classes on squares, their colours, and their texture for the ground shader. */

import type { SoilClass, SurfaceDescription } from '../generated/world'
import type { Roads } from './roads'

export type Pixels = Uint8Array<ArrayBuffer> // of colours four per square: sRGB colour, and hidden share of the meadow

/** Share of the meadow that a soil hides, 0..1, by words in its name; grass grows below a half. */
const HIDES: readonly (readonly [part: string, share: number])[] = [
  ['dry-earth', 0.42],
  ['wet-earth', 0.48],
  ['snow', 0.94],
  ['ice', 0.94],
]
const HIDES_ELSE = 0.86

/** Default soil; a world with no other soil is drawn without soils. */
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

  /** Return the class at world (x, y), limited to the border. */
  at(x: number, y: number): SoilClass {
    const { rows, columns, spacing, x_west, y_south } = this.description
    const column = Math.min(columns - 1, Math.max(0, Math.floor((x - x_west) / spacing) || 0))
    const row = Math.min(rows - 1, Math.max(0, Math.floor((y - y_south) / spacing) || 0))
    return this.description.classes[this.classes[row * columns + column]]
  }

  colourOf(name: string | undefined): string | undefined {
    return this.description.classes.find((soil) => soil.name === name)?.colour
  }

  /** Present classes, the most common first, with their shares of the ground. */
  get present(): { soil: SoilClass; share: number }[] {
    const counts = new Uint32Array(256)
    for (const index of this.classes) counts[index]++
    return this.description.classes
      .map((soil, index) => ({ soil, share: counts[index] / this.classes.length }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share)
  }

  /** Whether all of the ground is of the default soil. */
  get isPlain(): boolean {
    const { present } = this
    return present.length === 1 && present[0].soil.name === PLAIN
  }
}

export function hides(name: string): number {
  return HIDES.find(([part]) => name.includes(part))?.[1] ?? HIDES_ELSE
}

/** Wetness of soils, 0..1, by words in their names; others are dry. */
const WETNESS: readonly (readonly [part: string, wetness: number])[] = [
  ['mud', 1],
  ['wet-earth', 0.36],
]

/** Return the wetness of a soil, 0..1; from about a half its ground is mud. */
export function wetness(name: string): number {
  return WETNESS.find(([part]) => name.includes(part))?.[1] ?? 0
}

/** Return the wetness of the squares, south first, 0..255; squares of roads have that of the soil beside the road. */
export function wetnessPixels(surface: Surface, roads: Roads): Pixels {
  const values = surface.description.classes.map(({ name }) => Math.round(255 * wetness(name)))
  return withoutRoads(surface, roads).map((index) => values[index]) as Pixels
}

/** Return the title of a soil: "Dry earth" for "dry-earth". */
export function soilTitle(name: string): string {
  const words = name.replace(/-/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Return the squares as pixels, south first; squares of roads have the soil beside the road. */
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

/** Return the classes without squares of roads, which are wider than the drawn roads. */
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
    if (filled.length === 0) break // only roads
    for (const [at, soil] of filled) {
      classes[at] = soil
      open.delete(at)
    }
    front = front.filter((at) => open.has(at))
  }
  return classes
}

/** Return the squares along roads that have the road's class. */
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
