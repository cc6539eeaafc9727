import { describe, expect, test } from 'vitest'
import type { Held } from '../src/playground/keys'
import {
  Avoidance,
  CLEARANCE,
  choose,
  distance,
  GOALS,
  POST,
  tryArc,
} from '../src/site/demos/lessons/simulations/avoidance'
import { Circle, rearAxle, SPEED, WHEELBASE } from '../src/site/demos/lessons/simulations/circle'
import { FrameRate, RADIUS, RATES } from '../src/site/demos/lessons/simulations/framerate'
import {
  acrossOf,
  frontSlipOf,
  GRAVITY,
  radiusOf,
  Sliding,
  SURFACES,
} from '../src/site/demos/lessons/simulations/sliding'
import { FRICTION, Slope } from '../src/site/demos/lessons/simulations/slope'
import { GAUGE, Tank } from '../src/site/demos/lessons/simulations/tank'
import { apart } from '../src/site/demos/simulations/twocars'

const FORWARD: Held = { forward: 1, left: 0, brake: 0 }
const LEFT: Held = { forward: 1, left: 1, brake: 0 }

function steps(simulation: { step(): void }, count: number): void {
  for (let i = 0; i < count; i++) simulation.step()
}

describe('circle', () => {
  test('the rear axle stays at the radius from the centre, and the centre stays', () => {
    const circle = new Circle()
    const centre = circle.centre
    expect(circle.radius).toBeCloseTo(WHEELBASE / Math.tan((20 * Math.PI) / 180), 9)
    for (let i = 0; i < 200; i++) {
      circle.step()
      expect(distance(rearAxle(circle.pose, WHEELBASE), circle.centre ?? { x: 0, y: 0 })).toBeCloseTo(
        circle.radius,
        6,
      )
      expect(distance(circle.centre ?? { x: 0, y: 0 }, centre ?? { x: 9, y: 9 })).toBeLessThan(1e-6)
    }
  })

  test('one circle takes 2 pi R / v', () => {
    const circle = new Circle()
    const start = circle.pose
    const seconds = (2 * Math.PI * circle.radius) / SPEED
    steps(circle, Math.round(60 * seconds))
    expect(apart(circle.pose, start)).toBeLessThan(SPEED / 60)
  })

  test('keys take over, and straight wheels have no centre', () => {
    const circle = new Circle()
    circle.drive(FORWARD)
    steps(circle, 120)
    expect(circle.centre).toBeUndefined()
    expect(circle.command.speed).toBe(SPEED)
    circle.drive(LEFT)
    steps(circle, 120)
    expect(circle.command.steer).toBe(1)
  })
})

describe('frame rate', () => {
  test.each(RATES.filter((rate) => rate <= 30))(
    'after half a circle at %i frames a second the two are v dt apart',
    (rate) => {
      const cars = new FrameRate()
      cars.rate = rate
      steps(cars, 3 * rate)
      expect(cars.exact.x).toBeCloseTo(-2 * RADIUS, 9)
      expect(apart(cars.naive, cars.exact) * rate).toBeGreaterThan(5 - 1e-9)
      expect(apart(cars.naive, cars.exact) * rate).toBeLessThan(5.1)
    },
  )

  test('the exact car ends at its start after a whole circle, whatever the rate', () => {
    for (const rate of RATES) {
      const cars = new FrameRate()
      cars.rate = rate
      steps(cars, 6 * rate)
      expect(Math.hypot(cars.exact.x, cars.exact.y)).toBeLessThan(1e-9)
    }
  })

  test('it stops after two circles and begins again', () => {
    const cars = new FrameRate()
    steps(cars, 5 * 12)
    expect(cars.command.speed).toBe(0)
    steps(cars, 5 * 2)
    expect(cars.frames).toBeLessThan(10)
    expect(cars.command.speed).toBe(5)
  })
})

describe('tank', () => {
  test('the middle goes round the centre, and equal tracks go straight on', () => {
    const tank = new Tank()
    expect(tank.radius).toBeCloseTo(3 / (2 / GAUGE), 9)
    const centre = tank.centre ?? { x: 0, y: 0 }
    steps(tank, 200)
    expect(distance(tank.pose, centre)).toBeCloseTo(tank.radius, 6)
    tank.chosen = { left: 3, right: 3 }
    tank.restart()
    steps(tank, 60)
    expect(tank.centre).toBeUndefined()
    expect(tank.pose.y).toBeCloseTo(3, 9)
  })

  test('tracks against each other turn it on the spot', () => {
    const tank = new Tank()
    tank.chosen = { left: -2, right: 2 }
    steps(tank, 60)
    expect(Math.hypot(tank.pose.x, tank.pose.y)).toBeLessThan(1e-9)
    expect(tank.pose.yaw - 0.5 * Math.PI).toBeCloseTo(4 / GAUGE, 9)
  })

  test('keys drive it, also on the spot', () => {
    const tank = new Tank()
    tank.drive({ forward: 0, left: 1, brake: 0 })
    steps(tank, 60)
    expect(tank.speed).toBe(0)
    expect(tank.yawRate).toBeGreaterThan(0.5)
  })
})

