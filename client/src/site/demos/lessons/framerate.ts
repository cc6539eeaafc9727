/** Demonstration of the second lesson: straight pieces leave the circle by more the fewer frames there are. */

import type { Side } from '../../../generated/playground'
import { drawEmptyGround } from '../../../playground/ground'
import type { Held } from '../../../playground/keys'
import { distance, fixed } from '../../../playground/scales'
import { Trail } from '../../../playground/trail'
import { drawTrail, drawVehicle } from '../../../playground/vehicle'
import { drawnCar } from '../drawing'
import { drawGap } from '../gap'
import { BigNumber, showFigure, Table } from '../panel'
import { isHeld } from '../simulations/hands'
import type { Pose } from '../simulations/twocars'
import { apart } from '../simulations/twocars'
import type { Play, Scene } from '../stage'
import { Stage } from '../stage'
import { choiceSlider } from './controls'
import { WHEELBASE } from './simulations/circle'
import { arc, FrameRate, RADIUS, RATES } from './simulations/framerate'

const SHOWN_FIRST = 2.6 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const MARKED_RATE = 20 // rate up to which frames are marked on the trails [1/s]
const ARC_POINTS = 8 // points of the exact trail in a frame
const STEER_ANGLE = Math.atan(WHEELBASE / RADIUS) // of the drawn wheels at full steering [rad]
const CIRCLE = [
  { x: -2 * RADIUS - 0.5, y: -RADIUS - 0.5 }, // corners of the circle, kept in the view [m]
  { x: 0.5, y: RADIUS + 2.5 },
]
const BACKWARDS: Side[] = ['right', 'left']

class FrameRatePlay implements Play {
  readonly cars = new FrameRate()
  readonly gap = new BigNumber('apart', 'gap')
  readonly table = new Table({ left: 'straight pieces', right: 'arcs' }, ['east', 'north'])
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    const { cars } = this
    const before = { pose: cars.exact, command: cars.command, frames: cars.frames }
    cars.advance(seconds, () => {
      if (cars.frames <= before.frames) this.forget()
      const isMarked = cars.rate <= MARKED_RATE
      this.trails.left.add(cars.naive.x, cars.naive.y, isMarked)
      for (let i = 1; i <= ARC_POINTS; i++) {
        const { x, y } = arc(before.pose, before.command, (cars.dt * i) / ARC_POINTS)
        if (cars.frames > 1) this.trails.right.add(x, y, isMarked && i === ARC_POINTS)
      }
      Object.assign(before, { pose: cars.exact, command: cars.command, frames: cars.frames })
    })
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { naive, exact, isShowing, command } = this.cars
    view.room = 2
    view.wanted = 26
    view.update(naive, exact, elapsed, isShowing ? CIRCLE : [])
    drawEmptyGround(pen, view, palette)
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], looks[side], palette.halo)
    drawGap(pen, view, [naive, exact], palette)
    const angle = command.steer * STEER_ANGLE
    drawVehicle(pen, view, drawnCar(looks.right, middleOf(exact), angle))
    drawVehicle(pen, view, drawnCar(looks.left, middleOf(naive), angle))
  }

  tell(): string {
    const { naive, exact, rate } = this.cars
    const { number, unit } = distance(apart(naive, exact))
    this.gap.show({ number, unit })
    this.table.show('east', { left: `${fixed(naive.x, 2)} m`, right: `${fixed(exact.x, 2)} m` })
    this.table.show('north', { left: `${fixed(naive.y, 2)} m`, right: `${fixed(exact.y, 2)} m` })
    return `With ${rate} frames a second the two cars are ${number} ${unit} apart.`
  }

  again(): void {
    this.cars.restart(true)
    this.forget()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.cars.isShowing) this.forget()
    this.cars.drive(held)
  }

  setRate(rate: number): void {
    this.cars.rate = rate
    this.again()
  }

  private forget(): void {
    for (const side of BACKWARDS) this.trails[side].clear()
  }
}

/** Return the pose of the middle of a car from that of its rear axle. */
function middleOf({ x, y, yaw }: Pose): Pose {
  const ahead = 0.5 * WHEELBASE
  return { x: x + ahead * Math.cos(yaw), y: y + ahead * Math.sin(yaw), yaw }
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new FrameRatePlay()
  const stage = new Stage(play, {
    label: 'Two cars from above, frame by frame. Drive both with the arrow keys.',
    hint: 'Click, then drive with the arrow keys',
    touchHint: 'Drive with the arrows below',
  })
  const slider = choiceSlider({
    words: 'frames a second:',
    values: RATES,
    at: play.cars.rate,
    text: (rate) => String(rate),
    testid: 'frame-rate',
    changed: (rate) => {
      play.setRate(rate)
      stage.resume()
    },
  })
  showFigure(element, stage, {
    side: [play.gap.element, play.table.element, slider],
    sentence:
      'Both cars drive at 5 m/s and turn by 60 degrees a second. The orange one moves by a straight piece in each frame, the ' +
      `blue one by an arc. Half a circle takes 3 s; a whole one has a radius of ${fixed(RADIUS, 2)} m. Dots mark the frames.`,
  })
}
