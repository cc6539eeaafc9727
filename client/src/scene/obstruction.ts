/** Obstacles between the camera and the vehicle that it follows: buildings, rocks, and crowns around the camera. */

import type { Heightfield } from '../world/heightfield'
import type { WorldObjects } from '../world/world'
import { isTree, shownRadius } from '../world/world'

const CELL = 40 // [m] side of a square of the index
const MARGIN = 0.6 // [m] between the camera and an obstacle
export const NEAREST = 0.18 // least share of the wanted distance
const SAMPLES = 24 // of the line over the ground
const CROWN_BOTTOM: Record<string, number> = { conifer: 0.14, broadleaf: 0.3 } // over the height of the tree

export interface Point {
  x: number
  y: number
  z: number
}

/** An upright cylinder, or the crown of a tree. */
interface Body {
  x: number
  y: number
  bottom: number // [m]
  top: number // [m]
  radius: number // [m]
  isCrown: boolean // the camera looks through it, because it fades, but does not stay inside
}

export class Obstructions {
  private readonly cells = new Map<string, number[]>()
  private readonly objects: WorldObjects
  private readonly widest: number

  constructor(objects: WorldObjects) {
    this.objects = objects
    let widest = 0
    for (let k = 0; k < objects.count; k++) {
      const key = keyOf(Math.floor(objects.x[k] / CELL), Math.floor(objects.y[k] / CELL))
      const list = this.cells.get(key)
      if (list) list.push(k)
      else this.cells.set(key, [k])
      widest = Math.max(
        widest,
        shownRadius(objects.kinds[objects.kind[k]], objects.radius[k], objects.height[k]),
      )
    }
    this.widest = widest
  }

  /** Return the largest share of the line from `target` to `eye`, 0..1, that no building or rock crosses. */
  solidShare(target: Point, eye: Point): number {
    let share = 1
    for (const body of this.around(target, eye))
      if (!body.isCrown) share = Math.min(share, entry(body, target, eye))
    return Math.max(NEAREST, share)
  }

  /** Return the share of the line, at most `share`, at whose end the camera is not inside the crown of a tree. */
  crownShare(target: Point, eye: Point, share: number): number {
    const crowns = this.around(target, eye).filter(({ isCrown }) => isCrown)
    let left = share
    for (let pass = 0; pass < crowns.length; pass++) {
      const inside = crowns.find((crown) => contains(crown, between(target, eye, left)))
      if (!inside) break
      const before = entry(inside, target, eye)
      if (before >= left) break // the target is under the same tree
      left = before
    }
    return Math.max(NEAREST, left)
  }

  private around(target: Point, eye: Point): Body[] {
    const reach = this.widest + MARGIN
    const [left, right] = range(target.x, eye.x, reach)
    const [low, high] = range(target.y, eye.y, reach)
    const found: Body[] = []
    for (let row = low; row <= high; row++)
      for (let column = left; column <= right; column++)
        for (const k of this.cells.get(keyOf(column, row)) ?? []) found.push(this.bodyOf(k))
    return found
  }

  private bodyOf(k: number): Body {
    const { kinds, kind, x, y, z, radius, height } = this.objects
    const isCrown = isTree(kinds[kind[k]])
    return {
      x: x[k],
      y: y[k],
      bottom: z[k] + (isCrown ? CROWN_BOTTOM[kinds[kind[k]]] * height[k] : -1) - MARGIN,
      top: z[k] + height[k] + MARGIN,
      radius: shownRadius(kinds[kind[k]], radius[k], height[k]) + MARGIN,
      isCrown,
    }
  }
}

/** Return the share of the line from `target` to `eye` that the ground hides nothing of, 0..1. */
export function groundShare(
  ground: Pick<Heightfield, 'height'>,
  target: Point,
  eye: Point,
  clearance: number,
): number {
  for (let k = 1; k <= SAMPLES; k++) {
    const { x, y, z } = between(target, eye, k / SAMPLES)
    if (z < ground.height(x, y) + clearance * (k / SAMPLES)) return (k - 1) / SAMPLES
  }
  return 1
}

/** Return the share of the line at which it enters a body; 1 if it does not, or if it begins inside. */
function entry(body: Body, from: Point, to: Point): number {
  if (contains(body, from)) return 1
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [ox, oy] = [from.x - body.x, from.y - body.y]
  const [a, b, c] = [dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - body.radius * body.radius]
  const root = b * b - a * c
  if (root <= 0 || a < 1e-9) return 1
  let [start, end] = [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a]
  const dz = to.z - from.z
  const levels = [(body.bottom - from.z) / dz, (body.top - from.z) / dz].sort((one, other) => one - other)
  if (Math.abs(dz) > 1e-6) {
    start = Math.max(start, levels[0])
    end = Math.min(end, levels[1])
  } else if (from.z < body.bottom || from.z > body.top) return 1
  return start < end && start >= 0 && start <= 1 ? start : 1
}

function contains({ x, y, bottom, top, radius }: Body, at: Point): boolean {
  return at.z > bottom && at.z < top && Math.hypot(at.x - x, at.y - y) < radius
}

function between(from: Point, to: Point, share: number): Point {
  return {
    x: from.x + share * (to.x - from.x),
    y: from.y + share * (to.y - from.y),
    z: from.z + share * (to.z - from.z),
  }
}

function range(a: number, b: number, reach: number): [number, number] {
  return [Math.floor((Math.min(a, b) - reach) / CELL), Math.floor((Math.max(a, b) + reach) / CELL)]
}

function keyOf(column: number, row: number): string {
  return `${column},${row}`
}
