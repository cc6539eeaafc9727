import { describe, expect, test } from 'vitest'
import { sideColour } from '../src/base/palette'
import type { Gun, Target } from '../src/components/gunsight'
import { Hits, landing, leaving, rangeText } from '../src/components/gunsight'
import { isBegun } from '../src/components/score'

const GUN: Gun = { muzzle_speed: 800, barrel_length: 5, round_drag: 0 }
const STANDING = { x: [0], y: [0], z: [0], yaw: [0], pitch: [0], roll: [0], speed: [0] }
const flat = () => 0
const LEVEL = { yaw: 0, elevation: 0 }
const TANK: Target = { id: 7, x: 300, y: 1, z: 0, yaw: 0, halfLength: 4, halfWidth: 1.8, height: 2.4 }

describe('the predicted landing', () => {
  test('of a level shot is where it has fallen by the height of the gun: v sqrt(2 h / g)', () => {
    const shot = landing(leaving(STANDING, 0, GUN, LEVEL, 2.5), 0, flat, [])
    expect(shot.x).toBeCloseTo(5 + 800 * Math.sqrt((2 * 2) / 9.81), 0)
    expect(shot.target).toBe(-1)
    expect(shot.range).toBeCloseTo(shot.x - 5, 0)
  })

  test('of a raised barrel is that of the parabola on level ground: v^2 sin 2a / g', () => {
    const slow = { ...GUN, muzzle_speed: 100, barrel_length: 0 }
    const shot = landing(leaving(STANDING, 0, slow, { yaw: 0, elevation: 0.3 }, 0), 0, flat, [])
    expect(shot.x).toBeCloseTo((100 ** 2 * Math.sin(0.6)) / 9.81, 0)
  })

  test('is turned with hull and turret', () => {
    const turned = { ...STANDING, yaw: [Math.PI / 2] }
    const shot = landing(leaving(turned, 0, GUN, { yaw: Math.PI / 2, elevation: 0 }, 2.5), 0, flat, [])
    expect(shot.x).toBeLessThan(-400)
    expect(shot.y).toBeCloseTo(0, 3)
  })

  test('is on the first vehicle in the way, at its face', () => {
    const behind = { ...TANK, id: 8, x: 350 }
    const shot = landing(leaving(STANDING, 0, GUN, LEVEL, 2.5), 0, flat, [behind, TANK])
    expect(shot.target).toBe(7)
    expect(shot.x).toBeCloseTo(296, 3)
  })

  test('passes a vehicle beside the line', () => {
    const shot = landing(leaving(STANDING, 0, GUN, LEVEL, 2.5), 0, flat, [{ ...TANK, y: 2.5 }])
    expect(shot.target).toBe(-1)
  })

  test('is nearer with drag, and nowhere from a barrel in the sky', () => {
    const flight = () => leaving(STANDING, 0, GUN, { yaw: 0, elevation: 0.02 }, 2.5)
    expect(landing(flight(), 3e-4, flat, []).x).toBeLessThan(landing(flight(), 0, flat, []).x - 50)
    const up = leaving(STANDING, 0, GUN, { yaw: 0, elevation: 1.5 }, 2.5)
    expect(landing(up, 0, flat, []).range).toBe(Infinity)
  })
})

test('only own hits on vehicles are marked, with the condition that is told after them', () => {
  const hits = new Hits()
  const impact = { type: 'impact', x: 0, y: 0, z: 0, index: 9, time: 0 } as const
  hits.receive({ ...impact, shooter: 3, on: 'vehicle' }, 4, 10)
  hits.receive({ ...impact, shooter: 4, on: 'ground' }, 4, 11)
  expect(hits.vehicle).toBe(-1)
  hits.receive({ ...impact, shooter: 4, on: 'vehicle' }, 4, 12)
  hits.receive({ type: 'damage', vehicle: 9, state: 'dead' }, 4, 12)
  expect([hits.vehicle, hits.at, hits.states.get(9)]).toEqual([9, 12, 'dead'])
})

test('ranges are in metres with thousands apart', () => {
  expect(rangeText(949.6)).toBe('950 m')
  expect(rangeText(1240)).toBe('1 240 m')
})

test('the score is shown from the first shot on, in the colours of the sides', () => {
  const none = { side: 'blue', shots: 0, hits: 0, destroyed: 0, lost: 0 }
  expect(isBegun({ type: 'score', sides: [none] })).toBe(false)
  expect(isBegun({ type: 'score', sides: [none, { ...none, shots: 1 }] })).toBe(true)
  expect(sideColour('Blue')).toBe(sideColour('blue'))
  expect(sideColour('blue')).not.toBe(sideColour('red'))
})
