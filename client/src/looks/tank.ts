/** Tracked vehicles: a battle tank when low and long, an armoured carrier when it is a tall box. */

import * as THREE from 'three'
import { box, finished, round, slab, wedge } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import { ACCENT, DARK, GLASS, LAMP, PAINT, SHADE, SIDES, STEEL, TAIL } from './finishes'
import { assembled, hung } from './joints'
import { roofGun } from './roofgun'
import { aerial, trackedGear } from './wheels'

const SHORT = 5.7 // [m] up to here a tall one is a carrier
const TALL = 0.4 // height by length
const GUN_HEIGHT = 0.8 // of the gun's axis over the height of the body: rounds leave there

type Point = [number, number, number]

interface Shape {
  size: Size
  gauge: number
  deck: number // [m] top of the hull
  turret: Point // what it turns about
  gun: Point // what the gun is raised about while the turret points forward
  muzzle: number // [m] end of the barrel, from the turret's middle
}

/** `muzzle` says how far from the turret's middle the barrel ends, where the world tells [m]. */
export function trackedVehicle(size: Size, gauge: number, muzzle?: number): Look {
  return size.length <= SHORT && size.height / size.length > TALL
    ? carrier(size, gauge, muzzle)
    : tank(size, gauge, muzzle)
}

export function tank(size: Size, gauge: number, muzzle = 0.68 * size.length): Look {
  const { length: l, width: w, height: h } = size
  const deck = 0.6 * h
  const turret: Point = [0, 0, deck]
  const gun: Point = [0.15 * l, 0, GUN_HEIGHT * h]
  const shape = { size, gauge, deck, turret, gun, muzzle }
  const build = (detail: Detail) => {
    const gear = tankGear(shape, detail)
    const parts = [
      ...gear.parts,
      ...hull(shape, gear, detail),
      ...tankTurret(shape, detail),
      ...barrel(shape, detail),
    ]
    return { geometry: assembled(parts), loop: gear.loop }
  }
  const near = build({ isNear: true })
  return {
    near: near.geometry,
    mid: build({ isNear: false }).geometry,
    far: assembled(coarseTank(shape)),
    turretPlace: turret,
    roof: turret,
    loop: near.loop,
    dust: SIDES.map((side) => [-0.4 * l, (side * gauge) / 2]),
    exhaust: [-0.3 * l, 0.1 * w, deck],
  }
}

function tankGear({ size, gauge }: Shape, detail: Detail) {
  const { length: l, height: h } = size
  const count = l > 6 ? 7 : 5
  const wheelRadius = Math.min(0.15 * h, (0.29 * l) / count)
  const endRadius = 0.9 * wheelRadius
  return trackedGear(
    size,
    { gauge, count, wheelRadius, contact: 0.6 * l, endRadius, endReach: 0.425 * l, endHeight: 0.29 * h },
    detail,
  )
}

interface Gear {
  trackWidth: number
  middle: number
}

function hull(
  { size, deck }: Shape,
  { trackWidth, middle }: Gear,
  { isNear }: Detail,
): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const inner = 2 * middle - trackWidth
  const fender = 0.485 * h
  const parts = [
    slab(
      [
        [-0.46 * l, 0.2 * h],
        [0.36 * l, 0.2 * h],
        [0.47 * l, 0.36 * h],
        [0.4 * l, 0.5 * h],
        [-0.485 * l, 0.5 * h],
      ],
      inner,
      DARK,
    ),
    slab(
      [
        [-0.485 * l, 0.44 * h],
        [0.485 * l, 0.44 * h],
        [0.24 * l, deck],
        [-0.46 * l, deck],
        [-0.49 * l, 0.56 * h],
      ],
      0.74 * w,
      PAINT,
      { bevel: 0.02 * w },
    ),
    ...SIDES.flatMap((side) => [
      slab(fenderOutline(l, fender), trackWidth + 0.06 * w, PAINT, {
        middle: side * (w / 2 - (trackWidth + 0.06 * w) / 2),
      }),
      ...skirts(size, side),
      box([0.035 * l, 0.08 * w, 0.05 * h], [0.43 * l, side * 0.3 * w, 0.525 * h], LAMP),
      box([0.015 * l, 0.08 * w, 0.045 * h], [-0.492 * l, side * 0.3 * w, 0.5 * h], TAIL),
    ]),
    box([0.2 * l, 0.56 * w, 0.03 * h], [-0.33 * l, 0, deck + 0.005 * h], SHADE),
  ]
  return isNear ? [...parts, ...hullFittings(size, deck)] : parts
}

