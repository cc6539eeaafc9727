/** Drawing of the ground: grid, slope, parking bays, target, north arrow and scale. */

import type { Bay, SceneInfo, SetUp } from '../generated/playground'
import type { Palette } from './colours'
import { CONTOUR, INK, PALETTE } from './colours'
import { trim } from './scales'
import { gridStep, type View } from './view'

type Pen = CanvasRenderingContext2D

export const REACHED = 1 // distance within which a target counts as reached [m]

/** Parts of a scene that are drawn as a car park. */
export type CarPark = Pick<SceneInfo, 'start' | 'bays' | 'lines'>

export function drawGround(pen: Pen, view: View, setUp: SetUp): void {
  drawEmptyGround(pen, view, PALETTE)
  if (setUp.slope !== 0) drawSlope(pen, view, setUp.slope)
  drawScene(pen, view, setUp.scene)
  if (setUp.target) drawTarget(pen, view, setUp.target)
}

/** Draw only the ground and its grid. */
export function drawEmptyGround(pen: Pen, view: View, palette: Palette): void {
  pen.fillStyle = palette.ground
  pen.fillRect(0, 0, view.size.width, view.size.height)
  const coarse = gridStep(view.scale, 70 * view.text)
  drawGrid(pen, view, coarse / 5, palette.gridFine)
  drawGrid(pen, view, coarse, palette.gridCoarse)
}

/** Draw the parked cars, with touched ones in red. */
export function drawCars(
  pen: Pen,
  view: View,
  cars: readonly Bay[],
  touched: Set<number>,
  palette = PALETTE,
): void {
  cars.forEach((car, index) => {
    pen.save()
    toBody(pen, view, car)
    const [, , , length, width] = car
    pen.beginPath()
    pen.roundRect(-length / 2, -width / 2, length, width, 0.18 * width)
    pen.fillStyle = touched.has(index) ? palette.alarm : palette.parked
    pen.fill()
    pen.fillStyle = 'rgba(255, 255, 255, 0.34)'
    pen.beginPath()
    pen.roundRect(-0.22 * length, -0.38 * width, 0.42 * length, 0.76 * width, 0.12 * width)
    pen.fill()
    pen.restore()
  })
}

/** Draw the scale, the north arrow and the uphill direction, with text in the window's size. */
export function drawLegend(pen: Pen, view: View, slope: number): void {
  const length = gridStep(view.scale, 70 * view.text)
  const pixels = (length * view.scale) / view.text
  pen.save()
  pen.translate(view.margins.left + 18 * view.text, view.size.height - view.margins.bottom - 18 * view.text)
  pen.scale(view.text, view.text)
  pen.strokeStyle = INK
  pen.fillStyle = INK
  pen.lineWidth = 2
  line(pen, [0, -5], [0, 0], [pixels, 0], [pixels, -5])
  pen.font = '600 12px system-ui, sans-serif'
  pen.textAlign = 'left'
  pen.fillText(length >= 1000 ? `${length / 1000} km` : `${length} m`, 6, -6)
  pen.textAlign = 'center'
  const north = pixels + 26
  line(pen, [north, 0], [north, -20])
  line(pen, [north - 4, -14], [north, -20], [north + 4, -14])
  pen.fillText('N', north, -24)
  if (slope !== 0) drawUphill(pen, north + 24, slope)
  pen.restore()
}

function drawUphill(pen: Pen, from: number, slope: number): void {
  const sign = Math.sign(slope)
  const [tail, head] = sign > 0 ? [from, from + 34] : [from + 34, from]
  line(pen, [tail, -6], [head, -6])
  line(pen, [head - 6 * sign, -11], [head, -6], [head - 6 * sign, -1])
  pen.textAlign = 'left'
  pen.fillText(`uphill ${Math.abs(100 * slope).toFixed(0)} %`, from, -16)
}

function drawGrid(pen: Pen, view: View, step: number, colour: string): void {
  const from = view.toGround(0, view.size.height)
  const to = view.toGround(view.size.width, 0)
  pen.strokeStyle = colour
  pen.lineWidth = 1
  pen.beginPath()
  for (let i = Math.ceil(from.x / step); i * step <= to.x; i++) {
    const x = Math.round(view.toScreen(i * step, 0).x) + 0.5
    pen.moveTo(x, 0)
    pen.lineTo(x, view.size.height)
  }
  for (let i = Math.ceil(from.y / step); i * step <= to.y; i++) {
    const y = Math.round(view.toScreen(0, i * step).y) + 0.5
    pen.moveTo(0, y)
    pen.lineTo(view.size.width, y)
  }
  pen.stroke()
}

