/** Symbols of vehicles on the map: their outlines from above, in the colour and with the mark of their side. */

import { fleetColour, sideColour } from '../base/palette'
import type { FleetDescription } from '../generated/world'

export const SMALL = 4 // [pixels] of a symbol that has no room for dots

const UNIT = 3.96 // [m] half the length of a tank, which is a unit of a symbol
const LEAST = 0.6 // half the length of a symbol, at least
const WIDER = 1.4 // than the vehicle: a few pixels tell a lorry from a tank

export type Point = readonly [ahead: number, left: number]

/** A vehicle from above, in units. */
export interface Outline {
  title: string
  shapes: readonly (readonly Point[])[] // closed and filled
  barrel: number // how far a gun reaches ahead; 0 without one
}

/** The symbol of a fleet's vehicles: their hull from above, a little wider, and grown where they are small. */
export function outlineOf({ symbol }: Pick<FleetDescription, 'symbol'>): Outline {
  const half = 0.5 * extent(symbol.outlines.flat().map(([ahead]) => ahead))
  const scale = Math.max(1, (LEAST * UNIT) / half) / UNIT
  return {
    title: symbol.title,
    shapes: symbol.outlines.map((outline) =>
      outline.map(([ahead, left]): Point => [scale * ahead, WIDER * scale * left]),
    ),
    barrel: scale * symbol.barrel,
  }
}

export function extent(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}

export interface Mark {
  outline: Outline
  colour: string
  dots: number // on it, by which sides are told apart without their colours
}

/** The symbols of a world's fleets, by their numbers. */
export function marksOf(fleets: readonly FleetDescription[]): Mark[] {
  const sides = sidesOf(fleets)
  return fleets.map((fleet, number) => ({
    outline: outlineOf(fleet),
    colour: fleet.side === null ? fleetColour(number) : sideColour(fleet.side),
    dots: fleet.side === null ? 0 : sides.indexOf(fleet.side),
  }))
}

export function sidesOf(fleets: readonly FleetDescription[]): string[] {
  return [...new Set(fleets.map(({ side }) => side).filter((side) => side !== null))]
}

export interface Place {
  x: number // [pixels]
  y: number
  yaw: number // [rad]
  size: number // [pixels] of a unit of the outline
}

/** Draw a symbol, its nose along the yaw. */
export function drawSymbol(
  context: CanvasRenderingContext2D,
  { outline, colour, dots }: Mark,
  place: Place,
): void {
  const { x, y, yaw, size } = place
  const [cosine, sine] = [Math.cos(yaw) * size, Math.sin(yaw) * size]
  const to = ([ahead, left]: Point): [number, number] => [
    x + cosine * ahead - sine * left,
    y - sine * ahead - cosine * left,
  ]
  context.fillStyle = colour
  context.beginPath()
  for (const shape of outline.shapes) {
    shape.forEach((point, index) => {
      if (index) context.lineTo(...to(point))
      else context.moveTo(...to(point))
    })
    context.closePath()
  }
  context.stroke()
  context.fill()
  if (outline.barrel) drawBarrel(context, to([0, 0]), to([outline.barrel, 0]), colour, size)
  context.fillStyle = '#fff'
  for (let dot = 0; size >= SMALL && dot < dots; dot++) {
    context.beginPath()
    context.arc(...to([-0.35 - 0.5 * dot, 0]), 0.26 * size, 0, 2 * Math.PI)
    context.fill()
  }
}

function drawBarrel(
  context: CanvasRenderingContext2D,
  from: [number, number],
  to: [number, number],
  colour: string,
  size: number,
): void {
  const { strokeStyle, lineWidth } = context
  for (const [style, width] of [
    [strokeStyle, 0.42 * size + 1],
    [colour, 0.3 * size],
  ] as const) {
    context.strokeStyle = style
    context.lineWidth = width
    context.beginPath()
    context.moveTo(...from)
    context.lineTo(...to)
    context.stroke()
  }
  context.strokeStyle = strokeStyle
  context.lineWidth = lineWidth
}

/** What a mark means. */
export interface MarkMeaning {
  mark: Mark
  words: string
}

/** Return the meanings of the marks: one for each side, and one for each fleet on no side; all legends read them. */
export function meaningsOf(fleets: readonly FleetDescription[]): MarkMeaning[] {
  const marks = marksOf(fleets)
  const meanings = new Map<string, MarkMeaning>()
  fleets.forEach(({ side, name, count }, number) => {
    const key = side === null ? `fleet ${number}` : `side ${side}`
    if (count === 0 || meanings.has(key)) return
    meanings.set(key, {
      mark: marks[number],
      words: side === null ? name : `Vehicle of side ${titled(side)}`,
    })
  })
  return [...meanings.values()]
}

function titled(side: string): string {
  return side.slice(0, 1).toUpperCase() + side.slice(1)
}
