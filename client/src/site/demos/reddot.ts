/** Demonstration of document 001: its red dot with the vectors of velocity and acceleration, by two models.
 *
 * Each dot stays in the centre of its half, in a ring for the top speed, and the ground moves.
 */

import { make } from '../../base/dom'
import type { Side } from '../../generated/playground'
import { SIDES } from '../../generated/playground'
import type { Pen } from '../../playground/body'
import { drawEmptyGround } from '../../playground/ground'
import type { Held } from '../../playground/keys'
import { fixed } from '../../playground/scales'
import { Trail } from '../../playground/trail'
import { drawTrail } from '../../playground/vehicle'
import type { Point } from '../../playground/view'
import { View } from '../../playground/view'
import { drawArrow } from './drawing'
import { BigNumber, playgroundLink, showFigure, Table } from './panel'
import { isHeld } from './simulations/hands'
import type { Dot, Vector } from './simulations/reddot'
import { RedDot, speedOf, TOP_SPEED } from './simulations/reddot'
import type { Play, Scene } from './stage'
import { Stage } from './stage'

const SHOWN_FIRST = 3.6 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const SCALE = 7 // scale of the ground [pixels/m]
const RING = 0.33 // radius of the ring per width or height of a half
const PUSH = 1 // length of the arrow of the largest acceleration, per radius of the ring
const MOST_PUSH = 20 // [m/s^2] largest acceleration
const SEEN = 600 // number of points of a trail; older points are outside the view
const RADIUS = 13 // radius of a dot [pixels]
const DOT = '#d1332b'
const NAMES: Record<Side, string> = { left: 'components', right: 'polar' }

class RedDotPlay implements Play {
  readonly times = new BigNumber('the top speed, by components', 'times')
  readonly table = new Table(NAMES, ['speed', 'east', 'north'])
  private readonly dots = new RedDot()
  private readonly views: Record<Side, View> = { left: new View(), right: new View() }
  private readonly trails: Record<Side, Trail> = { left: new Trail(SEEN), right: new Trail(SEEN) }

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    this.dots.advance(seconds)
    for (const side of SIDES) this.trails[side].add(this.dots[side].x, this.dots[side].y)
  }

  paint(scene: Scene): void {
    const { pen, view } = scene
    const width = 0.5 * view.size.width
    for (const side of SIDES) {
      pen.save()
      pen.translate(side === 'left' ? 0 : width, 0)
      pen.beginPath()
      pen.rect(0, 0, width, view.size.height)
      pen.clip()
      this.paintHalf(side, scene, width)
      pen.restore()
    }
    pen.strokeStyle = scene.palette.ink
    pen.globalAlpha = 0.35
    pen.lineWidth = 1
    line(pen, { x: Math.round(width) + 0.5, y: 0 }, { x: Math.round(width) + 0.5, y: view.size.height })
    pen.globalAlpha = 1
  }

  tell(): string {
    const both = (text: (dot: Dot) => string) => ({
      left: text(this.dots.left),
      right: text(this.dots.right),
    })
    this.times.show({ number: fixed(speedOf(this.dots.left) / TOP_SPEED, 2), unit: '×' })
    this.table.show(
      'speed',
      both((dot) => `${fixed(speedOf(dot), 1)} m/s`),
    )
    this.table.show(
      'east',
      both(({ velocity }) => `${fixed(velocity.x, 1)} m/s`),
    )
    this.table.show(
      'north',
      both(({ velocity }) => `${fixed(velocity.y, 1)} m/s`),
    )
    const speeds = SIDES.map((side) => `${NAMES[side]} ${fixed(speedOf(this.dots[side]), 1)} m/s`)
    return `With the same keys: ${speeds.join(', ')}. The top speed is ${TOP_SPEED} m/s.`
  }

  again(): void {
    this.dots.restart(true)
    this.forget()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.dots.isShowing) this.forget()
    this.dots.drive(held)
  }

  private forget(): void {
    for (const side of SIDES) this.trails[side].clear()
  }

  private paintHalf(side: Side, { pen, view: whole, palette, looks }: Scene, width: number): void {
    const [dot, view] = [this.dots[side], this.views[side]]
    view.size = { width, height: whole.size.height }
    view.margins = whole.margins
    view.scale = SCALE
    view.centre = { x: dot.x, y: dot.y }
    const ring = RING * Math.min(width, view.size.height - view.margins.top - view.margins.bottom)
    const middle = view.toScreen(dot.x, dot.y)
    drawEmptyGround(pen, view, palette)
    drawTrail(pen, view, this.trails[side], looks[side], palette.halo)
    drawRing(pen, middle, ring, palette.ink)
    const speeds = scaled(dot.velocity, ring / TOP_SPEED)
    if (side === 'left') drawComponents(pen, middle, speeds, looks.left.body)
    drawArrow(pen, middle, speeds, palette.ink, 3.5)
    const push = this.dots.keys
    drawDot(pen, middle, isHeld(push) ? Math.atan2(push.forward, -push.left) : undefined)
    drawArrow(pen, middle, scaled(dot.acceleration, (PUSH * ring) / MOST_PUSH), palette.target, 3.5)
    pen.font = '600 13px system-ui, sans-serif'
    pen.textAlign = 'center'
    pen.fillStyle = palette.ink
    const bottom = view.size.height - view.margins.bottom
    pen.fillText(`${NAMES[side]}: ${fixed(speedOf(dot), 1)} m/s`, 0.5 * width, bottom - 12)
  }
}

