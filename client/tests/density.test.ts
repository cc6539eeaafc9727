import { expect, test } from 'vitest'
import type { Frame } from '../src/connection/wire'
import type { Dot } from '../src/world/density'
import { Density } from '../src/world/density'
import { emptyDrawn } from '../src/world/interpolation'

const CELLS = { rows: 2, columns: 3, spacing: 100, x_west: -150, y_south: -100 }

/** A frame with the second row: so many wheeled and tracked vehicles in its three cells. */
function secondRow(wheeled: number[], tracked: number[]): Frame {
  const columns = (values: number[]) => Uint16Array.from(values)
  const cells = { wheeled: columns(wheeled), tracked: columns(tracked), point: columns([0, 0, 0]) }
  return { interest: { contents: { firstRow: 1, rowCount: 1, columnCount: 3 }, cells } } as unknown as Frame
}

function dotsOf(density: Density, row: number, each = 1): Dot[] {
  const dots: Dot[] = []
  density.eachHidden(row, each, (dot) => dots.push({ ...dot }))
  return dots
}

test('each counted vehicle is a dot of its kind in its cell', () => {
  const density = new Density(CELLS)
  density.receive(secondRow([3, 0, 1], [0, 0, 2]))
  expect(dotsOf(density, 0)).toEqual([])
  const dots = dotsOf(density, 1)
  expect(dots.map(({ kind }) => kind)).toEqual([0, 0, 0, 0, 1, 1])
  for (const { y } of dots) expect(y >= 0 && y < 100).toBe(true)
  for (const { x } of dots.slice(0, 3)) expect(x >= -150 && x < -50).toBe(true)
  for (const { x } of dots.slice(3)) expect(x >= 50 && x < 150).toBe(true)
})

test('dots stay where they are when others come', () => {
  const density = new Density(CELLS)
  density.receive(secondRow([3, 0, 0], [0, 2, 0]))
  const before = dotsOf(density, 1)
  density.receive(secondRow([4, 1, 0], [0, 2, 0]))
  expect(dotsOf(density, 1)).toEqual(expect.arrayContaining(before))
  expect(dotsOf(density, 1)).toHaveLength(7)
})

test('vehicles that are drawn one by one have no dot', () => {
  const density = new Density(CELLS)
  density.receive(secondRow([3, 0, 0], [1, 0, 0]))
  const state = emptyDrawn(2)
  state.x.set([-100, -60])
  state.y.set([50, 10])
  density.noteShown(state, (id) => id)
  expect(dotsOf(density, 1).map(({ kind }) => kind)).toEqual([0, 0])
  state.x[1] = 140
  density.noteShown(state, (id) => id)
  expect(dotsOf(density, 1).map(({ kind }) => kind)).toEqual([0, 0, 1])
})

test('of very many vehicles a dot stands for several', () => {
  const density = new Density(CELLS)
  density.receive(secondRow([30, 0, 0], [0, 0, 0]))
  expect(dotsOf(density, 1, 10)).toHaveLength(3)
})
