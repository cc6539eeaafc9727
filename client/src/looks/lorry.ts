/** The vehicle that draws a trailer: a cab over the engine, a short chassis, a coupling over two rear axles. */

import type * as THREE from 'three'
import { box, round, wedge } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import { ACCENT, AMBER, DARK, GLASS, LAMP, PAINT, PLATE, RUBBER, SHADE, SIDES, STEEL, TAIL } from './finishes'
import { assembled } from './joints'
import type { WheelPlace } from './wheels'
import { aerial, roadWheel } from './wheels'

interface Shape {
  size: Size
  wheels: WheelPlace[]
  frame: number // [m] top of the chassis
  cab: { back: number; front: number; floor: number; belt: number; top: number }
}

export function lorry(size: Size, wheelbase: number | null): Look {
  const shape = lorryShape(size, wheelbase)
  const { cab } = shape
  return {
    near: assembled(lorryParts(shape, { isNear: true })),
    mid: assembled(lorryParts(shape, { isNear: false })),
    far: assembled(coarseLorry(shape)),
    turretPlace: [0, 0, 0],
    roof: [(cab.back + cab.front) / 2, 0, cab.top],
    loop: undefined,
    dust: shape.wheels.map(({ x, y }) => [x, y]),
    exhaust: [0.1 * size.length, 0, 0.6 * size.height],
  }
}

function lorryShape(size: Size, wheelbase: number | null): Shape {
  const { length: l, width: w, height: h } = size
  const radius = Math.min(0.52, 0.17 * h, 0.09 * l)
  const base = Math.min(wheelbase ?? 0.6 * l, l - 3.2 * radius)
  const front = 0.5 * l - 1.45 * radius
  const rear = front - base
  const axles = l > 5.6 ? [rear - 1.15 * radius, rear + 1.15 * radius] : [rear]
  const axle = (x: number, part: { width: number; isSteered: boolean }) =>
    SIDES.map((side) => ({ x, y: side * (0.49 * w - part.width / 2), radius, ...part }))
  return {
    size,
    wheels: [
      ...axles.flatMap((x) => axle(x, { width: 0.24 * w, isSteered: false })),
      ...axle(front, { width: 0.13 * w, isSteered: true }),
    ],
    frame: 1.95 * radius,
    cab: {
      back: 0.5 * l - Math.min(0.4 * l, 2.3),
      front: 0.5 * l,
      floor: 0.95 * radius,
      belt: 0.55 * h,
      top: h,
    },
  }
}

function lorryParts(shape: Shape, detail: Detail): THREE.BufferGeometry[] {
  const parts = [
    ...chassis(shape),
    ...cabin(shape),
    ...shape.wheels.flatMap((wheel) => roadWheel(wheel, detail)),
  ]
  return detail.isNear ? [...parts, ...fittings(shape)] : parts
}

function chassis({ size, wheels, frame, cab }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w } = size
  const { radius, x: rear } = wheels[0]
  const middle = rear + 1.15 * radius
  return [
    ...SIDES.map((side) =>
      box([0.96 * l, 0.07 * w, 0.5 * radius], [-0.01 * l, side * 0.17 * w, frame - 0.25 * radius], DARK),
    ),
    box([0.9 * radius, 0.42 * w, 0.12 * radius], [middle, 0, frame + 0.06 * radius], STEEL),
    wedge(
      { back: middle - 1.3 * radius, front: middle + 0.8 * radius, half: 0.2 * w, z: frame + 0.1 * radius },
      { back: middle - 0.9 * radius, front: middle + 0.7 * radius, half: 0.2 * w, z: frame + 0.3 * radius },
      SHADE,
    ),
    ...SIDES.map((side) =>
      round(
        { bottom: 0.62 * radius, top: 0.62 * radius, length: 0.2 * l, axis: 'x', sides: 14 },
        [cab.back - 0.07 * l, side * 0.36 * w, frame - 0.55 * radius],
        STEEL,
      ),
    ),
    ...SIDES.map((side) =>
      box([2.5 * radius + 1.15 * radius, 0.25 * w, 0.06], [middle, side * 0.37 * w, 2.12 * radius], DARK),
    ),
  ]
}

