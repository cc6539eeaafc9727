/** Demonstration of the sixth lesson: the arcs that a driver tries, and the one that it takes. */

import { drawEmptyGround, drawTarget, drawTargetRim } from '../../../playground/ground'
import type { Held } from '../../../playground/keys'
import { fixed } from '../../../playground/scales'
import { Trail } from '../../../playground/trail'
import { drawTrail, drawVehicle } from '../../../playground/vehicle'
import type { Point, View } from '../../../playground/view'
import { drawnCar } from '../drawing'
import { BigNumber, showFigure } from '../panel'
import type { Play, Scene } from '../stage'
import { Stage } from '../stage'
import { Facts } from './controls'
import type { Tried } from './simulations/avoidance'
import { Avoidance, POST, REACH } from './simulations/avoidance'

const SHOWN_FIRST = 4.4 // simulated time before the first frame [s]
const FRAME = 1 / 60 // time step before the first frame [s]
const AROUND = 12 // of the ground around the car in the view [m]

class AvoidancePlay implements Play {
  readonly avoidance = new Avoidance()
  readonly free = new BigNumber('free on the chosen arc', 'free')
  readonly facts = new Facts(['chosen steer angle', 'free arcs', 'speed', 'posts touched'])
  private readonly trail = new Trail(1500)

  constructor() {
    for (let time = 0; time < SHOWN_FIRST; time += FRAME) this.advance(FRAME)
  }

  advance(seconds: number): void {
    this.avoidance.advance(seconds)
    this.trail.add(this.avoidance.pose.x, this.avoidance.pose.y)
  }

  paint({ pen, view, palette, looks, elapsed }: Scene): void {
    const { pose, goal, posts, tried, chosen, steerAngle } = this.avoidance
    view.room = 1
    view.wanted = 22
    const corners = [
      { x: pose.x - AROUND, y: pose.y - 0.6 * AROUND },
      { x: pose.x + AROUND, y: pose.y + 0.6 * AROUND },
    ]
    view.update(pose, pose, elapsed, corners)
    drawEmptyGround(pen, view, palette)
    drawTarget(pen, view, [goal.x, goal.y], palette)
    drawTrail(pen, view, this.trail, looks.right, palette.halo)
    for (const arc of tried) if (arc !== chosen) this.drawArc({ pen, view }, arc, palette.parked, 1.5)
    if (chosen) this.drawArc({ pen, view }, chosen, palette.target, 4)
    for (const post of posts) drawPost(pen, view, post, palette.alarm)
    drawVehicle(pen, view, drawnCar(looks.right, pose, steerAngle))
    drawTargetRim(pen, view, [goal.x, goal.y], palette)
  }

  tell(): string {
    const { tried, chosen, command, touched } = this.avoidance
    if (!chosen) return ''
    const free = tried.filter((arc) => arc.free >= REACH - 0.25).length
    this.free.show({ number: fixed(chosen.free, 1), unit: 'm' })
    this.facts.show({
      'chosen steer angle': `${fixed(chosen.angle, 0)}°`,
      'free arcs': `${free} of ${tried.length}`,
      speed: `${fixed(command.speed, 1)} m/s`,
      'posts touched': String(touched),
    })
    return `${free} of ${tried.length} arcs are free; the driver steers ${fixed(chosen.angle, 0)} degrees. Posts touched: ${touched}.`
  }

  again(): void {
    this.avoidance.restart()
    this.trail.clear()
  }

  drive(held: Held): void {
    this.avoidance.drive(held)
  }

  private drawArc(
    { pen, view }: Pick<Scene, 'pen' | 'view'>,
    arc: Tried,
    colour: string,
    width: number,
  ): void {
    pen.strokeStyle = colour
    pen.lineWidth = width
    pen.beginPath()
    for (const point of arc.points) {
      const { x, y } = view.toScreen(point.x, point.y)
      pen.lineTo(x, y)
    }
    pen.stroke()
    if (arc.free >= REACH) return
    const { x, y } = view.toScreen(arc.points[arc.points.length - 1].x, arc.points[arc.points.length - 1].y)
    pen.beginPath()
    pen.moveTo(x - 4, y - 4)
    pen.lineTo(x + 4, y + 4)
    pen.moveTo(x - 4, y + 4)
    pen.lineTo(x + 4, y - 4)
    pen.stroke()
  }
}

function drawPost(pen: Scene['pen'], view: View, post: Point, colour: string): void {
  const { x, y } = view.toScreen(post.x, post.y)
  pen.beginPath()
  pen.arc(x, y, POST * view.scale, 0, 2 * Math.PI)
  pen.fillStyle = colour
  pen.fill()
}

/** Fill an element with the demonstration. */
export function mount(element: HTMLElement): void {
  const play = new AvoidancePlay()
  const stage = new Stage(play, {
    label:
      'A car among posts from above, and the arcs that its driver tries. Drive it yourself with the arrow keys.',
    hint: 'Click to put a post; the arrow keys drive',
    touchHint: 'Tap to put a post; the arrows drive',
  })
  stage.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
    play.avoidance.addPost(stage.view.toGround(offsetX, offsetY))
    stage.resume()
  })
  showFigure(element, stage, {
    side: [play.free.element, play.facts.element],
    sentence:
      'Ten times a second the driver tries thirteen arcs of 12 m. A cross ends an arc that comes too near to a post. The green arc is ' +
      'the one that it takes: of the free ones, the one that ends nearest to the target.',
  })
}