function fenderOutline(l: number, z: number): [number, number][] {
  return [
    [-0.5 * l, z - 0.03 * l],
    [-0.475 * l, z - 0.006],
    [0.47 * l, z - 0.006],
    [0.5 * l, z - 0.03 * l],
    [0.503 * l, z - 0.022 * l],
    [0.475 * l, z + 0.025],
    [-0.48 * l, z + 0.025],
    [-0.503 * l, z - 0.022 * l],
  ]
}

/** Plates beside the upper run of the track, a gap between each; the rear is open to the sprocket. */
function skirts({ length: l, width: w, height: h }: Size, side: number): THREE.BufferGeometry[] {
  const count = 6
  const step = (0.8 * l) / count
  return Array.from({ length: count }, (_, k) => {
    const finish = k === count - 2 ? ACCENT : k % 2 ? PAINT : SHADE
    const x = -0.34 * l + (k + 0.5) * step
    return box([0.975 * step, 0.018 * w, 0.185 * h], [x, side * 0.492 * w, 0.395 * h], finish)
  })
}

function hullFittings({ length: l, width: w, height: h }: Size, deck: number): THREE.BufferGeometry[] {
  const hatch = round(
    { bottom: 0.09 * w, top: 0.085 * w, length: 0.03 * h, axis: 'z', sides: 12 },
    [0.2 * l, 0, deck + 0.01 * h],
    SHADE,
  )
  const grilles = Array.from({ length: 7 }, (_, k) =>
    box([0.012 * l, 0.5 * w, 0.012 * h], [(-0.42 + 0.027 * k) * l, 0, deck + 0.025 * h], DARK),
  )
  return [
    hatch,
    ...grilles,
    ...[-0.05, 0, 0.05].map((y) =>
      box([0.02 * l, 0.035 * w, 0.03 * h], [0.235 * l, y * w * 1.3, deck + 0.01 * h], GLASS),
    ),
    box([0.02 * l, 0.4 * w, 0.12 * h], [-0.488 * l, 0, 0.48 * h], DARK),
    ...SIDES.flatMap((side) => [
      box([0.02 * l, 0.05 * w, 0.05 * h], [0.472 * l, side * 0.2 * w, 0.36 * h], STEEL),
      box([0.02 * l, 0.05 * w, 0.05 * h], [-0.49 * l, side * 0.2 * w, 0.34 * h], STEEL),
      box([0.1 * l, 0.12 * w, 0.08 * h], [-0.12 * l, side * 0.42 * w, 0.54 * h], SHADE),
      box([0.08 * l, 0.12 * w, 0.07 * h], [0.02 * l, side * 0.42 * w, 0.535 * h], PAINT),
      box([0.045 * l, 0.012, 0.045 * h], [0.43 * l, side * 0.345 * w, 0.53 * h], DARK),
    ]),
    ...[0, 1].map((k) =>
      round(
        { bottom: 0.012 * w, top: 0.012 * w, length: 0.3 * l, axis: 'x', sides: 5 },
        [-0.12 * l, (0.36 + 0.03 * k) * w, deck + 0.02 * h],
        STEEL,
      ),
    ),
  ]
}

function tankTurret({ size, turret, deck }: Shape, { isNear }: Detail): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const rise = 0.96 * h - deck
  const [x] = turret
  const at = (dx: number, y: number, z: number): Point => [x + dx * l, y * w, deck + z * rise]
  const parts = [
    round(
      { bottom: 0.29 * w, top: 0.29 * w, length: 0.1 * rise, axis: 'z', sides: 18 },
      at(0, 0, 0.05),
      DARK,
    ),
    cheeks({ l, w, rise, x, deck }),
    box([0.09 * l, 0.5 * w, 0.42 * rise], at(-0.275, 0, 0.52), SHADE),
    box([0.06 * l, 0.012, 0.36 * rise], at(-0.1, 0.355, 0.48), ACCENT),
    box([0.012 * l, 0.34 * w, 0.16 * rise], at(-0.338, 0, 0.42), ACCENT),
    box([0.06 * l, 0.012, 0.36 * rise], at(-0.1, -0.355, 0.48), ACCENT),
    round(
      { bottom: 0.09 * w, top: 0.085 * w, length: 0.12 * rise, axis: 'z', sides: 14 },
      at(-0.07, -0.14, 0.98),
      SHADE,
    ),
    box([0.05 * l, 0.085 * w, 0.22 * rise], at(0.045, -0.15, 0.98), SHADE),
    box([0.008 * l, 0.06 * w, 0.12 * rise], at(0.071, -0.15, 1), GLASS),
  ]
  if (isNear) parts.push(...turretFittings(at, size, rise))
  const masts = isNear ? aerial(at(-0.21, 0.24, 0.9), 1.5 * rise + 0.6, true) : []
  return [...parts.map((part) => hung(part, { joint: 'turret', pivot: [0, 0, 0] })), ...masts]
}

