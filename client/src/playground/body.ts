/** What all bodies seen from above have in common: fill, hatch, outline, glass. Lengths in metres, x ahead, y left. */

import type { Look } from './colours'

export type Pen = CanvasRenderingContext2D

export const GLASS = 'rgba(255, 255, 255, 0.72)'

/** A corner of an outline: ahead and left [m]. */
export type Corner = readonly [x: number, y: number]

/** A closed path through corners; `pen.fill()` and `pen.stroke()` are the caller's. */
export function outline(pen: Pen, corners: readonly Corner[]): void {
  pen.beginPath()
  for (const [x, y] of corners) pen.lineTo(x, y)
  pen.closePath()
}

/** The same corners on the left and, in reverse order, on the right. */
export function mirrored(left: readonly Corner[]): Corner[] {
  return [...left, ...[...left].reverse().map(([x, y]): Corner => [x, -y])]
}

/** A rectangle between two places along the body, with round corners. */
export function rectangle(pen: Pen, [from, to]: readonly [number, number], width: number, radius = 0): void {
  pen.beginPath()
  pen.roundRect(from, -width / 2, to - from, width, radius)
}

/** Fill the path as a body: see-through, for two vehicles may stand in one place; the naive one hatched. */
export function fillBody(pen: Pen, look: Look, scale: number, size: { length: number; width: number }): void {
  pen.save()
  pen.globalAlpha = 0.82
  pen.fillStyle = look.body
  pen.fill()
  pen.globalAlpha = 1
  pen.strokeStyle = look.dark
  pen.lineWidth = 1.6 / scale
  pen.stroke()
  if (look.hasHatch && scale * size.length > 40) {
    pen.clip()
    pen.strokeStyle = 'rgba(255, 255, 255, 0.34)'
    pen.lineWidth = 2 / scale
    pen.beginPath()
    const step = 9 / scale
    const reach = size.length + size.width
    for (let x = -reach; x < reach; x += step) {
      pen.moveTo(x, -size.width / 2)
      pen.lineTo(x + size.width, size.width / 2)
    }
    pen.stroke()
  }
  pen.restore()
}

/** Stroke the path as an edge on the body. */
export function strokeEdge(pen: Pen, look: Look, scale: number): void {
  pen.strokeStyle = look.dark
  pen.lineWidth = 1.5 / scale
  pen.stroke()
}

/** Fill the path with a shade of the body. */
export function fillShade(pen: Pen, shade = 'rgba(0, 0, 0, 0.22)'): void {
  pen.fillStyle = shade
  pen.fill()
}
