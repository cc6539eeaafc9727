/** Verdict on a car among parking bays: contacts, and position in a bay. */

import type { Bay, SceneInfo } from '../../../generated/playground'
import type { Point } from '../../../playground/view'
import type { Pose } from './twocars'

export interface Size {
  length: number // [m]
  width: number // [m]
}

export interface Verdict {
  touched: number[] // parked cars, by index
  bay: number | undefined // index of its free bay
  words: string
}

const STANDING = 0.05 // speed below which a car counts as parked [m/s]

/** Return the verdict on a car at a pose and a speed [m/s]. */
export function judge(
  pose: Pose,
  speed: number,
  size: Size,
  { bays, cars, lines }: Pick<SceneInfo, 'bays' | 'cars' | 'lines'>,
): Verdict {
  const body = cornersOf([pose.x, pose.y, pose.yaw, size.length, size.width])
  const touched = cars.flatMap((car, index) => (overlap(body, cornersOf(car)) ? [index] : []))
  if (touched.length) return { touched, bay: undefined, words: 'touches a parked car' }
  const isOnLine = lines.some(([x, y, toX, toY]) =>
    overlap(body, [
      { x, y },
      { x: toX, y: toY },
    ]),
  )
  if (isOnLine) return { touched, bay: undefined, words: 'on a line' }
  const bay = bays.findIndex((free) => body.every((corner) => isInside(free, corner)))
  if (bay < 0) return { touched, bay: undefined, words: 'not in a free bay' }
  if (Math.abs(speed) > STANDING) return { touched, bay: undefined, words: 'in the bay, still rolling' }
  return { touched, bay, words: `parked, ${errorWords(pose, bays[bay])}` }
}

/** Return the corners of a rectangle, counter-clockwise from the front left. */
export function cornersOf([x, y, yaw, length, width]: Bay): Point[] {
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)]
  const signs = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ]
  return signs.map(([ahead, left]) => {
    const [along, across] = [0.5 * ahead * length, 0.5 * left * width]
    return { x: x + along * cosine - across * sine, y: y + along * sine + across * cosine }
  })
}

/** Return whether two convex polygons overlap: no edge of either separates them. */
export function overlap(one: Point[], other: Point[]): boolean {
  return !(isSeparated(one, other) || isSeparated(other, one))
}

function isSeparated(one: Point[], other: Point[]): boolean {
  return one.some(({ x, y }, index) => {
    const next = one[(index + 1) % one.length]
    return other.every((point) => (point.x - x) * (next.y - y) + (point.y - y) * (x - next.x) > 0)
  })
}

function isInside([x, y, yaw, length, width]: Bay, point: Point): boolean {
  const [east, north] = [point.x - x, point.y - y]
  const along = east * Math.cos(yaw) + north * Math.sin(yaw)
  const across = north * Math.cos(yaw) - east * Math.sin(yaw)
  return Math.abs(along) <= 0.5 * length && Math.abs(across) <= 0.5 * width
}

function errorWords({ x, y, yaw }: Pose, [bayX, bayY, bayYaw]: Bay): string {
  const off = Math.hypot(x - bayX, y - bayY)
  const askew = Math.abs(Math.asin(Math.sin(yaw - bayYaw))) // in either direction
  return `${(100 * off).toFixed(0)} cm off the middle, ${((180 / Math.PI) * askew).toFixed(1)}° askew`
}
