/** Drawing of a vehicle in plan view, its trail, and the lines from its axles to the centre of rotation. */

import type { Shape } from '../generated/playground'
import type { Drawn, DrawnState, Pen } from './body'
import { drawBody, drawWheels } from './body'
import type { Look } from './colours'
import { PALETTE } from './colours'
import type { Trail } from './trail'
import { drawTrailers } from './trailer'
import type { View } from './view'

const FARTHEST = 60 // distance beyond which a centre of rotation is not drawn [m]
const SMALLEST = 15 // smallest drawn length of a vehicle [pixels]
const SPEED_VECTOR = 0.5 // length of the arrow per speed [s]

export function drawTrail(pen: Pen, view: View, trail: Trail, look: Look, halo = PALETTE.halo): void {
  if (trail.length < 2) return
  pen.save()
  pen.lineJoin = 'round'
  pen.beginPath()
  for (let i = 0; i < trail.length; i++) {
    const { x, y } = view.toScreen(trail.xs[i], trail.ys[i])
    pen.lineTo(x, y)
  }
  if (look.dash.length === 0) {
    pen.strokeStyle = halo
    pen.lineWidth = 5 * view.text
    pen.stroke()
  }
  pen.setLineDash(look.dash.map((length) => length * view.text))
  pen.strokeStyle = look.body
  pen.lineWidth = 2.5 * view.text
  pen.stroke()
  pen.restore()
  drawMarks(pen, view, trail, look)
}

export function drawVehicle(pen: Pen, view: View, drawn: Drawn): void {
  const place = view.toScreen(drawn.state.x, drawn.state.y)
  const scale = Math.max(view.scale, SMALLEST / drawn.shape.length)
  if (drawn.state.drawn_yaw !== null) drawOutline(pen, place, drawn, scale)
  pen.save()
  pen.translate(place.x, place.y)
  pen.rotate(-(drawn.state.drawn_yaw ?? drawn.state.yaw))
  pen.scale(scale, -scale)
  if (drawn.shape.kind === 'point') drawDot(pen, drawn)
  else drawBodyAndWheels(pen, drawn, scale)
  drawTrailers(pen, drawn, scale)
  pen.restore()
}

function drawBodyAndWheels(pen: Pen, drawn: Drawn, scale: number): void {
  const { look, shape, state } = drawn
  pen.save()
  pen.translate(shape.middle, 0)
  drawBody(pen, drawn, scale)
  drawWheels(pen, shape.wheels, look.tyre, ([x, y, , , isSteered]) =>
    isSteered ? wheelAngle(state.wheels[y > 0 ? 0 : 1], x + shape.middle, shape) : 0,
  )
  pen.restore()
}

/** Return the angle of a steered axle's wheel, so that all axles meet where the first and the last one do. */
export function wheelAngle(angle: number, offset: number, shape: Shape): number {
  const front = shape.axles[0][0]
  return Math.atan(Math.tan(angle) * (1 + (offset - front) / shape.wheelbase))
}

/** Draw the true pose of a car with a drawn drift. */
function drawOutline(
  pen: Pen,
  place: { x: number; y: number },
  { look, shape, state }: Drawn,
  scale: number,
): void {
  const { length, width, middle } = shape
  pen.save()
  pen.translate(place.x, place.y)
  pen.rotate(-state.yaw)
  pen.strokeStyle = look.dark
  pen.lineWidth = 1.2
  pen.setLineDash([5, 4])
  pen.beginPath()
  pen.roundRect(
    (middle - length / 2) * scale,
    (-width / 2) * scale,
    length * scale,
    width * scale,
    0.2 * width * scale,
  )
  pen.stroke()
  pen.restore()
}

