/** Ruts: tiles of the server, decoded, kept, and drawn into the texture around the camera. */

import { expect, test } from 'vitest'
import { hasRuts, WireError } from '../src/connection/wire'
import { decodeRuts, Ruts } from '../src/scene/ground/ruts'

const GRID = { x_west: -1000, y_south: -1000, cell: 1, side: 16, reach: 15 }

/** The message with tiles whose cells all have one value. */
function message(tiles: readonly [column: number, row: number, value: number][]): ArrayBuffer {
  const buffer = new ArrayBuffer(4 + tiles.length * (4 + 256))
  const view = new DataView(buffer)
  view.setUint8(0, 4)
  view.setUint8(1, 1)
  view.setUint16(2, tiles.length, true)
  tiles.forEach(([column, row, value], index) => {
    view.setUint16(4 + 4 * index, column, true)
    view.setUint16(6 + 4 * index, row, true)
    new Uint8Array(buffer, 4 + 4 * tiles.length + 256 * index, 256).fill(value)
  })
  return buffer
}

/** The value of the texture at a position [m]. */
function shown(ruts: Ruts, x: number, y: number): number {
  const { rutMap, rutWindow } = ruts.uniforms
  const { data, width } = rutMap.value.image as { data: Uint8Array; width: number }
  const scale = width / rutWindow.value.z
  const [column, row] = [x - rutWindow.value.x, y - rutWindow.value.y].map((at) => Math.floor(at * scale))
  return data[row * width + column]
}

test('a message of ruts is told from a frame, and decoded', () => {
  const buffer = message([
    [3, 7, 40],
    [4, 7, 90],
  ])
  expect(hasRuts(buffer)).toBe(true)
  expect(hasRuts(new Uint8Array([1, 1, 0, 0]).buffer)).toBe(false)
  const { columns, rows, cells } = decodeRuts(buffer, 16)
  expect([...columns, ...rows]).toEqual([3, 4, 7, 7])
  expect([cells[0], cells[255], cells[256], cells.length]).toEqual([40, 40, 90, 512])
})

test('a message that is too short, or of another version, is refused', () => {
  const buffer = message([[3, 7, 40]])
  expect(() => decodeRuts(buffer.slice(0, 100), 16)).toThrow(WireError)
  new Uint8Array(buffer)[1] = 2
  expect(() => decodeRuts(buffer, 16)).toThrow(/wire version 2/)
})

test('tiles are drawn where they are, before and after the camera has moved', () => {
  const ruts = new Ruts(GRID)
  ruts.follow(0, 0)
  ruts.receive(message([[62, 63, 50]])) // -8 to 8 m east, 8 to 24 m north
  expect(shown(ruts, 0, 10)).toBe(50)
  expect(shown(ruts, 9, 10)).toBe(0)
  expect(shown(ruts, 0, 7)).toBe(0)
  ruts.follow(150, -60)
  expect(shown(ruts, 0, 10)).toBe(50)
  expect(shown(ruts, 0, 25)).toBe(0)
  ruts.follow(0, 0)
  expect(shown(ruts, -7.5, 23.5)).toBe(50)
})

test('a tile that comes again replaces the first one, and an empty message removes all', () => {
  const ruts = new Ruts(GRID)
  ruts.follow(0, 0)
  ruts.receive(message([[62, 63, 50]]))
  ruts.receive(message([[62, 63, 70]]))
  expect(shown(ruts, 0, 10)).toBe(70)
  expect(ruts.count).toBe(1)
  ruts.receive(message([]))
  expect(shown(ruts, 0, 10)).toBe(0)
  expect(ruts.count).toBe(0)
})
