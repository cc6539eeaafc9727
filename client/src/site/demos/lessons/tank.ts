/** Demonstration of the third lesson: the speeds of two tracks set the circle of a tank. */

import { TANK } from '../../../generated/demonstrations'
import { drawEmptyGround } from '../../../playground/ground'
import type { Held } from '../../../playground/keys'
import { fixed } from '../../../playground/scales'
import { Trail } from '../../../playground/trail'
import { drawTrail, drawVehicle } from '../../../playground/vehicle'
import type { Point } from '../../../playground/view'
import { drawArrow } from '../drawing'
import { BigNumber, showFigure } from '../panel'
import type { Play, Scene } from '../stage'
import { Stage } from '../stage'
import { choiceSlider, degrees, Facts } from './controls'
import { GAUGE, Tank, TRACK_SPEEDS } from './simulations/tank'

const SHOWN_FIRST = 6 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const ARROW = 1 // length of an arrow per speed [s]
const FARTHEST = 25 // radius up to which the whole circle is in the view [m]

class TankPlay implements Play {
  readonly tank = new Tank()
  readonly turn = new BigNumber('turn rate, left positive', 'turn-rate')
  readonly facts = new Facts(['left track', 'right track', 'middle', 'radius'])
  private readonly trail = new Trail(800)

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    this.tank.advance(seconds)
    this.trail.add(this.tank.pose.x, this.tank.pose.y)
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { tank } = this
    const { centre, pose, radius, runs } = tank
    const size = Math.abs(radius)
    const corners = centre && size < FARTHEST ? [shifted(centre, -size), shifted(centre, size)] : []
    view.room = 4
    view.wanted = 26
    view.update(pose, pose, elapsed, corners)
    drawEmptyGround(pen, view, palette)
    drawTrail(pen, view, this.trail, looks.right, palette.halo)
    const state = {
      ...pose,
      speed: 0,
      hitches: [],
      centre: null,
      drawn_yaw: null,
      wheels: [0, 0] as [number, number],
    }
    drawVehicle(pen, view, { look: looks.right, shape: TANK, state, runs, push: undefined })
    this.arrows({ pen, view }, palette.target)
    if (centre) drawCross(pen, view.toScreen(centre.x, centre.y), palette.ink)
  }

  tell(): string {
    const { left, right } = this.tank.tracks
    const rate = degrees(this.tank.yawRate)
    this.turn.show({ number: fixed(rate, 0), unit: '°/s' })
    const { radius } = this.tank
    this.facts.show({
      'left track': `${fixed(left, 1)} m/s`,
      'right track': `${fixed(right, 1)} m/s`,
      middle: `${fixed(this.tank.speed, 1)} m/s`,
      radius: Number.isFinite(radius) ? `${fixed(Math.abs(radius), 2)} m` : 'straight on',
    })
    return `Left track ${fixed(left, 1)}, right track ${fixed(right, 1)} m/s: the tank turns by ${fixed(rate, 0)} degrees a second.`
  }

  again(): void {
    this.tank.restart()
    this.trail.clear()
  }

  drive(held: Held): void {
    this.tank.drive(held)
  }

  choose(side: 'left' | 'right', speed: number): void {
    this.tank.chosen = { ...this.tank.chosen, [side]: speed }
    this.again()
  }

  /** Draw the speeds of both tracks as arrows beside the tank. */
  private arrows({ pen, view }: Pick<Scene, 'pen' | 'view'>, colour: string): void {
    const { pose, tracks } = this.tank
    const [sine, cosine] = [Math.sin(pose.yaw), Math.cos(pose.yaw)]
    const sides: [number, number][] = [
      [0.5 * GAUGE, tracks.left],
      [-0.5 * GAUGE, tracks.right],
    ]
    for (const [aside, speed] of sides) {
      const from = view.toScreen(pose.x - aside * sine, pose.y + aside * cosine)
      const length = ARROW * speed * view.scale
      drawArrow(pen, from, { x: length * cosine, y: length * sine }, colour, 5)
    }
  }
}

function shifted({ x, y }: Point, by: number): Point {
  return { x: x + by, y: y + by }
}

function drawCross(pen: Scene['pen'], { x, y }: Point, colour: string): void {
  pen.strokeStyle = colour
  pen.lineWidth = 2.5
  pen.beginPath()
  pen.moveTo(x - 6, y - 6)
  pen.lineTo(x + 6, y + 6)
  pen.moveTo(x - 6, y + 6)
  pen.lineTo(x + 6, y - 6)
  pen.stroke()
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new TankPlay()
  const stage = new Stage(play, {
    label: 'A tank from above, and the centre of its circle. Drive it with the arrow keys.',
    hint: 'Click, then drive with the arrow keys',
    touchHint: 'Drive with the arrows below',
  })
  const sliders = (['left', 'right'] as const).map((side) =>
    choiceSlider({
      words: `${side} track`,
      values: TRACK_SPEEDS,
      at: play.tank.chosen[side],
      text: (speed) => `${fixed(speed, 0)} m/s`,
      testid: `${side}-track-slider`,
      changed: (speed) => {
        play.choose(side, speed)
        stage.resume()
      },
    }),
  )
  showFigure(element, stage, {
    side: [play.turn.element, play.facts.element, ...sliders],
    sentence:
      'The green arrows show how fast each track rolls on the ground; the cross is the centre of the circle. The sliders set ' +
      'both speeds; the arrow keys drive.',
  })
}
