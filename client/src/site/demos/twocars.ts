/** Demonstration on the home page: two cars with the same keys, and their different results. */

import { make } from '../../base/dom'
import type { Side } from '../../generated/playground'
import { drawEmptyGround } from '../../playground/ground'
import type { Held } from '../../playground/keys'
import { distance, fixed, timeStepText } from '../../playground/scales'
import { Trail } from '../../playground/trail'
import { drawTrail, drawVehicle } from '../../playground/vehicle'
import { drawnCar } from './drawing'
import { drawGap } from './gap'
import { BigNumber, playgroundLink, showFigure, Table, timeStepSlider } from './panel'
import { isHeld } from './simulations/hands'
import type { Pose } from './simulations/twocars'
import { apart, MAX_STEER_ANGLE, TwoCars } from './simulations/twocars'
import type { Play, Scene } from './stage'
import { Stage } from './stage'

const SHOWN_FIRST = 7.2 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const LONG_STEP = 0.09 // time step from which steps are marked on the trail [s]
const WHEELS_TURN = 14 // rate at which drawn wheels follow the steer angle [1/s]
const FIGURE = [
  { x: -8.2, y: -5 }, // corners of the figure of eight, kept in the view [m]
  { x: 8.2, y: 2.9 },
]
const BACKWARDS: Side[] = ['right', 'left']

class TwoCarsPlay implements Play {
  readonly cars = new TwoCars()
  readonly gap = new BigNumber('apart', 'gap')
  readonly table = new Table({ left: 'six lines', right: 'exact' }, ['east', 'north', 'heading'])
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }
  private steerAngle = 0 // steer angle of the drawn wheels [rad]
  private steps = 0 // number of steps marked on the trails

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    this.cars.advance(seconds)
    if (this.cars.steps < this.steps) for (const side of BACKWARDS) this.trails[side].clear()
    const isMarked = this.cars.steps !== this.steps && this.cars.dt >= LONG_STEP
    this.steps = this.cars.steps
    const now = this.cars.now()
    for (const side of BACKWARDS) {
      const { x, y } = isMarked ? this.cars[side] : now[side]
      this.trails[side].add(x, y, isMarked)
    }
    const share = 1 - Math.exp(-WHEELS_TURN * seconds)
    this.steerAngle += share * (MAX_STEER_ANGLE * this.cars.command.steer - this.steerAngle)
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const now = this.cars.now()
    view.room = 3
    view.wanted = 24
    view.update(now.left, now.right, elapsed, this.cars.isShowing ? FIGURE : [])
    drawEmptyGround(pen, view, palette)
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], looks[side], palette.halo)
    drawGap(pen, view, [now.left, now.right], palette)
    for (const side of BACKWARDS) drawVehicle(pen, view, drawnCar(looks[side], now[side], this.steerAngle))
  }

  tell(): string {
    const now = this.cars.now()
    this.show(now)
    const { number, unit } = distance(apart(now.left, now.right))
    const at = ({ x, y, yaw }: Pose) =>
      `${fixed(x, 1)} m east, ${fixed(y, 1)} m north, heading ${heading(yaw)}`
    const step = `steps of ${timeStepText(this.cars.dt)}`
    return `Six lines: ${at(now.left)}. Exact: ${at(now.right)}. ${number} ${unit} apart, in ${step}.`
  }

  again(): void {
    this.cars.restart(true)
    this.forget()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.cars.isShowing) {
      this.cars.restart(false)
      this.forget()
    }
    this.cars.held = held
  }

  setTimeStep(dt: number): void {
    this.cars.dt = dt
    if (this.cars.isShowing) this.again()
  }

  private forget(): void {
    for (const side of BACKWARDS) this.trails[side].clear()
    this.steps = 0
  }

  private show({ left, right }: { left: Pose; right: Pose }): void {
    this.gap.show(distance(apart(left, right)))
    const both = (text: (pose: Pose) => string) => ({ left: text(left), right: text(right) })
    this.table.show(
      'east',
      both(({ x }) => `${fixed(x, 2)} m`),
    )
    this.table.show(
      'north',
      both(({ y }) => `${fixed(y, 2)} m`),
    )
    this.table.show(
      'heading',
      both(({ yaw }) => heading(yaw)),
    )
  }
}

/** Return the compass heading, clockwise from north. */
function heading(yaw: number): string {
  const degrees = Math.round(90 - (yaw * 180) / Math.PI)
  return `${((degrees % 360) + 360) % 360}°`
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new TwoCarsPlay()
  const stage = new Stage(play, {
    label: 'Two cars on the ground from above. Drive both with the arrow keys.',
    hint: 'Click, then drive with the arrow keys',
    touchHint: 'Drive with the arrows below',
  })
  const link = make('div')
  const relink = (dt: number) =>
    link.replaceChildren(playgroundLink(`left=bicycle/six-line&right=bicycle/arc&dt=1/${Math.round(1 / dt)}`))
  relink(play.cars.dt)
  const slider = timeStepSlider(play.cars.dt, (dt) => {
    play.setTimeStep(dt)
    relink(dt)
    stage.resume()
  })
  showFigure(element, stage, {
    side: [play.gap.element, play.table.element, slider, link],
    sentence:
      'Both cars get the same speed and steering: the blue one drives the exact arc, the orange one moves by six lines ' +
      'of code from an article on games, and turns too wide at every time step.',
  })
}