/** Draw the ring that the velocity arrow reaches at top speed. */
function drawRing(pen: Pen, { x, y }: Point, radius: number, colour: string): void {
  pen.save()
  pen.globalAlpha = 0.55
  pen.strokeStyle = colour
  pen.lineWidth = 1.5
  pen.setLineDash([3, 5])
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.stroke()
  pen.restore()
}

/** Draw the components east and north as the sides of a rectangle. */
function drawComponents(pen: Pen, { x, y }: Point, speeds: Vector, colour: string): void {
  drawArrow(pen, { x, y }, { x: speeds.x, y: 0 }, colour, 2)
  drawArrow(pen, { x, y }, { x: 0, y: speeds.y }, colour, 2)
  pen.save()
  pen.strokeStyle = colour
  pen.setLineDash([3, 4])
  const tip = { x: x + speeds.x, y: y - speeds.y }
  line(pen, { x: tip.x, y }, tip)
  line(pen, { x, y: tip.y }, tip)
  pen.restore()
}

/** Draw the dot, with a white line in the direction of the keys. */
function drawDot(pen: Pen, { x, y }: Point, wanted: number | undefined): void {
  pen.beginPath()
  pen.arc(x, y, RADIUS, 0, 2 * Math.PI)
  pen.fillStyle = DOT
  pen.fill()
  if (wanted === undefined) return
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 3
  const reach = 0.85 * RADIUS
  line(pen, { x, y }, { x: x + reach * Math.cos(wanted), y: y - reach * Math.sin(wanted) })
}

function line(pen: Pen, from: Point, to: Point): void {
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  pen.stroke()
}

function scaled({ x, y }: Vector, by: number): Vector {
  return { x: by * x, y: by * y }
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new RedDotPlay()
  const stage = new Stage(play, {
    label: 'Two red dots with their velocity and acceleration. Push both with the arrow keys.',
    hint: 'Click, then push with the arrow keys',
    touchHint: 'Push with the arrows below',
  })
  const key = make(
    'p.demo-key',
    {},
    make('span.demo-ink', {}, '→ velocity'),
    make('span.demo-green', {}, '→ acceleration'),
    make('span', {}, '◌ top speed'),
  )
  const query = 'left=cartesian/components:limit=each&right=polar/corrected&scene=diagonal'
  showFigure(element, stage, {
    side: [play.times.element, play.table.element, key, playgroundLink(query)],
    sentence:
      'The same keys push both dots: by components two keys together are 1.41 times as fast as one, for each is limited ' +
      'alone; in polar coordinates the speed is one number, and its direction swings round to the keys.',
  })
}
