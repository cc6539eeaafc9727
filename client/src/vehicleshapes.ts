/** Vehicles as low-polygon parts in metres: x forward, y left, z up, standing on z = 0 under the body's centre. */

import * as THREE from 'three'
import { box, finished, merged, round, slab, wedge } from './shapes'
import type { FleetInfo } from './world'

export interface WheelPlace {
  x: number
  y: number
  radius: number
  isSteered: boolean
}

export interface VehicleShape {
  body: THREE.BufferGeometry
  coarse: THREE.BufferGeometry // all of it in a few faces, for far away
  turret: THREE.BufferGeometry | undefined
  turretPlace: [number, number, number]
  wheel: THREE.BufferGeometry | undefined
  wheels: WheelPlace[]
}

const PAINT = { colour: 0xffffff, paint: 1 }
const SHADE = { colour: 0xc4c4c4, paint: 1 }
const DARK = { colour: 0x2d3033 }
const RUBBER = { colour: 0x26272a }
const STEEL = { colour: 0x4a4d4e }
const GLASS = { colour: 0x33444f }
const LAMP = { colour: 0xfff3cf }
const TAIL = { colour: 0xb4251c }

export function vehicleShape(fleet: FleetInfo): VehicleShape {
  return fleet.kind === 'tracked' ? tracked(fleet.body) : wheeled(fleet.body, fleet.wheelbase)
}

type Size = FleetInfo['body']

function wheeled({ length, width, height }: Size, wheelbase: number | null): VehicleShape {
  const radius = Math.min(0.105 * length, 0.27 * height)
  const base = Math.min(wheelbase ?? 0.6 * length, length - 2.7 * radius)
  const axles = [-base / 2, base / 2]
  const wheelWidth = 0.15 * width
  const wheels = axles.flatMap((x) =>
    [-1, 1].map((side) => ({ x, y: side * (width / 2 - wheelWidth / 2), radius, isSteered: x > 0 })),
  )
  return {
    body: merged(wheeledBody({ length, width, height }, axles, radius)),
    coarse: coarseWheeled({ length, width, height }, radius),
    turret: undefined,
    turretPlace: [0, 0, 0],
    wheel: wheelShape(radius, wheelWidth),
    wheels,
  }
}

function wheeledBody(
  { length: l, width: w, height: h }: Size,
  axles: number[],
  radius: number,
): THREE.BufferGeometry[] {
  const sill = 0.55 * radius + 0.08 * h
  const belt = 0.56 * h
  const arch = 1.28 * radius
  const cabin = { back: -0.44 * l, front: 0.2 * l, half: 0.46 * w, z: belt }
  const roof = { back: -0.41 * l, front: 0.05 * l, half: 0.39 * w, z: 0.97 * h }
  return [
    slab(sideWithArches({ l, sill, belt, arch, radius }, axles), 0.9 * w, PAINT),
    box([0.86 * l, 0.5 * w, 0.3 * radius], [0, 0, 0.9 * radius], DARK),
    wedge(cabin, roof, PAINT),
    ...glazing(cabin, roof),
    box([0.05 * l, 0.96 * w, 0.1 * h], [0.5 * l, 0, sill + 0.07 * h], DARK),
    box([0.04 * l, 0.94 * w, 0.1 * h], [-0.5 * l, 0, sill + 0.07 * h], DARK),
    box([0.02 * l, 0.42 * w, 0.1 * h], [0.497 * l, 0, 0.44 * h], DARK),
    ...[-1, 1].flatMap((side) => [
      box([0.03 * l, 0.14 * w, 0.08 * h], [0.487 * l, side * 0.34 * w, 0.46 * h], LAMP),
      box([0.02 * l, 0.1 * w, 0.1 * h], [-0.498 * l, side * 0.37 * w, 0.45 * h], TAIL),
      box([0.5 * l, 0.035 * w, 0.03 * h], [-0.18 * l, side * 0.34 * w, 0.985 * h], DARK),
      box([0.03 * l, 0.1 * w, 0.06 * h], [0.17 * l, side * 0.5 * w, 0.62 * h], DARK),
    ]),
    round(
      { bottom: 0.95 * radius, top: 0.95 * radius, length: 0.13 * w, axis: 'x', sides: 14 },
      [-0.51 * l, 0, 0.52 * h],
      RUBBER,
    ),
    round(
      { bottom: 0.5 * radius, top: 0.5 * radius, length: 0.14 * w, axis: 'x', sides: 10 },
      [-0.515 * l, 0, 0.52 * h],
      SHADE,
    ),
    box([0.3 * l, 0.62 * w, 0.06 * h], [-0.2 * l, 0, 1.0 * h], SHADE),
  ]
}

