import { describe, expect, test } from 'vitest'
import { packObjects } from '../mock/scatter.mjs'
import type { QualityChoice } from '../src/base/display'
import { clock } from '../src/base/text'
import { niceStep } from '../src/map/map'
import { overviewStart } from '../src/scene/camera'
import type { Options } from '../src/scene/quality'
import { optionsFrom, QUALITIES } from '../src/scene/quality'
import { decodeObjects } from '../src/world/world'

function options(query: string, isSoftware: boolean, choice: QualityChoice = 'automatic'): Options {
  return optionsFrom(new URLSearchParams(query), { isSoftware, choice })
}

describe('numbers as people read them', () => {
  test('simulated time is hours, minutes, seconds', () => {
    expect(clock(0)).toBe('0:00:00.0')
    expect(clock(61.25)).toBe('0:01:01.2')
    expect(clock(3599.999)).toBe('0:59:59.9')
    expect(clock(7322.5)).toBe('2:02:02.5')
  })

  test.each([
    [0.7, 1],
    [13, 20],
    [21, 50],
    [501, 1000],
    [100, 100],
  ])('the step above %f is %f', (least, step) => {
    expect(niceStep(least)).toBeCloseTo(step, 9)
  })
})

describe('the options of the address', () => {
  test('software WebGL gets the low quality unless asked otherwise', () => {
    expect(options('', true).quality).toBe(QUALITIES.low)
    expect(options('quality=high', true).quality).toBe(QUALITIES.high)
    expect(options('quality=low', false).quality).toBe(QUALITIES.low)
  })

  test('a drawing rate that makes no sense is ignored', () => {
    expect(options('fps=5', false).fps).toBe(5)
    expect(options('fps=-1', false).fps).toBe(240)
    expect(options('fps=fast', false).fps).toBe(240)
    expect(options('quality=low&pixels=0.2', false).quality).toEqual({ ...QUALITIES.low, pixelRatio: 0.2 })
    expect(options('pixels=0.2', false).isFixed).toBe(true)
    expect([options('', false), options('arrows=off', false)].map((one) => one.hasArrows)).toEqual([
      true,
      false,
    ])
    for (const pixels of ['9', '0', '-1', 'many'])
      expect(options(`quality=low&pixels=${pixels}`, false).quality.pixelRatio).toBe(QUALITIES.low.pixelRatio)
  })
})

describe('where an overview begins', () => {
  const land = { xWest: 0, ySouth: 0, width: 10_000, depth: 10_000 }

  test('at an edge the camera stands at that edge and looks inwards', () => {
    expect(overviewStart(land, { x: 9900, y: 5000 }, 2).azimuth).toBeCloseTo(0, 9)
    expect(overviewStart(land, { x: 5000, y: 100 }, 2).azimuth).toBeCloseTo(-Math.PI / 2, 9)
  })

  test('in the middle the camera keeps its direction', () => {
    expect(overviewStart(land, { x: 5100, y: 5000 }, 2).azimuth).toBe(2)
  })

  test('no sky is in the picture, and a small land fills it', () => {
    const { elevation, distance } = overviewStart({ ...land, width: 1000, depth: 1000 }, { x: 0, y: 0 }, 0)
    expect(elevation).toBeGreaterThan((0.5 * 52 * Math.PI) / 180) // half the field of view
    expect(distance).toBeLessThan(1000)
  })
})

describe('objects.bin', () => {
  test('is read as the mock server writes it', () => {
    const one = { x: -1.5, y: 2, z: 300, yaw: 0.5, radius: 4, height: 9, kind: 2 }
    const { buffer } = packObjects([{ ...one, x: 8 }, one])
    const { count, kinds, ...columns } = decodeObjects(buffer as ArrayBuffer, [
      'conifer',
      'broadleaf',
      'rock',
    ])
    expect([count, kinds[columns.kind[1]], columns.x[0]]).toEqual([2, 'rock', 8])
    for (const [name, column] of Object.entries(columns))
      expect(column[1]).toBe(one[name as keyof typeof one])
  })

  test('is 28 bytes an object', () => {
    const view = new DataView(new ArrayBuffer(56))
    ;[1, 2, 3, 0.5, 4, 9].forEach((value, k) => {
      view.setFloat32(28 + 4 * k, value, true)
    })
    view.setUint8(28 + 24, 2)
    const objects = decodeObjects(view.buffer, ['conifer', 'broadleaf', 'rock'])
    expect(objects.count).toBe(2)
    expect([
      objects.x[1],
      objects.y[1],
      objects.z[1],
      objects.yaw[1],
      objects.radius[1],
      objects.height[1],
    ]).toEqual([1, 2, 3, 0.5, 4, 9])
    expect(objects.kind[1]).toBe(2)
  })
})
