/** Plan view of trailers, with their hitch angles. */

import type { SideState, Trailer } from '../generated/playground'
import type { Drawn, Pen } from './body'
import { drawFaces, drawWheels } from './body'
import type { Look } from './colours'
import { LABEL, LABEL_INK } from './colours'
import type { Point } from './view'

const SHOWN = 0.02 // hitch angle from which its number is drawn [rad]
const READABLE = 9 // scale from which the number is drawn [pixels/m]

/** Return the position of each trailer's axle. */
export function trailerAxles(trailers: readonly Trailer[], { x, y, yaw, hitches }: SideState): Point[] {
  let [place, turned] = [{ x, y }, yaw]
  return trailers.map(({ hitch, reach }, index) => {
    const before = turned
    turned += hitches[index] ?? 0
    place = {
      x: place.x - hitch * Math.cos(before) - reach * Math.cos(turned),
      y: place.y - hitch * Math.sin(before) - reach * Math.sin(turned),
    }
    return place
  })
}

/** Draw all trailers in order, with the pen at the reference point of the towing vehicle. */
export function drawTrailers(pen: Pen, { look, shape, state }: Drawn, scale: number): void {
  pen.save()
  let turned = -(state.drawn_yaw ?? state.yaw)
  shape.trailers.forEach((trailer, index) => {
    const angle = state.hitches[index] ?? 0
    pen.translate(-trailer.hitch, 0)
    const hitch = pen.getTransform()
    pen.rotate(angle)
    turned -= angle
    pen.translate(-trailer.reach, 0)
    drawWheels(pen, trailer.wheels, look.tyre)
    drawFaces(pen, trailer.faces, look, scale)
    const axle = pen.getTransform()
    pen.setTransform(hitch)
    drawHitch(pen, { look, angle, turned: turned + angle }, scale)
    pen.setTransform(axle)
  })
  pen.restore()
}

/** Draw the hitch as a ring, the axis of the towing unit as a line, and the hitch angle. */
function drawHitch(
  pen: Pen,
  { look, angle, turned }: { look: Look; angle: number; turned: number },
  scale: number,
): void {
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(-3, 0)
  pen.moveTo(0, 0)
  pen.lineTo(-3 * Math.cos(angle), -3 * Math.sin(angle))
  pen.strokeStyle = 'rgba(255, 255, 255, 0.85)'
  pen.lineWidth = 1.5 / scale
  pen.setLineDash([4 / scale, 3 / scale])
  if (Math.abs(angle) > SHOWN) pen.stroke()
  pen.setLineDash([])
  pen.beginPath()
  pen.arc(0, 0, 0.3, 0, 2 * Math.PI)
  pen.fillStyle = '#ffffff'
  pen.fill()
  pen.strokeStyle = look.dark
  pen.lineWidth = 2 / scale
  pen.stroke()
  if (Math.abs(angle) <= SHOWN || scale < READABLE) return
  pen.save()
  pen.scale(1 / scale, -1 / scale)
  pen.rotate(-turned)
  const text = `${Math.round((angle * 180) / Math.PI)}°`.replace('-', '−')
  pen.font = '600 12px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const width = pen.measureText(text).width + 8
  pen.fillStyle = LABEL
  pen.beginPath()
  pen.roundRect(14, -9, width, 18, 5)
  pen.fill()
  pen.fillStyle = LABEL_INK
  pen.fillText(text, 14 + width / 2, 1)
  pen.restore()
}
