import { readFileSync } from 'node:fs'
import * as THREE from 'three'
import { describe, expect, test } from 'vitest'
import type { FleetDescription, SolidDescription } from '../src/generated/world'
import { modelOf } from '../src/scene/vehicles/gltf'
import { CHANNEL, JOINT, jointUniforms, LOOP_POINTS } from '../src/scene/vehicles/joints'
import { cornersOf, lookOf } from '../src/scene/vehicles/mesh'

const [tank, lorry, quad, car] = JSON.parse(
  readFileSync(new URL('../mock/generated/fleets.json', import.meta.url), 'utf-8'),
) as FleetDescription[]

const triangles = (geometry: THREE.BufferGeometry) => geometry.getAttribute('position').count / 3

/** Corners of one kind of joint in a geometry, with the joint's values. */
function corners(geometry: THREE.BufferGeometry, joint: keyof typeof JOINT) {
  const [place, hung, pivot] = ['position', 'joint', 'pivot'].map((name) => geometry.getAttribute(name))
  return Array.from({ length: place.count }, (_, k) => k)
    .filter((k) => hung.getX(k) === JOINT[joint])
    .map((k) => ({
      place: new THREE.Vector3().fromBufferAttribute(place as THREE.BufferAttribute, k),
      pivot: new THREE.Vector3().fromBufferAttribute(pivot as THREE.BufferAttribute, k),
      channel: hung.getY(k),
      radius: hung.getZ(k),
      extra: hung.getW(k),
    }))
}

/** Volume inside closed faces [m^3], negative if they look inward. */
function volume(solid: SolidDescription): number {
  const corner = (k: number) => new THREE.Vector3().fromArray(solid.points, 3 * k)
  const index = cornersOf(solid)
  let sum = 0
  for (let k = 0; k < index.length; k += 3)
    sum += corner(index[k]).dot(corner(index[k + 1]).cross(corner(index[k + 2]))) / 6
  return sum
}

describe.each([
  ['tank', tank],
  ['lorry', lorry],
  ['trailer', lorry.trailers[0]],
  ['quad', quad],
  ['car', car],
])('the geometry of a %s', (_, description) => {
  const look = lookOf(description)

  test('has no more triangles than a graphics card draws a thousand times, the fewer the farther off', () => {
    expect(triangles(look.near)).toBeLessThan(10_000)
    expect(triangles(look.mid)).toBeLessThan(2_600)
    expect(triangles(look.far)).toBeLessThan(130)
    expect(triangles(look.mid)).toBeLessThan(0.6 * triangles(look.near))
  })

  test('is finite everywhere', () => {
    for (const geometry of [look.near, look.mid, look.far])
      for (const name of ['position', 'normal', 'joint', 'pivot', 'finish', 'color'])
        expect(Array.from(geometry.getAttribute(name).array).every(Number.isFinite)).toBe(true)
  })

  test('shows the outside of every solid', () => {
    for (const { solids } of description.mesh.parts)
      for (const solid of solids) expect(volume(solid)).toBeGreaterThan(-1e-12)
  })

  test('has its wheels on their axles, each turned by its own side', () => {
    for (const { place, pivot, radius, channel } of corners(look.near, 'wheel')) {
      expect(Math.hypot(place.x - pivot.x, place.z - pivot.z)).toBeLessThan(1.2 * radius)
      const isLeft = channel === CHANNEL.frontLeft || channel === CHANNEL.rearLeft
      expect(isLeft).toBe(place.y > 0)
    }
  })
})

describe('solids', () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
  const raised = square.map((value, k) => (k % 3 === 2 ? 2 : value))

  test('between two rings have faces all around', () => {
    const box = { finish: 'paint', corners: 4, points: [...square, ...raised] }
    expect(cornersOf(box)).toHaveLength(3 * 12)
    expect(volume(box)).toBeCloseTo(2, 12)
  })

  test('whose ring has a dent are filled beside it, not over it', () => {
    const dent = [0, 0, 0, 2, 0, 0, 2, 2, 0, 1, 0.5, 0, 0, 2, 0]
    const up = dent.map((value, k) => (k % 3 === 2 ? 1 : value))
    expect(volume({ finish: 'paint', corners: 5, points: [...dent, ...up] })).toBeCloseTo(2.5, 12)
  })

  test('of two corners a ring are a cloth with two sides', () => {
    const cloth = { finish: 'paint', corners: 2, points: [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1] }
    expect(cornersOf(cloth)).toHaveLength(3 * 4)
  })
})

