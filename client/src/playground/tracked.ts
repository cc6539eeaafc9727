/** Tracked vehicles from above: links that run, a hull, and what the look of the vehicle has on it. */

import type { Shape } from '../generated/playground'
import type { Pen } from './body'
import { fillBody, fillShade, GLASS, mirrored, outline, rectangle, strokeEdge } from './body'
import type { Look } from './colours'
import type { Drawn } from './vehicle'

const PITCH = 0.36 // between the links of a track [m]

export function drawTracked(pen: Pen, { look, shape, runs }: Drawn, scale: number): void {
  const belt = Math.max(
    0.17 * shape.track_width,
    Math.min(0.24 * shape.track_width, shape.width - shape.track_width),
  )
  for (const [side, run] of [
    [0.5, runs[0]],
    [-0.5, runs[1]],
  ])
    drawBelt(
      pen,
      { length: shape.length, width: belt, y: side * shape.track_width, tyre: look.tyre },
      run,
      scale,
    )
  drawHull(pen, look, shape, belt, scale)
  drawTop(pen, look, shape, scale)
}

function drawBelt(
  pen: Pen,
  { length, width, y, tyre }: { length: number; width: number; y: number; tyre: string },
  run: number,
  scale: number,
): void {
  pen.save()
  pen.beginPath()
  pen.roundRect(-length / 2, y - width / 2, length, width, 0.3 * width)
  pen.fillStyle = tyre
  pen.fill()
  pen.clip()
  pen.strokeStyle = 'rgba(223, 228, 222, 0.65)'
  pen.lineWidth = 0.05
  pen.beginPath()
  const first = ((run % PITCH) + PITCH) % PITCH
  for (let x = first - length / 2 - PITCH; x < length / 2; x += PITCH) {
    pen.moveTo(x, y - width / 2)
    pen.lineTo(x, y + width / 2)
  }
  if (PITCH * scale > 4) pen.stroke()
  pen.restore()
}

/** A hull between the tracks; that of a carrier reaches over them. */
function drawHull(pen: Pen, look: Look, shape: Shape, belt: number, scale: number): void {
  const { length, track_width: gauge } = shape
  const isWide = shape.look === 'carrier' || shape.look === 'fighting-vehicle'
  const half = isWide ? 0.5 * gauge + 0.15 * belt : 0.5 * gauge - 0.575 * belt
  const nose = isWide ? 0.46 : 0.38
  outline(
    pen,
    mirrored([
      [-0.47 * length, half],
      [nose * length, half],
      [0.5 * length, (isWide ? 0.84 : 0.6) * half],
    ]),
  )
  fillBody(pen, look, scale, shape)
}

function drawTop(pen: Pen, look: Look, shape: Shape, scale: number): void {
  if (shape.look === 'tank' || shape.look === 'cast-tank') drawTurret(pen, look, shape, scale)
  else if (shape.look === 'carrier') drawHatches(pen, look, shape, scale)
  else if (shape.look === 'fighting-vehicle') drawSmallTurret(pen, look, shape, scale)
  else drawArrow(pen, look, shape, scale)
}

function drawGun(
  pen: Pen,
  look: Look,
  [from, to]: readonly [number, number],
  width: number,
  scale: number,
): void {
  rectangle(pen, [from, to], width)
  pen.fillStyle = look.dark
  pen.fill()
  rectangle(pen, [to - 0.4, to], 1.5 * width)
  pen.fill()
  strokeEdge(pen, look, scale)
}

/** A turret over most of the hull's width: angular, or cast and round. */
function drawTurret(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, track_width: gauge } = shape
  const half = 0.44 * gauge
  drawGun(pen, look, [0.1 * length, 0.5 * length + Math.max(0.6, shape.gun)], 0.24, scale)
  if (shape.look === 'tank')
    outline(
      pen,
      mirrored([
        [-0.36 * length, 0.72 * half],
        [-0.18 * length, half],
        [0.06 * length, half],
        [0.19 * length, 0.34 * half],
      ]),
    )
  else {
    pen.beginPath()
    pen.ellipse(-0.03 * length, 0, 0.2 * length, half, 0, 0, 2 * Math.PI)
  }
  fillShade(pen)
  strokeEdge(pen, look, scale)
  drawHatch(pen, look, [-0.08 * length, -0.42 * half], scale)
  drawHatch(pen, look, [-0.08 * length, 0.42 * half], scale)
}

/** A box with a driver's hatch, a cupola and a cargo hatch. */
function drawHatches(pen: Pen, look: Look, { length, track_width: gauge }: Shape, scale: number): void {
  rectangle(pen, [-0.38 * length, -0.06 * length], 0.55 * gauge, 0.1)
  fillShade(pen, 'rgba(0, 0, 0, 0.14)')
  strokeEdge(pen, look, scale)
  pen.beginPath()
  pen.arc(0.1 * length, 0, 0.17 * gauge, 0, 2 * Math.PI)
  fillShade(pen)
  strokeEdge(pen, look, scale)
  drawHatch(pen, look, [0.3 * length, 0.24 * gauge], scale)
  outline(pen, [
    [0.47 * length, -0.36 * gauge],
    [0.47 * length, 0.36 * gauge],
    [0.41 * length, 0.36 * gauge],
    [0.41 * length, -0.36 * gauge],
  ])
  pen.fillStyle = GLASS
  pen.fill()
}

function drawSmallTurret(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, track_width: gauge } = shape
  const half = 0.27 * gauge
  drawGun(pen, look, [0.05 * length, 0.42 * length], 0.14, scale)
  outline(
    pen,
    mirrored([
      [-0.16 * length, 0.9 * half],
      [0.06 * length, half],
      [0.13 * length, 0.5 * half],
    ]),
  )
  fillShade(pen)
  strokeEdge(pen, look, scale)
  rectangle(pen, [-0.42 * length, -0.24 * length], 0.6 * gauge, 0.1)
  strokeEdge(pen, look, scale)
  drawHatch(pen, look, [0.3 * length, 0.26 * gauge], scale)
}

function drawHatch(pen: Pen, look: Look, [x, y]: readonly [number, number], scale: number): void {
  pen.beginPath()
  pen.arc(x, y, 0.28, 0, 2 * Math.PI)
  strokeEdge(pen, look, scale)
}

/** A bare model: an arrow ahead, and a circle where it turns. */
function drawArrow(pen: Pen, look: Look, { length, width, track_width: gauge }: Shape, scale: number): void {
  pen.fillStyle = 'rgba(255, 255, 255, 0.75)'
  outline(pen, [
    [0.44 * length, 0],
    [0.2 * length, 0.15 * width],
    [0.25 * length, 0],
    [0.2 * length, -0.15 * width],
  ])
  pen.fill()
  pen.beginPath()
  pen.arc(-0.1 * length, 0, 0.19 * gauge, 0, 2 * Math.PI)
  strokeEdge(pen, look, scale)
}