/** Draw the axles as long lines, and the centre of rotation as a cross. */
export function drawGeometry(pen: Pen, view: View, drawn: Drawn): void {
  const { state, shape, look } = drawn
  if (!state.centre || shape.kind === 'point') return
  const away = Math.hypot(state.centre[0] - state.x, state.centre[1] - state.y)
  if (away > FARTHEST) return
  pen.save()
  pen.strokeStyle = look.dark
  pen.lineWidth = view.text
  pen.setLineDash(look.dash.length ? [5 * view.text, 4 * view.text] : [])
  for (const [ahead, left, angle] of axles(shape, state)) {
    const wheel = place(state, ahead, left)
    const across = state.yaw + angle + Math.PI / 2
    const toCentre = [state.centre[0] - wheel[0], state.centre[1] - wheel[1]]
    const reach = toCentre[0] * Math.cos(across) + toCentre[1] * Math.sin(across)
    const from = view.toScreen(wheel[0], wheel[1])
    const to = view.toScreen(wheel[0] + reach * Math.cos(across), wheel[1] + reach * Math.sin(across))
    pen.beginPath()
    pen.moveTo(from.x, from.y)
    pen.lineTo(to.x, to.y)
    pen.stroke()
  }
  pen.setLineDash([])
  pen.lineWidth = 2
  const { x, y } = view.toScreen(...state.centre)
  pen.beginPath()
  for (const [dx, dy] of [
    [5, 5],
    [5, -5],
  ]) {
    pen.moveTo(x - dx, y - dy)
    pen.lineTo(x + dx, y + dy)
  }
  pen.stroke()
  pen.beginPath()
  pen.arc(x, y, 4, 0, 2 * Math.PI)
  pen.strokeStyle = look.body
  pen.stroke()
  pen.restore()
}

/** Return position ahead and left of the reference point, and angle, of the rear axle and the front wheels or tracks. */
export function axles(shape: Shape, state: DrawnState): [ahead: number, left: number, angle: number][] {
  if (shape.kind === 'tracked') return [[0, 0, 0]]
  const aside = 0.5 * shape.track_width
  const front = shape.axles[0][0]
  return [
    [front - shape.wheelbase, 0, 0],
    [front, aside, state.wheels[0]],
    [front, -aside, state.wheels[1]],
  ]
}

function place({ x, y, yaw }: DrawnState, ahead: number, left: number): [number, number] {
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)]
  return [x + ahead * cosine - left * sine, y + ahead * sine + left * cosine]
}

function drawMarks(pen: Pen, view: View, trail: Trail, look: Look): void {
  pen.fillStyle = look.body
  pen.beginPath()
  for (let i = 0; i < trail.length; i++) {
    if (!trail.marks[i]) continue
    const { x, y } = view.toScreen(trail.xs[i], trail.ys[i])
    pen.moveTo(x + 3.2, y)
    pen.arc(x, y, 3.2, 0, 2 * Math.PI)
  }
  pen.fill()
}

/** Draw the red dot of document 001: the white line is the commanded direction, the black arrow the velocity. */
function drawDot(pen: Pen, { look, shape, state, push }: Drawn): void {
  const radius = shape.length / 2
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 2 * Math.PI)
  pen.fillStyle = '#d1332b'
  pen.fill()
  pen.strokeStyle = look.body
  pen.lineWidth = 0.28 * radius
  if (look.hasHatch) pen.setLineDash([0.5 * radius, 0.3 * radius])
  pen.stroke()
  pen.setLineDash([])
  const reach = SPEED_VECTOR * state.speed
  pen.strokeStyle = pen.fillStyle = '#101413'
  pen.lineWidth = 0.16 * radius
  if (reach > 0.05) {
    pen.beginPath()
    pen.moveTo(0, 0)
    pen.lineTo(reach, 0)
    pen.stroke()
    pen.beginPath()
    pen.moveTo(reach + 0.4 * radius, 0)
    pen.lineTo(reach, 0.24 * radius)
    pen.lineTo(reach, -0.24 * radius)
    pen.fill()
  }
  if (!push || push.acceleration <= 0) return
  const angle = push.yaw - state.yaw
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 0.2 * radius
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(0.8 * radius * Math.cos(angle), 0.8 * radius * Math.sin(angle))
  pen.stroke()
}
