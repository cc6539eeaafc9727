/** The compass ribbon at the top of the page: the heading of the followed vehicle, or of the free camera. */

import { compassPoint, headingDegrees } from '../base/angles'
import { fitCanvas } from '../base/dom'
import type { Component } from '../page/component'

const PIXELS_PER_DEGREE = 3.2 // at a font size of 16 pixels

export const compass: Component = {
  name: 'compass',
  place: 'top',
  mount(page) {
    const element = document.createElement('canvas')
    element.className = 'compass'
    element.setAttribute('aria-hidden', 'true')
    const show = () => {
      const { rig, newest } = page
      const subject = page.cameraTarget.id
      const isAway = rig.mode === 'overview' || rig.mode === 'free'
      const yaw = isAway || subject < 0 ? page.rig.yaw : newest.yaw[subject]
      drawCompass(element, headingDegrees(yaw))
    }
    return { element, show }
  },
}

function drawCompass(canvas: HTMLCanvasElement, heading: number): void {
  const context = fitCanvas(canvas)
  if (!context) return
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  const [width, height] = [canvas.clientWidth / scale, canvas.clientHeight / scale]
  context.scale(scale, scale)
  context.clearRect(0, 0, width, height)
  context.textAlign = 'center'
  const half = width / 2 / PIXELS_PER_DEGREE
  for (let mark = Math.ceil((heading - half) / 5) * 5; mark <= heading + half; mark += 5) {
    const x = width / 2 + (mark - heading) * PIXELS_PER_DEGREE
    const strength = Math.max(0, 1 - (Math.abs(x - width / 2) / (width / 2)) ** 2)
    drawMark(context, { x, height, degrees: (mark + 720) % 360, strength })
  }
  context.fillStyle = '#ffd166'
  context.beginPath()
  context.moveTo(width / 2 - 5, height)
  context.lineTo(width / 2 + 5, height)
  context.lineTo(width / 2, height - 6)
  context.fill()
}

function drawMark(
  context: CanvasRenderingContext2D,
  mark: { x: number; height: number; degrees: number; strength: number },
): void {
  const isPoint = mark.degrees % 45 === 0
  const isNamed = mark.degrees % 15 === 0
  context.fillStyle = `rgba(233,241,238,${(isPoint ? 1 : 0.55) * mark.strength})`
  context.fillRect(mark.x - 0.5, mark.height - (isNamed ? 15 : 12), 1, isNamed ? 7 : 4)
  if (!isNamed) return
  context.font = isPoint ? '600 13px system-ui, sans-serif' : '10px system-ui, sans-serif'
  context.fillText(isPoint ? compassPoint(mark.degrees) : String(mark.degrees), mark.x, mark.height - 20)
}
