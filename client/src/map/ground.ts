/** Static part of the map, painted once: hill-shaded ground with soils, forest and houses. */

import type { Heightfield } from '../world/heightfield'
import type { Surface } from '../world/surface'
import { hides, rgb } from '../world/surface'
import type { WorldObjects } from '../world/world'

const LARGEST = 1400 // [pixels]
const LIGHT = [-0.55, 0.55, 0.63] // from the north-west, as usual for maps
const LOW = [112, 128, 86]
const MIDDLE = [164, 160, 116]
const HIGH = [206, 194, 170]
const FOREST = [48, 84, 52]

type Colour = readonly number[] // red, green, blue, 0..255, and hidden share of the meadow, 0..1

/** Paint the whole terrain on a canvas, north up; with `surface`, in the colours of its soils. */
export function paintGround(
  ground: Heightfield,
  cover: Float32Array,
  surface: Surface | undefined,
): HTMLCanvasElement {
  const soils = new Map<string, Colour>()
  for (const { name, colour } of surface?.description.classes ?? [])
    soils.set(name, [...rgb(colour), hides(name)])
  const soilAt = (row: number, column: number) =>
    surface &&
    soils.get(surface.at(ground.xWest + column * ground.spacing, ground.ySouth + row * ground.spacing).name)
  const stride = Math.max(1, Math.ceil(Math.max(ground.columns, ground.rows) / LARGEST))
  const columns = Math.ceil(ground.columns / stride)
  const rows = Math.ceil(ground.rows / stride)
  const canvas = document.createElement('canvas')
  canvas.width = columns
  canvas.height = rows
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const image = context.createImageData(columns, rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [r, c] = [row * stride, column * stride]
      const pixel = 4 * ((rows - 1 - row) * columns + column)
      const what = { cover: cover[r * ground.columns + c], soil: soilAt(r, c) }
      image.data.set(shade(ground, r, c, what), pixel)
    }
  }
  context.putImageData(image, 0, 0)
  return canvas
}

function shade(
  ground: Heightfield,
  row: number,
  column: number,
  { cover, soil }: { cover: number; soil: Colour | undefined },
): [number, number, number, number] {
  const [east, north] = ground.slopeAtPost(row, column).map((slope) => 1.6 * slope)
  const length = Math.hypot(east, north, 1)
  const light = Math.max(0, (-east * LIGHT[0] - north * LIGHT[1] + LIGHT[2]) / length)
  const height = (ground.post(row, column) - ground.lowest) / Math.max(20, ground.highest - ground.lowest)
  const brightness = 0.34 + 0.86 * light
  const colour = [0, 1, 2].map((k) => {
    const meadow = height < 0.5 ? mix(LOW[k], MIDDLE[k], 2 * height) : mix(MIDDLE[k], HIGH[k], 2 * height - 1)
    const base = soil ? mix(meadow, soil[k], soil[3]) : meadow
    return brightness * mix(base, FOREST[k], (soil ? 0.6 : 0.85) * Math.min(1, 1.6 * cover))
  })
  return [colour[0], colour[1], colour[2], 255]
}

/** Paint houses as faint dots over the ground. */
export function paintHouses(canvas: HTMLCanvasElement, ground: Heightfield, objects: WorldObjects): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = 'rgba(255,240,216,.9)'
  const scale = canvas.width / (ground.width + ground.spacing)
  for (let k = 0; k < objects.count; k++) {
    if (objects.kinds[objects.kind[k]] !== 'building') continue
    context.fillRect(
      (objects.x[k] - ground.xWest) * scale,
      canvas.height - (objects.y[k] - ground.ySouth) * scale,
      1,
      1,
    )
  }
}

function mix(a: number, b: number, part: number): number {
  return a + (b - a) * part
}
