/** Drawing of the response curve. */

import type { Shaping } from './shaping'
import { shape } from './shaping'

const STEPS = 30

/** Return the SVG path of the output 0..1 (up) over the travel 0..1 (right), in a square of this size. */
export function curvePath(shaping: Shaping, size = 60): string {
  const points = Array.from({ length: STEPS + 1 }, (_, k) => {
    const travel = k / STEPS
    return `${(size * travel).toFixed(1)} ${(size * (1 - shape(travel, shaping))).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
