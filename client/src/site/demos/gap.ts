/** The distance between two vehicles, drawn as a line with its length. */

import type { Pen } from '../../playground/body'
import type { Palette } from '../../playground/colours'
import { distance } from '../../playground/scales'
import type { Point, View } from '../../playground/view'

const LEAST = 70 // length of a line from which its number is drawn [pixels]

export function drawGap(pen: Pen, view: View, [one, other]: [Point, Point], palette: Palette): void {
  const [from, to] = [view.toScreen(one.x, one.y), view.toScreen(other.x, other.y)]
  if (Math.hypot(to.x - from.x, to.y - from.y) < LEAST) return
  pen.save()
  pen.strokeStyle = palette.ink
  pen.lineWidth = 1.25
  pen.setLineDash([2, 4])
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  pen.stroke()
  pen.setLineDash([])
  const { number, unit } = distance(Math.hypot(other.x - one.x, other.y - one.y))
  const text = `${number} ${unit}`
  pen.font = '600 13px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const width = pen.measureText(text).width + 16
  const [x, y] = [0.5 * (from.x + to.x), 0.5 * (from.y + to.y)]
  pen.fillStyle = palette.ground
  pen.beginPath()
  pen.roundRect(x - width / 2, y - 12, width, 24, 12)
  pen.fill()
  pen.stroke()
  pen.fillStyle = palette.ink
  pen.fillText(text, x, y + 0.5)
  pen.restore()
}