describe('joints', () => {
  test('of front wheels steer, of rear wheels do not', () => {
    for (const { pivot, extra } of corners(lookOf(car).near, 'wheel')) expect(extra).toBe(pivot.x > 0 ? 1 : 0)
  })

  test('of links start along a path with as many points as the shader has', () => {
    const { near, track } = lookOf(tank)
    expect(track?.points).toHaveLength(LOOP_POINTS)
    const starts = corners(near, 'link').map(({ pivot }) => pivot.x)
    expect(Math.max(...starts)).toBeLessThan(track?.length ?? 0)
    expect(new Set(starts).size).toBeGreaterThan(40)
  })

  test('of the gun lie under its barrel, on the turret', () => {
    const { near, turretPlace } = lookOf(tank)
    const gun = corners(near, 'gun')
    const muzzle = Math.max(...gun.map(({ place }) => place.x))
    expect(muzzle - turretPlace[0]).toBeCloseTo(tank.body.length / 2 + (tank.vehicle?.gun_overhang ?? 0), 2)
    expect(corners(lookOf(car).near, 'gun')).toEqual([])
  })
})

describe("a shape of the user's own", () => {
  const scene = () => {
    const material = new THREE.MeshStandardMaterial()
    const block = (name: string, size: [number, number, number], at: [number, number, number]) => {
      const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), material)
      mesh.name = name
      mesh.position.set(...at)
      return mesh
    }
    const whole = new THREE.Group()
    const turret = new THREE.Group()
    turret.name = 'Turret'
    turret.position.set(0, 1, -0.25)
    turret.add(block('roof', [0.5, 0.5, 0.5], [0, 0.25, 0]))
    whole.add(block('hull', [2, 1, 4], [0, 0.5, 0]), turret)
    whole.add(block('wheel front left', [0.2, 0.5, 0.5], [0.9, 0.25, 1.5])) // x is left, z forward
    return whole
  }
  const body = { length: 8, width: 3, height: 3 }
  const parts = modelOf(scene(), body).dress(jointUniforms())

  test('fills the body and stands on the ground', () => {
    const box = new THREE.Box3()
    for (const { geometry } of parts)
      box.union(
        new THREE.Box3().setFromBufferAttribute(geometry.getAttribute('position') as THREE.BufferAttribute),
      )
    expect(box.min.toArray()).toEqual([-4, -1.5, 0].map((value) => expect.closeTo(value, 5)))
    expect(box.max.toArray()).toEqual([4, 1.5, 3].map((value) => expect.closeTo(value, 5)))
  })

  test('moves the parts that are named after what they are', () => {
    const joints = parts.map(({ geometry }) => geometry.getAttribute('joint').getX(0))
    expect(joints).toEqual([JOINT.hull, JOINT.turret, JOINT.wheel])
    expect(modelOf(scene(), body).turretPlace).toEqual([-0.5, 0, 2].map((value) => expect.closeTo(value, 5)))
  })

  test('its wheel rolls with its own side and steers in front', () => {
    const { geometry } = parts[2]
    const [hung, pivot] = [geometry.getAttribute('joint'), geometry.getAttribute('pivot')]
    expect(hung.getY(0)).toBe(CHANNEL.frontLeft)
    expect(hung.getW(0)).toBe(1)
    expect([pivot.getX(0), pivot.getY(0)]).toEqual([expect.closeTo(3, 5), expect.closeTo(1.35, 5)])
  })

  test('without a mesh is refused', () => {
    expect(() => modelOf(new THREE.Group(), body)).toThrow('no mesh')
  })
})
