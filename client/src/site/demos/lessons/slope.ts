/** Demonstration of the fifth lesson: two parked cars from the side, one of which slides down the hill. */

import type { Side } from '../../../generated/playground'
import { SIDES } from '../../../generated/playground'
import type { Held } from '../../../playground/keys'
import { distance, fixed } from '../../../playground/scales'
import { BigNumber, showFigure, Table } from '../panel'
import type { Play, Scene } from '../stage'
import { Stage } from '../stage'
import { choiceSlider, degrees } from './controls'
import type { Parked } from './simulations/slope'
import { GRADES, RATES, Slope } from './simulations/slope'

const SHOWN_FIRST = 12 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const SHOWN_LENGTH = 10 // of the road in a half [m]
const NEAR = 3 // distance from the middle at which the view follows a car [m]
const NAMES: Record<Side, string> = { left: 'simple friction', right: 'real friction' }
const BODY = [
  [-2.1, 0.35], // outline of a car from the side, uphill to the right [m]
  [-2.1, 0.85],
  [-1.7, 0.95],
  [-1.1, 1.45],
  [0.3, 1.45],
  [1.1, 0.95],
  [2.1, 0.8],
  [2.1, 0.35],
]
const WINDOW = [
  [-1.35, 1],
  [-0.95, 1.33],
  [0.22, 1.33],
  [0.8, 1],
]

class SlopePlay implements Play {
  readonly slope = new Slope()
  readonly slid = new BigNumber('slid down the hill', 'slid')
  readonly table = new Table(NAMES, ['moved', 'speed'])
  private readonly middles: Record<Side, number> = { left: 0, right: 0 } // of the views, along the road [m]

  constructor() {
    this.slope.restart()
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    this.slope.advance(seconds)
  }

  paint(scene: Scene): void {
    const { pen, view, palette } = scene
    const { width, height } = view.size
    pen.fillStyle = palette.ground
    pen.fillRect(0, 0, width, height)
    for (const side of SIDES) {
      pen.save()
      pen.beginPath()
      pen.rect(side === 'left' ? 0 : 0.5 * width, 0, 0.5 * width, height)
      pen.clip()
      pen.translate(side === 'left' ? 0.25 * width : 0.75 * width, 0)
      this.paintHalf(side, scene)
      pen.restore()
    }
    pen.fillStyle = palette.gridCoarse
    pen.fillRect(Math.round(0.5 * width), 0, 1, height)
  }

  tell(): string {
    const { naive, real, time } = this.slope
    const { number, unit } = distance(Math.abs(naive.place))
    this.slid.show({ number, unit })
    this.table.show('moved', { left: metres(naive.place), right: metres(real.place) })
    this.table.show('speed', { left: `${fixed(naive.speed, 2)} m/s`, right: `${fixed(real.speed, 2)} m/s` })
    return `After ${fixed(time, 0)} s the car with simple friction has moved ${metres(naive.place)}, the other ${metres(real.place)}.`
  }

  again(): void {
    this.slope.restart()
  }

  drive(held: Held): void {
    this.slope.drive(held)
  }

  set({ percent = this.slope.percent, rate = this.slope.rate }: { percent?: number; rate?: number }): void {
    Object.assign(this.slope, { percent, rate })
    this.again()
  }

  /** Paint one road with its car; the origin is the top of its middle. */
  private paintHalf(side: Side, { pen, view, palette, looks }: Scene): void {
    const parked: Parked = side === 'left' ? this.slope.naive : this.slope.real
    const { width, height } = view.size
    const scale = (0.5 * width) / SHOWN_LENGTH
    const bottom = height - view.margins.bottom
    const middle = this.followed(side, parked.place)
    pen.font = '600 13px system-ui, sans-serif'
    pen.textAlign = 'center'
    pen.fillStyle = palette.ink
    pen.fillText(NAMES[side], 0, view.margins.top + 34)
    pen.translate(0, 0.5 * (view.margins.top + bottom) + 0.1 * height)
    pen.rotate(-this.slope.angle)
    pen.scale(scale, -scale)
    pen.fillStyle = palette.asphalt
    pen.fillRect(-2 * SHOWN_LENGTH, -2 * SHOWN_LENGTH, 4 * SHOWN_LENGTH, 2 * SHOWN_LENGTH)
    pen.fillStyle = palette.paint
    for (let metre = Math.ceil(middle - SHOWN_LENGTH); metre < middle + SHOWN_LENGTH; metre++)
      pen.fillRect(metre - middle - 0.04, -0.45, 0.08, 0.45)
    pen.fillStyle = palette.target
    pen.fillRect(-middle - 2.5, 0, 0.12, 2.4)
    pen.fillRect(-middle - 2.5, 1.7, 0.9, 0.7)
    drawSideCar(pen, parked.place - middle, looks[side].body, looks[side].tyre)
  }

  private followed(side: Side, place: number): number {
    const off = place - this.middles[side]
    if (Math.abs(off) > NEAR) this.middles[side] += off - Math.sign(off) * NEAR
    return this.middles[side]
  }
}

function drawSideCar(pen: Scene['pen'], place: number, colour: string, tyre: string): void {
  pen.save()
  pen.translate(place, 0)
  fillOutline(pen, BODY, colour)
  fillOutline(pen, WINDOW, 'rgba(255, 255, 255, 0.6)')
  for (const axle of [-1.3, 1.3]) {
    pen.beginPath()
    pen.arc(axle, 0.36, 0.36, 0, 2 * Math.PI)
    pen.fillStyle = tyre
    pen.fill()
    pen.beginPath()
    pen.arc(axle, 0.36, 0.16, 0, 2 * Math.PI)
    pen.fillStyle = '#aab4ae'
    pen.fill()
  }
  pen.restore()
}

function fillOutline(pen: Scene['pen'], corners: number[][], colour: string): void {
  pen.beginPath()
  for (const [x, y] of corners) pen.lineTo(x, y)
  pen.closePath()
  pen.fillStyle = colour
  pen.fill()
}

function metres(place: number): string {
  return `${fixed(place, 2)} m`
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new SlopePlay()
  const stage = new Stage(play, {
    label: 'Two parked cars on a hill from the side. Drive both up and down with the arrow keys.',
    hint: 'Click, then press up or down',
    touchHint: 'Drive with the arrows below',
  })
  const resumed = (settings: { percent?: number; rate?: number }) => {
    play.set(settings)
    stage.resume()
  }
  const grades = choiceSlider({
    words: 'slope',
    values: GRADES,
    at: play.slope.percent,
    text: (percent) => `${percent} % (${fixed(degrees(Math.atan(percent / 100)), 0)}°)`,
    testid: 'slope-slider',
    changed: (percent) => resumed({ percent }),
  })
  const rates = choiceSlider({
    words: 'frames a second:',
    values: RATES,
    at: play.slope.rate,
    text: (rate) => String(rate),
    testid: 'frame-rate',
    changed: (rate) => resumed({ rate }),
  })
  showFigure(element, stage, {
    side: [play.slid.element, play.table.element, grades, rates],
    sentence:
      'Both cars were parked at the green flag with their brakes on. "Moved" and "speed" are negative downhill. The up and down ' +
      'keys drive both; let go, and both brake.',
  })
}
