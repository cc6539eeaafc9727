/** Symbols of vehicles on the map: their outlines from above, in the colour and with the mark of their side. */

import './mapsymbols.css'
import { icon, make, makeButton } from './dom'
import type { FleetDescription } from './generated/world'
import { fleetColour, OWN_COLOUR, SELECTED_COLOUR } from './palette'
import { sideColour } from './sides'
import { standingIcon } from './workstation/standingmarks'

export const SMALL = 4 // [pixels] of a symbol that has no room for dots

const MOST = 12 // largest number of marks in a legend
const PICTURE = 20 // [pixels] side of a mark's picture in a legend
const ROOMY = 480 // [pixels] width of a map from which its legend is open at first
const UNIT = 3.96 // [m] half the length of a tank, which is a unit of a symbol
const LEAST = 0.6 // half the length of a symbol, at least
const WIDER = 1.4 // than the vehicle: a few pixels tell a lorry from a tank

type Point = readonly [ahead: number, left: number]

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

function extent(values: readonly number[]): number {
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

/** Legend of the large map: the outlines of the world's vehicles, and the marks as the map draws them. */
export class SymbolLegend {
  readonly element: HTMLElement
  private readonly toggle: HTMLButtonElement
  private readonly list: HTMLElement
  private chosen: boolean | undefined // by the user

  constructor(fleets: readonly FleetDescription[], changed: () => void) {
    const kinds = new Map(fleets.map((fleet) => [fleet.symbol.title, outlineOf(fleet)]))
    const outlines = [...kinds].map(([title, outline]) => make('li', {}, symbolIcon(outline), title))
    const meanings = meaningsOf(fleets)
    const entries = meanings.slice(0, MOST).map(({ mark, words }) => make('li', {}, markPicture(mark), words))
    if (meanings.length > MOST) entries.push(make('li', {}, `and ${meanings.length - MOST} more fleets`))
    const own = [
      { colour: OWN_COLOUR, words: 'Your vehicle' },
      { colour: SELECTED_COLOUR, words: 'Selected vehicle' },
    ].map(({ colour, words }) =>
      make('li', {}, ...meanings.slice(0, 1).map(({ mark }) => markPicture({ ...mark, colour })), words),
    )
    this.list = make('ul', {}, ...outlines, ...entries, ...own, make('li', {}, standingIcon(), 'Stands'))
    this.toggle = makeButton('Legend', {
      title: 'Show or hide the legend',
      testId: 'map-symbols-toggle',
      className: 'button legend-toggle',
      press: () => {
        this.chosen = this.list.hidden
        changed()
      },
    })
    this.element = make(
      'section.map-symbols.glass',
      { 'aria-label': 'Symbols of the map', 'data-testid': 'map-symbols' },
      this.toggle,
      this.list,
    )
  }

  /** Show the legend on a map of this width [pixels]; a small map has it closed at first. Return whether it is open. */
  show(width: number): boolean {
    const isOpen = this.chosen ?? width >= ROOMY
    this.list.hidden = !isOpen
    this.toggle.setAttribute('aria-expanded', String(isOpen))
    return isOpen
  }
}

/** Return a mark as the map draws it, heading to the right. */
function markPicture(mark: Mark): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 2 * PICTURE
  canvas.setAttribute('aria-hidden', 'true')
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const along = [...mark.outline.shapes.flat().map(([ahead]) => ahead), mark.outline.barrel]
  const size = Math.min(0.45 * PICTURE, (PICTURE - 3) / extent(along))
  const middle = 0.5 * (Math.max(...along) + Math.min(...along))
  context.scale(2, 2)
  context.lineWidth = 1.6
  context.lineJoin = 'round'
  context.strokeStyle = 'rgba(8,12,12,.8)'
  drawSymbol(context, mark, { x: 0.5 * PICTURE - size * middle, y: 0.5 * PICTURE, yaw: 0, size })
  return canvas
}

/** An outline as a picture, nose up. */
function symbolIcon({ shapes, barrel }: Outline): SVGSVGElement {
  const along = [...shapes.flat().map(([ahead]) => ahead), barrel]
  const scale = Math.min(10, 22 / extent(along))
  const middle = 0.5 * (Math.max(...along) + Math.min(...along))
  const at = ([ahead, left]: Point) =>
    `${(12 - scale * left).toFixed(1)} ${(12 - scale * (ahead - middle)).toFixed(1)}`
  const paths = shapes.map((shape) => `M${shape.map(at).join('L')}Z`)
  if (barrel) paths.push(`M${at([0, 0])}L${at([barrel, 0])}`)
  return icon(...paths)
}