describe('sliding', () => {
  function driven(speed: number, surface = SURFACES[2]): Sliding {
    const cars = new Sliding()
    cars.speed = speed
    cars.surface = surface
    cars.restart(true)
    steps(cars, 60 * 13)
    return cars
  }

  test('slow cars drive the same circle on any ground', () => {
    for (const surface of SURFACES) {
      const { left, right } = driven(3, surface)
      expect(radiusOf(left)).toBeCloseTo(radiusOf(right), 0)
    }
  })

  test('on dry asphalt the circle of about 19 m lasts to 12 m/s, and is wider at 14 and 16', () => {
    for (const speed of [8, 10, 12]) expect(radiusOf(driven(speed).right)).toBeCloseTo(18.8, 0)
    expect(radiusOf(driven(14).right)).toBeGreaterThan(22)
    expect(radiusOf(driven(16).right)).toBeGreaterThan(29)
  })

  test('where the grip is used up, the radius is v2 / (mu g), and the front slips', () => {
    const { left, surface } = driven(10)
    expect(acrossOf(left)).toBeLessThan(1.02 * surface.friction * GRAVITY)
    expect(radiusOf(left) / (100 / (surface.friction * GRAVITY))).toBeCloseTo(1, 1)
    expect(frontSlipOf(left)).toBeGreaterThan(frontSlipOf(driven(10).right))
  })
})

describe('slope', () => {
  function parked(percent: number, rate: number, seconds: number): Slope {
    const slope = new Slope()
    Object.assign(slope, { percent, rate })
    slope.restart()
    steps(slope, seconds * rate)
    return slope
  }

  test('the naive car creeps downhill by half as much at twice the rate, the real one stays', () => {
    const ways = [10, 20, 60].map((rate) => parked(20, rate, 60))
    for (const { real } of ways) expect(Math.abs(real.place)).toBe(0)
    expect(ways[0].naive.place).toBeLessThan(-9)
    expect(ways[1].naive.place / ways[0].naive.place).toBeCloseTo(0.5, 1)
    expect(ways[2].naive.place).toBeLessThan(-1)
  })

  test('the real car stands up to the slope of its friction', () => {
    expect(FRICTION).toBe(0.85)
    expect(Math.abs(parked(80, 60, 20).real.place)).toBe(0)
    expect(parked(90, 60, 5).real.place).toBeLessThan(-1)
  })

  test('keys drive both uphill, and let go they stop', () => {
    const slope = parked(20, 60, 1)
    slope.drive(FORWARD)
    steps(slope, 180)
    expect(slope.naive.speed).toBeCloseTo(3, 9)
    expect(slope.real.speed).toBeGreaterThan(1)
    slope.drive({ ...FORWARD, forward: 0 })
    steps(slope, 180)
    expect(Math.abs(slope.real.speed)).toBe(0)
  })
})

describe('avoidance', () => {
  test('the driver goes from goal to goal and touches no post', () => {
    const drive = new Avoidance()
    const visited = new Set<number>()
    for (let i = 0; i < 60 * 120; i++) {
      drive.step()
      GOALS.forEach((goal, index) => {
        if (distance(drive.pose, goal) < 4) visited.add(index)
      })
    }
    expect(visited.size).toBe(2)
    expect(drive.touched).toBe(0)
  })

  test('an arc ends before a post', () => {
    const start = { x: 0, y: 0, yaw: 0 }
    const { free, points } = tryArc(start, 0, [{ x: 8, y: 0.5 }], GOALS[0])
    expect(free).toBeLessThan(8 - POST - 1)
    for (const point of points)
      expect(distance(point, { x: 8, y: 0.5 })).toBeGreaterThanOrEqual(POST + CLEARANCE)
  })

  test('of the free arcs it takes the one that ends nearest the goal; without a free one, the longest', () => {
    const arc = (angle: number, free: number, end: number) => ({ angle, free, end, points: [] })
    expect(choose([arc(0, 5, 1), arc(10, 12, 8), arc(20, 11, 9)]).angle).toBe(10)
    expect(choose([arc(0, 5, 1), arc(10, 7, 8)]).angle).toBe(10)
  })

  test('a new post changes its choice, and a post on the car is refused', () => {
    const drive = new Avoidance()
    const before = drive.chosen?.angle
    const { x, y, yaw } = drive.pose
    drive.addPost({ x: x + 8 * Math.cos(yaw), y: y + 8 * Math.sin(yaw) })
    expect(drive.chosen?.angle).not.toBe(before)
    const count = drive.posts.length
    drive.addPost(drive.pose)
    expect(drive.posts.length).toBe(count)
  })

  test('keys take over from the driver', () => {
    const drive = new Avoidance()
    drive.drive(LEFT)
    steps(drive, 60)
    expect(drive.command.steer).toBeGreaterThan(0.5)
  })
})
