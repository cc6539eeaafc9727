/** Demonstration of the fourth lesson: the grip of the ground limits the circle. */

import type { Side } from '../../../generated/playground'
import { SIDES } from '../../../generated/playground'
import { drawEmptyGround } from '../../../playground/ground'
import type { Held } from '../../../playground/keys'
import { fixed } from '../../../playground/scales'
import { Trail } from '../../../playground/trail'
import { drawTrail, drawVehicle } from '../../../playground/vehicle'
import { drawnCar } from '../drawing'
import { BigNumber, showFigure, Table } from '../panel'
import { isHeld } from '../simulations/hands'
import type { Play, Scene } from '../stage'
import { Stage } from '../stage'
import { choiceSlider, degrees } from './controls'
import type { Surface } from './simulations/sliding'
import {
  acrossOf,
  frontSlipOf,
  GRAVITY,
  radiusOf,
  SHOWN_ANGLE,
  Sliding,
  SPEEDS,
  SURFACES,
} from './simulations/sliding'

const SHOWN_FIRST = 6 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const WIDE = 500 // radius that counts as straight on [m]
const BACKWARDS: Side[] = ['right', 'left']
const START = [
  { x: -38, y: -16 }, // corners of the circle on asphalt, kept in the view [m]
  { x: 0, y: 22 },
]

class SlidingPlay implements Play {
  readonly cars = new Sliding()
  readonly need = new BigNumber('grip that the circle of 18.6 m needs', 'needed')
  readonly table = new Table({ left: 'slippery', right: 'dry asphalt' }, ['grip', 'used', 'radius', 'slip'])
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    const before = this.cars.time
    this.cars.advance(seconds)
    if (this.cars.time < before) this.forget()
    for (const side of SIDES) this.trails[side].add(this.cars[side].x, this.cars[side].y)
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { left, right, isShowing } = this.cars
    view.room = 4
    view.wanted = 14
    view.update(left, right, elapsed, isShowing ? START : [])
    drawEmptyGround(pen, view, palette)
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], looks[side], palette.halo)
    for (const side of BACKWARDS)
      drawVehicle(pen, view, drawnCar(looks[side], this.cars[side], this.cars[side].wheelAngle))
  }

  tell(): string {
    const { cars } = this
    this.need.show({ number: fixed(neededGrip(cars.speed), 2), unit: '' })
    const both = (text: (side: Side) => string) => ({ left: text('left'), right: text('right') })
    const used = (side: Side) => fixed(acrossOf(cars[side]) / GRAVITY, 2)
    const radius = (side: Side) => {
      const size = radiusOf(cars[side])
      return size < WIDE ? `${fixed(size, 1)} m` : 'straight on'
    }
    this.table.show(
      'grip',
      both((side) => fixed(cars.ground(side).friction, 2)),
    )
    this.table.show('used', both(used))
    this.table.show('radius', both(radius))
    this.table.show(
      'slip',
      both((side) => `${fixed(degrees(frontSlipOf(cars[side])), 0)}°`),
    )
    return `On ${cars.surface.name} the radius is ${radius('left')}, on dry asphalt ${radius('right')}.`
  }

  again(): void {
    this.cars.restart(true)
    this.forget()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.cars.isShowing) this.forget()
    this.cars.drive(held)
  }

  set({ speed = this.cars.speed, surface = this.cars.surface }: { speed?: number; surface?: Surface }): void {
    this.cars.speed = speed
    this.cars.surface = surface
    this.again()
  }

  private forget(): void {
    for (const side of SIDES) this.trails[side].clear()
  }
}

/** Return the grip for the circle of the demonstration at a speed [m/s]. */
function neededGrip(speed: number): number {
  return speed ** 2 / (GRAVITY * CIRCLE_RADIUS)
}

const CIRCLE_RADIUS = 2.6 / Math.sin(SHOWN_ANGLE) // of the middle without slip, nearly [m]

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new SlidingPlay()
  const stage = new Stage(play, {
    label: 'Two cars from above on different grounds. Drive both with the arrow keys.',
    hint: 'Click, then drive with the arrow keys',
    touchHint: 'Drive with the arrows below',
  })
  const resumed = (settings: { speed?: number; surface?: Surface }) => {
    play.set(settings)
    stage.resume()
  }
  const speeds = choiceSlider({
    words: 'speed',
    values: SPEEDS,
    at: play.cars.speed,
    text: (speed) => `${speed} m/s (${fixed(3.6 * speed, 0)} km/h)`,
    testid: 'speed-slider',
    changed: (speed) => resumed({ speed }),
  })
  const surfaces = choiceSlider({
    words: 'orange car on',
    values: SURFACES,
    at: play.cars.surface,
    text: ({ name }) => name,
    testid: 'surface-slider',
    changed: (surface) => resumed({ surface }),
  })
  showFigure(element, stage, {
    side: [play.need.element, play.table.element, speeds, surfaces],
    sentence:
      'Both cars have the same speed and their wheels turned by 8 degrees. The blue one is on dry asphalt. "Used" is the part of ' +
      'its weight with which the ground pushes a car to the side; "slip" is the angle between the front wheels and the way that they go.',
  })
}