/** Draw a slope, darker at the bottom, with contour lines and their heights. */
function drawSlope(pen: Pen, view: View, slope: number): void {
  const [from, to] = [view.toGround(0, 0).x, view.toGround(view.size.width, 0).x]
  const fall = pen.createLinearGradient(0, 0, view.size.width, 0)
  const [low, high] = ['rgba(94, 116, 84, 0.34)', 'rgba(255, 255, 255, 0.3)']
  fall.addColorStop(0, slope > 0 ? low : high)
  fall.addColorStop(1, slope > 0 ? high : low)
  pen.fillStyle = fall
  pen.fillRect(0, 0, view.size.width, view.size.height)
  const height = gridStep(view.scale / Math.abs(slope), 90 * view.text)
  pen.strokeStyle = CONTOUR
  pen.fillStyle = CONTOUR
  pen.lineWidth = 1.5
  pen.font = `600 ${12 * view.text}px system-ui, sans-serif`
  pen.textAlign = 'left'
  const [least, most] = [slope * from, slope * to].sort((a, b) => a - b)
  for (let i = Math.ceil(least / height); i * height <= most; i++) {
    const { x } = view.toScreen((i * height) / slope, 0)
    line(pen, [x, 0], [x, view.size.height])
    pen.fillText(
      `${trim(i * height)} m`.replace('-', '−'),
      x + 4,
      view.size.height - view.margins.bottom - 64 * view.text,
    )
  }
}

/** Draw the asphalt of a car park, its free bays and its lines. */
export function drawScene(pen: Pen, view: View, scene: CarPark, palette = PALETTE): void {
  if (scene.lines.length === 0) return
  const xs = scene.lines.flatMap(([x, , toX]) => [x, toX])
  const ys = scene.lines.flatMap(([, y, , toY]) => [y, toY])
  const corner = view.toScreen(Math.min(...xs, scene.start[0] - 4) - 1.5, Math.max(...ys) + 1)
  const other = view.toScreen(Math.max(...xs) + 6, Math.min(...ys) - 1)
  pen.fillStyle = palette.asphalt
  pen.beginPath()
  pen.roundRect(corner.x, corner.y, other.x - corner.x, other.y - corner.y, 0.6 * view.scale)
  pen.fill()
  for (const bay of scene.bays) fillBay(pen, view, bay)
  pen.strokeStyle = palette.paint
  pen.lineWidth = Math.max(1.5, 0.12 * view.scale)
  pen.lineCap = 'square'
  for (const [x, y, toX, toY] of scene.lines) {
    const [from, to] = [view.toScreen(x, y), view.toScreen(toX, toY)]
    line(pen, [from.x, from.y], [to.x, to.y])
  }
}

function fillBay(pen: Pen, view: View, bay: Bay): void {
  pen.save()
  toBody(pen, view, bay)
  const [, , , length, width] = bay
  pen.fillStyle = 'rgba(0, 158, 115, 0.28)'
  pen.fillRect(-length / 2, -width / 2, length, width)
  pen.restore()
}

/** Draw the target's disc, below the vehicles. */
export function drawTarget(pen: Pen, view: View, target: [number, number], palette = PALETTE): void {
  const { x, y } = view.toScreen(...target)
  const radius = Math.max(7, REACHED * view.scale)
  const rings: [number, string][] = [
    [1, palette.target],
    [0.66, '#ffffff'],
    [0.33, palette.target],
  ]
  for (const [share, colour] of rings) {
    pen.beginPath()
    pen.arc(x, y, share * radius, 0, 2 * Math.PI)
    pen.fillStyle = colour
    pen.fill()
  }
}

/** Draw the target's rim and name, above the vehicles. */
export function drawTargetRim(pen: Pen, view: View, target: [number, number], palette = PALETTE): void {
  const { x, y } = view.toScreen(...target)
  const radius = Math.max(7, REACHED * view.scale)
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 4
  pen.stroke()
  pen.strokeStyle = palette.target
  pen.lineWidth = 2
  pen.stroke()
  pen.font = `600 ${12 * view.text}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.strokeStyle = palette.ground
  pen.lineWidth = 4
  pen.lineJoin = 'round'
  pen.strokeText('target', x, y - radius - 8)
  pen.fillStyle = palette.ink
  pen.fillText('target', x, y - radius - 8)
}

function toBody(pen: Pen, view: View, [x, y, yaw]: Bay): void {
  const place = view.toScreen(x, y)
  pen.translate(place.x, place.y)
  pen.rotate(-yaw)
  pen.scale(view.scale, -view.scale)
}

function line(pen: Pen, ...points: [number, number][]): void {
  pen.beginPath()
  for (const point of points) pen.lineTo(...point)
  pen.stroke()
}
