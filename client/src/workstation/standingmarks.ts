/** Marks of vehicles that stand: a warning triangle beside each, on the map and in its legend. */

import { icon } from '../dom'
import type { Records, StandingVehicle } from '../generated/messages'
import type { Sheet } from './maplayers'

const COLOUR = '#ffb000' // that of a warning; the shape and its sign tell without it
const INK = '#10181a'

/** Where to mark whom on a map: those that have stood for long, and the vehicles that the user looks at. */
export function marked(
  standing: ReadonlyMap<number, StandingVehicle>,
  state: Pick<Records, 'x' | 'y'>,
  chosen: readonly number[],
): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  for (const one of standing.values()) {
    if (!one.is_counted && !chosen.includes(one.vehicle)) continue
    const [x, y] = [state.x[one.vehicle], state.y[one.vehicle]]
    const isSent = Number.isFinite(x) && Number.isFinite(y)
    found.push(isSent ? { x, y } : { x: one.x, y: one.y }) // of a large world only some vehicles are sent
  }
  return found
}

/** Draw the marks, each above its vehicle. */
export function drawStanding(
  { context, toScreen, width, height }: Sheet,
  places: readonly { x: number; y: number }[],
  symbol: number, // [pixels] of half a tank
): void {
  const size = Math.min(7, 4 + 0.4 * symbol)
  context.lineJoin = 'round'
  for (const place of places) {
    const [x, below] = toScreen(place.x, place.y)
    const y = below - symbol - 0.75 * size
    if (!(x >= -size && y >= -size && x <= width + size && y <= height + size)) continue
    context.beginPath()
    context.moveTo(x, y - size)
    context.lineTo(x + 1.05 * size, y + 0.8 * size)
    context.lineTo(x - 1.05 * size, y + 0.8 * size)
    context.closePath()
    context.strokeStyle = INK
    context.lineWidth = 2.4
    context.stroke()
    context.fillStyle = COLOUR
    context.fill()
    context.fillStyle = INK
    context.fillRect(x - 0.13 * size, y - 0.45 * size, 0.26 * size, 0.65 * size)
    context.fillRect(x - 0.13 * size, y + 0.35 * size, 0.26 * size, 0.26 * size)
  }
}

/** The mark in a legend. */
export function standingIcon(): SVGSVGElement {
  const mark = icon('M12 3l10 18H2z', 'M12 10v5', 'M12 18v.3')
  mark.classList.add('map-standing')
  return mark
}
