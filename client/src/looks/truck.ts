/** Trucks: a bonneted cab, a cargo bed with slatted sides, and a bogie of two rear axles when long. */

import type * as THREE from 'three'
import { box, round, slab, wedge } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import {
  ACCENT,
  AMBER,
  DARK,
  GLASS,
  LAMP,
  PAINT,
  PLATE,
  RUBBER,
  SHADE,
  SIDES,
  STEEL,
  TAIL,
  WOOD,
} from './finishes'
import { assembled } from './joints'
import type { WheelPlace } from './wheels'
import { aerial, roadWheel } from './wheels'

const LONG = 6 // [m] from here the rear has two axles

interface Shape {
  size: Size
  wheels: WheelPlace[]
  frame: number // [m] top of the chassis
  cab: { back: number; front: number; top: number }
  bonnet: { front: number; top: number }
}

export function truck(size: Size, wheelbase: number | null): Look {
  const shape = truckShape(size, wheelbase)
  return {
    near: assembled(truckParts(shape, { isNear: true })),
    mid: assembled(truckParts(shape, { isNear: false })),
    far: assembled(coarseTruck(shape)),
    turretPlace: [0, 0, 0],
    roof: [(shape.cab.back + shape.cab.front) / 2, 0, shape.cab.top],
    loop: undefined,
    dust: shape.wheels.map(({ x, y }) => [x, y]),
    exhaust: [0.36 * size.length, 0, 0.6 * size.height],
  }
}

function truckShape(size: Size, wheelbase: number | null): Shape {
  const { length: l, width: w, height: h } = size
  const radius = Math.min(0.078 * l, 0.185 * h)
  const base = Math.min(wheelbase ?? 0.58 * l, l - 3.2 * radius)
  const width = 0.13 * w
  const rear = l >= LONG ? [-base / 2 - 1.12 * radius, -base / 2 + 1.12 * radius] : [-base / 2]
  const axle = (x: number, part: { width: number; isSteered: boolean }) =>
    SIDES.map((side) => ({ x, y: side * (0.49 * w - part.width / 2), radius, ...part }))
  return {
    size,
    wheels: [
      ...rear.flatMap((x) => axle(x, { width: 1.75 * width, isSteered: false })),
      ...axle(base / 2, { width, isSteered: true }),
    ],
    frame: 2.05 * radius,
    cab: { back: 0.07 * l, front: 0.25 * l, top: 0.97 * h },
    bonnet: { front: 0.485 * l, top: 0.61 * h },
  }
}

function truckParts(shape: Shape, detail: Detail): THREE.BufferGeometry[] {
  const { wheels } = shape
  const parts = [
    ...chassis(shape),
    ...cab(shape),
    ...bed(shape, detail),
    ...wheels.flatMap((wheel) => roadWheel(wheel, detail)),
  ]
  return detail.isNear ? [...parts, ...fittings(shape)] : parts
}

function chassis({ size, wheels, frame }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w } = size
  const { radius } = wheels[0]
  const axles = [...new Set(wheels.map((wheel) => wheel.x))]
  return [
    ...SIDES.map((side) =>
      box([0.94 * l, 0.06 * w, 0.35 * radius], [-0.015 * l, side * 0.17 * w, frame - 0.3 * radius], DARK),
    ),
    box([0.2 * l, 0.28 * w, 0.8 * radius], [0.3 * l, 0, frame - 0.2 * radius], DARK),
    ...axles.map((x) =>
      round(
        { bottom: 0.2 * radius, top: 0.2 * radius, length: 0.8 * w, axis: 'y', sides: 8 },
        [x, 0, radius],
        DARK,
      ),
    ),
    ...SIDES.map((side) =>
      round(
        { bottom: 0.42 * radius, top: 0.42 * radius, length: 0.11 * l, axis: 'x', sides: 12 },
        [-0.005 * l, side * 0.36 * w, 1.3 * radius],
        STEEL,
      ),
    ),
  ]
}

