/** The small world of the documentation drives as `motorpool.World` does: driven.json is Python's own drive. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SmallWorld } from '../src/site/demos/world/simulation'
import type { Start } from '../src/site/demos/world/start'

type Sample = Record<'x' | 'y' | 'yaw' | 'speed', number[]>

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf-8'))
const start = () => read('../src/generated/world/start.json') as Start
const driven = read('../src/generated/world/driven.json') as Sample[]

/** The largest difference of a sample from where a world's vehicles are, and whose it is. */
function parted(world: SmallWorld, sample: Sample): { most: number; vehicle: number; what: string } {
  const { pose, motion } = world.entity
  const own: Sample = { x: [...pose.x], y: [...pose.y], yaw: [...pose.yaw], speed: [...motion.speed] }
  let found = { most: 0, vehicle: -1, what: '' }
  for (const what of ['x', 'y', 'yaw', 'speed'] as const)
    own[what].forEach((value, vehicle) => {
      const most = Math.abs(value - sample[what][vehicle])
      if (!(most <= found.most)) found = { most, vehicle, what }
    })
  return found
}

describe('the small world', { timeout: 120_000 }, () => {
  it('is where Python has its 50 vehicles after each of ten seconds, to a nanometre', () => {
    const world = new SmallWorld(start())
    for (const sample of driven) {
      for (let step = 0; step < 60; step++) world.step()
      expect(parted(world, sample).most, JSON.stringify(parted(world, sample))).toBeLessThan(1e-9)
    }
    expect(world.time).toBeCloseTo(10)
  })

  it('drives round a rock that a reader puts in the way', () => {
    const world = new SmallWorld(start())
    const { pose, motion } = world.entity
    const i = 20 // wanders
    const rock = { x: pose.x[i] + 40 * Math.cos(pose.yaw[i]), y: pose.y[i] + 40 * Math.sin(pose.yaw[i]) }
    world.addObject(rock.x, rock.y, 2.5)
    let nearest = Number.POSITIVE_INFINITY
    for (let step = 0; step < 900; step++) {
      world.step()
      nearest = Math.min(nearest, Math.hypot(pose.x[i] - rock.x, pose.y[i] - rock.y))
    }
    expect(nearest).toBeGreaterThan(2.5 + world.entity.body.halfWidth[i])
    expect(nearest).toBeLessThan(20)
    expect(motion.odometer[i]).toBeGreaterThan(60)
  })

  it('meets where a reader sends all, and drives about again', () => {
    const world = new SmallWorld(start())
    const everybody = [...world.entity.pose.x.keys()]
    const apart = () => {
      const { x, y } = world.entity.pose
      return everybody.reduce((sum, i) => sum + Math.hypot(x[i], y[i]), 0) / world.count
    }
    const before = apart()
    world.send(everybody, 0, 0)
    for (let step = 0; step < 1500; step++) world.step()
    const met = apart()
    expect(met).toBeLessThan(0.5 * before)
    expect(Math.max(...world.route.hasArrived)).toBe(1)
    world.scatter(everybody, 0, 0)
    for (let step = 0; step < 600; step++) world.step()
    expect(apart()).toBeGreaterThan(met + 20)
  })
})
