import { describe, expect, test } from 'vitest'
import { isSame } from '../src/components/viewpoint'
import type { Frame } from '../src/connection/wire'
import type { Contents } from '../src/generated/messages'
import { CYCLE, emptyDensityCells, emptyFarRecords, emptyRecords } from '../src/generated/messages'
import { DeadReckoning } from '../src/world/deadreckoning'
import { Heightfield } from '../src/world/heightfield'

const HEAD = { tick: 1, acknowledgedInput: 0, own: -1, paused: false, measuredHz: 60, rate: 1 }
const OWN = { x: 0, y: 0, z: 0, yaw: 0, pitch: 0, roll: 0, speed: 0, steer: 0 }
const REST = { ...OWN, throttle: 0, brake: 0, odometer: 0, groundSlope: 0 }
const POSTS = { rows: 3, columns: 3, spacing: 1000, x_west: -1000, y_south: -1000 }
const LEVEL = new Heightfield(POSTS, new Float32Array(9))
/** Rises by one in ten to the east. */
const SLOPE = new Heightfield(POSTS, new Float32Array([0, 100, 200, 0, 100, 200, 0, 100, 200]))

interface Told {
  x: number
  y?: number
  yaw?: number
  speed?: number
}

let number = 0

function frame(time: number, near: Record<number, Told>, far: Record<number, Told> = {}): Frame {
  const records = emptyRecords(Object.keys(near).length)
  Object.entries(near).forEach(([id, { x, y = 0, yaw = 0, speed = 0 }], k) => {
    records.id[k] = Number(id)
    for (const [column, value] of [
      [records.x, x],
      [records.y, y],
      [records.yaw, yaw],
    ] as const)
      column[k] = value
    records.speed[k] = speed
  })
  const others = emptyFarRecords(Object.keys(far).length)
  const layout = { farCount: 1, firstRow: 0, rowCount: 0, columnCount: 0, presentCount: 2 }
  const contents: Contents = { x: 100, y: -50, ...layout }
  Object.entries(far).forEach(([id, { x, y = 0, yaw = 0, speed = 0 }], k) => {
    others.id[k] = Number(id)
    others.x[k] = x - contents.x
    others.y[k] = y - contents.y
    others.yaw[k] = yaw
    others.speed[k] = speed
  })
  const interest = { contents, far: others, cells: emptyDensityCells(0) }
  return { kind: 'interest', frame: number++, time, ...HEAD, ownState: REST, records, interest }
}

/** Feed frames at 30 Hz, draw at 60, 50 ms behind; what was drawn of vehicle 0. */
function drive(
  buffer: DeadReckoning,
  seconds: number,
  told: (time: number, frame: number) => Frame | undefined,
): { time: number; x: number; y: number; yaw: number }[] {
  const drawn: { time: number; x: number; y: number; yaw: number }[] = []
  for (let step = 0; step < 60 * seconds; step++) {
    const now = step / 60
    const news = step % 2 === 0 ? told(now, step / 2) : undefined
    if (news) buffer.add(news)
    const time = now - 0.05
    buffer.sample(time, 1 / 60)
    drawn.push({ time, x: buffer.drawn.x[0], y: buffer.drawn.y[0], yaw: buffer.drawn.yaw[0] })
  }
  return drawn
}

describe('a vehicle that comes in every frame', () => {
  test('is drawn where it was, between its records', () => {
    const buffer = new DeadReckoning(1, LEVEL)
    const drawn = drive(buffer, 2, (time) => frame(time, { 0: { x: 12 * time, speed: 12 } }))
    for (const { time, x } of drawn.slice(12)) expect(x).toBeCloseTo(12 * time, 4)
  })
})

describe('a vehicle that comes in every eighteenth frame', () => {
  const told = (time: number, k: number) =>
    k % CYCLE === 0 ? { 0: { x: 12 * time, speed: 12 } } : ({} as Record<number, Told>)

  test('goes on straight by its speed', () => {
    const buffer = new DeadReckoning(1, LEVEL)
    const drawn = drive(buffer, 4, (time, k) => frame(time, {}, told(time, k)))
    for (const { time, x } of drawn.slice(12)) expect(x).toBeCloseTo(12 * time, 2)
  })

  test('goes on along its arc', () => {
    const [radius, rate] = [40, 0.3]
    const at = (time: number) => ({
      x: radius * Math.sin(rate * time),
      y: radius * (1 - Math.cos(rate * time)),
      yaw: rate * time,
    })
    const buffer = new DeadReckoning(1, LEVEL)
    const drawn = drive(buffer, 4, (time, k) =>
      frame(time, {}, k % CYCLE === 0 ? { 0: { ...at(time), speed: radius * rate } } : {}),
    )
    for (const { time, x, y, yaw } of drawn.slice(120)) {
      const wanted = at(time)
      expect(Math.hypot(x - wanted.x, y - wanted.y)).toBeLessThan(0.12)
      expect(yaw).toBeCloseTo(wanted.yaw, 2)
    }
  })

  test('never jumps when it brakes between two records', () => {
    const buffer = new DeadReckoning(1, LEVEL)
    const place = (time: number) => (time < 1 ? 12 * time : 12)
    const drawn = drive(buffer, 4, (time, k) =>
      frame(time, {}, k % CYCLE === 0 ? { 0: { x: place(time), speed: time < 1 ? 12 : 0 } } : {}),
    )
    const steps = drawn.slice(12).map(({ x }, k, all) => Math.abs(x - (all[k - 1] ?? { x }).x))
    expect(Math.max(...steps)).toBeLessThan(3 * (12 / 60))
    expect(drawn.at(-1)?.x).toBeCloseTo(12, 1)
  })
})

