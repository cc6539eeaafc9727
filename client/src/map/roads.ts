/** Roads on the map: one path for each look and width, to scale but at least `LEAST_WIDTH` wide; and decks over them. */

import type { Deck } from '../world/decks'
import { sectionOf } from '../world/decks'
import type { RoadLook, Roads } from '../world/roads'
import { roadLook } from '../world/roads'

const LEAST_WIDTH = 1.1 // [pixels]
const COLOURS: Record<RoadLook, string> = {
  asphalt: '#ecebe4',
  concrete: '#ecebe4',
  gravel: '#dcc9a0',
  track: '#b99a70',
}
const EDGE = 'rgba(22, 26, 24, .75)'
const DECK_EDGE = 1.6 // [pixels] width of the dark edges of a deck
const DARK = 'rgba(12, 14, 13, .95)'
const EDGED_FROM = 2 // [pixels] width from which roads have edges

interface View {
  x: number // [m] centre
  y: number
  scale: number // [pixels per metre]
  width: number // [pixels]
  height: number
}

interface Line {
  path: Path2D
  width: number
  look: RoadLook
}

export class RoadLines {
  private readonly lines: Line[] = []
  private readonly decks: Line[] // the lower ones first

  constructor(roads: Roads, decks: readonly Deck[] = [], looks: readonly RoadLook[] = []) {
    const found = new Map<string, Line>()
    for (const { kind, width, points } of roads) {
      const look = roadLook(kind)
      const line = found.get(`${look} ${width}`) ?? { path: new Path2D(), width, look }
      found.set(`${look} ${width}`, line)
      line.path.moveTo(points[0], points[1])
      for (let k = 2; k + 1 < points.length; k += 2) line.path.lineTo(points[k], points[k + 1])
    }
    const order: RoadLook[] = ['track', 'gravel', 'concrete', 'asphalt']
    this.lines.push(...found.values())
    this.lines.sort((a, b) => order.indexOf(a.look) - order.indexOf(b.look) || a.width - b.width)
    this.decks = decks
      .map((deck, k) => ({ deck, look: looks[k], middle: sectionOf(deck, deck.rows >> 1) }))
      .sort((a, b) => a.middle.z - b.middle.z)
      .map(({ deck, look, middle }) => ({ path: pathOf(deck), width: 2 * middle.half, look }))
  }

  draw(context: CanvasRenderingContext2D, view: View): void {
    const { x, y, scale, width, height } = view
    context.save()
    context.translate(width / 2, height / 2)
    context.scale(scale, -scale)
    context.translate(-x, -y)
    context.lineJoin = context.lineCap = 'round'
    const wide = (line: Line) => Math.max(LEAST_WIDTH, line.width * scale)
    for (const line of this.lines) {
      context.strokeStyle = EDGE
      context.lineWidth = (wide(line) + (wide(line) > EDGED_FROM ? 1.6 : 1)) / scale
      context.stroke(line.path)
    }
    for (const line of this.lines) {
      context.strokeStyle = COLOURS[line.look]
      context.lineWidth = wide(line) / scale
      context.stroke(line.path)
    }
    context.lineCap = 'butt'
    for (const line of this.decks) {
      context.strokeStyle = DARK
      context.lineWidth = (wide(line) + 2 * DECK_EDGE) / scale
      context.stroke(line.path)
      context.strokeStyle = COLOURS[line.look]
      context.lineWidth = wide(line) / scale
      context.stroke(line.path)
    }
    context.restore()
  }
}

function pathOf(deck: Deck): Path2D {
  const path = new Path2D()
  for (let row = 0; row < deck.rows; row++) {
    const { x, y } = sectionOf(deck, row)
    if (row === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  return path
}
