/** Visible part of the map: the whole map, or the surroundings of a vehicle. */

import type { Bounds } from '../../../generated/world/stages'

const CLOSE = 4.2 // scale for a followed vehicle [pixels/m]
const QUICKNESS = 4 // rate at which the camera approaches its target [1/s]

export class Camera {
  x = 0 // centre [m]
  y = 0
  scale = 1 // [pixels/m]
  width = 1 // width of the canvas [pixels]
  height = 1

  constructor(private readonly map: Bounds) {}

  /** Approach the view of a target; of the whole map without one. */
  update(target: { x: number; y: number } | undefined, elapsed: number): void {
    const { map } = this
    const whole = Math.max(this.width / (map.xEast - map.xWest), this.height / (map.yNorth - map.ySouth))
    const wanted = target ? Math.max(CLOSE, 1.6 * whole) : whole
    const share = 1 - Math.exp(-QUICKNESS * elapsed)
    this.scale = Math.max(whole, this.scale * (wanted / this.scale) ** share)
    const halfX = (0.5 * this.width) / this.scale
    const halfY = (0.5 * this.height) / this.scale
    const middle = { x: 0.5 * (map.xWest + map.xEast), y: 0.5 * (map.ySouth + map.yNorth) }
    const { x, y } = target ?? middle
    this.x = between(map.xWest + halfX, this.x + share * (x - this.x), map.xEast - halfX)
    this.y = between(map.ySouth + halfY, this.y + share * (y - this.y), map.yNorth - halfY)
  }

  toScreen(x: number, y: number): [number, number] {
    return [0.5 * this.width + (x - this.x) * this.scale, 0.5 * this.height - (y - this.y) * this.scale]
  }

  toWorld(column: number, row: number): { x: number; y: number } {
    return {
      x: this.x + (column - 0.5 * this.width) / this.scale,
      y: this.y - (row - 0.5 * this.height) / this.scale,
    }
  }
}

function between(low: number, value: number, high: number): number {
  return low > high ? 0.5 * (low + high) : Math.max(low, Math.min(high, value))
}
