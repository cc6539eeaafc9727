/** Demonstration of parking in document 004: the exact car is backed into a bay; the other receives its commands. */

import { make, setText } from '../../base/dom'
import { CAR_PARK } from '../../generated/demonstrations'
import type { Bay, Side } from '../../generated/playground'
import { SIDES } from '../../generated/playground'
import type { Pen } from '../../playground/body'
import { drawCars, drawEmptyGround, drawScene } from '../../playground/ground'
import type { Held } from '../../playground/keys'
import { distance } from '../../playground/scales'
import { Trail } from '../../playground/trail'
import { drawTrail, drawVehicle } from '../../playground/vehicle'
import type { View } from '../../playground/view'
import { drawnCar } from './drawing'
import { BigNumber, playgroundLink, showFigure } from './panel'
import { isHeld } from './simulations/hands'
import { Parking } from './simulations/parking'
import { apart, MAX_STEER_ANGLE } from './simulations/twocars'
import type { Play, Scene } from './stage'
import { Stage } from './stage'

const SHOWN_FIRST = 15 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const WHEELS_TURN = 14 // rate at which drawn wheels follow the steer angle [1/s]
const BACKWARDS: Side[] = ['right', 'left']
const NAMES: Record<Side, string> = { left: 'six-line', right: 'exact' }
const GROUND = [
  { x: -12.5, y: -5.8 }, // corners of the car park, kept in the view [m]
  { x: 12.5, y: 8.6 },
]

class ParkingPlay implements Play {
  readonly gap = new BigNumber('apart', 'parking-gap')
  readonly verdicts: Record<Side, HTMLElement> = {
    left: make('span', { 'data-testid': 'left-verdict' }),
    right: make('span', { 'data-testid': 'right-verdict' }),
  }
  private readonly parking = new Parking()
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }
  private steerAngle = 0 // steer angle of the drawn wheels [rad]

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    const hadParked = this.parking.hasParked
    this.parking.advance(seconds)
    if (hadParked && !this.parking.hasParked) this.forget()
    for (const side of SIDES) this.trails[side].add(this.parking[side].x, this.parking[side].y)
    const share = 1 - Math.exp(-WHEELS_TURN * seconds)
    this.steerAngle += share * (MAX_STEER_ANGLE * this.parking.command.steer - this.steerAngle)
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { parking } = this
    view.room = 0.4
    view.wanted = 60
    view.update(GROUND[0], GROUND[1], elapsed, [parking.left, parking.right])
    const verdicts = SIDES.map((side) => parking.verdict(parking[side]))
    drawEmptyGround(pen, view, palette)
    drawScene(pen, view, CAR_PARK, palette)
    for (const { bay } of verdicts)
      if (bay !== undefined) lightBay(pen, view, CAR_PARK.bays[bay], palette.target)
    drawCars(pen, view, CAR_PARK.cars, new Set(verdicts.flatMap(({ touched }) => touched)), palette)
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], looks[side], palette.halo)
    for (const side of SIDES) drawVehicle(pen, view, drawnCar(looks[side], parking[side], this.steerAngle))
  }

  tell(): string {
    const { left, right } = this.parking
    this.gap.show(distance(apart(left, right)))
    const sentences = SIDES.map((side) => {
      const verdict = this.parking.verdict(this.parking[side])
      const name = make('strong', {}, NAMES[side])
      const words = verdict.words
      if (!this.verdicts[side].textContent) this.verdicts[side].append(name, make('span'))
      const text = this.verdicts[side].lastElementChild
      if (text instanceof HTMLElement) setText(text, ` ${words}`)
      this.verdicts[side].classList.toggle('is-good', verdict.bay !== undefined)
      this.verdicts[side].classList.toggle('is-bad', verdict.touched.length > 0)
      return `The ${NAMES[side]} car: ${words}.`
    })
    return sentences.join(' ')
  }

  again(): void {
    this.parking.restart(true)
    this.forget()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.parking.isShowing) this.forget()
    this.parking.drive(held)
  }

  private forget(): void {
    for (const side of SIDES) this.trails[side].clear()
  }
}

/** Highlight a bay with a correctly parked car. */
function lightBay(pen: Pen, view: View, [x, y, yaw, length, width]: Bay, colour: string): void {
  const place = view.toScreen(x, y)
  pen.save()
  pen.translate(place.x, place.y)
  pen.rotate(-yaw)
  pen.scale(view.scale, view.scale)
  pen.fillStyle = pen.strokeStyle = pen.shadowColor = colour
  pen.shadowBlur = 24
  pen.globalAlpha = 0.85
  pen.fillRect(-length / 2, -width / 2, length, width)
  pen.restore()
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new ParkingPlay()
  const stage = new Stage(play, {
    label: 'Two cars among parking bays from above. Park both with the arrow keys.',
    hint: 'Click, then park with the arrow keys',
    touchHint: 'Park with the arrows below',
  })
  const verdicts = SIDES.map((side) =>
    make('p.demo-verdict', {}, make(`span.demo-swatch.demo-${side}`), play.verdicts[side]),
  )
  showFigure(element, stage, {
    side: [
      play.gap.element,
      ...verdicts,
      playgroundLink('left=bicycle/six-line&right=bicycle/arc&scene=parking'),
    ],
    sentence:
      'Both cars get the commands that park the blue one: the arc brings it into the bay, while the six lines turn too ' +
      'wide and touch the parked car beside it; park them yourself, in either of the two green bays.',
  })
}