test('a vehicle that is put far away is there at once', () => {
  const buffer = new DeadReckoning(1, LEVEL)
  const drawn = drive(buffer, 2, (time) => frame(time, { 0: { x: time < 1 ? 0 : 500 } }))
  expect(drawn.filter(({ x }) => x > 1 && x < 499).length).toBeLessThan(4) // within one record's interval
})

test('a far vehicle stands on the ground and leans as it does, a near one as it says', () => {
  const buffer = new DeadReckoning(2, SLOPE)
  drive(buffer, 1, (time) => frame(time, { 1: { x: 300 } }, { 0: { x: 500, yaw: Math.PI / 2 } }))
  expect(buffer.drawn.z[0]).toBeCloseTo(150, 3)
  expect(buffer.drawn.roll[0]).toBeCloseTo(-Math.atan(0.1), 3) // it heads north, the east side is higher
  expect(buffer.drawn.pitch[0]).toBeCloseTo(0, 6)
  expect(buffer.drawn.z[1]).toBe(0)
  const uphill = new DeadReckoning(1, SLOPE)
  drive(uphill, 0.2, (time) => frame(time, {}, { 0: { x: 500 } }))
  expect(uphill.drawn.pitch[0]).toBeCloseTo(-Math.atan(0.1), 3) // nose up
})

describe('the area of interest', () => {
  test('shows what has come and nothing else', () => {
    const buffer = new DeadReckoning(100_000, LEVEL)
    expect(buffer.newest).toBeUndefined()
    buffer.add(frame(0, { 70000: { x: 1 } }, { 3: { x: 2 } }))
    buffer.sample(0, 0.02)
    expect([...buffer.drawn.shown].sort()).toEqual([3, 70_000])
    expect([buffer.has(3), buffer.has(4), buffer.has(-1), buffer.has(100_000)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(buffer.drawn.x[4]).toBeNaN()
  })

  test('lets vehicles appear and vanish, a cycle after their last record', () => {
    const buffer = new DeadReckoning(2, LEVEL)
    const opacities: number[] = []
    for (let k = 0; k < 60; k++) {
      buffer.add(frame(k / 30, k < 20 ? { 0: { x: 0 }, 1: { x: 9 } } : { 1: { x: 9 } }))
      buffer.sample(k / 30, 1 / 30)
      opacities.push(buffer.has(0) ? buffer.drawn.opacity[0] : -1)
    }
    expect(opacities[0]).toBeLessThan(0.2)
    expect(opacities[15]).toBe(1)
    expect(opacities[19 + CYCLE - 1]).toBe(1)
    expect(opacities[19 + CYCLE + 2]).toBeLessThan(1)
    expect(opacities.at(-1)).toBe(-1)
    expect([...buffer.drawn.shown]).toEqual([1])
    expect(buffer.drawn.opacity[1]).toBe(1)
  })

  test('takes a vehicle back that comes again while it vanishes', () => {
    const buffer = new DeadReckoning(1, LEVEL)
    for (let k = 0; k < 60; k++) {
      buffer.add(frame(k / 30, k < 15 || k > 40 ? { 0: { x: 0 } } : {}))
      buffer.sample(k / 30, 1 / 30)
    }
    expect(buffer.drawn.opacity[0]).toBe(1)
  })

  test('goes on after the world was restarted', () => {
    const buffer = new DeadReckoning(1, LEVEL)
    drive(buffer, 1, (time) => frame(100 + time, { 0: { x: 1 } }))
    const drawn = drive(buffer, 1, (time) => frame(time, { 0: { x: 12 * time, speed: 12 } }))
    expect(drawn.at(-1)?.x).toBeCloseTo(12 * (drawn.at(-1)?.time ?? 0), 1)
  })

  test('refuses frames of a small world', () => {
    const { interest, ...whole } = frame(0, {})
    expect(interest).toBeDefined()
    expect(new DeadReckoning(1, LEVEL).add(whole)).toBe(false)
  })
})

describe('the camera is told anew', () => {
  const place = { x: 0, y: 0, z: 10, gazeX: 1, gazeY: 0, gazeZ: 0, target: 1, selected: -1 }

  test.each([
    [{ x: 1 }, true],
    [{ x: 5 }, false],
    [{ gazeX: 0.9 }, false],
    [{ target: 2 }, false],
    [{ selected: 2 }, false],
  ])('after %j: same %s', (change, expected) => {
    expect(isSame(place, { ...place, ...change }, 0)).toBe(expected)
  })

  test('only for more than a fiftieth of its height', () => {
    expect(isSame({ ...place, z: 1000 }, { ...place, z: 1000, x: 15 }, 0)).toBe(true)
    expect(isSame({ ...place, z: 1000 }, { ...place, z: 1000, x: 25 }, 0)).toBe(false)
  })
})
