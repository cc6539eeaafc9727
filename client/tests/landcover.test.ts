import { describe, expect, test } from 'vitest'
import type { SurfaceDescription } from '../src/generated/world'
import { landCover } from '../src/scene/ground/landcovershader'
import type { Road } from '../src/world/roads'
import {
  codeOfLook,
  decodeRoads,
  fileRoads,
  LANE_KINDS,
  LANES,
  LOOKS,
  PIECE_FLOATS,
  roadLook,
  simplified,
} from '../src/world/roads'
import { surfaceLegend } from '../src/world/soil'
import { hides, Surface, soilTitle, surfacePixels, wetness, wetnessPixels } from '../src/world/surface'

const CLASSES = [
  { name: 'dry-earth', colour: '#a98d62', friction: 0.68 },
  { name: 'gravel', colour: '#b3a58c', friction: 0.6 },
  { name: 'mud', colour: '#4f3f2e', friction: 0.35 },
]

function surfaceOf(rows: string[], spacing = 10): Surface {
  const info: SurfaceDescription = {
    rows: rows.length,
    columns: rows[0].length,
    spacing,
    x_west: -20,
    y_south: -10,
    classes: CLASSES,
  }
  return new Surface(info, Uint8Array.from([...rows.join('')].map(Number)))
}

const road = (points: number[], kind = 'gravel', width = 6): Road => ({
  kind,
  width,
  points: Float32Array.from(points),
})

describe('a surface', () => {
  const surface = surfaceOf(['0002', '0110']) // south first

  test('names the soil of a place, beyond the border the border’s, and for nonsense any', () => {
    expect(surface.at(15, -5).name).toBe('mud')
    expect(surface.at(-5, 5).name).toBe('gravel')
    expect(surface.at(9999, -9999).name).toBe('mud')
    expect(surface.at(-9999, 9999).name).toBe('dry-earth')
    expect(surface.at(Number.NaN, Number.NaN).name).toBe('dry-earth')
  })

  test('of the wrong size is refused with both numbers', () => {
    expect(() => new Surface(surface.description, new Uint8Array(7))).toThrow(
      /7 squares; world.json promises 2 x 4/,
    )
  })

  test('has a legend of what there is, the commonest first', () => {
    expect(surfaceLegend(surface)).toEqual([
      { colour: '#a98d62', words: 'Dry earth' },
      { colour: '#b3a58c', words: 'Gravel' },
      { colour: '#4f3f2e', words: 'Mud' },
    ])
    expect(surfaceLegend(undefined)).toEqual([])
    expect(soilTitle('packed-snow')).toBe('Packed snow')
  })

  test('of dry earth alone is no news, of ice alone is', () => {
    expect(surfaceOf(['00']).isPlain).toBe(true)
    expect(surfaceOf(['01']).isPlain).toBe(false)
    expect(surfaceOf(['22']).isPlain).toBe(false)
    expect(landCover(surfaceOf(['00']), []).defines).toEqual({})
    expect(landCover(surfaceOf(['11']), []).defines).toEqual({ SOILS: '' })
    expect(landCover(surfaceOf(['22']), []).defines).toEqual({ SOILS: '', WET_SOILS: '' })
  })

  test('is painted in its colours; what is built hides more of the meadow than earth', () => {
    const pixels = surfacePixels(surface, [])
    expect([...pixels.slice(12, 15)]).toEqual([0x4f, 0x3f, 0x2e])
    expect(pixels[15]).toBe(Math.round(255 * hides('mud')))
    expect(hides('dry-asphalt')).toBeGreaterThan(hides('dry-earth'))
  })

  test('does not show the squares of a road that is drawn as a ribbon', () => {
    const paved = surfaceOf(['0000', '1111', '2222'])
    const pixels = surfacePixels(paved, [road([-20, 5, 20, 5])])
    const middle = Array.from({ length: 4 }, (_, k) => [...pixels.slice(16 + 4 * k, 19 + 4 * k)])
    for (const colour of middle)
      expect([
        [0xa9, 0x8d, 0x62],
        [0x4f, 0x3f, 0x2e],
      ]).toContainEqual(colour)
    expect([...pixels.slice(32, 35)]).toEqual([0x4f, 0x3f, 0x2e])
  })

  test('keeps a gravel field that no road runs through', () => {
    const field = surfaceOf(['1111', '1111'])
    expect(surfacePixels(field, [road([900, 900, 950, 900])])).toEqual(surfacePixels(field, []))
  })

  test('is wettest in mud, and dry on asphalt and grass', () => {
    expect(wetness('mud')).toBe(1)
    expect(wetness('wet-earth')).toBeGreaterThan(0)
    for (const name of ['dry-earth', 'wet-asphalt', 'grass', 'wet-grass', 'ice'])
      expect(wetness(name)).toBe(0)
    expect([...wetnessPixels(surfaceOf(['012']), [])]).toEqual([0, 0, 255])
  })

  test('of nothing but road stays as it is', () => {
    expect(surfacePixels(surfaceOf(['1']), [road([-20, -5, -10, -5], 'gravel', 40)]).length).toBe(4)
  })
})

