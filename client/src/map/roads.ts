/** Roads on the map: one path for each look and width, drawn to scale but at least `LEAST_WIDTH` wide. */

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

  constructor(roads: Roads) {
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
    context.restore()
  }
}
