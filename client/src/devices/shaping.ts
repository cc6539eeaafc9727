/** From where a stick is to what it means: nothing near the middle, then gently, then all of it. */

export interface Shaping {
  deadZone: number // fraction of the travel around the middle that means nothing, 0..0.9
  curve: number // exponent of the rest, 1 straight, more is gentler near the middle
}

/** An axis -1..1 with its dead zone taken out and its curve put in; still -1..1, odd, and continuous at the zone's edge. */
export function shape(value: number, { deadZone, curve }: Shaping): number {
  if (!Number.isFinite(value)) return 0
  const beyond = (Math.min(1, Math.abs(value)) - deadZone) / (1 - deadZone)
  return beyond <= 0 ? 0 : Math.sign(value) * beyond ** curve
}

/** Two axes of one stick: the dead zone is a disc, so that a slanted push keeps its direction. */
export function shapeStick(x: number, y: number, shaping: Shaping): { x: number; y: number } {
  const length = Math.hypot(x, y)
  if (!Number.isFinite(length) || length === 0) return { x: 0, y: 0 }
  const part = shape(length, shaping) / length
  return { x: x * part, y: y * part }
}

/** Within low..high; what is not a number is 0. */
export function clamp(value: number, low = -1, high = 1): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : 0
}
