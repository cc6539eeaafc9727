import { describe, expect, test } from 'vitest'
import { TIME_STEPS } from '../src/playground/scales'
import type { Command } from '../src/site/demos/simulations/hands'
import { CAR_PARK, commandAfter, NOTHING_HELD, OPEN_GROUND, REST } from '../src/site/demos/simulations/hands'
import { Stepping } from '../src/site/demos/simulations/stepping'
import { apart, CIRCLE_SECONDS, START, TwoCars } from '../src/site/demos/simulations/twocars'

const FORWARD = { forward: 1, left: 0, brake: 0 }
const LEFT = { forward: 0, left: 1, brake: 0 }

function held(seconds: number, keys = FORWARD, from: Command = REST, handling = OPEN_GROUND): Command {
  let command = from
  for (let i = 0; i < Math.round(seconds * 60); i++) command = commandAfter(command, keys, handling, 1 / 60)
  return command
}

describe('hands', () => {
  test('a held key speeds up by the acceleration, to the top speed', () => {
    expect(held(2).speed).toBeCloseTo(2 * OPEN_GROUND.acceleration, 9)
    expect(held(60).speed).toBe(OPEN_GROUND.maxSpeed)
    expect(held(60, FORWARD, REST, CAR_PARK).speed).toBe(CAR_PARK.maxSpeed)
  })

  test('the key of the other direction brakes, then reverses', () => {
    const back = { ...FORWARD, forward: -1 }
    expect(held(0.5, back, { speed: 6, steer: 0 }).speed).toBeCloseTo(6 - 0.5 * OPEN_GROUND.braking, 9)
    expect(held(60, back, { speed: 6, steer: 0 }).speed).toBe(-OPEN_GROUND.maxReverseSpeed)
  })

  test('without a key it coasts to a stop and the steering centres', () => {
    expect(held(60, NOTHING_HELD, { speed: 6, steer: 1 })).toEqual(REST)
  })

  test('the faster, the less it steers: 4 m/s2 across at a curvature of 0.2 1/m', () => {
    expect(held(3, LEFT, { speed: 2, steer: 0 }).steer).toBe(1)
    const fast = held(5, { ...LEFT, forward: 1 }, { speed: 12, steer: 0 })
    expect(fast.steer * 0.2 * fast.speed ** 2).toBeCloseTo(4, 9)
  })
})

test('a clock makes as many steps as time has passed, however long the frames are', () => {
  for (const frame of [0.004, 0.016, 0.05]) {
    const clock = new Stepping()
    let steps = 0
    for (let i = 0; i < Math.round(4 / frame); i++) clock.advance(frame, 0.1, () => steps++)
    expect(steps).toBe(40)
  }
})

describe('two cars', () => {
  /** Drives circles of the demonstration; the pause at its end is not reached. */
  function circles(count: number, rate: number): TwoCars {
    const cars = new TwoCars()
    cars.dt = 1 / rate
    for (let i = 0; i < count * CIRCLE_SECONDS * rate; i++) cars.step()
    return cars
  }

  // python -c "
  // import math, motorpool as mp
  // for rate in (60, 4):
  //     pair = [mp.Vehicle(name, yaw=math.pi / 2) for name in ('bicycle/six-line', 'bicycle/arc')]
  //     for car in pair:
  //         car.drive(2 * math.pi * 2.7 / math.tan(0.6) / 5, 1.0)
  //         car.step(dt=1 / rate, steps=5 * rate)
  //     print(rate, math.dist((pair[0].x, pair[0].y), (pair[1].x, pair[1].y)))"
  test.each([
    [60, 4.634118558267121],
    [4, 3.3195718425677225],
  ])('are as far apart as in Python after one circle, at %i steps a second', (rate, metres) => {
    const { left, right } = circles(1, rate)
    expect(apart(left, right)).toBeCloseTo(metres, 9)
  })

  test('the exact one closes its figure of eight at every time step, the six lines at none', () => {
    for (const dt of TIME_STEPS) {
      const { left, right } = circles(2, Math.round(1 / dt))
      expect(apart(right, START)).toBeLessThan(1e-9)
      expect(apart(left, START)).toBeGreaterThan(6)
    }
  })

  test('between two steps they are where the step that has begun takes them, without a jump', () => {
    const cars = new TwoCars()
    cars.dt = 1 / 4
    cars.advance(0.2499999)
    const before = cars.now()
    cars.advance(0.0000002)
    expect(cars.steps).toBe(1)
    expect(apart(before.left, cars.now().left)).toBeLessThan(1e-5)
    expect(apart(before.right, cars.now().right)).toBeLessThan(1e-5)
  })

  test('keys drive both by the same command, from the start', () => {
    const cars = circles(1, 60)
    cars.restart(false)
    expect(apart(cars.left, cars.right)).toBe(0)
    cars.held = { forward: 1, left: 1, brake: 0 }
    const gaps = [2, 4, 6].map(() => {
      for (let i = 0; i < 120; i++) cars.step()
      return apart(cars.left, cars.right)
    })
    expect(gaps[0]).toBeGreaterThan(0.1)
    expect(gaps[1]).toBeGreaterThan(gaps[0])
    expect(cars.command.speed).toBeGreaterThan(4)
  })
})
