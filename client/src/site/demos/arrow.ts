/** Drawing of a vector as an arrow. */

import type { Pen } from '../../playground/body'
import type { Point } from '../../playground/view'

const HEAD = 9 // length of the head [pixels]
const LEAST = 3 // length below which an arrow is not drawn [pixels]

/** Draw an arrow from a point by an offset, east right and north up [pixels]. */
export function drawArrow(pen: Pen, from: Point, offset: Point, colour: string, width = 3): void {
  const length = Math.hypot(offset.x, offset.y)
  if (length < LEAST) return
  pen.save()
  pen.translate(from.x, from.y)
  pen.rotate(Math.atan2(-offset.y, offset.x))
  pen.strokeStyle = pen.fillStyle = colour
  pen.lineWidth = width
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(Math.max(0, length - HEAD), 0)
  pen.stroke()
  const head = Math.min(HEAD, length)
  pen.beginPath()
  pen.moveTo(length, 0)
  pen.lineTo(length - head, 0.5 * head)
  pen.lineTo(length - head, -0.5 * head)
  pen.fill()
  pen.restore()
}
