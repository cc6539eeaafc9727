/** Wheeled vehicles from above: cars, trucks, quads and tractors, with wheels that steer. */

import type { Shape } from '../generated/playground'
import type { Pen } from './body'
import { fillBody, fillShade, GLASS, mirrored, outline, rectangle, strokeEdge } from './body'
import type { Look } from './colours'
import { INK } from './colours'
import type { Drawn } from './vehicle'

const BODIES: Record<string, (pen: Pen, look: Look, shape: Shape, scale: number) => void> = {
  truck: drawTruck,
  utility: drawUtility,
  quad: drawQuad,
  lorry: drawTractor,
}

export function drawWheeled(pen: Pen, drawn: Drawn, scale: number): void {
  const { look, shape } = drawn
  const isUnder = shape.look === 'quad' // its wheels stand beside it
  if (isUnder) drawWheels(pen, drawn)
  pen.save()
  pen.translate(shape.middle, 0)
  const isArmoured = shape.axles.length > 3
  const draw = isArmoured ? drawArmoured : (BODIES[shape.look] ?? drawCar)
  draw(pen, look, shape, scale)
  pen.restore()
  if (!isUnder) drawWheels(pen, drawn)
}

/** The angle of a steered axle's wheel, so that all axles meet where the first and the last one do. */
export function wheelAngle(angle: number, offset: number, shape: Shape): number {
  const front = shape.axles[0][0]
  return Math.atan(Math.tan(angle) * (1 + (offset - front) / shape.wheelbase))
}

function drawWheels(pen: Pen, { look, shape, state }: Drawn): void {
  const radius = Math.max(0.06 * shape.length, Math.min(0.125 * shape.wheelbase, 0.52))
  const tyre = Math.min(0.7 * radius, 0.14 * shape.width)
  const aside = Math.min(0.5 * shape.track_width, 0.5 * (shape.width - tyre))
  pen.fillStyle = look.tyre
  for (const [offset, isSteered] of shape.axles)
    for (const [index, y] of [aside, -aside].entries()) {
      pen.save()
      pen.translate(offset, y)
      if (isSteered) pen.rotate(wheelAngle(state.wheels[index], offset, shape))
      pen.beginPath()
      pen.roundRect(-radius, -tyre / 2, 2 * radius, tyre, 0.3 * tyre)
      pen.fill()
      pen.restore()
    }
}

function drawCar(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, width } = shape
  const [back, nose] = [0.16 * width, 0.3 * width]
  pen.beginPath()
  pen.roundRect(-length / 2, -width / 2, length, width, [back, nose, nose, back])
  fillBody(pen, look, scale, shape)
  pen.fillStyle = GLASS
  outline(
    pen,
    mirrored([
      [0.05 * length, 0.3 * width],
      [0.17 * length, 0.36 * width],
    ]),
  )
  pen.fill()
  pen.beginPath()
  const rear = shape.look === 'van' ? -0.45 : -0.34
  pen.roundRect(rear * length, -0.3 * width, 0.08 * length, 0.6 * width, 0.05 * width)
  pen.fill()
}

/** A bonnet, a cab, and a cargo bed with slats. */
function drawTruck(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, width } = shape
  rectangle(pen, [0.24 * length, 0.5 * length], 0.66 * width, 0.12 * width)
  fillBody(pen, look, scale, shape)
  rectangle(pen, [0.04 * length, 0.27 * length], 0.86 * width, 0.06 * width)
  fillBody(pen, look, scale, shape)
  rectangle(pen, [0.21 * length, 0.25 * length], 0.72 * width, 0.02 * width)
  pen.fillStyle = GLASS
  pen.fill()
  rectangle(pen, [-0.5 * length, 0.02 * length], width, 0.03 * width)
  fillBody(pen, look, scale, shape)
  pen.beginPath()
  for (let slat = 1; slat < 6; slat++) {
    const x = (-0.5 + (0.52 * slat) / 6) * length
    pen.moveTo(x, -0.46 * width)
    pen.lineTo(x, 0.46 * width)
  }
  strokeEdge(pen, look, scale)
}

/** Wide and flat: a broad bonnet, a windscreen, a roof and a bed behind it. */
function drawUtility(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, width } = shape
  rectangle(pen, [-0.5 * length, 0.5 * length], 0.96 * width, 0.05 * width)
  fillBody(pen, look, scale, shape)
  rectangle(pen, [0.13 * length, 0.18 * length], 0.8 * width, 0.02 * width)
  pen.fillStyle = GLASS
  pen.fill()
  rectangle(pen, [-0.18 * length, 0.12 * length], 0.78 * width, 0.03 * width)
  fillShade(pen, 'rgba(0, 0, 0, 0.16)')
  strokeEdge(pen, look, scale)
  rectangle(pen, [-0.47 * length, -0.21 * length], 0.78 * width, 0.03 * width)
  fillShade(pen)
  strokeEdge(pen, look, scale)
  rectangle(pen, [0.25 * length, 0.44 * length], 0.4 * width, 0.02 * width)
  strokeEdge(pen, look, scale)
}

/** A narrow body with a seat and a handlebar; the rider sits on it. */
function drawQuad(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, width } = shape
  outline(
    pen,
    mirrored([
      [-0.46 * length, 0.3 * width],
      [-0.22 * length, 0.16 * width],
      [0.18 * length, 0.16 * width],
      [0.34 * length, 0.3 * width],
      [0.5 * length, 0.16 * width],
    ]),
  )
  fillBody(pen, look, scale, shape)
  rectangle(pen, [0.17 * length, 0.21 * length], 0.62 * width, 0.02 * length)
  pen.fillStyle = INK
  pen.fill()
  pen.beginPath()
  pen.ellipse(-0.12 * length, 0, 0.13 * length, 0.22 * width, 0, 0, 2 * Math.PI)
  fillShade(pen, 'rgba(0, 0, 0, 0.4)')
  pen.beginPath()
  pen.arc(-0.08 * length, 0, 0.12 * width, 0, 2 * Math.PI)
  pen.fillStyle = GLASS
  pen.fill()
}

/** What draws a trailer: a cab over the engine, and a chassis with the coupling. */
function drawTractor(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, width } = shape
  rectangle(pen, [-0.5 * length, 0.2 * length], 0.44 * width)
  pen.fillStyle = '#4a544f'
  pen.fill()
  strokeEdge(pen, look, scale)
  rectangle(pen, [0.12 * length, 0.5 * length], width, 0.07 * width)
  fillBody(pen, look, scale, shape)
  rectangle(pen, [0.43 * length, 0.48 * length], 0.86 * width, 0.03 * width)
  pen.fillStyle = GLASS
  pen.fill()
}

/** An armoured hull on eight wheels, with a small turret. */
function drawArmoured(pen: Pen, look: Look, shape: Shape, scale: number): void {
  const { length, width } = shape
  outline(
    pen,
    mirrored([
      [-0.5 * length, 0.42 * width],
      [0.28 * length, 0.5 * width],
      [0.5 * length, 0.24 * width],
    ]),
  )
  fillBody(pen, look, scale, shape)
  rectangle(pen, [0, 0.44 * length], 0.12)
  pen.fillStyle = look.dark
  pen.fill()
  pen.beginPath()
  pen.arc(-0.08 * length, 0, 0.3 * width, 0, 2 * Math.PI)
  fillShade(pen)
  strokeEdge(pen, look, scale)
}
