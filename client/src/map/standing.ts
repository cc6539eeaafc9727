/** Standing vehicles: reasons from the server as text, and marks on the map. */

import { icon } from '../base/dom'
import type { Records, StandingVehicle } from '../generated/messages'
import type { Sheet } from './layers'

const COLOUR = '#ffb000' // colour of a warning; the shape is distinctive without it
const INK = '#10181a'
const EDGE = 4 // [pixels] margin between a text and the map's side

type Positions = Pick<Records, 'x' | 'y'>

interface Place {
  x: number // [m]
  y: number
}

/** Return the marked vehicles with their positions: those that have stood for long, and selected ones. */
export function marked(
  standing: ReadonlyMap<number, StandingVehicle>,
  state: Positions,
  chosen: readonly number[],
): Place[] {
  return [...shown(standing, chosen)].map((one) => placeOf(one, state))
}

/** Return the marked vehicle nearest to a position, within a reach [m]; -1 for none. */
export function standingNear(
  standing: ReadonlyMap<number, StandingVehicle>,
  state: Positions,
  place: Place,
  reach: number,
): number {
  let [best, bestDistance] = [-1, reach]
  for (const one of shown(standing, [])) {
    const { x, y } = placeOf(one, state)
    const distance = Math.hypot(x - place.x, y - place.y)
    if (distance < bestDistance) [best, bestDistance] = [one.vehicle, distance]
  }
  return best
}

/** Return the reasons why chosen vehicles stand, with positions; without numbers on a small map. */
export function reasonsOf(
  standing: ReadonlyMap<number, StandingVehicle>,
  state: Positions,
  chosen: readonly number[],
  isLarge: boolean,
): (Place & { words: string })[] {
  const found = [...new Set(chosen)].map((id) => standing.get(id)).filter((one) => one !== undefined)
  const words = isLarge ? reason : shortReason
  return found.map((one) => ({ ...placeOf(one, state), words: words(one) }))
}

function* shown(standing: ReadonlyMap<number, StandingVehicle>, chosen: readonly number[]) {
  for (const one of standing.values()) if (one.is_counted || chosen.includes(one.vehicle)) yield one
}

function placeOf(one: StandingVehicle, { x, y }: Positions): Place {
  const isSent = Number.isFinite(x[one.vehicle]) && Number.isFinite(y[one.vehicle])
  return isSent ? { x: x[one.vehicle], y: y[one.vehicle] } : { x: one.x, y: one.y } // in a large world only some are sent
}

/** Draw each reason below its vehicle, within the map. */
export function drawReasons(
  { context, toScreen, width, height }: Sheet,
  reasons: readonly (Place & { words: string })[],
  symbol: number, // [pixels] of half a tank
): void {
  context.font = '600 11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (const { x, y, words } of reasons) {
    const [middle, at] = toScreen(x, y)
    if (!(middle >= 0 && at >= 0 && middle <= width && at <= height)) continue
    const wide = context.measureText(words).width
    const left = Math.max(EDGE, Math.min(middle - 0.5 * wide, width - wide - EDGE))
    const below = Math.min(at + 1.3 * symbol + 9, height - 8)
    context.strokeStyle = 'rgba(8, 12, 12, .85)'
    context.lineWidth = 3
    context.strokeText(words, left, below)
    context.fillStyle = COLOUR
    context.fillText(words, left, below)
  }
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

/** Return the mark in a legend. */
export function standingIcon(): SVGSVGElement {
  const mark = icon('M12 3l10 18H2z', 'M12 10v5', 'M12 18v.3')
  mark.classList.add('map-standing')
  return mark
}

type Told = StandingVehicle | undefined

/** Return the reason why a vehicle stands ("Stuck in mud: needs 38 kN, has 21"); empty if it moves. */
export function reason(vehicle: Told): string {
  return vehicle ? capital(vehicle.words) : ''
}

/** Return the reason without numbers, for a label: "stuck in mud". */
export function shortReason(vehicle: Told): string {
  return vehicle ? vehicle.words.split(':')[0] : ''
}

/** Return lines with the reason why a vehicle stands and with its recovery; none if it moves. */
export function standingLines(vehicle: Told): string[] {
  return vehicle ? [capital(vehicle.words), capital(vehicle.action)].filter(Boolean) : []
}

/** Return the vehicles that have stood for long, the longest standing first. */
export function counted(vehicles: Iterable<StandingVehicle>): StandingVehicle[] {
  return [...vehicles]
    .filter((one) => one.is_counted)
    .sort((a, b) => a.since - b.since || a.vehicle - b.vehicle)
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
