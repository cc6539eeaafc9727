import { describe, expect, test } from 'vitest'
import { CameraRig } from '../src/scene/camera'
import { build, pave, Solid } from '../src/scene/decks/shape'
import { carriedRoads } from '../src/world/carried'
import type { Deck } from '../src/world/decks'
import { Decks, decodeDecks, SLAB } from '../src/world/decks'
import { Heightfield } from '../src/world/heightfield'
import { CUT, fileRoads, LANES, PIECE_FLOATS } from '../src/world/roads'

const INFO = { rows: 41, columns: 41, spacing: 10, x_west: -200, y_south: -200 }

/** A deck along x from -50 to 50 m, 8 m wide and 6 m high, with level rows every 5 m. */
function deck(height = 6): Deck {
  const points: number[] = []
  for (let x = -50; x <= 50; x += 5) points.push(x, 4, height, x, -4, height)
  return { name: 'A road', rows: 21, columns: 2, points: Float32Array.from(points) }
}

function site(decks: Deck[], roadEdge = (_x: number, _y: number) => 100) {
  const found = new Decks(decks)
  const ground = new Heightfield(INFO, new Float32Array(41 * 41), found)
  return { ground, decks: found, roadEdge }
}

const road = (points: number[]) => ({ kind: 'gravel', width: 8, points: Float32Array.from(points) })

describe('surfaces', () => {
  const { ground, decks } = site([deck()])

  test('are the deck for what is near it, else the ground', () => {
    expect(ground.heightNear(3, 1, 5.5)).toBe(6)
    expect(ground.heightNear(3, 1, 0.5)).toBe(0)
    expect(ground.heightNear(3, 5, 6)).toBe(0)
    expect(ground.heightNear(3, 1, Number.NaN)).toBe(0)
    expect(ground.heightBelow(3, 1, 20)).toBe(6)
    expect(ground.heightBelow(3, 1, 5.9)).toBe(0)
  })

  test('end a line from above at the top, and from below at the underside', () => {
    expect(decks.share({ x: -70, y: 0, z: 16 }, { x: 30, y: 0, z: -4 })).toBeCloseTo(0.5)
    expect(decks.share({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 10 })).toBeCloseTo(0.1 * (6 - SLAB))
    expect(decks.share({ x: 0, y: 20, z: 0 }, { x: 0, y: -20, z: 3 })).toBe(1)
    expect(decks.share({ x: 0, y: 20, z: 6 }, { x: 80, y: 20, z: 0 })).toBe(1)
  })

  test('come from as many points as promised', () => {
    const described = [{ name: 'A road', rows: 21, columns: 2 }]
    const buffer = deck().points.slice().buffer as ArrayBuffer
    expect(decodeDecks(described, buffer)).toEqual([deck()])
    expect(() => decodeDecks(described, buffer.slice(12))).toThrow(/41 points; world.json promises 42/)
  })
})

describe('a road on a deck', () => {
  const { ground, decks } = site([deck()])

  test('is on the ground up to the deck, where it ends square, and gives the deck its look', () => {
    const { onGround, looks, codes } = carriedRoads(
      [{ ...road([-100, 0, 100, 0]), lanes: [2, 0] }],
      decks,
      ground,
    )
    expect(looks).toEqual(['gravel'])
    expect(codes).toEqual([1 + 2 * LANES.count])
    expect(onGround.map(({ points }) => [...points])).toEqual([
      [-100, 0, -51, 0],
      [51, 0, 100, 0],
    ])
    const pieces = fileRoads(onGround).pieces
    const found = new Set<number>()
    for (let k = 0; k < pieces.length; k += PIECE_FLOATS) found.add(pieces[k + 5])
    expect(found).toEqual(new Set([codes[0] + CUT.end, codes[0] + CUT.start]))
  })

  test('is not the one that crosses below', () => {
    const below = road([0, -100, 0, 100])
    expect(carriedRoads([below], decks, ground)).toEqual({
      onGround: [below],
      looks: ['asphalt'],
      codes: [0],
    })
  })
})

