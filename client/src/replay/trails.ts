/** Trails of a recording's vehicles: the whole requested trails, cut at the present time. */

import { SELECTED_COLOUR } from '../base/palette'
import type { Way } from '../page/latest'
import { band, GroundSheet } from '../scene/groundsheet'
import type { Heightfield } from '../world/heightfield'

export const LONGEST = 60 // [s] longest trail on the ground
const MOST_POINTS = 240 // largest number of its points
const STEP = 6 // [m] distance of points on the ground
const FASTEST = 60 // [m/s] speed above which a vehicle counts as placed elsewhere
const ROUNDING = 5 // [m] rounding error of two points

/** Return the number of points up to a time. */
export function countUntil(way: Way, time: number): number {
  let [low, high] = [0, way.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (way[middle][0] <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** Return the positions of a trail in an interval of time, after the last placement of the vehicle. */
export function stretch(way: Way, from: number, until: number): [number, number][] {
  const places: [number, number][] = []
  let later = until
  for (let k = countUntil(way, until) - 1; k >= 0 && way[k][0] >= from; k--) {
    const [time, x, y] = way[k]
    const last = places.at(-1)
    if (last && Math.hypot(x - last[0], y - last[1]) > FASTEST * (later - time) + ROUNDING) break
    places.push([x, y])
    later = time
  }
  return places.reverse()
}

/** Trail of the followed vehicle on the ground. */
export class GroundTrail {
  readonly sheet: GroundSheet

  constructor(ground: Heightfield) {
    this.sheet = new GroundSheet(ground, SELECTED_COLOUR, 0.6)
    this.sheet.mesh.visible = false
  }

  /** Show the way until `time`, at whose end the vehicle has the height `z` [m]. */
  show(way: Way | undefined, time: number, z: number): void {
    const places = way ? stretch(way, time - LONGEST, time) : []
    const every = Math.ceil(places.length / MOST_POINTS)
    const line = places.filter((_, k) => k % every === 0 || k === places.length - 1)
    this.sheet.lay(band(line.reverse(), 0.5, STEP), { z, lift: 0.2 })
  }
}
