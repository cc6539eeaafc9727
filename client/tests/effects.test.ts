import * as THREE from 'three'
import { describe, expect, test } from 'vitest'
import type { ServerMessage } from '../src/generated/messages'
import { dustRate } from '../src/scene/effects/dust'
import { receive } from '../src/scene/effects/effects'
import { Particles } from '../src/scene/effects/particles'
import { roundAt, Tracers } from '../src/scene/effects/tracers'
import { SnapshotBuffer } from '../src/world/interpolation'
import { Session } from '../src/world/session'

describe('dust', () => {
  const at = { speed: 8, slope: 0, yawRate: 0, size: 1 }

  test('does not rise from a vehicle that stands or creeps', () => {
    expect(dustRate({ ...at, speed: 0 })).toBe(0)
    expect(dustRate({ ...at, speed: -1 })).toBe(0)
  })

  test('grows with speed, forward or back, with the slope and in turns', () => {
    expect(dustRate({ ...at, speed: 12 })).toBeGreaterThan(dustRate(at))
    expect(dustRate({ ...at, speed: -8 })).toBe(dustRate(at))
    expect(dustRate({ ...at, slope: 0.3 })).toBeGreaterThan(dustRate(at))
    expect(dustRate({ ...at, yawRate: -0.4 })).toBeGreaterThan(dustRate(at))
  })

  test('stays affordable', () => {
    expect(dustRate({ speed: 300, slope: 9, yawRate: 9, size: 9 })).toBeLessThanOrEqual(26)
  })
})

describe('rounds', () => {
  const shot = { x: 5, y: 6, z: 7, vx: 40, vy: -30, vz: 49.05 }

  test('fly a parabola: apex after vz / g, back at the height they left after twice that', () => {
    expect(roundAt(shot, 5)[2]).toBeCloseTo(7 + 49.05 ** 2 / (2 * 9.81), 9)
    expect(roundAt(shot, 10)).toEqual([405, -294, expect.closeTo(7, 9)])
  })

  test('the one nearest to an impact ends there', () => {
    const tracers = new Tracers()
    tracers.add({ ...shot, x: 1000 })
    tracers.add(shot)
    tracers.update(new THREE.Vector3(), 1)
    tracers.end({ x: 45, y: -24, z: 51 })
    expect(tracers.count).toBe(1)
    tracers.end({ x: 45, y: -24, z: 51 })
    tracers.end({ x: 45, y: -24, z: 51 })
    expect(tracers.count).toBe(0)
  })

  test('are forgotten when they hit nothing', () => {
    const tracers = new Tracers()
    tracers.add(shot)
    for (let k = 0; k < 70; k++) tracers.update(new THREE.Vector3(), 0.1)
    expect(tracers.count).toBe(0)
  })
})

describe('particles', () => {
  const puff = { x: 1, y: 2, z: 3, vx: 0, vy: 0, vz: 0, life: 1, size: 1, growth: 0, gravity: 0, glow: 0 }
  const tint = { red: 1, green: 1, blue: 1, opacity: 1 }

  test('only the newest are kept, and only new ones are sent', () => {
    const particles = new Particles(4)
    const start = particles.mesh.geometry.getAttribute('start') as THREE.InstancedBufferAttribute
    for (let k = 0; k < 3; k++) particles.add({ ...puff, ...tint, x: k })
    particles.update(0.1)
    expect(particles.mesh.geometry.instanceCount).toBe(3)
    expect(start.updateRanges).toEqual([{ start: 0, count: 12 }])
    for (let k = 3; k < 6; k++) particles.add({ ...puff, ...tint, x: k })
    particles.update(0.1)
    expect(particles.mesh.geometry.instanceCount).toBe(4)
    expect(start.updateRanges).toEqual([
      { start: 12, count: 4 },
      { start: 0, count: 8 },
    ])
    expect([0, 1, 2, 3].map((k) => start.getX(k))).toEqual([4, 5, 2, 3])
    expect([0, 1, 2, 3].map((k) => start.getW(k))).toEqual(
      [0.1, 0.1, 0, 0.1].map((t) => expect.closeTo(t, 5)),
    )
  })
})

describe('words about fighting', () => {
  const listen = (message: ServerMessage) => {
    const done: unknown[] = []
    const note =
      (what: string) =>
      (...rest: unknown[]) => {
        done.push([what, ...rest])
      }
    receive(message, {
      effects: { shot: note('shot'), impact: note('impact'), setDamage: note('damage') },
      motions: { aimTurret: note('aim'), fire: note('fire') },
    })
    return done
  }
  const shot: ServerMessage = { type: 'shot', shooter: 4, x: 1, y: 2, z: 3, vx: 4, vy: 5, vz: 6, time: 9 }

  test('are done', () => {
    expect(
      listen({
        type: 'turrets',
        turrets: [
          [3, 0.5, 0.1],
          [7, -1, 0],
        ],
      }),
    ).toEqual([
      ['aim', 3, 0.5, 0.1],
      ['aim', 7, -1, 0],
    ])
    expect(listen(shot)).toEqual([
      ['shot', { x: 1, y: 2, z: 3, vx: 4, vy: 5, vz: 6 }],
      ['fire', 4],
    ])
    expect(listen({ type: 'impact', shooter: 4, x: 1, y: 2, z: 3, on: 'object', index: 3, time: 1 })).toEqual(
      [['impact', { x: 1, y: 2, z: 3, on: 'object' }]],
    )
    expect(listen({ type: 'damage', vehicle: 2, state: 'dead' })).toEqual([['damage', 2, 'dead']])
  })

  test('a place or a turret that is not a number is left out', () => {
    expect(
      listen({ type: 'impact', shooter: 4, x: 1, y: null, z: 3, on: 'ground', index: -1, time: 1 }),
    ).toEqual([])
    expect(
      listen({
        type: 'turrets',
        turrets: [
          [2, null, 0],
          [5, 1, 0],
        ],
      }),
    ).toEqual([['aim', 5, 1, 0]])
  })

  test('of another kind change nothing', () => {
    expect(listen({ type: 'taken', vehicle: 4 })).toEqual([])
    expect(listen({ type: 'of a newer server' } as unknown as ServerMessage)).toEqual([])
  })
})

test('every message reaches whoever draws, known or not', () => {
  const heard: unknown[] = []
  const nothing = () => undefined
  const events = { linkChanged: nothing, ownChanged: nothing }
  const session = new Session(new SnapshotBuffer(1), { ...events, heard: (message) => heard.push(message) })
  session.message({ type: 'impact', shooter: 4, x: 1 } as unknown as ServerMessage)
  session.message({ type: 'taken', vehicle: 4 })
  expect(heard).toEqual([
    { type: 'impact', shooter: 4, x: 1 },
    { type: 'taken', vehicle: 4 },
  ])
})