describe('the shape of a deck', () => {
  test('has a top that faces up, with the place of each point on its road', () => {
    const { positions, strips, indices } = pave(deck(), [0, 0, 2])
    expect(indices.length).toBe(3 * 2 * 20)
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((j) => positions.slice(3 * indices[k + j], 3 * indices[k + j] + 3))
      expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBeGreaterThan(0)
      expect(a[2]).toBe(4)
    }
    expect(strips.slice(0, 9)).toEqual([0, 4, 4, 0, -4, 4, 5, 4, 4])
  })

  const heights = ({ positions }: Solid) => positions.filter((_, k) => k % 3 === 2)
  const built = (decks: Deck[], roadEdge?: (x: number, y: number) => number) => {
    const solid = new Solid([0, 0, 0])
    build(decks[0], site(decks, roadEdge), solid)
    return solid
  }

  test('has guard rails over it and piers that reach into the ground', () => {
    const high = heights(built([deck()]))
    expect(Math.max(...high)).toBeCloseTo(6 + 1.06, 1)
    expect(Math.min(...high)).toBe(-1.5)
  })

  test('has no piers on a road or near the ground, and no rails on the ground', () => {
    expect(Math.min(...heights(built([deck()], () => 0.5)))).toBeCloseTo(6 - SLAB)
    const low = heights(built([deck(0.2)]))
    expect([Math.min(...low), Math.max(...low)].map((z) => z.toFixed(2))).toEqual(['-0.60', '0.20'])
  })

  test('has no rail and no pier where another deck is', () => {
    const beside = deck()
    for (let k = 1; k < beside.points.length; k += 3) beside.points[k] += 8
    const both = built([deck(), beside])
    const left = both.positions.filter((_, k) => k % 3 === 1 && both.positions[k] > 4.1)
    expect(left).toEqual([])
    expect(Math.min(...heights(built([deck(12), deck(6)])))).toBeCloseTo(12 - SLAB)
  })
})

describe('a camera', () => {
  const { ground } = site([deck()])
  const subject = (y: number, z: number, yaw: number) => ({
    ...{ x: 0, y, z, yaw, pitch: 0, roll: 0, speed: 5 },
    ...{ length: 5, width: 2.5, height: 2, isTracked: false },
  })
  const seen = (of: ReturnType<typeof subject>, mode: 'chase' | 'orbit' | 'driver') => {
    const rig = new CameraRig(ground)
    rig.setMode(mode)
    if (mode === 'orbit') rig.turn(0, 200) // looks down steeply
    for (let k = 0; k < 120; k++) rig.update(of, 0.05)
    return rig.camera.position
  }

  test('behind a vehicle that comes out from under a deck stays below it', () => {
    const eye = seen(subject(10, 0, Math.PI / 2), 'chase')
    expect(Math.abs(eye.y)).toBeLessThan(4)
    expect(eye.z).toBeLessThan(6 - SLAB)
  })

  test('behind a vehicle on a deck stays over it', () => {
    expect(seen(subject(0, 6, 0), 'chase').z).toBeGreaterThan(7)
    expect(seen(subject(0, 6, 0), 'driver').z).toBeGreaterThan(7)
  })

  test('over a vehicle under a deck comes in under it', () => {
    const eye = seen(subject(0, 0, 0), 'orbit')
    expect(eye.z).toBeLessThan(6 - SLAB)
    expect(seen(subject(40, 0, 0), 'orbit').z).toBeGreaterThan(8)
  })

  test('that flies stays on its side of a deck', () => {
    const rig = new CameraRig(ground)
    const heights = [5.1, 6.5].map((z) => {
      rig.hoverAt({ x: 0, y: 0, z }, 0, 0)
      rig.update(undefined, 0.05)
      return rig.camera.position.z
    })
    expect(heights[0]).toBeCloseTo(6 - SLAB - 0.5)
    expect(heights[1]).toBeCloseTo(7.1)
  })
})