describe('roads', () => {
  test('are cut out of one list of points', () => {
    const infos = [
      { kind: 'gravel', width: 5, lanes: [], count: 2 },
      { kind: 'dry-asphalt', width: 7, lanes: [1, 1], count: 3 },
    ]
    const roads = decodeRoads(infos, Float32Array.of(0, 0, 10, 0, 5, 5, 6, 9, 5, 20).buffer)
    expect(roads.map(({ points }) => [...points])).toEqual([
      [0, 0, 10, 0],
      [5, 5, 6, 9, 5, 20],
    ])
    expect(() => decodeRoads(infos, new ArrayBuffer(16))).toThrow(/2 points; world.json promises 5/)
  })

  test('have the markings of their lanes', () => {
    const code = (lanes: number[] = []) => codeOfLook({ kind: 'dry-asphalt', lanes })
    expect(code()).toBe(LOOKS.asphalt)
    expect(code([1, 0])).toBe(LANES.count + LANES.kind * LANE_KINDS.oneWay)
    expect(code([0, 3])).toBe(code([3, 0]))
    expect(code([1, 1])).toBe(2 * LANES.count + LANES.kind * LANE_KINDS.twoWay)
    expect(code([2, 1])).toBe(3 * LANES.count + LANES.kind * LANE_KINDS.twoWay)
    expect(code([2, 2])).toBe(4 * LANES.count + LANES.kind * LANE_KINDS.divided)
    expect(code([900, 0])).toBe(Math.fround(code([900, 0]))) // exact in the shader
  })

  test('look like what they are made of', () => {
    expect(['wet-asphalt', 'concrete', 'gravel', 'dry-earth'].map(roadLook)).toEqual([
      'asphalt',
      'concrete',
      'gravel',
      'track',
    ])
  })

  test('lose points on the straight, never one that bends by more than is allowed', () => {
    const straight = Float32Array.from({ length: 200 }, (_, k) => (k % 2 ? 3 : k))
    expect([...simplified(straight, 0.05)]).toEqual([0, 3, 198, 3])
    const circle = Float32Array.from({ length: 720 }, (_, k) => {
      const angle = ((k >> 1) * Math.PI) / 180
      return 100 * (k % 2 ? Math.sin(angle) : Math.cos(angle))
    })
    const rounder = simplified(circle, 0.05)
    expect(rounder.length).toBeLessThan(0.6 * circle.length)
    for (let k = 0; k + 3 < rounder.length; k += 2) {
      const chord = Math.hypot(rounder[k + 2] - rounder[k], rounder[k + 3] - rounder[k + 1])
      expect(100 - Math.sqrt(100 ** 2 - (chord / 2) ** 2)).toBeLessThan(0.06) // the sagitta
    }
  })

  test('are found from every place that lies on them, however they run', () => {
    const roads = [
      road([-500, -300, 0, 0, 400, 350, 420, -600]),
      road([-450, 300, 450, -310], 'dry-asphalt', 9),
    ]
    const file = fileRoads(roads)
    const pieceNear = (x: number, y: number) => {
      const [column, row] = [Math.floor((x - file.x) / file.cell), Math.floor((y - file.y) / file.cell)]
      if (column < 0 || row < 0 || column >= file.columns || row >= file.rows) return Number.POSITIVE_INFINITY
      const [first, count] = file.cells.subarray(2 * (row * file.columns + column))
      let edge = Number.POSITIVE_INFINITY
      for (let k = first; k < first + count; k++) {
        const [ax, ay, bx, by, half] = file.pieces.subarray(PIECE_FLOATS * k, PIECE_FLOATS * (k + 1))
        edge = Math.min(edge, fromPiece(x, y, [ax, ay, bx, by]) - half)
      }
      return edge
    }
    const direct = (x: number, y: number) => {
      let edge = Number.POSITIVE_INFINITY
      for (const { points, width } of roads)
        for (let k = 0; k + 3 < points.length; k += 2)
          edge = Math.min(edge, fromPiece(x, y, [...points.slice(k, k + 4)]) - width / 2)
      return edge
    }
    let near = 0
    for (let x = -520; x <= 520; x += 7) {
      for (let y = -620; y <= 400; y += 7) {
        const wanted = direct(x, y)
        if (wanted > 3.9) continue
        near++
        expect(pieceNear(x, y)).toBeCloseTo(wanted, 3)
      }
    }
    expect(near).toBeGreaterThan(300)
  })

  test('of thirty kilometres fit into a bounded file', () => {
    const points = Array.from({ length: 3001 }, (_, k) => [10 * k - 15000, 3000 * Math.sin(k / 200)]).flat()
    const { columns, rows, pieces } = fileRoads([road(points)])
    expect(Math.max(columns, rows)).toBeLessThanOrEqual(1024)
    expect(pieces.length / PIECE_FLOATS).toBeLessThan(4 * 3000)
  })
})

function fromPiece(x: number, y: number, [ax, ay, bx, by]: number[]): number {
  const [dx, dy] = [bx - ax, by - ay]
  const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - part * dx, y - ay - part * dy)
}