function cab({ size, wheels, frame, cab: { back, front, top }, bonnet }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const axle = wheels[wheels.length - 1].x
  const belt = bonnet.top + 0.02 * h
  const base = { back, front: front + 0.015 * l, half: 0.44 * w, z: belt }
  const roof = { back: back + 0.01 * l, front: front - 0.04 * l, half: 0.41 * w, z: top }
  const pane = (part: number) => ({
    z: base.z + part * (roof.z - base.z),
    half: base.half + part * (roof.half - base.half),
    back: base.back + part * (roof.back - base.back),
    front: base.front + part * (roof.front - base.front),
  })
  const [low, high] = [pane(0.1), pane(0.8)]
  const side = (ring: typeof low) => ({
    ...ring,
    back: ring.back + 0.025 * l,
    front: ring.front - 0.035 * l,
    half: ring.half + 0.012,
  })
  const screen = (ring: typeof low) => ({
    ...ring,
    back: ring.front - 0.05 * l,
    front: ring.front + 0.014,
    half: 0.9 * ring.half,
  })
  return [
    box(
      [front - back, 0.88 * w, belt - frame + 0.1 * h],
      [(front + back) / 2, 0, (belt + frame - 0.1 * h) / 2],
      PAINT,
    ),
    wedge(base, roof, PAINT),
    wedge(side(low), side(high), GLASS),
    wedge(screen(low), screen(high), GLASS),
    box([0.01 * l, 0.5 * w, 0.17 * h], [back + 0.002 * l, 0, 0.79 * h], GLASS),
    wedge(
      { back: front, front: bonnet.front, half: 0.25 * w, z: frame - 0.3 * radius },
      { back: front, front: bonnet.front - 0.015 * l, half: 0.235 * w, z: bonnet.top },
      PAINT,
    ),
    ...SIDES.map((hand) => slab(mudguard(axle, radius), 0.24 * w, PAINT, { middle: hand * 0.37 * w })),
    box([0.012 * l, 0.4 * w, 0.2 * h], [bonnet.front - 0.003 * l, 0, frame + 0.09 * h], DARK),
    box([0.03 * l, 0.96 * w, 0.075 * h], [0.485 * l, 0, frame - 0.25 * radius], SHADE),
    box(
      [0.6 * (bonnet.front - front), 0.1 * w, 0.02],
      [(bonnet.front + front) / 2, 0, bonnet.top + 0.004],
      ACCENT,
    ),
    box([0.7 * (front - back), 0.012, 0.09 * h], [(front + back) / 2, 0.443 * w, frame + 0.02 * h], ACCENT),
    box([0.7 * (front - back), 0.012, 0.09 * h], [(front + back) / 2, -0.443 * w, frame + 0.02 * h], ACCENT),
    ...SIDES.map((hand) =>
      round(
        { bottom: 0.05 * w, top: 0.05 * w, length: 0.02 * l, axis: 'x', sides: 12 },
        [0.478 * l, hand * 0.36 * w, frame + 0.07 * h],
        LAMP,
      ),
    ),
  ]
}

/** The side of a front mudguard over a wheel. */
function mudguard(x: number, radius: number): [number, number][] {
  const ring = (r: number, from: number, to: number): [number, number][] =>
    Array.from({ length: 9 }, (_, k) => {
      const angle = from + ((to - from) * k) / 8
      return [x + r * Math.cos(angle), radius + r * Math.sin(angle)]
    })
  return [...ring(1.42 * radius, 0.15, Math.PI - 0.15), ...ring(1.24 * radius, Math.PI - 0.15, 0.15)]
}

function bed({ size, frame, cab: { back } }: Shape, { isNear }: Detail): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const floor = frame + 0.05 * h
  const [rear, front] = [-0.5 * l, back - 0.02 * l]
  const middle = (rear + front) / 2
  const length = front - rear
  const wall = 0.15 * h
  const slats = isNear ? [0.2, 0.27, 0.34] : [0.27]
  const posts = Array.from({ length: 6 }, (_, k) => rear + length * (0.03 + (0.94 * k) / 5))
  return [
    box([length, 0.94 * w, 0.045 * h], [middle, 0, floor], WOOD),
    ...SIDES.flatMap((side) => [
      box([length, 0.03 * w, wall], [middle, side * 0.465 * w, floor + wall / 2], PAINT),
      ...slats.map((at) =>
        box(
          [length, 0.02 * w, (isNear ? 0.035 : 0.11) * h],
          [middle, side * 0.465 * w, floor + at * h],
          isNear ? WOOD : SHADE,
        ),
      ),
      ...(isNear
        ? posts.map((x) => box([0.03 * w, 0.03 * w, 0.38 * h], [x, side * 0.48 * w, floor + 0.19 * h], SHADE))
        : []),
    ]),
    box([0.03 * w, 0.94 * w, wall + 0.1 * h], [front, 0, floor + wall / 2 + 0.05 * h], PAINT),
    box([0.03 * w, 0.94 * w, wall], [rear + 0.015 * w, 0, floor + wall / 2], PAINT),
    box([0.02 * w, 0.7 * w, 0.3 * wall], [rear - 0.008 * w, 0, floor + 0.55 * wall], ACCENT),
    ...load(middle, floor, size),
  ]
}

