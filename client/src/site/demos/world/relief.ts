/** Map under the vehicles: shaded relief, soils and contour lines, painted once, with a pixel per metre. */

import type { PackedTable, Raster, Start } from './start'
import { table } from './start'

const CONTOUR_INTERVAL = 5 // [m]
const BOLD = 5 // number of contour lines from one bold line to the next
const EXAGGERATION = 1.25 // of slopes, in the shading
const SUN = { x: -0.5, y: 0.5, z: 0.7 } // from the north-west, as usual for maps
const LIGHTEST = 1.18 // brightness of slopes toward the sun, relative to level ground
const SOIL_SHARE = 0.5 // share of a soil's colour

export interface Tint {
  low: Colour // colour of the lowest ground
  high: Colour
  contour: number // darkness of a contour line, 0..1
  brightness: number // brightness of soils
}

type Colour = [number, number, number]

interface Soil {
  colour: Colour
  share: number // 0..1
}

const CORNERS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
]

export const DAY: Tint = { low: [204, 217, 181], high: [236, 225, 200], contour: 0.13, brightness: 1.16 }
export const NIGHT: Tint = { low: [56, 75, 62], high: [106, 99, 82], contour: 0.2, brightness: 0.42 }

export function paintRelief({ heights, soils }: Start, tint: Tint): HTMLCanvasElement {
  const width = Math.round((heights.shape[1] - 1) * heights.spacing)
  const depth = Math.round((heights.shape[0] - 1) * heights.spacing)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = depth
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  const image = pen.createImageData(width, depth)
  const ground = smoothHeights(heights, width, depth)
  const soilAt = soilColours(soils, heights, tint)
  const { low, range } = extent(ground)
  for (let row = 0; row < depth; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const east = ground[row * width + Math.min(width - 1, column + 1)] - ground[at]
      const south = ground[Math.min(depth - 1, row + 1) * width + column] - ground[at]
      const light = shade(east, -south) * contour(ground[at], east, south, tint.contour)
      const share = (ground[at] - low) / range
      const soil = soilAt(column, row)
      for (let part = 0; part < 3; part++) {
        const tone = tint.low[part] + share * (tint.high[part] - tint.low[part])
        image.data[4 * at + part] = light * (tone + SOIL_SHARE * soil.share * (soil.colour[part] - tone))
      }
      image.data[4 * at + 3] = 255
    }
  pen.putImageData(image, 0, 0)
  return canvas
}

/** Return the brightness of ground with these slopes east and north, 1 for level ground. */
function shade(east: number, north: number): number {
  const x = -EXAGGERATION * east
  const y = -EXAGGERATION * north
  const level = SUN.z / Math.hypot(SUN.x, SUN.y, SUN.z)
  const light = (x * SUN.x + y * SUN.y + SUN.z) / (Math.hypot(x, y, 1) * Math.hypot(SUN.x, SUN.y, SUN.z))
  return 0.36 + 0.64 * Math.max(0, Math.min(LIGHTEST, light / level))
}

function contour(height: number, east: number, south: number, darkness: number): number {
  const steepness = Math.hypot(east, south)
  const number = Math.round(height / CONTOUR_INTERVAL)
  const away = Math.abs(height - number * CONTOUR_INTERVAL) / Math.max(steepness, 0.02)
  const isBold = number % BOLD === 0
  return 1 - darkness * (isBold ? 1.7 : 1) * Math.max(0, Math.min(1, (isBold ? 1.6 : 1.1) - away))
}

/** Return heights at intervals of a metre, from the north-west, by Catmull-Rom splines (1974) through the posts. */
function smoothHeights(packed: PackedTable & Raster, width: number, depth: number): Float32Array {
  const { values, shape } = table(packed)
  const [rows, columns] = shape
  const lines = new Float32Array(rows * width)
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++)
      lines[row * width + x] = spline(x / packed.spacing, columns, (column) => values[row * columns + column])
  const found = new Float32Array(depth * width)
  for (let row = 0; row < depth; row++)
    for (let x = 0; x < width; x++)
      found[row * width + x] = spline((depth - row) / packed.spacing, rows, (post) => lines[post * width + x])
  return found
}

function spline(place: number, count: number, at: (index: number) => number): number {
  const first = Math.floor(place)
  const t = place - first
  const [a, b, c, d] = [-1, 0, 1, 2].map((step) => at(Math.max(0, Math.min(count - 1, first + step))))
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}

/** Return a function for the colour and the share of soil at a pixel, interpolated between cells. */
function soilColours(soils: Start['soils'], heights: PackedTable & Raster, { brightness }: Tint) {
  const { values, shape } = table(soils)
  const yNorth = heights.ySouth + (heights.shape[0] - 1) * heights.spacing
  const ordinary = ['dry-earth', 'gravel'].map((name) => soils.names.indexOf(name))
  const colours = soils.colours.map((text) =>
    [1, 3, 5].map((at) => brightness * Number.parseInt(text.slice(at, at + 2), 16)),
  )
  const inside = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  return (column: number, row: number): Soil => {
    const wiggle = 2.5 * Math.sin(0.31 * column + 0.17 * row) + 2.5 * Math.sin(0.23 * row - 0.13 * column)
    const u = (column + wiggle + heights.xWest - soils.xWest) / soils.spacing - 0.5
    const v = (yNorth - row + wiggle - soils.ySouth) / soils.spacing - 0.5
    const soil: Soil = { colour: [0, 0, 0], share: 0 }
    for (const [r, c] of CORNERS) {
      const weight = (1 - Math.abs(v - Math.floor(v) - r)) * (1 - Math.abs(u - Math.floor(u) - c))
      const place = inside(Math.floor(v) + r, shape[0]) * shape[1] + inside(Math.floor(u) + c, shape[1])
      if (ordinary.includes(values[place])) continue
      soil.share += weight
      for (let part = 0; part < 3; part++) soil.colour[part] += weight * colours[values[place]][part]
    }
    for (let part = 0; part < 3; part++) soil.colour[part] /= Math.max(soil.share, 1e-6)
    soil.share = Math.max(0, Math.min(1, 3 * soil.share - 1)) // borders a third of a cell wide
    return soil
  }
}

function extent(values: Float32Array): { low: number; range: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return { low, range: Math.max(1, high - low) }
}
