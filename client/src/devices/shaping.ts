/** Response curve of a stick, with a dead zone. */

export interface Shaping {
  deadZone: number // fraction of the travel around the centre without effect, 0..0.9
  curve: number // exponent of the remaining travel; 1 is linear, larger values reduce the gain near the centre
}

/** Return an axis -1..1 after dead zone and curve; odd, in -1..1 and continuous at the edge of the zone. */
export function shape(value: number, { deadZone, curve }: Shaping): number {
  if (!Number.isFinite(value)) return 0
  const beyond = (Math.min(1, Math.abs(value)) - deadZone) / (1 - deadZone)
  return beyond <= 0 ? 0 : Math.sign(value) * beyond ** curve
}

/** Return two axes of one stick with a circular dead zone, which keeps the direction of a deflection. */
export function shapeStick(x: number, y: number, shaping: Shaping): { x: number; y: number } {
  const length = Math.hypot(x, y)
  if (!Number.isFinite(length) || length === 0) return { x: 0, y: 0 }
  const part = shape(length, shaping) / length
  return { x: x * part, y: y * part }
}

/** Return the value limited to low..high; 0 for NaN. */
export function clamp(value: number, low = -1, high = 1): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : 0
}

const STEPS = 30

/** Return the SVG path of the output 0..1 (up) over the travel 0..1 (right), in a square of this size. */
export function curvePath(shaping: Shaping, size = 60): string {
  const points = Array.from({ length: STEPS + 1 }, (_, k) => {
    const travel = k / STEPS
    return `${(size * travel).toFixed(1)} ${(size * (1 - shape(travel, shaping))).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
