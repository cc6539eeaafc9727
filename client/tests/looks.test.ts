import * as THREE from 'three'
import { describe, expect, test } from 'vitest'
import type { ArmamentDescription, FleetDescription } from '../src/generated/world'
import type { Look } from '../src/looks/finishes'
import { modelOf } from '../src/looks/gltf'
import { CHANNEL, JOINT, jointUniforms } from '../src/looks/joints'
import { linkPlaces, trackLoop } from '../src/looks/trackloop'
import { vehicleLook } from '../src/vehicleshapes'

const fleet = (kind: string, length: number, width: number, height: number, more = {}) =>
  ({
    kind,
    body: { length, width, height },
    wheelbase: null,
    trailers: [],
    ...more,
  }) as unknown as FleetDescription

const named = (look: string, info: FleetDescription): FleetDescription => ({
  ...info,
  vehicle: { name: look, title: look, look, gun_overhang: look === 'tank' ? 1.85 : 0 },
})

const FLEETS: Record<string, FleetDescription> = {
  saloon: fleet('wheeled', 4.5, 1.8, 1.5, { wheelbase: 2.7 }),
  jeep: fleet('wheeled', 4.6, 2.2, 1.8, { wheelbase: 3.3 }),
  truck: fleet('wheeled', 6.7, 2.44, 2.85, { wheelbase: 3.912 }),
  van: fleet('wheeled', 5, 2, 2.4),
  tank: fleet('tracked', 7.9, 3.7, 2.4, { track_gauge: 2.845 }),
  carrier: fleet('tracked', 4.86, 2.69, 2.5, { track_gauge: 2.159 }),
  'small tank': fleet('tracked', 4.5, 1.8, 1.5, { track_gauge: 1.4 }),
  dot: fleet('point', 1, 1, 1),
  'named tank': named('tank', fleet('tracked', 7.92, 3.66, 2.44, { track_gauge: 2.845 })),
  'named carrier': named('carrier', fleet('tracked', 6.9, 2.69, 2.5, { track_gauge: 2.159 })),
  'fighting vehicle': named('fighting-vehicle', fleet('tracked', 6.55, 3.2, 2.97, { track_gauge: 2.5 })),
  'named truck': named('truck', fleet('wheeled', 5.2, 2.44, 2)),
  utility: named('utility', fleet('wheeled', 5.6, 2.2, 1.83, { wheelbase: 3.3 })),
  'camping van': named('van', fleet('wheeled', 4.57, 1.84, 1.94, { wheelbase: 2.46 })),
  'toy racer': named('racer', fleet('wheeled', 0.51, 0.3, 0.2, { wheelbase: 0.33 })),
  quad: named('quad', fleet('wheeled', 2.1, 1.2, 1.2, { wheelbase: 1.3 })),
  lorry: fleet('wheeled', 6, 2.5, 3.4, {
    wheelbase: 3.6,
    trailers: [{ hitch_offset: 1.6, trailer_length: 8.1 }],
  }),
}
const CASES = Object.entries(FLEETS)

const triangles = (geometry: THREE.BufferGeometry) => geometry.getAttribute('position').count / 3

/** Corners of one kind of joint in a shape, with the joint's channel. */
function corners(geometry: THREE.BufferGeometry, joint: keyof typeof JOINT) {
  const [place, hung] = [geometry.getAttribute('position'), geometry.getAttribute('joint')]
  return Array.from({ length: place.count }, (_, k) => k)
    .filter((k) => hung.getX(k) === JOINT[joint])
    .map((k) => ({ x: place.getX(k), y: place.getY(k), z: place.getZ(k), channel: hung.getY(k) }))
}

