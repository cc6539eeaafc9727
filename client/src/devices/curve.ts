/** The response curve as a small drawing. */

import type { Shaping } from './shaping'
import { shape } from './shaping'

const STEPS = 30

/** SVG path data of travel 0..1 (to the right) to effect 0..1 (up), in a square of this size. */
export function curvePath(shaping: Shaping, size = 60): string {
  const points = Array.from({ length: STEPS + 1 }, (_, k) => {
    const travel = k / STEPS
    return `${(size * travel).toFixed(1)} ${(size * (1 - shape(travel, shaping))).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
