/** Angles: wrapping and compass headings. Radians unless the name says degrees. */

const TURN = 2 * Math.PI

/** Return an equivalent angle in (-pi, pi]. */
export function wrap(angle: number): number {
  const wrapped = angle - TURN * Math.ceil((angle - Math.PI) / TURN)
  return wrapped === 0 ? 0 : wrapped
}

export function mixAngle(from: number, to: number, fraction: number): number {
  return wrap(from + wrap(to - from) * fraction)
}

/** Return the compass heading [degrees], clockwise from north, in [0, 360), of a yaw counter-clockwise from east. */
export function headingDegrees(yaw: number): number {
  const degrees = (90 - (yaw * 180) / Math.PI) % 360
  return degrees < 0 ? degrees + 360 : degrees
}

export function toDegrees(angle: number): number {
  return (angle * 180) / Math.PI
}

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

export function compassPoint(heading: number): string {
  return POINTS[Math.round(heading / 45) % 8]
}