/** The turret's body: pointed at the front, as seen from above, and sloped all round. */
function cheeks(at: { l: number; w: number; rise: number; x: number; deck: number }): THREE.BufferGeometry {
  const { l, w, rise, x, deck } = at
  const ring = (grow: number, z: number): [number, number, number][] =>
    [
      [-0.25 * grow, -0.28 * grow],
      [0.06 * grow, -0.365 * grow],
      [0.165 * grow, -0.14 * grow],
      [0.165 * grow, 0.14 * grow],
      [0.06 * grow, 0.365 * grow],
      [-0.25 * grow, 0.28 * grow],
    ].map(([along, across]) => [x + along * l, across * w, deck + z * rise])
  const levels = [ring(0.9, 0.1), ring(1, 0.38), ring(0.83, 0.92)]
  const quads = levels.slice(1).flatMap((upper, level) =>
    upper.map((_, k) => {
      const next = (k + 1) % upper.length
      return [levels[level][k], levels[level][next], upper[next], upper[k]]
    }),
  )
  const roof = levels[2]
  const faces = [...quads, [roof[0], roof[1], roof[4], roof[5]], [roof[1], roof[2], roof[3], roof[4]]]
  const positions = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flat())
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  return finished(geometry, PAINT)
}

function turretFittings(
  at: (x: number, y: number, z: number) => Point,
  { length: l, width: w }: Size,
  rise: number,
) {
  const tube = (y: number, k: number) =>
    round(
      { bottom: 0.018 * w, top: 0.018 * w, length: 0.16 * rise, axis: 'z', sides: 6 },
      at(0.09 - 0.016 * k, y * (1 + 0.03 * k), 0.72),
      DARK,
    )
  return [
    ...SIDES.flatMap((side) => [0, 1, 2].map((k) => tube(side * 0.29, k))),
    box([0.02 * l, 0.03 * w, 0.06 * rise], at(-0.07, -0.14, 1.08), DARK),
    round(
      { bottom: 0.013 * w, top: 0.01 * w, length: 0.11 * l, axis: 'x', sides: 6 },
      at(-0.03, -0.14, 1.14),
      DARK,
    ),
    round(
      { bottom: 0.08 * w, top: 0.075 * w, length: 0.08 * rise, axis: 'z', sides: 12 },
      at(-0.06, 0.12, 0.96),
      SHADE,
    ),
    ...[0.32, 0.52, 0.72].map((z) => box([0.1 * l, 0.56 * w, 0.03 * rise], at(-0.285, 0, z), DARK)),
    box([0.07 * l, 0.2 * w, 0.26 * rise], at(-0.29, 0.1, 0.7), { colour: 0x6b6a4c }),
  ]
}

function barrel({ size, gun, turret, muzzle }: Shape, { isNear }: Detail): THREE.BufferGeometry[] {
  const { length: l, width: w } = size
  const radius = 0.03 * w
  const [x, y, z] = gun
  const length = Math.max(0.2 * l, turret[0] + muzzle - x)
  const sides = isNear ? 12 : 7
  const tube = (grow: number, from: number, to: number, finish: typeof SHADE) =>
    round(
      { bottom: grow * radius, top: grow * radius, length: to - from, axis: 'x', sides },
      [x + 0.5 * (from + to), y, z],
      finish,
    )
  const moving = [
    round(
      { bottom: 1.15 * radius, top: 0.85 * radius, length, axis: 'x', sides },
      [x + 0.5 * length, y, z],
      SHADE,
    ),
    tube(1.6, 0.46 * length, 0.6 * length, SHADE),
  ]
  if (isNear) {
    moving.push(tube(1.06, length - 0.22, length, DARK))
    moving.push(tube(0.5, length - 0.1, length + 0.004, { colour: 0x050505 }))
  }
  const mantlet = [
    box([0.06 * l, 0.17 * w, 5.2 * radius], [x + 0.01 * l, y, z], SHADE),
    tube(1.9, 0.03 * l, 0.09 * l, PAINT),
  ]
  const joint = { joint: 'gun', pivot: gun } as const
  return [
    ...mantlet.map((part) => hung(part, joint)),
    ...moving.map((part) => hung(part, { ...joint, extra: 1 })),
  ]
}

