/** Drawings on a stage: cars as in the playground, and vectors as arrows. */

import { CAR } from '../../generated/demonstrations'
import type { Drawn, Pen } from '../../playground/body'
import type { Look } from '../../playground/colours'
import type { Point } from '../../playground/view'
import type { Pose } from './simulations/twocars'

/** Return the drawing of a car at a pose with a steer angle [rad]. */
export function drawnCar(look: Look, pose: Pose, steerAngle: number): Drawn {
  const slope = Math.tan(steerAngle)
  const wheel = (aside: number) => Math.atan2(CAR.wheelbase * slope, CAR.wheelbase - aside * slope)
  const state = {
    ...pose,
    speed: 0,
    wheels: [wheel(0.5 * CAR.track_width), wheel(-0.5 * CAR.track_width)] as [number, number],
    centre: null,
    hitches: [],
    drawn_yaw: null,
  }
  return { look, shape: CAR, state, runs: [0, 0], push: undefined }
}

const HEAD = 9 // length of the head [pixels]
const LEAST = 3 // length below which an arrow is not drawn [pixels]

/** Draw an arrow from a point by an offset, east right and north up [pixels]. */
export function drawArrow(pen: Pen, from: Point, offset: Point, colour: string, width = 3): void {
  const length = Math.hypot(offset.x, offset.y)
  if (length < LEAST) return
  pen.save()
  pen.translate(from.x, from.y)
  pen.rotate(Math.atan2(-offset.y, offset.x))
  pen.strokeStyle = pen.fillStyle = colour
  pen.lineWidth = width
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(Math.max(0, length - HEAD), 0)
  pen.stroke()
  const head = Math.min(HEAD, length)
  pen.beginPath()
  pen.moveTo(length, 0)
  pen.lineTo(length - head, 0.5 * head)
  pen.lineTo(length - head, -0.5 * head)
  pen.fill()
  pen.restore()
}