function cabin({ size, cab, wheels }: Shape): THREE.BufferGeometry[] {
  const { width: w, height: h } = size
  const { back, front, floor, belt, top } = cab
  const length = front - back
  const steered = wheels[wheels.length - 1]
  const lean = 0.05 * length
  return [
    wedge(
      { back, front, half: 0.49 * w, z: steered.radius * 1.9 },
      { back, front, half: 0.49 * w, z: belt },
      PAINT,
    ),
    box(
      [0.2 * length, 0.96 * w, steered.radius * 1.9 - floor],
      [front - 0.1 * length, 0, (floor + steered.radius * 1.9) / 2],
      PAINT,
    ),
    box(
      [0.16 * length, 0.96 * w, steered.radius * 1.9 - floor],
      [back + 0.08 * length, 0, (floor + steered.radius * 1.9) / 2],
      PAINT,
    ),
    wedge(
      { back, front, half: 0.49 * w, z: belt },
      { back, front: front - lean, half: 0.47 * w, z: 0.86 * h },
      PAINT,
    ),
    wedge(
      { back, front: front - lean, half: 0.47 * w, z: 0.86 * h },
      { back, front: front - 0.42 * length, half: 0.42 * w, z: top },
      PAINT,
    ),
    wedge(
      { back: front - 0.2 * length, front: front + 0.012, half: 0.45 * w, z: belt + 0.03 * h },
      { back: front - 0.2 * length, front: front - 0.8 * lean + 0.012, half: 0.43 * w, z: 0.83 * h },
      GLASS,
    ),
    wedge(
      { back: back + 0.42 * length, front: front - 0.1 * length, half: 0.49 * w + 0.012, z: belt + 0.04 * h },
      { back: back + 0.42 * length, front: front - 0.16 * length, half: 0.475 * w + 0.012, z: 0.8 * h },
      GLASS,
    ),
    box([0.02, 0.66 * w, 0.2 * h], [front + 0.008, 0, 0.39 * h], DARK),
    box([0.03, 0.97 * w, 0.09 * h], [front + 0.012, 0, floor + 0.045 * h], SHADE),
    box([0.5 * length, 0.012, 0.06 * h], [back + 0.3 * length, 0.492 * w, 0.47 * h], ACCENT),
    box([0.5 * length, 0.012, 0.06 * h], [back + 0.3 * length, -0.492 * w, 0.47 * h], ACCENT),
    ...SIDES.map((side) =>
      box([0.03, 0.16 * w, 0.055 * h], [front + 0.016, side * 0.37 * w, 0.255 * h], LAMP),
    ),
  ]
}

function fittings({ size, frame, cab, wheels }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { back, front, belt, top } = cab
  const { radius } = wheels[0]
  return [
    ...SIDES.flatMap((side) => [
      box([0.08, 0.07 * w, 0.17 * h], [front - 0.06, side * 0.54 * w, 0.68 * h], DARK),
      box([0.14, 0.02, 0.03], [back + 0.3 * (front - back), side * 0.496 * w, 0.93 * belt], DARK),
      box([0.02, 0.06 * w, 0.03 * h], [front + 0.02, side * 0.46 * w, 0.2 * h], AMBER),
      box([0.02, 0.12 * w, 0.05 * h], [-0.49 * l, side * 0.3 * w, frame - 0.02 * h], TAIL),
      box([0.02, 0.2 * w, 0.7 * radius], [-0.492 * l, side * 0.37 * w, 1.2 * radius], RUBBER),
      box([0.9 * radius, 0.03, 0.06], [back + 0.5, side * 0.47 * w, 0.5 * radius + 0.15], DARK),
    ]),
    round(
      { bottom: 0.07, top: 0.07, length: 0.62 * h, axis: 'z', sides: 10 },
      [back - 0.14, 0.38 * w, frame + 0.3 * h],
      STEEL,
    ),
    box([0.02, 0.2 * w, 0.045 * h], [front + 0.03, 0, 0.14 * h], PLATE),
    ...[-0.3, 0, 0.3].map((at) =>
      box([0.05, 0.05 * w, 0.02 * h], [front - 0.36 * (front - back), at * w, 0.965 * top], AMBER),
    ),
    ...aerial([back + 0.2, 0.36 * w, 0.97 * top], 0.8, false),
  ]
}

function coarseLorry({ size, frame, cab, wheels }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const middle = (cab.back + cab.front) / 2
  const length = cab.front - cab.back
  return [
    box([0.92 * l, 0.92 * w, 1.7 * radius], [0, 0, 0.85 * radius], RUBBER),
    box([l - length, 0.5 * w, 0.5 * radius], [-length / 2, 0, frame - 0.1 * radius], DARK),
    box([length, 0.98 * w, cab.belt - 1.5 * radius], [middle, 0, (cab.belt + 1.5 * radius) / 2], PAINT),
    box([0.97 * length, 0.94 * w, 0.83 * h - cab.belt], [middle, 0, (0.83 * h + cab.belt) / 2], GLASS),
    box([0.85 * length, 0.94 * w, 0.17 * h], [middle - 0.05 * length, 0, 0.915 * h], PAINT),
  ]
}
