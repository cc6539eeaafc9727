import * as THREE from 'three'
import { describe, expect, test } from 'vitest'
import type { Trailers } from '../src/generated/messages'
import { receive } from '../src/scene/effects/effects'
import { leaningLift } from '../src/scene/vehicles/pose'
import { Articulations, placesOf } from '../src/scene/vehicles/trailers'
import { Heightfield } from '../src/world/heightfield'

/** Ground that rises by `slope` towards the east. */
function ground(slope = 0): Heightfield {
  const info = { rows: 3, columns: 3, spacing: 100, x_west: -100, y_south: -100 }
  return new Heightfield(
    info,
    Float32Array.from({ length: 9 }, (_, k) => slope * (info.x_west + 100 * (k % 3))),
  )
}

const standing = (x: number, y: number, yaw: number) => ({
  matrix: new THREE.Matrix4().makeRotationZ(yaw).setPosition(x, y, 0),
  yaw,
})

describe('trailers', () => {
  const one = [{ hitch: 1.6, reach: 8, width: 2.5 }]
  const two = [...one, { hitch: 1.5, reach: 5, width: 2.5 }]

  test('straight behind stand in line, hitch and axles as far away as the model says', () => {
    const [first, second] = placesOf(standing(10, 5, 0), two, { ground: ground(), angleOf: () => 0 })
    expect(first).toMatchObject({ x: 10 - 1.6 - 8, y: 5, yaw: 0, z: 0 })
    expect(second.x).toBeCloseTo(10 - 1.6 - 8 - 1.5 - 5, 9)
  })

  test('turned to the left swing their axles to the right, each from the one before', () => {
    const quarter = (k: number) => [Math.PI / 2, -Math.PI / 2][k]
    const [first, second] = placesOf(standing(0, 0, Math.PI / 2), two, { ground: ground(), angleOf: quarter })
    expect(first.x).toBeCloseTo(8, 9) // its kingpin at (0, -1.6), its front to the west
    expect(first.y).toBeCloseTo(-1.6, 9)
    expect(Math.abs(first.yaw)).toBeCloseTo(Math.PI, 9)
    expect(second.x).toBeCloseTo(8 + 1.5, 9)
    expect(second.y).toBeCloseTo(-1.6 - 5, 9)
    expect(second.yaw).toBeCloseTo(Math.PI / 2, 9)
  })

  test('lie on the slope that they stand on', () => {
    const slope = 0.2
    const tilted = new THREE.Matrix4().makeRotationY(-Math.atan(slope))
    const [first] = placesOf({ matrix: tilted, yaw: 0 }, one, { ground: ground(slope), angleOf: () => 0 })
    expect(first.pitch).toBeCloseTo(-Math.atan(slope), 2) // nose up
    expect(first.roll).toBeCloseTo(0, 9)
    expect(first.z).toBeCloseTo(slope * first.x, 6)
  })

  test('follow what was told of them within a moment, and at once at first', () => {
    const angles = new Articulations()
    angles.receive([[4, 0.3, -0.1]])
    angles.advance(0.01)
    expect([angles.of(4, 0), angles.of(4, 1), angles.of(5, 0)]).toEqual([0.3, -0.1, 0])
    expect([angles.count(4), angles.count(5)]).toEqual([2, 0])
    angles.receive([[4, 0.5, null]])
    for (let k = 0; k < 60; k++) angles.advance(1 / 60)
    expect(angles.of(4, 0)).toBeCloseTo(0.5, 4)
    expect(angles.of(4, 1)).toBeCloseTo(-0.1, 4)
    angles.receive([[4, 3.1, 0]])
    for (let k = 0; k < 60; k++) angles.advance(1 / 60)
    angles.receive([[4, -3.1, 0]]) // across the back, the short way
    angles.advance(0.02)
    expect(Math.abs(angles.of(4, 0))).toBeGreaterThan(3.1)
  })

  test('are heard of in the messages', () => {
    const angles = new Articulations()
    const field = {
      effects: { shot: () => {}, impact: () => {}, setDamage: () => {} },
      motions: { aimTurret: () => {}, fire: () => {} },
      articulations: angles,
    }
    const trailers: Trailers['trailers'] = [[1, 0.2], [2], [3, null]]
    receive({ type: 'trailers', trailers }, field)
    angles.advance(0.1)
    expect([1, 2, 3].map((id) => angles.of(id, 0))).toEqual([0.2, 0, 0])
  })
})

describe('a vehicle that leans', () => {
  const pose = (roll: number, z = 0) => ({ x: [0], y: [0], z: [z], yaw: [0], pitch: [0], roll: [roll] })

  test('lies on its side, not in the ground', () => {
    expect(leaningLift(pose(Math.PI / 2), 0, ground(), 2)).toBeCloseTo(1, 6)
    expect(leaningLift(pose(-Math.PI / 2), 0, ground(), 2)).toBeCloseTo(1, 6)
    expect(leaningLift(pose(0.5), 0, ground(), 2)).toBeCloseTo(Math.sin(0.5), 6)
  })

  test('is not lifted again where the world has done so, nor on a slope, nor on its springs', () => {
    expect(leaningLift(pose(Math.PI / 2, 1), 0, ground(), 2)).toBe(0)
    const north = { ...pose(Math.atan(0.4)), yaw: [Math.PI / 2] } // the east, on its right, is higher
    expect(leaningLift({ ...north, roll: [-Math.atan(0.4)] }, 0, ground(0.4), 2)).toBe(0)
    expect(leaningLift(pose(0.1), 0, ground(), 2)).toBe(0)
  })
})
