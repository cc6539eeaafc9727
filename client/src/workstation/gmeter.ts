/** Dial of the horizontal force on the vehicle over its weight: a dot for the force, a ring for the friction limit. */

import { make, setText } from '../dom'

const SVG = 'http://www.w3.org/2000/svg'
const GRAVITY = 9.81 // [m/s^2]
const RADIUS = 46 // radius of the dial, in a picture of 100 x 100
const FULL = 1.2 // [g] at the rim

/** Return the position of the dot for forces over mass [m/s^2], limited to the rim. */
export function dotPlace(ahead: number, left: number): [x: number, y: number] {
  const scale = RADIUS / (FULL * GRAVITY)
  const length = Math.hypot(ahead, left) * scale
  const within = length > RADIUS ? RADIUS / length : 1
  return [50 - left * scale * within, 50 - ahead * scale * within]
}

export class ForceDial {
  readonly element: HTMLElement
  private readonly dot = circle('force-dot', 3.6)
  private readonly grip = circle('force-grip', 0)
  private readonly value = make('span.force-value', { 'data-testid': 'specific-force' })

  constructor() {
    const picture = document.createElementNS(SVG, 'svg')
    picture.setAttribute('viewBox', '0 0 100 100')
    picture.setAttribute('aria-hidden', 'true')
    const axes = document.createElementNS(SVG, 'path')
    axes.setAttribute('class', 'force-axes')
    axes.setAttribute('d', `M50 ${50 - RADIUS}V${50 + RADIUS}M${50 - RADIUS} 50H${50 + RADIUS}`)
    const rings = [0.5, 1].map((force) => circle('force-ring', (RADIUS * force) / FULL))
    picture.append(circle('force-rim', RADIUS), ...rings, axes, this.grip, this.dot)
    this.element = make('div.force-dial', { title: 'Force of the ground, in g; the ring is its grip' })
    this.element.append(picture, this.value)
    this.element.hidden = true
  }

  /** Show forces over mass [m/s^2], undefined if the model has none, and the friction of the ground. */
  show(ahead: number | undefined, left: number | undefined, friction: number | undefined): void {
    this.element.hidden = ahead === undefined || left === undefined
    if (ahead === undefined || left === undefined) return
    const [x, y] = dotPlace(ahead, left)
    this.dot.setAttribute('cx', x.toFixed(1))
    this.dot.setAttribute('cy', y.toFixed(1))
    this.grip.setAttribute('r', ((RADIUS * Math.min(FULL, friction ?? 0)) / FULL).toFixed(1))
    setText(this.value, `${(Math.hypot(ahead, left) / GRAVITY).toFixed(2)} g`)
  }
}

function circle(name: string, radius: number): SVGCircleElement {
  const element = document.createElementNS(SVG, 'circle')
  for (const [key, value] of Object.entries({ class: name, cx: '50', cy: '50', r: String(radius) }))
    element.setAttribute(key, value)
  return element
}