/** The side of the lower body: bonnet forward, wheel arches cut out. */
function sideWithArches(
  size: { l: number; sill: number; belt: number; arch: number; radius: number },
  axles: number[],
): [number, number][] {
  const { l, sill, belt, arch, radius } = size
  const points: [number, number][] = [[-l / 2, sill]]
  for (const x of axles) {
    for (let k = 0; k <= 6; k++) {
      const angle = Math.PI * (1 - k / 6)
      points.push([x + arch * Math.cos(angle), Math.max(sill, radius + arch * Math.sin(angle) * 0.94)])
    }
  }
  points.push(
    [l / 2, sill],
    [l / 2, 0.86 * belt],
    [0.47 * l, 0.93 * belt],
    [0.18 * l, 1.02 * belt],
    [-l / 2, 1.02 * belt],
  )
  return points
}

type Ring = { back: number; front: number; half: number; z: number }

/** Dark panes a finger's breadth outside the four faces of the cabin. */
function glazing(bottom: Ring, top: Ring): THREE.BufferGeometry[] {
  const at = (part: number): Ring => ({
    back: bottom.back + part * (top.back - bottom.back),
    front: bottom.front + part * (top.front - bottom.front),
    half: bottom.half + part * (top.half - bottom.half),
    z: bottom.z + part * (top.z - bottom.z),
  })
  const [low, high] = [at(0.16), at(0.86)]
  const length = low.front - low.back
  const cut = (ring: Ring, from: number, to: number): Ring => ({
    ...ring,
    back: ring.back + from * (ring.front - ring.back),
    front: ring.back + to * (ring.front - ring.back),
    half: ring.half + 0.012,
  })
  const screen = (ring: Ring): Ring => ({
    ...ring,
    back: ring.front - 0.1 * length,
    front: ring.front + 0.02,
    half: 0.86 * ring.half,
  })
  const rear = (ring: Ring): Ring => ({
    ...ring,
    back: ring.back - 0.02,
    front: ring.back + 0.1 * length,
    half: 0.78 * ring.half,
  })
  return [
    wedge(cut(low, 0.07, 0.46), cut(high, 0.05, 0.46), GLASS),
    wedge(cut(low, 0.51, 0.9), cut(high, 0.52, 0.92), GLASS),
    wedge(screen(low), screen(high), GLASS),
    wedge(rear(low), rear(high), GLASS),
  ]
}

/** A wheel about the origin, rolling about y. */
function wheelShape(radius: number, width: number): THREE.BufferGeometry {
  const lug = (k: number) => {
    const block = new THREE.BoxGeometry(0.16 * radius, width * 1.02, 0.1 * radius)
    block.translate(0, 0, radius * 0.97).rotateY((k * Math.PI) / 6)
    return finished(block, RUBBER)
  }
  const spokes = [0, 1, 2].map((k) => {
    const bar = new THREE.BoxGeometry(0.16 * radius, width * 1.05, 1.1 * radius)
    return finished(bar.rotateY((k * Math.PI) / 3), { colour: 0x8d9194 })
  })
  return merged([
    round(
      { bottom: 0.96 * radius, top: 0.96 * radius, length: width, axis: 'y', sides: 18 },
      [0, 0, 0],
      RUBBER,
    ),
    round(
      { bottom: 0.56 * radius, top: 0.56 * radius, length: width * 1.03, axis: 'y', sides: 14 },
      [0, 0, 0],
      { colour: 0x53575a },
    ),
    ...Array.from({ length: 12 }, (_, k) => lug(k)),
    ...spokes,
  ])
}

