/** Trails: positions of vehicles in the last seconds. */

import type { SmallWorld } from './simulation'

const SPACING = 0.25 // interval of points [s]
const POINTS = 40 // ten seconds
const PARTS = 3 // parts of a trail, which fade in steps

type Place = readonly [number, number]

export class Trails {
  private readonly points: Place[][]
  private left = 0 // time until the next point [s]

  constructor(private readonly world: SmallWorld) {
    this.points = Array.from({ length: world.count }, () => [])
  }

  /** Record the positions after a step of `dt` [s]. */
  follow(dt: number): void {
    this.left -= dt
    if (this.left > 0) return
    this.left += SPACING
    this.points.forEach((points, i) => {
      points.push(this.place(i))
      if (points.length > POINTS) points.shift()
    })
  }

  /** Return a vehicle's trail in parts, the newest first. */
  parts(i: number): Place[][] {
    const points = [...this.points[i], this.place(i)]
    const size = Math.ceil(POINTS / PARTS)
    const parts: Place[][] = []
    for (let end = points.length; end > 1; end -= size)
      parts.push(points.slice(Math.max(0, end - size - 1), end))
    return parts.slice(0, PARTS)
  }

  private place(i: number): Place {
    const { x, y } = this.world.entity.pose
    return [x[i], y[i]]
  }
}
