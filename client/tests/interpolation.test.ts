import { describe, expect, test } from 'vitest'
import { compassPoint, headingDegrees, mixAngle, wrap } from '../src/base/angles'
import type { Frame } from '../src/connection/wire'
import { FLAG } from '../src/connection/wire'
import type { OwnState } from '../src/generated/messages'
import { emptyRecords } from '../src/generated/messages'
import { Clock, extrapolate, SnapshotBuffer } from '../src/world/interpolation'

const REST: OwnState = {
  x: 0,
  y: 0,
  z: 0,
  yaw: 0,
  pitch: 0,
  roll: 0,
  speed: 0,
  steer: 0,
  throttle: 0,
  brake: 0,
  odometer: 0,
  groundSlope: 0,
}

function frame(
  time: number,
  vehicles: Record<number, { x?: number; yaw?: number }>,
  kind: Frame['kind'] = 'full',
): Frame {
  const records = emptyRecords(Object.keys(vehicles).length)
  Object.entries(vehicles).forEach(([id, state], k) => {
    records.id[k] = Number(id)
    records.x[k] = state.x ?? 0
    records.yaw[k] = state.yaw ?? 0
  })
  const head = { frame: 1, tick: 1, acknowledgedInput: 0, own: -1, paused: false, measuredHz: 60, rate: 1 }
  return { kind, time, ...head, ownState: REST, records }
}

describe('angles', () => {
  test.each([-7, -Math.PI, -1, 0, 1, Math.PI, 9.5])(
    '%f wrapped points the same way and lies in (-pi, pi]',
    (angle) => {
      const wrapped = wrap(angle)
      expect(Math.cos(wrapped)).toBeCloseTo(Math.cos(angle), 12)
      expect(Math.sin(wrapped)).toBeCloseTo(Math.sin(angle), 12)
      expect(wrapped).toBeGreaterThan(-Math.PI - 1e-12)
      expect(wrapped).toBeLessThanOrEqual(Math.PI + 1e-12)
    },
  )

  test('mixing goes the short way across west', () => {
    const [from, to] = [(170 / 180) * Math.PI, (-170 / 180) * Math.PI]
    expect(Math.abs(mixAngle(from, to, 0.5))).toBeCloseTo(Math.PI, 12)
    expect(mixAngle(from, to, 0.25)).toBeCloseTo((175 / 180) * Math.PI, 12)
  })

  test.each([
    [0, 90, 'E'],
    [Math.PI / 2, 0, 'N'],
    [Math.PI, 270, 'W'],
    [-Math.PI / 2, 180, 'S'],
  ])('yaw %f is heading %f', (yaw, heading, point) => {
    expect(headingDegrees(yaw)).toBeCloseTo(heading, 9)
    expect(compassPoint(heading)).toBe(point)
  })
})

describe('snapshots', () => {
  test('halfway between two snapshots lies the middle', () => {
    const buffer = new SnapshotBuffer(2)
    buffer.add(frame(1, { 0: { x: 10 }, 1: { yaw: 3.1 } }))
    buffer.add(frame(1.1, { 0: { x: 12 }, 1: { yaw: -3.1 } }))
    const drawn = buffer.sample(1.05)
    expect(drawn?.x[0]).toBeCloseTo(11, 9)
    expect(Math.abs(drawn?.yaw[1] ?? 0)).toBeCloseTo(Math.PI, 5)
  })

  test('a delta keeps the vehicles that it does not name', () => {
    const buffer = new SnapshotBuffer(2)
    buffer.add(frame(1, { 0: { x: 10 }, 1: { x: 20 } }))
    buffer.add(frame(1.1, { 1: { x: 21 } }, 'delta'))
    expect([...(buffer.sample(1.1)?.x ?? [])]).toEqual([10, 21])
  })

  test('a delta without a full frame before it is not believed', () => {
    const buffer = new SnapshotBuffer(1)
    expect(buffer.add(frame(1, { 0: { x: 5 } }, 'delta'))).toBe(false)
    expect(buffer.sample(1)).toBeUndefined()
  })

  test('after the newest snapshot the newest holds', () => {
    const buffer = new SnapshotBuffer(1)
    for (let k = 0; k < 40; k++) buffer.add(frame(k / 60, { 0: { x: k } }))
    expect(buffer.sample(99)?.x[0]).toBe(39)
    expect(buffer.sample(38.5 / 60)?.x[0]).toBeCloseTo(38.5, 6)
  })

  test('a world that starts again forgets the old one', () => {
    const buffer = new SnapshotBuffer(1)
    buffer.add(frame(100, { 0: { x: 7 } }))
    buffer.add(frame(0, { 0: { x: 1 } }))
    expect(buffer.sample(50)?.x[0]).toBe(1)
  })
})

