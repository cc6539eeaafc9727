/** Drawing a vehicle from above, its trail, and the lines of its axles to the centre that it turns about. */

import type { Shape, SideState } from '../generated/playground'
import type { Look } from './colours'
import { INK } from './colours'
import type { Trail } from './trail'
import type { View } from './view'

type Pen = CanvasRenderingContext2D

const FARTHEST = 60 // a centre of rotation beyond this is not drawn [m]
const PITCH = 0.36 // between the links of a track [m]
const SMALLEST = 15 // a vehicle is drawn at least so long [pixels]
const SPEED_VECTOR = 0.5 // metres for a metre a second

/** The drawing of a vehicle: its shape, its pose, and the travel of its tracks. */
export interface Drawn {
  look: Look
  shape: Shape
  state: SideState
  runs: [left: number, right: number] // of the tracks [m]
  push: { acceleration: number; yaw: number } | undefined // of a point: its command
}

export function drawTrail(pen: Pen, view: View, trail: Trail, look: Look): void {
  if (trail.length < 2) return
  pen.save()
  pen.lineJoin = 'round'
  pen.beginPath()
  for (let i = 0; i < trail.length; i++) {
    const { x, y } = view.toScreen(trail.xs[i], trail.ys[i])
    pen.lineTo(x, y)
  }
  if (look.dash.length === 0) {
    pen.strokeStyle = 'rgba(255, 255, 255, 0.75)'
    pen.lineWidth = 5
    pen.stroke()
  }
  pen.setLineDash(look.dash)
  pen.strokeStyle = look.body
  pen.lineWidth = 2.5
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
  else if (drawn.shape.kind === 'tracked') drawTracked(pen, drawn, scale)
  else drawWheeled(pen, drawn, scale)
  pen.restore()
}

/** Draw the true pose of a car that is drawn drifting. */
function drawOutline(
  pen: Pen,
  place: { x: number; y: number },
  { look, shape, state }: Drawn,
  scale: number,
): void {
  const { length, width } = shape
  pen.save()
  pen.translate(place.x, place.y)
  pen.rotate(-state.yaw)
  pen.strokeStyle = look.dark
  pen.lineWidth = 1.2
  pen.setLineDash([5, 4])
  pen.beginPath()
  pen.roundRect(
    (-length / 2) * scale,
    (-width / 2) * scale,
    length * scale,
    width * scale,
    0.2 * width * scale,
  )
  pen.stroke()
  pen.restore()
}

