/** The attitude instrument: an artificial horizon with pitch and roll. */

import { fitCanvas } from '../base/dom'

const PIXELS_PER_DEGREE = 1.5

/** Draw pitch, nose up positive, and roll, right side down positive [degrees]. */
export function drawAttitude(canvas: HTMLCanvasElement, pitchUp: number, roll: number): void {
  const context = fitCanvas(canvas)
  if (!context) return
  const size = Math.min(canvas.clientWidth, canvas.clientHeight)
  const middle = size / 2
  context.clearRect(0, 0, size, size)
  context.save()
  context.beginPath()
  context.arc(middle, middle, middle - 5, 0, 2 * Math.PI)
  context.clip()
  context.translate(middle, middle)
  context.rotate((-roll * Math.PI) / 180)
  drawHorizon(context, size, pitchUp * PIXELS_PER_DEGREE)
  context.restore()
  drawScale(context, middle, roll)
  drawVehicle(context, middle)
}

function drawHorizon(context: CanvasRenderingContext2D, size: number, shift: number): void {
  const sky = context.createLinearGradient(0, shift - size / 2, 0, shift)
  sky.addColorStop(0, '#2f5f7d')
  sky.addColorStop(1, '#7fb0c4')
  context.fillStyle = sky
  context.fillRect(-size, -size + shift, 2 * size, size)
  const earth = context.createLinearGradient(0, shift, 0, shift + size / 2)
  earth.addColorStop(0, '#7d7448')
  earth.addColorStop(1, '#3c3a26')
  context.fillStyle = earth
  context.fillRect(-size, shift, 2 * size, size)
  context.strokeStyle = 'rgba(255,255,255,.85)'
  context.lineWidth = 1.2
  line(context, -size, shift, size, shift)
  context.strokeStyle = 'rgba(255,255,255,.45)'
  context.lineWidth = 1
  for (const degrees of [-20, -10, 10, 20]) {
    const half = Math.abs(degrees) === 10 ? 8 : 13
    line(context, -half, shift - degrees * PIXELS_PER_DEGREE, half, shift - degrees * PIXELS_PER_DEGREE)
  }
}

function drawScale(context: CanvasRenderingContext2D, middle: number, roll: number): void {
  context.strokeStyle = 'rgba(255,255,255,.35)'
  context.lineWidth = 1
  for (const degrees of [-60, -45, -30, -15, 0, 15, 30, 45, 60]) {
    const angle = ((degrees - 90) * Math.PI) / 180
    const [outer, inner] = [middle - 0.5, middle - (degrees % 30 === 0 ? 4.5 : 3)]
    line(
      context,
      middle + outer * Math.cos(angle),
      middle + outer * Math.sin(angle),
      middle + inner * Math.cos(angle),
      middle + inner * Math.sin(angle),
    )
  }
  const angle = ((-roll - 90) * Math.PI) / 180
  context.fillStyle = '#ffd166'
  context.beginPath()
  context.arc(
    middle + (middle - 3) * Math.cos(angle),
    middle + (middle - 3) * Math.sin(angle),
    2.4,
    0,
    2 * Math.PI,
  )
  context.fill()
}

function drawVehicle(context: CanvasRenderingContext2D, middle: number): void {
  context.strokeStyle = '#ffd166'
  context.lineWidth = 2
  context.lineCap = 'round'
  line(context, middle - 20, middle, middle - 8, middle)
  line(context, middle + 8, middle, middle + 20, middle)
  context.beginPath()
  context.arc(middle, middle, 1.6, 0, 2 * Math.PI)
  context.stroke()
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  context.stroke()
}
