import { describe, expect, test } from 'vitest'
import { CAR, CAR_PARK as GROUND } from '../src/generated/demonstrations'
import { TIME_STEPS } from '../src/playground/scales'
import { cornersOf, judge, overlap } from '../src/site/demos/simulations/bays'
import { away, Circling, isEnclosed, RADIUS, TARGET } from '../src/site/demos/simulations/circling'
import type { Command } from '../src/site/demos/simulations/hands'
import { CAR_PARK, commandAfter, NOTHING_HELD, OPEN_GROUND, REST } from '../src/site/demos/simulations/hands'
import { Parking } from '../src/site/demos/simulations/parking'
import { RedDot, SHOWN, speedOf, TOP_SPEED } from '../src/site/demos/simulations/reddot'
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

describe('red dot', () => {
  function pushed(steps: number, dots = new RedDot()): RedDot {
    for (let i = 0; i < steps; i++) dots.step()
    return dots
  }

  test('two keys are 1.41 times as fast by components, and no faster than one in polar coordinates', () => {
    const dots = pushed(Math.round(60 * SHOWN[0][0]))
    expect(speedOf(dots.left)).toBeCloseTo(TOP_SPEED, 9)
    pushed(150, dots)
    expect(speedOf(dots.left)).toBeCloseTo(Math.SQRT2 * TOP_SPEED, 9)
    expect(speedOf(dots.right)).toBeLessThanOrEqual(TOP_SPEED)
  })

  // python -c "
  // import math, motorpool as mp
  // north, north_east = math.pi / 2, math.pi / 4
  // for name in ('cartesian/components:limit=each', 'polar/corrected'):
  //     dot = mp.Vehicle(name, yaw=north, acceleration=1.0)
  //     if hasattr(dot, 'view_yaw'): dot.view_yaw = north
  //     for dot.acceleration_yaw, steps in ((north, 150), (north_east, 180)):
  //         dot.step(dt=1 / 60, steps=steps)
  //     print(name, dot.x, dot.y, dot.speed)"
  test('both are where Python has them after north and north-east', () => {
    const { left, right } = pushed(330)
    expect([left.x, left.y, speedOf(left)]).toEqual(
      near([27.583333333333393, 52.58333333333313, 14.14213562373095]),
    )
    expect([right.x, right.y, speedOf(right)]).toEqual(
      near([4.333571390032469, 44.56059039801611, 8.837424595437646]),
    )
  })

  test('without a key both come to rest, and a key of the reader begins from the start', () => {
    const dots = pushed(300)
    dots.drive({ forward: 1, left: 0, brake: 0 })
    expect(dots.right.x).toBe(0)
    pushed(120, dots)
    dots.drive(NOTHING_HELD)
    pushed(120, dots)
    expect([speedOf(dots.left), speedOf(dots.right)]).toEqual([0, 0])
  })

  test('the acceleration is the change of the velocity', () => {
    const dots = pushed(10)
    const before = dots.right.velocity
    pushed(1, dots)
    expect(dots.right.acceleration.y).toBeCloseTo((dots.right.velocity.y - before.y) * 60, 9)
  })
})

