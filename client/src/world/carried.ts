/** Roads on decks: which road a deck carries, and the parts of roads that lie on the ground. */

import type { Deck, Decks } from './decks'
import { sectionOf } from './decks'
import type { Heightfield } from './heightfield'
import type { Road, RoadLook, Roads } from './roads'
import { codeOfLook, LOOKS, roadLook, simplified } from './roads'

const RISES = 0.15 // [m] height of a deck over the ground from which its road is not on the ground
const STEP = 1 // [m] between the places of a road that are looked at
const PARALLEL = 0.9 // least cosine of the angle between a road and the deck that carries it
const BEND = 0.05 // [m] largest deviation of a simplified line

export interface Carried {
  onGround: Road[] // roads without their parts on decks
  looks: RoadLook[] // of the decks
  codes: number[] // the same with the lanes on them, for the shader
}

/** Return the parts of roads on the ground, and the looks of decks. */
export function carriedRoads(roads: Roads, decks: Decks, ground: Heightfield): Carried {
  const looks = decks.all.map((): RoadLook => 'asphalt')
  const codes = decks.all.map((): number => LOOKS.asphalt)
  if (decks.all.length === 0) return { onGround: [...roads], looks, codes }
  const axes = decks.all.map(axisOf)
  const onGround = roads.flatMap((road) => {
    const line = places(road.points)
    const isUp = line.map(({ x, y, dx, dy }) => {
      let isCarried = false
      decks.at(x, y, (height, deck) => {
        if (!follows(axes[deck], x, y, dx, dy)) return
        looks[deck] = roadLook(road.kind)
        codes[deck] = codeOfLook(road)
        if (height - ground.height(x, y) > RISES) isCarried = true
      })
      return isCarried
    })
    if (!isUp.includes(true)) return [road]
    return parts(road, line, isUp)
  })
  return { onGround, looks, codes }
}

type Section = ReturnType<typeof sectionOf>

function axisOf(deck: Deck): Section[] {
  return Array.from({ length: deck.rows }, (_, row) => sectionOf(deck, row))
}

/** Return whether a road in the direction (dx, dy) lies along a deck at (x, y), and near its middle. */
function follows(axis: readonly Section[], x: number, y: number, dx: number, dy: number): boolean {
  let [nearest, least] = [axis[0], Number.POSITIVE_INFINITY]
  for (const section of axis) {
    const away = Math.hypot(section.x - x, section.y - y)
    if (away < least) [nearest, least] = [section, away]
  }
  const { along, half } = nearest
  const across = Math.abs((x - nearest.x) * along.y - (y - nearest.y) * along.x)
  return Math.abs(dx * along.x + dy * along.y) > PARALLEL && across < 0.5 * half + 0.5
}

interface Place {
  x: number
  y: number
  dx: number // direction
  dy: number
}

/** Return the points of a line, and more between them, no farther apart than `STEP`. */
function places(points: Float32Array): Place[] {
  const found: Place[] = []
  for (let k = 0; k + 3 < points.length; k += 2) {
    const [ax, ay, bx, by] = points.subarray(k, k + 4)
    const length = Math.hypot(bx - ax, by - ay) || 1
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length]
    const count = Math.ceil(length / STEP)
    const isLast = k + 5 >= points.length
    for (let j = 0; j < count + (isLast ? 1 : 0); j++)
      found.push({ x: ax + ((bx - ax) * j) / count, y: ay + ((by - ay) * j) / count, dx, dy })
  }
  return found
}

/** Return the parts of a road, of two points at least, whose places are not up. */
function parts(road: Road, line: readonly Place[], isUp: readonly boolean[]): Road[] {
  const found: Road[] = []
  let first = 0
  for (let k = 0; k <= line.length; k++) {
    if (k < line.length && !isUp[k]) continue
    if (k - first > 1) {
      const points = Float32Array.from(line.slice(first, k).flatMap(({ x, y }) => [x, y]))
      found.push({
        ...road,
        points: simplified(points, BEND),
        cut: { start: first > 0, end: k < line.length },
      })
    }
    first = k + 1
  }
  return found
}
