/** The closed path of a track around its wheels, seen from the side, and where its links lie on it. */

import { LOOP_POINTS } from './joints'

export interface Circle {
  x: number // [m] forward
  z: number // [m] up
  radius: number // [m]
}

export interface LoopPoint {
  x: number
  z: number
  alongX: number // unit vector the way the track runs when the vehicle drives forward: backward on the ground
  alongZ: number
}

export interface TrackLoop {
  length: number // [m] once around
  points: LoopPoint[] // evenly spaced
  corners: [number, number][] // the same path for drawing as one piece, in fewer points
}

/** The path that a tight belt takes around circles given in its order: ground from front to rear, then back on top. */
export function trackLoop(circles: Circle[]): TrackLoop {
  const corners = circles.flatMap((circle, k) => {
    const before = circles[(k + circles.length - 1) % circles.length]
    const after = circles[(k + 1) % circles.length]
    return arc(circle, tangentAngle(before, circle), tangentAngle(circle, after))
  })
  const { length, points } = resampled(corners)
  return { length, points, corners }
}

/** Angle [rad] at which the outer tangent from one circle to the next leaves the first: the belt's outward normal. */
function tangentAngle(from: Circle, to: Circle): number {
  const [dx, dz] = [to.x - from.x, to.z - from.z]
  const outward = Math.atan2(dx, -dz) // the way from one to the other, turned left
  return outward - Math.asin((from.radius - to.radius) / Math.hypot(dx, dz))
}

/** Points on a circle between two normals, the belt turning clockwise as seen from the vehicle's right. */
function arc({ x, z, radius }: Circle, from: number, to: number): [number, number][] {
  const turn = wrapDown(to - from)
  const count = Math.max(1, Math.ceil(-turn / 0.3))
  return Array.from({ length: count + 1 }, (_, k) => {
    const angle = from + (turn * k) / count
    return [x + radius * Math.cos(angle), z + radius * Math.sin(angle)]
  })
}

/** The same angle in (-2 pi, 0]. */
function wrapDown(angle: number): number {
  const turns = angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI))
  return turns < -2 * Math.PI + 1e-9 ? 0 : turns
}

function resampled(corners: [number, number][]): { length: number; points: LoopPoint[] } {
  const ends = corners.map((corner, k) => {
    const next = corners[(k + 1) % corners.length]
    return Math.hypot(next[0] - corner[0], next[1] - corner[1])
  })
  const length = ends.reduce((sum, part) => sum + part, 0)
  let [segment, before] = [0, 0]
  const places = Array.from({ length: LOOP_POINTS }, (_, k) => {
    const at = (length * k) / LOOP_POINTS
    while (segment < corners.length - 1 && before + ends[segment] <= at) before += ends[segment++]
    const [from, to] = [corners[segment], corners[(segment + 1) % corners.length]]
    const part = (at - before) / ends[segment]
    return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
  })
  const points = places.map(([x, z], k) => {
    const [after, behind] = [places[(k + 1) % LOOP_POINTS], places[(k + LOOP_POINTS - 1) % LOOP_POINTS]]
    const span = Math.hypot(after[0] - behind[0], after[1] - behind[1])
    return { x, z, alongX: (after[0] - behind[0]) / span, alongZ: (after[1] - behind[1]) / span }
  })
  return { length, points }
}

/** The number of links of about `pitch` [m] fill the loop, and where each starts [m]. */
export function linkPlaces(length: number, pitch: number): number[] {
  const count = Math.max(8, Math.round(length / pitch))
  return Array.from({ length: count }, (_, k) => (k * length) / count)
}