function coarseTank({ size, deck, turret, gun, muzzle }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const head = wedge(
    { back: -0.29 * l, front: 0.15 * l, half: 0.34 * w, z: deck },
    { back: -0.25 * l, front: 0.09 * l, half: 0.26 * w, z: 0.96 * h },
    PAINT,
  ).translate(turret[0], 0, 0)
  const reach = Math.max(0.2 * l, muzzle - gun[0])
  const tube = box([reach, 0.06 * w, 0.06 * w], [gun[0] + reach / 2, 0, gun[2]], SHADE)
  return [
    box([0.92 * l, w, 0.42 * h], [0, 0, 0.23 * h], { colour: 0x33312e }),
    wedge(
      { back: -0.49 * l, front: 0.49 * l, half: 0.5 * w, z: 0.44 * h },
      { back: -0.46 * l, front: 0.24 * l, half: 0.37 * w, z: deck },
      PAINT,
    ),
    hung(head, { joint: 'turret', pivot: [0, 0, 0] }),
    hung(tube, { joint: 'gun', pivot: gun }),
  ]
}

export function carrier(size: Size, gauge: number, muzzle = 0.3 * size.length): Look {
  const { length: l, height: h } = size
  const deck = 0.8 * h
  const gun: Point = [0.04 * l, 0, deck + 0.12 * h]
  const shape = { size, gauge, deck, turret: [0, 0, deck] as Point, gun, muzzle }
  return boxed(shape, (detail) => roofGun({ ...shape, reach: muzzle }, detail))
}

/** A carrier's hull under a turret for two with an automatic cannon. */
export function fightingVehicle(size: Size, gauge: number, muzzle = 0.36 * size.length): Look {
  const { length: l, width: w, height: h } = size
  const deck = 0.72 * h
  const turret: Point = [0.02 * l, 0.04 * w, deck]
  const gun: Point = [turret[0] + 0.12 * l, turret[1], deck + 0.14 * h]
  const shape = { size, gauge, deck, turret, gun, muzzle }
  return boxed(shape, (detail) => cannonTurret(shape, detail))
}

/** A tall hull on tracks, and what stands on its roof. */
function boxed(shape: Shape, armed: (detail: Detail) => THREE.BufferGeometry[]): Look {
  const { size, gauge, deck, turret } = shape
  const { length: l, width: w } = size
  const build = (detail: Detail) => {
    const gear = trackedGear(size, carrierGear(shape), detail)
    return {
      geometry: assembled([...gear.parts, ...carrierHull(shape, detail), ...armed(detail)]),
      loop: gear.loop,
    }
  }
  const near = build({ isNear: true })
  return {
    near: near.geometry,
    mid: build({ isNear: false }).geometry,
    far: assembled(coarseCarrier(shape)),
    turretPlace: turret,
    roof: turret,
    loop: near.loop,
    dust: SIDES.map((side) => [-0.38 * l, (side * gauge) / 2]),
    exhaust: [0.25 * l, -0.2 * w, deck],
  }
}

function cannonTurret(
  { size, deck, turret, gun, muzzle }: Shape,
  { isNear }: Detail,
): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const [x, y] = turret
  const length = Math.max(0.15 * l, x + muzzle - gun[0])
  const tube = { bottom: 0.014 * w, top: 0.012 * w, length, axis: 'x', sides: isNear ? 10 : 5 } as const
  const turning = [
    wedge(
      { back: -0.17 * l, front: 0.15 * l, half: 0.3 * w, z: deck },
      { back: -0.14 * l, front: 0.08 * l, half: 0.22 * w, z: 0.97 * h },
      PAINT,
    ).translate(x, y, 0),
    box([0.16 * l, 0.1 * w, 0.13 * h], [x - 0.02 * l, y + 0.31 * w, deck + 0.13 * h], SHADE),
    box([0.06 * l, 0.12 * w, 0.02 * h], [x - 0.06 * l, y - 0.08 * w, 0.975 * h], DARK),
    box([0.012 * l, 0.1 * w, 0.05 * h], [x + 0.08 * l, y - 0.14 * w, 0.93 * h], GLASS),
  ]
  const raised = [
    hung(box([0.05 * l, 0.07 * w, 0.07 * h], gun, DARK), { joint: 'gun', pivot: gun }),
    hung(round(tube, [gun[0] + length / 2, gun[1], gun[2]], DARK), { joint: 'gun', pivot: gun, extra: 0.3 }),
  ]
  return [...turning.map((part) => hung(part, { joint: 'turret', pivot: [0, 0, 0] })), ...raised]
}