/** Two crates and a drum, so that a cargo bed looks like one. */
function load(
  middle: number,
  floor: number,
  { length: l, width: w, height: h }: Size,
): THREE.BufferGeometry[] {
  return [
    box([0.13 * l, 0.38 * w, 0.17 * h], [middle + 0.13 * l, 0.18 * w, floor + 0.105 * h], WOOD),
    box([0.1 * l, 0.34 * w, 0.13 * h], [middle + 0.12 * l, -0.22 * w, floor + 0.085 * h], SHADE),
    round(
      { bottom: 0.11 * w, top: 0.11 * w, length: 0.2 * h, axis: 'z', sides: 12 },
      [middle - 0.03 * l, -0.25 * w, floor + 0.12 * h],
      STEEL,
    ),
  ]
}

function fittings({ size, wheels, frame, cab: { back, front, top } }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  return [
    ...SIDES.flatMap((side) => [
      box([0.02, 0.1 * w, 0.1 * h], [front, side * 0.5 * w, 0.72 * h], DARK),
      box([0.015, 0.012, 0.28 * h], [back + 0.012 * l, side * 0.442 * w, frame + 0.18 * h], DARK),
      box([0.14, 0.02, 0.03], [back + 0.05 * l, side * 0.447 * w, 0.58 * h], DARK),
      box([0.1 * l, 0.14 * w, 0.03], [(front + back) / 2, side * 0.42 * w, 1.25 * radius], DARK),
      box([0.015 * l, 0.09 * w, 0.05 * h], [-0.497 * l, side * 0.36 * w, frame - 0.01 * h], TAIL),
      box([0.02, 0.05 * w, 0.035 * h], [0.487 * l, side * 0.44 * w, frame + 0.06 * h], AMBER),
      box([0.02 * radius, 0.2 * w, 0.7 * radius], [-0.485 * l, side * 0.37 * w, 1.25 * radius], RUBBER),
    ]),
    round(
      { bottom: 0.025 * w, top: 0.025 * w, length: 0.5 * h, axis: 'z', sides: 8 },
      [front - 0.01 * l, -0.47 * w, 0.75 * h],
      STEEL,
    ),
    box([0.012, 0.2 * w, 0.05 * h], [0.502 * l, 0, frame - 0.2 * radius], PLATE),
    ...aerial([back + 0.03 * l, 0.34 * w, top - 0.02], 0.9, false),
  ]
}

function coarseTruck({
  size,
  wheels,
  frame,
  cab: { back, front, top },
  bonnet,
}: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const [rear, ahead] = [-0.5 * l, back - 0.02 * l]
  return [
    box([0.9 * l, 0.92 * w, 1.6 * radius], [0, 0, 0.8 * radius], RUBBER),
    box([ahead - rear, 0.94 * w, 0.4 * h], [(rear + ahead) / 2, 0, frame + 0.22 * h], SHADE),
    box([front - back, 0.88 * w, 0.63 * h - frame], [(front + back) / 2, 0, (0.63 * h + frame) / 2], PAINT),
    wedge(
      { back, front: front + 0.015 * l, half: 0.44 * w, z: 0.63 * h },
      { back, front: front - 0.03 * l, half: 0.41 * w, z: 0.9 * h },
      GLASS,
    ),
    box(
      [0.8 * (front - back), 0.82 * w, 0.07 * h],
      [(front + back) / 2 - 0.01 * l, 0, top - 0.035 * h],
      PAINT,
    ),
    box(
      [bonnet.front - front, 0.7 * w, bonnet.top - 0.8 * frame],
      [(bonnet.front + front) / 2, 0, (bonnet.top + 0.8 * frame) / 2],
      PAINT,
    ),
  ]
}
