import { describe, expect, test } from 'vitest'
import type { Patch } from '../src/scene/ground/quadtree'
import { GroundQuadtree } from '../src/scene/ground/quadtree'
import { Heightfield } from '../src/world/heightfield'

const INFO = { rows: 4, columns: 5, spacing: 10, x_west: -20, y_south: -15 }

function field(height: (x: number, y: number) => number, info = INFO): Heightfield {
  const heights = new Float32Array(info.rows * info.columns)
  for (let row = 0; row < info.rows; row++) {
    for (let column = 0; column < info.columns; column++) {
      heights[row * info.columns + column] = height(
        info.x_west + column * info.spacing,
        info.y_south + row * info.spacing,
      )
    }
  }
  return new Heightfield(info, heights)
}

describe('ground height', () => {
  test('is exact everywhere on a plane', () => {
    const ground = field((x, y) => 100 + 0.3 * x - 0.2 * y)
    for (const [x, y] of [
      [-20, -15],
      [0, 0],
      [3.7, -9.1],
      [19.99, 14.99],
    ]) {
      expect(ground.height(x, y)).toBeCloseTo(100 + 0.3 * x - 0.2 * y, 4)
    }
  })

  test('is bilinear inside a cell', () => {
    const ground = field((x, y) => x * y) // bilinear itself, so every point must agree
    expect(ground.height(4, 3)).toBeCloseTo(12, 4)
    expect(ground.height(-13, 11)).toBeCloseTo(-143, 3)
  })

  test('is the border height beyond the border', () => {
    const ground = field((x) => x)
    expect(ground.height(900, 0)).toBeCloseTo(20, 5)
    expect(ground.height(-900, 900)).toBeCloseTo(-20, 5)
  })

  test('is a number even for nonsense', () => {
    expect(Number.isFinite(field((x) => x).height(Number.NaN, Number.NaN))).toBe(true)
  })

  test('row zero is the south', () => {
    expect(field((_, y) => y).height(0, 15)).toBeCloseTo(15, 5)
  })

  test('a wrong number of heights is refused with both numbers', () => {
    expect(() => new Heightfield(INFO, new Float32Array(7))).toThrow(/7 heights; world.json promises 4 x 5/)
  })
})

describe('slopes', () => {
  test('of a plane are its gradient at every post', () => {
    const ground = field((x, y) => 0.3 * x - 0.2 * y)
    for (let row = 0; row < INFO.rows; row++) {
      const [east, north] = ground.slopeAtPost(row, row)
      expect(east).toBeCloseTo(0.3, 5)
      expect(north).toBeCloseTo(-0.2, 5)
    }
  })
})

describe('a ray', () => {
  const ground = field(() => 5)

  test('straight down meets the ground at its height', () => {
    expect(ground.trace({ x: 0, y: 0, z: 25 }, { x: 0, y: 0, z: -1 }, 100)).toBeCloseTo(20, 2)
  })

  test('into the sky meets nothing', () => {
    expect(ground.trace({ x: 0, y: 0, z: 25 }, { x: 0.6, y: 0, z: 0.8 }, 1000)).toBeUndefined()
  })
})

describe('the patches of ground to draw', () => {
  const info = { rows: 65, columns: 65, spacing: 30, x_west: -960, y_south: -960 }
  const ground = field((x, y) => 40 * Math.sin(x / 300) * Math.cos(y / 200), info)
  const tree = new GroundQuadtree(ground, { beyond: 500, detail: 1 })
  const choose = (x: number, y: number, z: number) => {
    const patches: Patch[] = []
    tree.select({ x, y, z, sees: () => true }, (patch) => patches.push(patch))
    return patches
  }

  test('cover the ground once, whatever the viewpoint', () => {
    for (const [x, y, z] of [
      [0, 0, 60],
      [700, -800, 50],
      [0, 0, 5000],
    ]) {
      const patches = choose(x, y, z)
      const area = patches.reduce((sum, patch) => sum + patch.size ** 2, 0)
      const west = Math.min(...patches.map((patch) => patch.x))
      const east = Math.max(...patches.map((patch) => patch.x + patch.size))
      expect(area).toBeCloseTo((east - west) ** 2, 3)
      expect(west).toBeLessThanOrEqual(-960 - 400)
      expect(east).toBeGreaterThanOrEqual(960 + 400)
    }
  })

  test('are finest under the viewpoint and coarser far away', () => {
    const patches = choose(100, 100, 60)
    const under = patches.find((p) => p.x <= 100 && 100 < p.x + p.size && p.y <= 100 && 100 < p.y + p.size)
    expect(under?.level).toBe(0)
    expect(Math.max(...patches.map((patch) => patch.level))).toBeGreaterThan(1)
  })

  test('touch only patches of the same or the next level', () => {
    const patches = choose(-300, 200, 80)
    for (const a of patches) {
      for (const b of patches) {
        const isBeside =
          a.x <= b.x + b.size && b.x <= a.x + a.size && a.y <= b.y + b.size && b.y <= a.y + a.size
        if (isBeside) expect(Math.abs(a.level - b.level)).toBeLessThanOrEqual(1)
      }
    }
  })

  test('know the lowest and highest ground inside them', () => {
    for (const patch of choose(0, 0, 60)) {
      for (const [s, t] of [
        [0, 0],
        [0.5, 0.5],
        [1, 1],
        [0.25, 0.75],
      ]) {
        const height = ground.height(patch.x + s * patch.size, patch.y + t * patch.size)
        expect(height).toBeGreaterThanOrEqual(patch.low - 1e-3)
        expect(height).toBeLessThanOrEqual(patch.high + 1e-3)
      }
    }
  })

  test('at least sixty-four tiles can be culled each by itself', () => {
    expect(choose(0, 0, 60).length).toBeGreaterThanOrEqual(64)
  })
})
