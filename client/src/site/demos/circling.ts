/** Demonstration of document 000: with the naive formula a vehicle circles a target forever, with the exact arc it arrives. */

import { TANK } from '../../generated/demonstrations'
import type { Side } from '../../generated/playground'
import { SIDES } from '../../generated/playground'
import type { Drawn, Pen } from '../../playground/body'
import type { Look } from '../../playground/colours'
import { drawEmptyGround, drawTarget, drawTargetRim } from '../../playground/ground'
import type { Held } from '../../playground/keys'
import { distance, fixed } from '../../playground/scales'
import { Trail } from '../../playground/trail'
import { drawTrail, drawVehicle } from '../../playground/vehicle'
import type { Point, View } from '../../playground/view'
import { BigNumber, playgroundLink, showFigure, Table } from './panel'
import type { Tracked } from './simulations/circling'
import { away, Circling, isEnclosed, RADIUS, TARGET } from './simulations/circling'
import { isHeld, NOTHING_HELD } from './simulations/hands'
import type { Play, Scene } from './stage'
import { Stage } from './stage'

const SHOWN_FIRST = 20 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const LONGEST = 90 // time after which the demonstration is repeated [s]
const STAY = 8 // time after both have arrived until the repetition [s]
const TARGET_SPEED = 8 // speed of the target by arrow keys [m/s]
const FARTHEST = 25 // largest distance of a target from the start [m]
const TRAIL_TURN = 2.1 * Math.PI // turn after which the trail is a whole circle [rad]
const BACKWARDS: Side[] = ['right', 'left']

class CirclingPlay implements Play {
  readonly number = new BigNumber('of the naive vehicle', 'turns')
  readonly table = new Table({ left: 'naive', right: 'exact' }, ['away', 'turns', 'arrived'])
  private readonly circling = new Circling()
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }
  private held = NOTHING_HELD

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    if (isHeld(this.held)) this.moveTarget(seconds)
    if (this.isOver()) this.again()
    this.circling.advance(seconds)
    for (const side of SIDES) {
      const { x, y, turned } = this.circling[side]
      if (Math.abs(turned) < TRAIL_TURN) this.trails[side].add(x, y)
    }
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { target } = this.circling
    view.room = 3.5
    view.wanted = 22
    view.update(this.circling.left, this.circling.right, elapsed, [{ x: 0, y: 0 }, target, ...this.circle()])
    drawEmptyGround(pen, view, palette)
    for (const side of BACKWARDS)
      if (isEnclosed(side, target)) shadeCircle(pen, view, side, target, looks[side])
    drawTarget(pen, view, [target.x, target.y], palette)
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], looks[side], palette.halo)
    for (const side of BACKWARDS) drawVehicle(pen, view, drawnTank(this.circling[side], looks[side]))
    drawTargetRim(pen, view, [target.x, target.y], palette)
  }

  tell(): string {
    const { left, right, target } = this.circling
    const both = (text: (tracked: Tracked) => string) => ({ left: text(left), right: text(right) })
    this.number.show({ number: times(left), unit: 'turns' })
    this.table.show(
      'away',
      both((tracked) => metres(away(tracked, target))),
    )
    this.table.show(
      'turns',
      both((tracked) => times(tracked)),
    )
    this.table.show(
      'arrived',
      both(({ arrived }) => (arrived === undefined ? 'no' : `after ${arrived.toFixed(1)} s`)),
    )
    return SIDES.map((side) => sentenceOf(side, this.circling[side], target)).join(' ')
  }

  again(): void {
    this.aimAt(TARGET)
  }

  drive(held: Held): void {
    this.held = held
  }

  /** Place the target, and both vehicles at the start. */
  aimAt({ x, y }: Point): void {
    const far = Math.max(1, Math.hypot(x, y) / FARTHEST)
    this.circling.restart({ x: x / far, y: y / far })
    for (const side of SIDES) this.trails[side].clear()
  }

  /** Return the corners of the naive vehicle's circle if it circles forever. */
  private circle(): Point[] {
    const { target } = this.circling
    if (!isEnclosed('left', target)) return []
    const across = Math.sign(target.y) * 2 * RADIUS.left
    return [
      { x: -RADIUS.left, y: 0 },
      { x: RADIUS.left, y: across },
    ]
  }

  private moveTarget(seconds: number): void {
    const { x, y } = this.circling.target
    const path = TARGET_SPEED * seconds
    this.aimAt({ x: x - this.held.left * path, y: y + this.held.forward * path })
  }

  private isOver(): boolean {
    const { left, right, time } = this.circling
    if (left.arrived === undefined || right.arrived === undefined) return time > LONGEST
    return time > Math.max(left.arrived, right.arrived) + STAY
  }
}

/** Draw the tightest turning circle at the start, within which a target cannot be reached. */
function shadeCircle(pen: Pen, view: View, side: Side, target: Point, look: Look): void {
  const { x, y } = view.toScreen(0, Math.sign(target.y) * RADIUS[side])
  pen.save()
  pen.globalAlpha = 0.1
  pen.fillStyle = look.body
  pen.beginPath()
  pen.arc(x, y, RADIUS[side] * view.scale, 0, 2 * Math.PI)
  pen.fill()
  pen.restore()
}

function drawnTank({ x, y, yaw, runs }: Tracked, look: Look): Drawn {
  const state = {
    ...{ x, y, yaw, speed: 0, hitches: [], centre: null, drawn_yaw: null },
    wheels: [0, 0] as [number, number],
  }
  return { look, shape: TANK, state, runs, push: undefined }
}

function sentenceOf(side: Side, tracked: Tracked, target: Point): string {
  const name = side === 'left' ? 'The naive one' : 'The exact one'
  if (tracked.arrived !== undefined) return `${name} arrived after ${tracked.arrived.toFixed(1)} s.`
  return `${name} has turned round ${times(tracked)} times and is ${metres(away(tracked, target))} from the target.`
}

function times({ turned }: Tracked): string {
  return fixed(Math.abs(turned) / (2 * Math.PI), 1)
}

function metres(length: number): string {
  const { number, unit } = distance(length)
  return `${number} ${unit}`
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new CirclingPlay()
  const stage = new Stage(play, {
    label: 'Two tracked vehicles and their target from above. Move the target with the arrow keys.',
    hint: 'Click to put the target elsewhere',
    touchHint: 'Tap to put the target elsewhere',
    hasPads: false,
  })
  stage.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
    play.aimAt(stage.view.toGround(offsetX, offsetY))
    stage.resume()
  })
  const query = 'left=tracked/simple&right=tracked/arc&scene=target'
  showFigure(element, stage, {
    side: [play.number.element, play.table.element, playgroundLink(query)],
    sentence:
      'Both vehicles steer for the target as hard as they can and never stop: the naive formula turns half as far as ' +
      'the tracks say, so a target close behind lies inside its turning circle and it circles for ever; the exact one ' +
      'arrives.',
  })
}
