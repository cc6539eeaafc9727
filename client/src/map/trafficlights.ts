/** Traffic lights on the map: a dot in the colour of each. */

import type { Lights } from '../world/trafficlights'
import type { Sheet } from './layers'

const COLOURS: Record<string, string> = { g: '#2fe07a', y: '#ffc020', r: '#ff4a40' }
const LEAST_SCALE = 0.12 // [pixels per metre] below which dots would cover the roads

export function drawTrafficLights(
  { context, toScreen, scale, width, height }: Sheet,
  { x, y, states }: Lights,
): void {
  if (scale < LEAST_SCALE) return
  const radius = Math.min(5, Math.max(2.5, 1.5 * scale))
  context.lineWidth = 1
  context.strokeStyle = '#10181a'
  for (let light = 0; light < x.length; light++) {
    const [right, down] = toScreen(x[light], y[light])
    if (!(right >= -radius && down >= -radius && right <= width + radius && down <= height + radius)) continue
    context.fillStyle = COLOURS[states[light]] ?? '#808880'
    context.beginPath()
    context.arc(right, down, radius, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  }
}
