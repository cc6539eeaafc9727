/** Bodies from above: the faces that the server describes, in the colour of a side, with its wheels and tracks. Lengths in metres, x ahead, y left. */

import type { Shape, SideState, Trailer } from '../generated/playground'
import type { Look } from './colours'

export type Pen = CanvasRenderingContext2D

/** Drawn part of a vehicle's state. */
export type DrawnState = Pick<
  SideState,
  'x' | 'y' | 'yaw' | 'speed' | 'wheels' | 'centre' | 'hitches' | 'drawn_yaw'
>

/** Drawing of a vehicle: shape, pose, and travel of the tracks. */
export interface Drawn {
  look: Look
  shape: Shape
  state: DrawnState
  runs: [left: number, right: number] // travel of the tracks [m]
  push: { acceleration: number; yaw: number } | undefined // command of a point
}

type Face = Shape['faces'][number]

const PITCH = 0.36 // between the links of a track [m]
const SEE_THROUGH = 0.88 // two vehicles may stand in one place
const ON_TOP = ['turret', 'gun'] // parts that cover the tracks

// Brightness of materials in the colour of the side.
const TONES: Record<string, number> = {
  paint: 1,
  shade: 0.78,
  accent: 1.12,
  wood: 0.9,
  canvas: 0.7,
  cloth: 0.62,
}
const COLOURS: Record<string, string> = {
  glass: '#e9f0f1',
  lamp: '#ffffff',
  tail: '#8f1d16',
  plate: '#ffffff',
}
const DARK = '#4a544f'

/** Draw a vehicle; tracks lie on its hull and wheels on its body, so that their motion shows. */
export function drawBody(
  pen: Pen,
  { look, shape, runs }: { look: Look; shape: Shape; runs: readonly [number, number] },
  scale: number,
): void {
  const isOnTop = ([part]: Face) => ON_TOP.includes(part)
  drawFaces(
    pen,
    shape.faces.filter((face) => !isOnTop(face)),
    look,
    scale,
  )
  if (shape.track.length > 0) drawBelts(pen, shape.track, look, runs, scale)
  drawFaces(pen, shape.faces.filter(isOnTop), look, scale)
}

/** Draw faces back to front inside one dark outline; those of the naive side are hatched. */
export function drawFaces(pen: Pen, faces: readonly Face[], look: Look, scale: number): void {
  if (faces.length === 0) return
  const paths = faces.map(([, , , corners]) => pathOf(corners))
  pen.save()
  pen.lineJoin = 'round'
  pen.strokeStyle = look.dark
  pen.lineWidth = 3.2 / scale
  for (const path of paths) pen.stroke(path)
  pen.globalAlpha = SEE_THROUGH
  pen.lineWidth = 0.7 / scale
  paths.forEach((path, k) => {
    const [, material, light] = faces[k]
    pen.fillStyle = colourOf(material, light, look)
    pen.fill(path)
    pen.globalAlpha = 0.45
    pen.stroke(path)
    pen.globalAlpha = SEE_THROUGH
  })
  pen.restore()
  if (look.hasHatch) hatch(pen, faces, paths, scale)
}

export function drawWheels(
  pen: Pen,
  wheels: Trailer['wheels'],
  tyre: string,
  angleOf: (wheel: Trailer['wheels'][number]) => number = () => 0,
): void {
  pen.fillStyle = tyre
  for (const wheel of wheels) {
    const [x, y, radius, width] = wheel
    pen.save()
    pen.translate(x, y)
    pen.rotate(angleOf(wheel))
    pen.beginPath()
    pen.roundRect(-radius, -width / 2, 2 * radius, width, 0.3 * width)
    pen.fill()
    pen.restore()
  }
}

function pathOf(corners: readonly number[]): Path2D {
  const path = new Path2D()
  for (let k = 0; k < corners.length; k += 2) path.lineTo(corners[k], corners[k + 1])
  path.closePath()
  return path
}

/** Return the colour of a face: the side's own where it is painted, darker the less light it has. */
export function colourOf(material: string, light: number, look: Look): string {
  const brightness = 0.62 + 0.43 * light
  if (material in TONES) return shaded(look.body, brightness * TONES[material])
  return COLOURS[material] ?? shaded(DARK, brightness)
}

function shaded(colour: string, brightness: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${channels.map((value) => Math.min(255, Math.round(brightness * value))).join(' ')})`
}

/** Stripes over all faces. */
function hatch(pen: Pen, faces: readonly Face[], paths: readonly Path2D[], scale: number): void {
  const along = faces.flatMap(([, , , corners]) => corners.filter((_, k) => k % 2 === 0))
  const across = faces.flatMap(([, , , corners]) => corners.filter((_, k) => k % 2 === 1))
  const [back, front, half] = [Math.min(...along), Math.max(...along), Math.max(...across)]
  if (scale * (front - back) <= 40) return
  const whole = new Path2D()
  for (const path of paths) whole.addPath(path)
  pen.save()
  pen.clip(whole)
  pen.strokeStyle = 'rgba(255, 255, 255, 0.34)'
  pen.lineWidth = 2 / scale
  pen.beginPath()
  for (let x = back - 2 * half; x < front; x += 9 / scale) {
    pen.moveTo(x, -half)
    pen.lineTo(x + 2 * half, half)
  }
  pen.stroke()
  pen.restore()
}

function drawBelts(
  pen: Pen,
  [middle, width, back, front]: readonly number[],
  { tyre }: Look,
  runs: readonly [number, number],
  scale: number,
): void {
  for (const [side, run] of [
    [1, runs[0]],
    [-1, runs[1]],
  ]) {
    const y = side * middle
    pen.save()
    pen.beginPath()
    pen.roundRect(back, y - width / 2, front - back, width, 0.3 * width)
    pen.fillStyle = tyre
    pen.fill()
    pen.clip()
    pen.strokeStyle = 'rgba(223, 228, 222, 0.65)'
    pen.lineWidth = 0.05
    pen.beginPath()
    for (let x = back + (((run % PITCH) + PITCH) % PITCH) - PITCH; x < front; x += PITCH) {
      pen.moveTo(x, y - width / 2)
      pen.lineTo(x, y + width / 2)
    }
    if (PITCH * scale > 4) pen.stroke()
    pen.restore()
  }
}
