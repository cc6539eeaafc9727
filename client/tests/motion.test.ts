import { describe, expect, test } from 'vitest'
import { emptyRecords } from '../src/generated/messages'
import type { FleetDescription } from '../src/generated/world'
import type { Steering } from '../src/scene/vehicles/motion'
import {
  ackermann,
  affordable,
  detailAt,
  Motions,
  sideSpeeds,
  steeringOf,
  wheelAngle,
} from '../src/scene/vehicles/motion'

const CAR: Steering = { wheelbase: 2.7, gauge: 1.5, lock: 0.6, isTracked: false }
const TANK: Steering = { wheelbase: 4, gauge: 2.8, lock: 0, isTracked: true }

/** One vehicle's parts after driving for `seconds` at a speed and a yaw rate. */
function driven(
  steering: Steering,
  drive: { speed: number; yawRate: number; steer: number; seconds: number },
) {
  const motions = new Motions(1)
  const state = emptyRecords(1)
  const dt = 1 / 60
  state.speed[0] = drive.speed
  state.steer[0] = drive.steer
  motions.update(state, 0, () => steering)
  for (let k = 1; k <= Math.round(drive.seconds / dt); k++) {
    state.yaw[0] = Math.atan2(Math.sin(drive.yawRate * k * dt), Math.cos(drive.yawRate * k * dt))
    motions.update(state, dt, () => steering)
  }
  return motions
}

describe('steered wheels', () => {
  test.each([-0.6, -0.2, 0.1, 0.45, 0.6])(
    'at %f rad both point around one centre on the rear axle',
    (angle) => {
      const [left, right] = ackermann(angle, CAR)
      const centre = CAR.wheelbase / Math.tan(angle) // left of the car's middle, on the rear axle
      expect(Math.tan(left) * (centre - CAR.gauge / 2)).toBeCloseTo(CAR.wheelbase, 9)
      expect(Math.tan(right) * (centre + CAR.gauge / 2)).toBeCloseTo(CAR.wheelbase, 9)
    },
  )

  test('stand straight without a steering command', () => {
    expect(ackermann(0, CAR)).toEqual([0, 0])
  })

  test('the inner one turns more', () => {
    const [left, right] = ackermann(0.4, CAR)
    expect(left).toBeGreaterThan(0.4)
    expect(right).toBeLessThan(0.4)
  })

  test('a full command is what the world says that it is', () => {
    const fleet = {
      kind: 'wheeled',
      body: { length: 4, width: 2, height: 1.5, offset: 0 },
      wheelbase: 2.5,
      max_steer_angle: 0.7,
    }
    expect(steeringOf(fleet as FleetDescription).lock).toBe(0.7)
  })
})

describe('rolling', () => {
  test('a wheel turns once around while it rolls its circumference', () => {
    expect(wheelAngle(2 * Math.PI * 0.35, 0.35)).toBeCloseTo(2 * Math.PI, 12)
  })

  test('a track that turns on the spot runs as far as the other, the other way', () => {
    expect(sideSpeeds(0, 0.5, 2.8)).toEqual([-0.7, 0.7])
    const { rolled } = driven(TANK, { speed: 0, yawRate: 0.5, steer: 0, seconds: 2 })
    expect(rolled[0]).toBeCloseTo(-0.7 * 2, 4)
    expect(rolled[1]).toBeCloseTo(0.7 * 2, 4)
  })

  test('each wheel of a car on a circle rolls along the circle that it is on', () => {
    const [speed, angle, seconds] = [5, 0.6, 3]
    const radius = CAR.wheelbase / Math.tan(angle) // of the rear axle's middle
    const yawRate = speed / radius
    const { rolled } = driven(CAR, { speed, yawRate, steer: 1, seconds })
    const turn = yawRate * seconds
    const [inner, outer] = [radius - CAR.gauge / 2, radius + CAR.gauge / 2]
    const paths = [Math.hypot(inner, CAR.wheelbase), Math.hypot(outer, CAR.wheelbase), inner, outer]
    paths.forEach((path, k) => {
      expect(rolled[k]).toBeCloseTo(path * turn, 3)
    })
  })

  test('turns back while reversing', () => {
    const { rolled } = driven(CAR, { speed: -2, yawRate: 0, steer: 0, seconds: 1 })
    for (const way of rolled) expect(way).toBeCloseTo(-2, 4)
  })

  test('stops while the world is paused', () => {
    const motions = driven(CAR, { speed: 5, yawRate: 0, steer: 0, seconds: 1 })
    const before = [...motions.rolled]
    const state = emptyRecords(1)
    state.speed[0] = 5
    motions.update(state, 0, () => CAR)
    expect([...motions.rolled]).toEqual(before)
  })

  test('a vehicle that is put elsewhere does not spin its wheels', () => {
    const motions = new Motions(1)
    const state = emptyRecords(1)
    motions.update(state, 0.02, () => TANK)
    state.yaw[0] = 2
    motions.update(state, 0.02, () => TANK)
    expect(motions.rolled[0]).toBe(0)
  })
})

describe('turrets', () => {
  test('follow what is said of them, the short way round', () => {
    const motions = new Motions(2)
    const state = emptyRecords(2)
    motions.aimTurret(1, 3, 0.2)
    for (let k = 0; k < 120; k++) motions.update(state, 1 / 60, () => TANK)
    expect(motions.turned[4 + 2]).toBeCloseTo(3, 4)
    expect(motions.turned[4 + 3]).toBeCloseTo(0.2, 4)
    motions.aimTurret(1, -3, 0.2)
    motions.update(state, 1 / 60, () => TANK)
    expect(Math.abs(motions.turned[4 + 2])).toBeGreaterThan(3)
    expect(motions.turned[2]).toBe(0)
  })

  test('recoil, and come back', () => {
    const motions = new Motions(1)
    motions.fire(0)
    const first = motions.recoil[0]
    for (let k = 0; k < 120; k++) motions.update(emptyRecords(1), 1 / 60, () => TANK)
    expect(first).toBeGreaterThan(0.3)
    expect(motions.recoil[0]).toBeLessThan(0.001)
  })

  test('words about vehicles that are not there change nothing', () => {
    const motions = new Motions(1)
    motions.aimTurret(5, 1, 1)
    motions.fire(5)
    expect([...motions.turned, ...motions.recoil]).toEqual([0, 0, 0, 0, 0])
  })
})

test('detail falls off with distance', () => {
  const reach = { near: 80, fine: 300, coarse: 3000 }
  expect([0, 80, 81, 300, 301, 3000, 3001].map((distance) => detailAt(distance, reach))).toEqual([
    'near',
    'near',
    'mid',
    'mid',
    'far',
    'far',
    'none',
  ])
})

test('a crowd is drawn whole only as far as it can be afforded: as many vehicles on an even plain', () => {
  const reach = { near: 80, fine: 300, coarse: 3000 }
  expect(affordable(reach, 64)).toEqual(reach)
  expect(affordable(reach, 500).near ** 2 / 80 ** 2).toBeCloseTo(64 / 500, 9)
  expect(affordable(reach, 10, 4000)).toEqual(reach)
  expect(affordable(reach, 10, 16000).coarse).toBeCloseTo(reach.coarse / 2, 9)
})