function tracked({ length, width, height }: Size): VehicleShape {
  const deck = 0.58 * height
  return {
    body: merged(trackedBody({ length, width, height }, deck)),
    coarse: coarseTracked({ length, width, height }, deck),
    turret: merged(turretParts({ length, width, height }, deck)),
    turretPlace: [-0.02 * length, 0, deck],
    wheel: undefined,
    wheels: [],
  }
}

function trackedBody({ length: l, width: w, height: h }: Size, deck: number): THREE.BufferGeometry[] {
  const trackWidth = 0.19 * w
  const trackTop = 0.42 * h
  const sides = [-1, 1]
  return [
    box([0.86 * l, 0.62 * w, 0.26 * h], [-0.01 * l, 0, 0.28 * h], DARK),
    slab(
      [
        [-0.49 * l, 0.36 * h],
        [0.4 * l, 0.36 * h],
        [0.5 * l, 0.41 * h],
        [0.27 * l, deck],
        [-0.44 * l, deck],
        [-0.5 * l, 0.5 * h],
      ],
      0.64 * w,
      PAINT,
    ),
    ...sides.flatMap((side) => {
      const middle = side * (w / 2 - trackWidth / 2)
      return [
        slab(trackOutline(l, trackTop), trackWidth, RUBBER, middle),
        box([0.97 * l, trackWidth * 1.04, 0.035 * h], [0, middle, trackTop + 0.02 * h], PAINT),
        box([0.8 * l, 0.02 * w, 0.13 * h], [-0.01 * l, side * (w / 2 + 0.006), 0.37 * h], SHADE),
        ...roadWheels(l, h, side * (w / 2), side),
        box([0.03 * l, 0.1 * w, 0.06 * h], [0.44 * l, side * 0.25 * w, 0.5 * h], LAMP),
        box([0.02 * l, 0.08 * w, 0.05 * h], [-0.495 * l, side * 0.25 * w, 0.5 * h], TAIL),
      ]
    }),
    ...[0, 1, 2, 3].map((k) =>
      box([0.02 * l, 0.5 * w, 0.02 * h], [(-0.4 + 0.045 * k) * l, 0, deck + 0.008 * h], DARK),
    ),
  ]
}

function trackOutline(l: number, top: number): [number, number][] {
  const end = (sign: number, k: number): [number, number] => {
    const angle = Math.PI * (k / 6 - 0.5)
    return [
      sign * (0.42 * l + 0.5 * top * Math.cos(angle) * 0.8),
      top / 2 + 0.04 * top + (top / 2) * Math.sin(angle),
    ]
  }
  const front = Array.from({ length: 7 }, (_, k) => end(1, k))
  const back = Array.from({ length: 7 }, (_, k) => end(-1, 6 - k))
  return [[0.34 * l, 0], ...front.slice(1), ...back.slice(0, 6), [-0.34 * l, 0]]
}

function roadWheels(l: number, h: number, y: number, side: number): THREE.BufferGeometry[] {
  const count = 6
  const radius = Math.min(0.14 * h, (0.32 * l) / count)
  return Array.from({ length: count }, (_, k) => {
    const x = (-0.32 + (0.64 * k) / (count - 1)) * l
    return round(
      { bottom: radius, top: radius, length: 0.03, axis: 'y', sides: 10 },
      [x, y + 0.008 * side, radius + 0.03 * h],
      STEEL,
    )
  })
}

