/** Demonstration of the first lesson: the lines of the axles meet in the centre of the circle. */

import { drawEmptyGround } from '../../../playground/ground'
import type { Held } from '../../../playground/keys'
import { fixed } from '../../../playground/scales'
import { Trail } from '../../../playground/trail'
import { drawGeometry, drawTrail, drawVehicle } from '../../../playground/vehicle'
import { drawnCar } from '../drawing'
import { BigNumber, showFigure } from '../panel'
import type { Play, Scene } from '../stage'
import { Stage } from '../stage'
import { choiceSlider, degrees, Facts } from './controls'
import { Circle, STEER_ANGLES } from './simulations/circle'

const SHOWN_FIRST = 8 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const FARTHEST = 25 // radius up to which the whole circle is in the view [m]

class CirclePlay implements Play {
  readonly circle = new Circle()
  readonly radius = new BigNumber('radius of the circle', 'radius')
  readonly facts = new Facts(['steer angle', 'turn rate', 'one circle'])
  private readonly trail = new Trail(800)

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    this.circle.advance(seconds)
    this.trail.add(this.circle.pose.x, this.circle.pose.y)
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { circle } = this
    const { centre, radius, pose } = circle
    const isWhole = centre && Math.abs(radius) < FARTHEST
    const corners = isWhole ? [-1, 1].map((side) => shifted(centre, side * Math.abs(radius))) : []
    view.room = 3
    view.wanted = 30
    view.update(pose, pose, elapsed, corners)
    drawEmptyGround(pen, view, palette)
    drawTrail(pen, view, this.trail, looks.right, palette.halo)
    const drawn = drawnCar(looks.right, pose, circle.steerAngle)
    if (centre) {
      const state = { ...drawn.state, centre: [centre.x, centre.y] as [number, number] }
      drawGeometry(pen, view, { ...drawn, state, look: { ...looks.right, dark: palette.ink } })
    }
    drawVehicle(pen, view, drawn)
  }

  tell(): string {
    const { radius, steerAngle, yawRate } = this.circle
    const isStraight = !Number.isFinite(radius)
    const size = Math.abs(radius)
    this.radius.show(
      isStraight ? { number: '–', unit: 'straight on' } : { number: fixed(size, 2), unit: 'm' },
    )
    const seconds = Math.abs((2 * Math.PI) / yawRate)
    this.facts.show({
      'steer angle': `${fixed(degrees(steerAngle), 0)}°`,
      'turn rate': `${fixed(degrees(yawRate), 1)}°/s`,
      'one circle': Number.isFinite(seconds) ? `${fixed(seconds, 1)} s` : '–',
    })
    if (isStraight) return 'The car drives straight on.'
    return `The wheels are turned by ${fixed(degrees(steerAngle), 0)} degrees; the radius is ${fixed(size, 2)} m.`
  }

  again(): void {
    this.circle.restart()
    this.trail.clear()
  }

  drive(held: Held): void {
    this.circle.drive(held)
  }

  steer(angle: number): void {
    this.circle.fullSteering = angle
    this.trail.clear()
  }
}

function shifted({ x, y }: { x: number; y: number }, by: number): { x: number; y: number } {
  return { x: x + by, y: y + by }
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new CirclePlay()
  const stage = new Stage(play, {
    label: 'A car from above, and the centre of its circle. Drive it with the arrow keys.',
    hint: 'Click, then drive with the arrow keys',
    touchHint: 'Drive with the arrows below',
  })
  const slider = choiceSlider({
    words: 'front wheels turned by',
    values: STEER_ANGLES,
    at: play.circle.fullSteering,
    text: (angle) => `${angle}°`,
    testid: 'steer-angle-slider',
    changed: (angle) => {
      play.steer(angle)
      stage.resume()
    },
  })
  showFigure(element, stage, {
    side: [play.radius.element, play.facts.element, slider],
    sentence:
      'The thin lines lie along the axles. They meet in one point, and the car drives round this point at 4 m/s. The slider ' +
      'sets how far the wheels turn while you hold the left or the right key.',
  })
}