test('a row in which nobody is has no vehicle', () => {
  const buffer = new SnapshotBuffer(3)
  const kept = frame(1, { 0: {}, 1: {}, 2: {} })
  kept.records.flags[1] = FLAG.absent
  buffer.add(kept)
  buffer.sample(1)
  expect([...buffer.drawn.shown]).toEqual([0, 2])
  expect([0, 1, 2].map((id) => buffer.has(id))).toEqual([true, false, true])
  buffer.add(frame(2, { 0: {}, 1: {}, 2: {} }))
  buffer.sample(2)
  expect([...buffer.drawn.shown]).toEqual([0, 1, 2])
})

describe('the clock', () => {
  test('runs evenly through uneven arrivals', () => {
    const clock = new Clock()
    const late = (k: number) => 0.012 * Math.sin(7 * k) + 0.012
    let before = 0
    const steps: number[] = []
    for (let k = 1; k < 240; k++) {
      const now = k / 60
      clock.observe(now, 1, now + late(k))
      clock.advance(now + 0.02, 1 / 60)
      if (k > 120) steps.push(clock.time - before)
      before = clock.time
    }
    for (const step of steps) expect(Math.abs(step - 1 / 60)).toBeLessThan(0.002)
  })

  test('stands while the world is paused', () => {
    const clock = new Clock()
    clock.observe(5, 0, 1)
    for (let k = 0; k < 100; k++) clock.advance(1 + k / 60, 1 / 60)
    expect(clock.time).toBe(5)
  })

  test('jumps when it is far off', () => {
    const clock = new Clock()
    clock.observe(0, 1, 0)
    clock.observe(500, 1, 1)
    clock.advance(1, 1 / 60)
    expect(clock.time).toBeCloseTo(500, 6)
  })
})

describe('the driven vehicle', () => {
  test('goes on along its heading', () => {
    const ahead = extrapolate({ ...REST, yaw: Math.PI / 2, speed: 10 }, 0, 0.1)
    expect(ahead.x).toBeCloseTo(0, 12)
    expect(ahead.y).toBeCloseTo(1, 12)
  })

  test('follows its circle to second order', () => {
    const [speed, rate, seconds] = [12, 0.5, 0.1]
    const ahead = extrapolate({ ...REST, speed }, rate, seconds)
    const radius = speed / rate
    expect(ahead.x).toBeCloseTo(radius * Math.sin(rate * seconds), 3)
    expect(ahead.y).toBeCloseTo(radius * (1 - Math.cos(rate * seconds)), 3)
    expect(ahead.yaw).toBeCloseTo(0.05, 12)
  })

  test('climbs when its nose points up, which is a negative pitch', () => {
    expect(extrapolate({ ...REST, speed: 10, pitch: -0.2 }, 0, 0.1).z).toBeCloseTo(Math.sin(0.2), 9)
  })

  test('is never carried farther than a quarter second', () => {
    expect(extrapolate({ ...REST, speed: 10 }, 0, 9).x).toBeCloseTo(2.5, 12)
  })
})