describe.each(CASES)('a %s', (_, info) => {
  const look: Look = vehicleLook(info)
  const { length, width, height } = info.body

  test('has its hull inside its body, mirrors and bumpers aside', () => {
    const hull = corners(look.near, 'hull').filter(({ z }) => z < 1.02 * height) // an aerial stands out
    for (const { x, y, z } of hull) {
      expect(Math.abs(x)).toBeLessThan(0.57 * length)
      expect(Math.abs(y)).toBeLessThan(0.6 * width)
      expect(z).toBeGreaterThanOrEqual(-0.01)
    }
    expect(hull.length).toBeGreaterThan(0)
  })

  test('costs fewer triangles the farther off it is', () => {
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
})

describe('wheels', () => {
  test.each(['saloon', 'jeep', 'truck', 'van'])('of a %s stand on the ground, at their axles', (name) => {
    const { near } = vehicleLook(FLEETS[name])
    const [place, hung, pivot] = ['position', 'joint', 'pivot'].map((each) => near.getAttribute(each))
    let lowest = 1
    for (let k = 0; k < place.count; k++) {
      if (hung.getX(k) !== JOINT.wheel) continue
      const radius = hung.getZ(k)
      expect(pivot.getZ(k)).toBeCloseTo(radius, 6)
      expect(Math.hypot(place.getX(k) - pivot.getX(k), place.getZ(k) - radius)).toBeLessThan(1.06 * radius)
      lowest = Math.min(lowest, place.getZ(k))
    }
    expect(Math.abs(lowest)).toBeLessThan(0.03)
  })

  test('a wheelbase is the distance of the axles', () => {
    const { near } = vehicleLook(FLEETS.saloon)
    const [hung, pivot] = [near.getAttribute('joint'), near.getAttribute('pivot')]
    const axles = new Set<string>()
    for (let k = 0; k < hung.count; k++)
      if (hung.getX(k) === JOINT.wheel) axles.add(`${pivot.getX(k).toFixed(3)} steers ${hung.getW(k)}`)
    expect([...axles].sort()).toEqual(['-1.350 steers 0', '1.350 steers 1'])
  })

  test('a long truck has two rear axles about the end of its wheelbase', () => {
    const { dust } = vehicleLook(FLEETS.truck)
    const axles = [...new Set(dust.map(([x]) => x))].sort((a, b) => a - b)
    expect(axles).toHaveLength(3)
    expect(axles[2] - (axles[0] + axles[1]) / 2).toBeCloseTo(3.912, 6)
  })
})

describe('tracks', () => {
  test('have their middles the gauge apart', () => {
    const links = corners(vehicleLook(FLEETS.tank).near, 'link')
    const middle = (channel: number) => {
      const across = links.filter((corner) => corner.channel === channel).map(({ y }) => y)
      return (Math.min(...across) + Math.max(...across)) / 2
    }
    expect(middle(CHANNEL.frontLeft)).toBeCloseTo(2.845 / 2, 5)
    expect(middle(CHANNEL.frontRight)).toBeCloseTo(-2.845 / 2, 5)
  })

  const two = [
    { x: 2, z: 0.5, radius: 0.4 },
    { x: -2, z: 0.5, radius: 0.4 },
  ]

  test('around two equal wheels are two straights and a circle long', () => {
    expect(trackLoop(two).length).toBeCloseTo(2 * 4 + 2 * Math.PI * 0.4, 1)
  })

  test('around unequal wheels follow the crossing-free belt of the textbooks', () => {
    const [large, small, apart] = [0.6, 0.25, 3]
    const loop = trackLoop([
      { x: apart, z: 1, radius: small },
      { x: 0, z: 1, radius: large },
    ])
    const lean = Math.asin((large - small) / apart)
    const belt = 2 * apart * Math.cos(lean) + Math.PI * (large + small) + 2 * lean * (large - small)
    expect(loop.length).toBeCloseTo(belt, 1)
  })

  test('touch their wheels and cut none', () => {
    const circles = [
      { x: 3.3, z: 0.7, radius: 0.3 },
      { x: 2.4, z: 0.38, radius: 0.35 },
      { x: -2.4, z: 0.38, radius: 0.35 },
      { x: -3.3, z: 0.7, radius: 0.3 },
    ]
    const { points, corners: path } = trackLoop(circles)
    for (const circle of circles) {
      const away = path.map(([x, z]) => Math.hypot(x - circle.x, z - circle.z))
      expect(Math.min(...away)).toBeCloseTo(circle.radius, 6)
      for (const { x, z } of points)
        expect(Math.hypot(x - circle.x, z - circle.z)).toBeGreaterThan(circle.radius - 0.03)
    }
    expect(Math.min(...points.map(({ z }) => z))).toBeCloseTo(0.03, 3)
  })

  test('run backward on the ground and forward on top', () => {
    const { points } = trackLoop(two)
    const [bottom] = points.filter(({ x, z }) => Math.abs(x) < 1 && z < 0.5)
    const [top] = points.filter(({ x, z }) => Math.abs(x) < 1 && z > 0.5)
    expect(bottom.alongX).toBeCloseTo(-1, 6)
    expect(top.alongX).toBeCloseTo(1, 6)
  })

  test('are paved with whole links', () => {
    const places = linkPlaces(10, 0.19)
    expect(places).toHaveLength(53)
    expect(places[1] - places[0]).toBeCloseTo(10 / 53, 12)
  })
})

describe('guns', () => {
  const gun = (barrel_length: number) => ({ barrel_length }) as ArmamentDescription
  const armament = gun(5.2)
  const muzzle = (info: FleetDescription) => {
    const { near, turretPlace } = vehicleLook(info)
    return Math.max(...corners(near, 'gun').map(({ x }) => x)) - turretPlace[0]
  }

  test('of a tank end where its rounds leave', () => {
    expect(muzzle({ ...FLEETS.tank, armament })).toBeCloseTo(5.2, 2)
  })

  test('stand on the roof of an armed car or truck, and on no other', () => {
    for (const name of ['saloon', 'truck']) {
      expect(corners(vehicleLook(FLEETS[name]).near, 'gun')).toEqual([])
      const { near, mid } = vehicleLook({ ...FLEETS[name], armament })
      for (const geometry of [near, mid])
        for (const { z } of corners(geometry, 'gun'))
          expect(z).toBeGreaterThan(0.97 * FLEETS[name].body.height)
      expect(muzzle({ ...FLEETS[name], armament: gun(1.5) })).toBeCloseTo(1.5, 5)
    }
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