function carrierGear({ size, gauge }: Shape) {
  const { length: l, height: h } = size
  const wheelRadius = Math.min(0.062 * l, 0.13 * h)
  return {
    gauge,
    count: 5,
    wheelRadius,
    contact: 0.52 * l,
    endRadius: 0.8 * wheelRadius,
    endReach: 0.405 * l,
    endHeight: 0.25 * h,
  }
}

function carrierOutline({ size: { length: l, height: h }, deck }: Shape, low: number): [number, number][] {
  return [
    [-0.49 * l, low],
    [0.44 * l, low],
    [0.49 * l, Math.max(low + 0.02, 0.44 * h)],
    [0.34 * l, deck],
    [-0.46 * l, deck],
    [-0.49 * l, 0.7 * h],
  ]
}

function carrierHull(shape: Shape, { isNear }: Detail): THREE.BufferGeometry[] {
  const { size, deck } = shape
  const { length: l, width: w, height: h } = size
  const parts = [
    box([0.88 * l, 0.6 * w, 0.3 * h], [-0.03 * l, 0, 0.33 * h], DARK),
    slab(carrierOutline(shape, 0.4 * h), 0.95 * w, PAINT, { bevel: 0.018 * w }),
    ...SIDES.flatMap((side) => [
      box([0.84 * l, 0.015 * w, 0.12 * h], [-0.02 * l, side * 0.482 * w, 0.36 * h], SHADE),
      box([0.2 * l, 0.012, 0.12 * h], [-0.22 * l, side * 0.479 * w, 0.6 * h], ACCENT),
      box([0.03 * l, 0.1 * w, 0.06 * h], [0.47 * l, side * 0.36 * w, 0.5 * h], LAMP),
      box([0.015 * l, 0.07 * w, 0.06 * h], [-0.492 * l, side * 0.42 * w, 0.45 * h], TAIL),
    ]),
    box([0.012 * l, 0.6 * w, 0.46 * h], [-0.492 * l, 0, 0.44 * h], SHADE),
    box([0.012 * l, 0.4 * w, 0.06 * h], [-0.5 * l, 0, 0.58 * h], ACCENT),
  ]
  if (!isNear) return parts
  return [
    ...parts,
    box([0.14 * l, 0.26 * w, 0.02 * h], [0.2 * l, -0.24 * w, deck + 0.008 * h], DARK),
    round(
      { bottom: 0.1 * w, top: 0.1 * w, length: 0.03 * h, axis: 'z', sides: 12 },
      [0.2 * l, 0.25 * w, deck + 0.01 * h],
      SHADE,
    ),
    box([0.24 * l, 0.5 * w, 0.02 * h], [-0.26 * l, 0, deck + 0.008 * h], SHADE),
    ...[0.18, 0.25, 0.32].map((y) =>
      box([0.03 * l, 0.035 * w, 0.035 * h], [0.27 * l, y * w, deck + 0.012 * h], GLASS),
    ),
    box([0.012, 0.84 * w, 0.015 * h], [-0.499 * l, 0, 0.3 * h], DARK),
    ...aerial([-0.42 * l, 0.38 * w, deck], 1.3, false),
  ]
}

function coarseCarrier(shape: Shape): THREE.BufferGeometry[] {
  const { size, deck, turret } = shape
  const { length: l, width: w, height: h } = size
  const top = round(
    { bottom: 0.15 * w, top: 0.13 * w, length: 0.12 * h, axis: 'z', sides: 6 },
    [turret[0], 0, deck + 0.06 * h],
    SHADE,
  )
  return [
    box([0.86 * l, 0.96 * w, 0.36 * h], [0, 0, 0.2 * h], { colour: 0x33312e }),
    slab(carrierOutline(shape, 0.36 * h), 0.95 * w, PAINT),
    hung(top, { joint: 'turret', pivot: [0, 0, 0] }),
  ]
}
