import { describe, expect, test } from 'vitest'
import { axisDistance, givesWay, roadOf } from '../src/world/roadjoints'
import type { Road } from '../src/world/roads'
import { fileRoads, PIECE_FLOATS } from '../src/world/roads'

function road(points: number[], width: number, kind = 'gravel'): Road {
  return { kind, width, points: Float32Array.from(points) }
}

/** Segments of one road of a network, in their order, without repetitions. */
function piecesOf(roads: Road[], index: number): number[][] {
  const { pieces } = fileRoads(roads)
  const found = new Map<string, number[]>()
  for (let k = 0; k < pieces.length; k += PIECE_FLOATS) {
    const piece = [...pieces.subarray(k, k + PIECE_FLOATS)]
    if (roadOf(piece) === index) found.set(piece.join(), piece)
  }
  return [...found.values()].sort((a, b) => a[6] - b[6])
}

describe('a road that ends on another one', () => {
  const through = road([-200, 0, 200, 0], 6)

  test('gives way near its end alone; the other one does not', () => {
    const roads = [through, road([0, 0, 0, 40, 0, 90, 30, 150], 6)]
    const side = piecesOf(roads, 1)
    expect(side.map(givesWay)).toEqual([true, false, false])
    expect(piecesOf(roads, 0).some(givesWay)).toBe(false)
  })

  test('does not reach beyond the far edge of a narrower road, square or slanting', () => {
    for (const [x, y] of [
      [0, 80],
      [100, 40],
    ]) {
      const [end] = piecesOf([through, road([0, 0, x, y], 10)], 1)
      const [ax, ay, , , half] = end
      expect(ay - half).toBeGreaterThanOrEqual(-3 - 1e-6)
      expect(axisDistance([-200, 0, 200, 0], ax, ay)).toBeLessThan(2.3) // still meets it
      expect(ay).toBeGreaterThan(1.9)
    }
  })

  test('ends at either end alike', () => {
    const [end] = piecesOf([through, road([0, 80, 0, 0], 10)], 1)
    expect(givesWay(end)).toBe(true)
    expect(end[3] - end[4]).toBeGreaterThanOrEqual(-3 - 1e-6)
  })
})

test('roads that meet at their ends, or cross, are left as they are', () => {
  const corner = [road([-100, 0, 0, 0], 6), road([0, 0, 0, 100], 10)]
  expect(piecesOf(corner, 1)[0].slice(0, 2)).toEqual([0, 0])
  const crossing = [road([-100, 0, 100, 0], 6), road([0, -100, 0, 100], 10)]
  for (const roads of [corner, crossing])
    for (const index of [0, 1]) expect(piecesOf(roads, index).some(givesWay)).toBe(false)
})
