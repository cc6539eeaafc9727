/** Painter of the ground with both vehicles and their trails, after changes and while the view moves. */

import { make } from '../base/dom'
import type { Catalogue, SetUp, Side, SideState, State } from '../generated/playground'
import { SIDES } from '../generated/playground'
import type { Drawn } from './body'
import { LOOKS } from './colours'
import { drawCars, drawGround, drawLegend, drawTargetRim } from './ground'
import { drawLabels, labelsFor } from './labels'
import { Trail } from './trail'
import { trailerAxles } from './trailer'
import { drawGeometry, drawTrail, drawVehicle } from './vehicle'
import { penFor, View } from './view'

const LONG_STEP = 0.09 // time step from which steps are marked on the trail [s]
const JUMP = 5 // excess over the distance by speed from which a movement is a new position [m]
const BACKWARDS: Side[] = ['right', 'left'] // the dashed trail is drawn over the other, so that both are visible

export class Painter {
  readonly view = new View()
  hasGeometry = true
  readonly canvas = make('canvas.stage', {
    role: 'img',
    tabindex: '0',
    'aria-label': 'The ground from above with both vehicles; drive with the arrow keys',
    'data-testid': 'ground',
  }) as HTMLCanvasElement
  private readonly catalogue: Catalogue
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }
  private readonly runs: Record<Side, [number, number]> = { left: [0, 0], right: [0, 0] }
  private isStale = true
  private lastFrame = 0

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue
  }

  /** Repaint after a change that is not in the state. */
  refresh(): void {
    this.isStale = true
  }

  /** Extend the trails by the movement since the previous state. */
  follow(before: State | undefined, now: State, setUp: SetUp): void {
    if (before && now.tick < before.tick) this.forget()
    const seconds = before ? now.time - before.time : 0
    for (const side of SIDES) {
      if (before && hasJumped(before[side], now[side])) this.trails[side].clear()
      this.trails[side].add(now[side].x, now[side].y, seconds >= LONG_STEP && setUp.dt >= LONG_STEP)
      this.roll(side, now[side], setUp[side].shape.track_width, seconds)
    }
    this.refresh()
  }

  forget(): void {
    for (const side of SIDES) this.trails[side].clear()
    this.refresh()
  }

  frame(now: number, state: State, setUp: SetUp): void {
    const elapsed = Math.min(0.1, now / 1000 - this.lastFrame)
    this.lastFrame = now / 1000
    const others = SIDES.flatMap((side) => trailerAxles(setUp[side].shape.trailers, state[side]))
    if (setUp.target) others.push({ x: setUp.target[0], y: setUp.target[1] })
    const moves = this.view.update(state.left, state.right, elapsed, others)
    if (!moves && !this.isStale) return
    this.isStale = false
    this.paint(state, setUp)
  }

  private roll(side: Side, state: SideState, width: number, seconds: number): void {
    const turned = 0.5 * width * state.yaw_rate * seconds
    this.runs[side][0] += state.speed * seconds - turned
    this.runs[side][1] += state.speed * seconds + turned
  }

  private paint(state: State, setUp: SetUp): void {
    const pen = penFor(this.canvas)
    if (!pen) return
    const { view } = this
    drawGround(pen, view, setUp)
    drawCars(pen, view, setUp.scene.cars, new Set(SIDES.flatMap((side) => state[side].cars ?? [])))
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], LOOKS[side])
    const drawn = SIDES.map((side) => this.drawn(side, state, setUp))
    if (this.hasGeometry) for (const one of drawn) drawGeometry(pen, view, one)
    for (const one of drawn) drawVehicle(pen, view, one)
    if (setUp.target) drawTargetRim(pen, view, setUp.target)
    drawLegend(pen, view, setUp.slope)
    pen.font = '600 12px system-ui, sans-serif'
    const widthOf = (text: string) => view.text * pen.measureText(text).width
    drawLabels(pen, labelsFor({ state, setUp, catalogue: this.catalogue }, view, widthOf), view.text)
  }

  private drawn(side: Side, state: State, setUp: SetUp): Drawn {
    const model = this.catalogue.models.find((candidate) => candidate.name === setUp[side].model)
    const control = (name: string) => {
      const index = model?.controls.findIndex((field) => field.name === name) ?? -1
      return index < 0 ? 0 : state[side].control[index]
    }
    const push = model?.is_pointed
      ? { acceleration: control('acceleration'), yaw: control('acceleration_yaw') }
      : undefined
    return { look: LOOKS[side], shape: setUp[side].shape, state: state[side], runs: this.runs[side], push }
  }
}

function hasJumped(before: SideState, now: SideState): boolean {
  return Math.hypot(now.x - before.x, now.y - before.y) > JUMP + Math.abs(now.speed)
}
