/** Symbols of vehicles on the map: one outline for each kind, seen from above, in the colour and with the mark of its side. */

import './mapsymbols.css'
import { icon, make } from './dom'
import type { FleetDescription } from './generated/world'
import { fleetColour } from './palette'
import { sideColour } from './sides'
import { standingIcon } from './workstation/standingmarks'

export const SMALL = 4 // [pixels] of a symbol that has no room for dots

type Point = readonly [ahead: number, left: number] // 1 is about half a tank's length

interface Outline {
  title: string
  shapes: readonly (readonly Point[])[] // closed and filled
  barrel?: number // how far a gun reaches ahead
}

const hull = (back: number, front: number, half: number): Point[] => [
  [back, half],
  [front, half],
  [front, -half],
  [back, -half],
]
const pointed = (back: number, shoulder: number, front: number, half: number): Point[] => [
  [back, half],
  [shoulder, half],
  [front, 0.45 * half],
  [front, -0.45 * half],
  [shoulder, -half],
  [back, -half],
]

export const OUTLINES = {
  tank: { title: 'Tank', shapes: [hull(-0.95, 0.75, 0.66)], barrel: 1.6 },
  'fighting-vehicle': {
    title: 'Infantry fighting vehicle',
    shapes: [pointed(-0.9, 0.35, 0.85, 0.62)],
    barrel: 1.35,
  },
  carrier: { title: 'Carrier', shapes: [pointed(-0.9, 0.35, 0.85, 0.62)] },
  truck: { title: 'Truck', shapes: [hull(-1.05, 0.3, 0.45), hull(0.45, 1.05, 0.4)] },
  lorry: { title: 'Lorry with trailer', shapes: [hull(-2.1, 0.15, 0.45), hull(0.35, 1.1, 0.45)] },
  utility: { title: 'Utility vehicle', shapes: [pointed(-0.75, 0.25, 0.75, 0.44)] },
  car: { title: 'Car', shapes: [pointed(-0.6, 0.2, 0.6, 0.34)] },
  quad: {
    title: 'Quad',
    shapes: [
      [
        [-0.6, 0],
        [0, 0.45],
        [0.6, 0],
        [0, -0.45],
      ],
    ],
  },
  other: {
    title: 'Other vehicle',
    shapes: [
      [
        [1, 0],
        [-0.7, 0.62],
        [-0.35, 0],
        [-0.7, -0.62],
      ],
    ],
  },
} satisfies Record<string, Outline>

export type SymbolKind = keyof typeof OUTLINES

const OF_LOOK: Record<string, SymbolKind> = {
  tank: 'tank',
  'cast-tank': 'tank',
  'fighting-vehicle': 'fighting-vehicle',
  carrier: 'carrier',
  truck: 'truck',
  lorry: 'lorry',
  utility: 'utility',
  car: 'car',
  van: 'car',
  racer: 'car',
  quad: 'quad',
}

/** The symbol of a fleet's vehicles: by the look of a named vehicle, an arrow for a plain model. */
export function symbolOf({ vehicle }: Pick<FleetDescription, 'vehicle'>): SymbolKind {
  return OF_LOOK[vehicle?.look ?? ''] ?? 'other'
}

export interface Mark {
  kind: SymbolKind
  colour: string
  dots: number // on it, by which sides are told apart without their colours
}

/** The symbols of a world's fleets, by their numbers. */
export function marksOf(fleets: readonly FleetDescription[]): Mark[] {
  const sides = sidesOf(fleets)
  return fleets.map((fleet, number) => ({
    kind: symbolOf(fleet),
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
  { kind, colour, dots }: Mark,
  place: Place,
): void {
  const { x, y, yaw, size } = place
  const [cosine, sine] = [Math.cos(yaw) * size, Math.sin(yaw) * size]
  const outline: Outline = OUTLINES[kind]
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

/** The legend of the large map: the kinds that the world has, and its sides. */
export function symbolLegend(fleets: readonly FleetDescription[]): HTMLElement {
  const kinds = (Object.keys(OUTLINES) as SymbolKind[]).filter((kind) =>
    fleets.some((fleet) => symbolOf(fleet) === kind),
  )
  const entries = kinds.map((kind) => make('li', {}, symbolIcon(kind), OUTLINES[kind].title))
  const sides = sidesOf(fleets).map((side, number) => {
    const swatch = make('span.swatch')
    swatch.style.setProperty('background', sideColour(side))
    const mark = number === 0 ? '' : number === 1 ? ', a white dot' : `, ${number} white dots`
    return make('li', {}, swatch, make('span.map-side', {}, side), mark)
  })
  return make(
    'section.map-symbols.glass',
    { 'aria-label': 'Symbols of the map', 'data-testid': 'map-symbols' },
    make('ul', {}, ...entries, ...sides, make('li', {}, standingIcon(), 'Stands')),
  )
}

/** An outline as a picture, nose up. */
function symbolIcon(kind: SymbolKind): SVGSVGElement {
  const outline: Outline = OUTLINES[kind]
  const scale = 6.6
  const shift = kind === 'lorry' ? -0.5 : outline.barrel ? 0.3 : 0
  const at = ([ahead, left]: Point) =>
    `${(12 - scale * left).toFixed(1)} ${(12 - scale * (ahead - shift)).toFixed(1)}`
  const paths = outline.shapes.map((shape) => `M${shape.map(at).join('L')}Z`)
  if (outline.barrel) paths.push(`M${at([0, 0])}L${at([outline.barrel, 0])}`)
  return icon(...paths)
}