/** The axles as long lines, and a cross where the vehicle really turns about. */
export function drawGeometry(pen: Pen, view: View, drawn: Drawn): void {
  const { state, shape, look } = drawn
  if (!state.centre || shape.kind === 'point') return
  const away = Math.hypot(state.centre[0] - state.x, state.centre[1] - state.y)
  if (away > FARTHEST) return
  pen.save()
  pen.strokeStyle = look.dark
  pen.lineWidth = 1
  pen.setLineDash(look.dash.length ? [5, 4] : [])
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

/** Every axle or pair of tracks: how far ahead and to the left of the reference point, and at which angle. */
export function axles(shape: Shape, state: SideState): [ahead: number, left: number, angle: number][] {
  if (shape.kind === 'tracked') return [[0, 0, 0]]
  const [ahead, aside] = [0.5 * shape.wheelbase, 0.5 * shape.track_width]
  return [
    [-ahead, 0, 0],
    [ahead, aside, state.wheels[0]],
    [ahead, -aside, state.wheels[1]],
  ]
}

function place({ x, y, yaw }: SideState, ahead: number, left: number): [number, number] {
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

function drawWheeled(pen: Pen, { look, shape, state }: Drawn, scale: number): void {
  const { length, width, wheelbase, track_width: track } = shape
  pen.beginPath()
  pen.roundRect(-length / 2, -width / 2, length, width, [
    0.16 * width,
    0.3 * width,
    0.3 * width,
    0.16 * width,
  ])
  fillBody(pen, look, scale, shape)
  pen.fillStyle = 'rgba(255, 255, 255, 0.72)'
  pen.beginPath()
  pen.moveTo(0.17 * length, -0.36 * width)
  pen.lineTo(0.17 * length, 0.36 * width)
  pen.lineTo(0.05 * length, 0.3 * width)
  pen.lineTo(0.05 * length, -0.3 * width)
  pen.fill()
  pen.beginPath()
  pen.roundRect(-0.34 * length, -0.3 * width, 0.1 * length, 0.6 * width, 0.05 * width)
  pen.fill()
  const [radius, tyre] = [0.125 * wheelbase, 0.085 * wheelbase]
  pen.fillStyle = INK
  for (const [ahead, left, angle] of [
    [-wheelbase / 2, track / 2, 0],
    [-wheelbase / 2, -track / 2, 0],
    [wheelbase / 2, track / 2, state.wheels[0]],
    [wheelbase / 2, -track / 2, state.wheels[1]],
  ]) {
    pen.save()
    pen.translate(ahead, left)
    pen.rotate(angle)
    pen.beginPath()
    pen.roundRect(-radius, -tyre / 2, 2 * radius, tyre, 0.3 * tyre)
    pen.fill()
    pen.restore()
  }
}

function drawTracked(pen: Pen, { look, shape, runs }: Drawn, scale: number): void {
  const { length, width, track_width: gauge } = shape
  const belt = 0.17 * gauge
  for (const [side, run] of [
    [0.5, runs[0]],
    [-0.5, runs[1]],
  ]) {
    pen.save()
    pen.beginPath()
    pen.roundRect(-length / 2, side * gauge - belt / 2, length, belt, 0.3 * belt)
    pen.fillStyle = INK
    pen.fill()
    pen.clip()
    pen.strokeStyle = 'rgba(223, 228, 222, 0.65)'
    pen.lineWidth = 0.05
    pen.beginPath()
    const first = ((run % PITCH) + PITCH) % PITCH
    for (let x = first - length / 2 - PITCH; x < length / 2; x += PITCH) {
      pen.moveTo(x, side * gauge - belt / 2)
      pen.lineTo(x, side * gauge + belt / 2)
    }
    if (PITCH * scale > 4) pen.stroke()
    pen.restore()
  }
  const hull = gauge - 1.15 * belt
  pen.beginPath()
  pen.moveTo(-0.47 * length, -hull / 2)
  pen.lineTo(0.38 * length, -hull / 2)
  pen.lineTo(0.5 * length, -0.3 * hull)
  pen.lineTo(0.5 * length, 0.3 * hull)
  pen.lineTo(0.38 * length, hull / 2)
  pen.lineTo(-0.47 * length, hull / 2)
  pen.closePath()
  fillBody(pen, look, scale, shape)
  pen.fillStyle = 'rgba(255, 255, 255, 0.75)'
  pen.beginPath()
  pen.moveTo(0.44 * length, 0)
  pen.lineTo(0.2 * length, 0.15 * width)
  pen.lineTo(0.25 * length, 0)
  pen.lineTo(0.2 * length, -0.15 * width)
  pen.fill()
  pen.strokeStyle = look.dark
  pen.lineWidth = 1.5 / scale
  pen.beginPath()
  pen.arc(-0.1 * length, 0, 0.24 * hull, 0, 2 * Math.PI)
  pen.stroke()
}

/** The red dot of document 001: the white line is its commanded direction, the black arrow its speed. */
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

/** See-through, for two vehicles may stand in one place; the naive one hatched. */
function fillBody(pen: Pen, look: Look, scale: number, shape: Shape): void {
  pen.save()
  pen.globalAlpha = 0.82
  pen.fillStyle = look.body
  pen.fill()
  pen.globalAlpha = 1
  pen.strokeStyle = look.dark
  pen.lineWidth = 1.6 / scale
  pen.stroke()
  if (look.hasHatch && scale * shape.length > 40) {
    pen.clip()
    pen.strokeStyle = 'rgba(255, 255, 255, 0.34)'
    pen.lineWidth = 2 / scale
    pen.beginPath()
    const step = 9 / scale
    for (let x = -shape.length; x < shape.length; x += step) {
      pen.moveTo(x, -shape.width / 2)
      pen.lineTo(x + shape.width, shape.width / 2)
    }
    pen.stroke()
  }
  pen.restore()
}