describe('circling', () => {
  function driven(seconds: number, circling = new Circling()): Circling {
    for (let i = 0; i < Math.round(60 * seconds); i++) circling.step()
    return circling
  }

  // python -c "
  // from motorpool.app.playground.session import Session
  // session = Session(); session.set_scene('target')
  // session.compare('tracked/simple', 'tracked/arc'); session.autopilot(True)
  // for _ in range(3600): session.advance(1 / 60)
  // print(session.reached, session.sides['left'].pose, session.sides['left'].turned)"
  test('the exact one arrives as in Python, the naive one is on its circle after a minute', () => {
    const { left, right } = driven(60)
    expect(right.arrived).toBeCloseTo(5.616666666666652, 9)
    expect(left.arrived).toBeUndefined()
    expect([left.x, left.y, left.turned]).toEqual(near([-9.074944113188561, 5.728002654509182, 24]))
  })

  test('the naive one never arrives: it drives a circle that encloses the target', () => {
    const circling = driven(600)
    expect(circling.left.arrived).toBeUndefined()
    expect(circling.left.turned / (2 * Math.PI)).toBeGreaterThan(38)
    expect(Math.abs(away(circling.left, { x: 0, y: RADIUS.left }) - RADIUS.left)).toBeLessThan(0.1)
    expect(RADIUS.left).toBe(2 * RADIUS.right)
  })

  test('a target is enclosed where the vehicle does not arrive', () => {
    for (const target of [TARGET, { x: 0, y: 5 }, { x: 0, y: -5 }, { x: -7, y: -7 }, { x: 20, y: 3 }]) {
      const circling = new Circling()
      circling.restart(target)
      driven(120, circling)
      for (const side of ['left', 'right'] as const)
        expect(circling[side].arrived === undefined).toBe(isEnclosed(side, target))
    }
  })
})

describe('parking', () => {
  // python -c "
  // from motorpool.app.playground.session import Session
  // session = Session(); session.set_scene('parking'); session.compare('bicycle/six-line', 'bicycle/arc')
  // while session._valet.parked_at is None: session.advance(1 / 60)
  // print(session.sides['left'].pose, session.sides['right'].pose); session.advance(1 / 60)
  // print(session.state()['left']['words'], session.state()['right']['words'])"
  test('the valet parks the exact car as in Python; the six lines touch a parked one', () => {
    const parking = new Parking()
    while (!parking.hasParked) parking.step()
    const { left, right } = parking
    expect([left.x, left.y, left.yaw]).toEqual(
      near([1.6590775075826367, 5.04661855507298, -1.415106877312062], 4),
    )
    expect([right.x, right.y, right.yaw]).toEqual(
      near([2.4518316597084944, 5.6629515707235845, -1.6116877709619417], 4),
    )
    expect(parking.verdict(left)).toEqual({ touched: [3], bay: undefined, words: 'touches a parked car' })
    expect(parking.verdict(right).words).toBe('parked, 3 cm off the middle, 2.3° askew')
    expect(parking.verdict(right).bay).toBe(0)
  })

  test('the first key puts both to the start, and a held key drives both', () => {
    const parking = new Parking()
    for (let i = 0; i < 300; i++) parking.step()
    parking.drive({ forward: 1, left: 0, brake: 0 })
    expect([parking.left.x, parking.right.x]).toEqual([GROUND.start[0], GROUND.start[0]])
    for (let i = 0; i < 60; i++) parking.step()
    expect(parking.right.x - GROUND.start[0]).toBeCloseTo(0.5 * CAR_PARK.acceleration, 1)
  })

  test('a car is parked where it stands still inside a free bay, either way round', () => {
    const [x, y, yaw] = GROUND.bays[1]
    expect(judge({ x, y, yaw: yaw + Math.PI }, 0, CAR, GROUND).bay).toBe(1)
    expect(judge({ x, y, yaw }, 1, CAR, GROUND).words).toBe('in the bay, still rolling')
    expect(judge({ x, y, yaw: yaw + 0.5 }, 0, CAR, GROUND).bay).toBeUndefined()
    expect(judge({ x: 0, y: 0, yaw: 0 }, 0, CAR, GROUND).words).toBe('not in a free bay')
  })

  test('two rectangles overlap whose corners lie outside each other', () => {
    expect(overlap(cornersOf([0, 0, 0, 10, 1]), cornersOf([0, 0, 1.5, 10, 1]))).toBe(true)
    expect(overlap(cornersOf([0, 0, 0, 10, 1]), cornersOf([0, 6, 1.5, 10, 1]))).toBe(false)
  })
})

/** Numbers that differ from these by rounding alone. */
function near(numbers: number[], digits = 9): unknown[] {
  return numbers.map((number) => expect.closeTo(number, digits))
}