function turretParts({ length: l, width: w, height: h }: Size, deck: number): THREE.BufferGeometry[] {
  const rise = 0.97 * h - deck
  const barrel = 0.035 * w
  return [
    round(
      { bottom: 0.27 * w, top: 0.27 * w, length: 0.05 * h, axis: 'z', sides: 14 },
      [0, 0, 0.02 * h],
      DARK,
    ),
    wedge(
      { back: -0.26 * l, front: 0.17 * l, half: 0.3 * w, z: 0.04 * h },
      { back: -0.23 * l, front: 0.09 * l, half: 0.22 * w, z: 0.86 * rise },
      PAINT,
    ),
    box([0.1 * l, 0.46 * w, 0.4 * rise], [-0.27 * l, 0, 0.5 * rise], SHADE),
    box([0.07 * l, 0.15 * w, 0.4 * rise], [0.165 * l, 0, 0.4 * rise], SHADE),
    round(
      { bottom: barrel, top: 0.8 * barrel, length: 0.5 * l, axis: 'x', sides: 8 },
      [0.42 * l, 0, 0.42 * rise],
      SHADE,
    ),
    round(
      { bottom: 1.45 * barrel, top: 1.45 * barrel, length: 0.06 * l, axis: 'x', sides: 8 },
      [0.5 * l, 0, 0.42 * rise],
      SHADE,
    ),
    round(
      { bottom: 1.3 * barrel, top: 1.3 * barrel, length: 0.035 * l, axis: 'x', sides: 8 },
      [0.66 * l, 0, 0.42 * rise],
      DARK,
    ),
    round(
      { bottom: 0.085 * w, top: 0.08 * w, length: 0.1 * rise, axis: 'z', sides: 10 },
      [-0.06 * l, 0.1 * w, 0.9 * rise],
      SHADE,
    ),
    box([0.05 * l, 0.07 * w, 0.14 * rise], [0.04 * l, -0.1 * w, 0.9 * rise], GLASS),
    round(
      { bottom: 0.006 * w, top: 0.004 * w, length: 0.7 * rise, axis: 'z', sides: 4 },
      [-0.22 * l, -0.18 * w, 1.1 * rise],
      DARK,
    ),
  ]
}

function coarseWheeled({ length: l, width: w, height: h }: Size, radius: number): THREE.BufferGeometry {
  return merged([
    box([0.9 * l, 0.98 * w, radius], [0, 0, 0.5 * radius], RUBBER),
    box([l, 0.94 * w, 0.57 * h - radius], [0, 0, (0.57 * h + radius) / 2], PAINT),
    wedge(
      { back: -0.44 * l, front: 0.2 * l, half: 0.46 * w, z: 0.57 * h },
      { back: -0.41 * l, front: 0.05 * l, half: 0.39 * w, z: 0.86 * h },
      GLASS,
    ),
    box([0.5 * l, 0.8 * w, 0.14 * h], [-0.18 * l, 0, 0.92 * h], PAINT),
  ])
}

function coarseTracked({ length: l, width: w, height: h }: Size, deck: number): THREE.BufferGeometry {
  return merged([
    box([0.96 * l, w, 0.42 * h], [0, 0, 0.21 * h], RUBBER),
    wedge(
      { back: -0.49 * l, front: 0.5 * l, half: 0.49 * w, z: 0.42 * h },
      { back: -0.46 * l, front: 0.27 * l, half: 0.34 * w, z: deck },
      PAINT,
    ),
    wedge(
      { back: -0.28 * l, front: 0.17 * l, half: 0.3 * w, z: deck },
      { back: -0.25 * l, front: 0.08 * l, half: 0.22 * w, z: 0.97 * h },
      PAINT,
    ),
    box([0.5 * l, 0.07 * w, 0.07 * w], [0.38 * l, 0, 0.75 * h], SHADE),
  ])
}
