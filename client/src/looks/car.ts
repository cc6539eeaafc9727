/** Cars: a saloon when low, a four-wheel drive when tall. */

import * as THREE from 'three'
import { box, finished, round, slab, wedge } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import { ACCENT, AMBER, DARK, GLASS, LAMP, PAINT, PLATE, RUBBER, SIDES, TAIL } from './finishes'
import { assembled } from './joints'
import type { WheelPlace } from './wheels'
import { aerial, roadWheel } from './wheels'

const BEVEL = 0.035 // of the width, at all edges of the body
const TALL = 0.365 // height by length from which it is a four-wheel drive

interface Shape {
  size: Size
  wheels: WheelPlace[]
  sill: number // [m] underside of the body
  belt: number // [m] underside of the windows
  nose: number // [m] height of the bonnet's front
  bonnet: number // [m] height of the bonnet at the windscreen
  tail: number // [m] height of the boot
  cabin: Ring
  roof: Ring
  isTall: boolean
}

interface Ring {
  back: number
  front: number
  half: number
  z: number
}

/** `isTall` says whether it is a four-wheel drive; by default its height does. */
export function car(size: Size, wheelbase: number | null, isTall = size.height / size.length > TALL): Look {
  const shape = carShape(size, wheelbase, isTall)
  const { length: l, height: h } = size
  return {
    near: assembled(carParts(shape, { isNear: true })),
    mid: assembled(carParts(shape, { isNear: false })),
    far: assembled(coarseCar(shape)),
    turretPlace: [0, 0, 0],
    roof: [(shape.roof.back + shape.roof.front) / 2, 0, shape.roof.z],
    loop: undefined,
    dust: shape.wheels.map(({ x, y }) => [x, y]),
    exhaust: [0.34 * l, 0, 0.6 * h],
  }
}

function carShape(size: Size, wheelbase: number | null, isTall: boolean): Shape {
  const { length: l, width: w, height: h } = size
  const radius = Math.min(0.098 * l, 0.225 * h)
  const base = Math.min(wheelbase ?? 0.6 * l, l - 2.9 * radius)
  const width = 0.125 * w
  const wheels = [-base / 2, base / 2].flatMap((x) =>
    SIDES.map((side) => ({ x, y: side * (0.49 * w - width / 2), radius, width, isSteered: x > 0 })),
  )
  const common = { size, wheels, isTall, sill: 0.62 * radius + 0.03 * h }
  if (isTall) {
    return {
      ...common,
      belt: 0.58 * h,
      nose: 0.52 * h,
      bonnet: 0.57 * h,
      tail: 0.58 * h,
      cabin: { back: -0.475 * l, front: 0.2 * l, half: 0.455 * w, z: 0.58 * h },
      roof: { back: -0.45 * l, front: 0.07 * l, half: 0.395 * w, z: 0.97 * h },
    }
  }
  return {
    ...common,
    belt: 0.61 * h,
    nose: 0.5 * h,
    bonnet: 0.62 * h,
    tail: 0.64 * h,
    cabin: { back: -0.37 * l, front: 0.205 * l, half: 0.45 * w, z: 0.615 * h },
    roof: { back: -0.235 * l, front: 0.02 * l, half: 0.365 * w, z: 0.985 * h },
  }
}

function carParts(shape: Shape, detail: Detail): THREE.BufferGeometry[] {
  const { size, cabin, roof, wheels } = shape
  const { length: l, width: w, height: h } = size
  const [radius] = wheels.map((wheel) => wheel.radius)
  const parts = [
    slab(outline(shape), 0.96 * w, PAINT, { bevel: BEVEL * w }),
    box([0.9 * l, 0.62 * w, 0.4 * radius], [0, 0, 0.95 * radius], DARK),
    wedge(cabin, roof, PAINT),
    ...glazing(cabin, roof),
    ...lamps(shape),
    ...wheels.flatMap((wheel) => roadWheel(wheel, detail)),
    ...stripes(shape),
  ]
  if (!detail.isNear) return parts
  parts.push(...trim(shape), ...aerial([roof.back + 0.1, 0.6 * roof.half, 0.97 * h], 0.75, false))
  return shape.isTall ? [...parts, ...outdoorKit(shape)] : parts
}

/** The side of the lower body, wheel arches cut out. */
function outline({ size, wheels, sill, nose, bonnet, tail, cabin }: Shape): [number, number][] {
  const { length: l, width: w } = size
  const { radius } = wheels[0]
  const arch = 1.2 * radius
  const heightAt = (x: number) =>
    x < cabin.front ? tail : bonnet + ((x - cabin.front) / (0.475 * l - cabin.front)) * (nose - bonnet)
  const points: [number, number][] = [
    [-0.495 * l, sill + 0.08],
    [-0.475 * l, sill],
  ]
  for (const x of [wheels[0].x, wheels[2].x]) {
    for (let k = 0; k <= 8; k++) {
      const angle = Math.PI * (1 - k / 8)
      const at = x + arch * Math.cos(angle)
      const metal = heightAt(at) - 0.1 * radius - 2 * BEVEL * w // what is left above the wheel
      points.push([at, Math.max(sill, Math.min(metal, radius + arch * Math.sin(angle)))])
    }
  }
  points.push([0.485 * l, sill], [0.5 * l, sill + 0.1], [0.5 * l, 0.84 * nose])
  points.push([0.475 * l, nose], [cabin.front, bonnet], [cabin.back, tail])
  points.push([-0.48 * l, 0.985 * tail], [-0.5 * l, 0.86 * tail])
  return points
}

/** Dark panes a finger's breadth outside the four faces of the cabin. */
function glazing(bottom: Ring, top: Ring): THREE.BufferGeometry[] {
  const at = (part: number): Ring => ({
    back: bottom.back + part * (top.back - bottom.back),
    front: bottom.front + part * (top.front - bottom.front),
    half: bottom.half + part * (top.half - bottom.half),
    z: bottom.z + part * (top.z - bottom.z),
  })
  const [low, high] = [at(0.12), at(0.87)]
  const cut = (ring: Ring, from: number, to: number): Ring => {
    const length = ring.front - ring.back
    return {
      back: ring.back + from * length,
      front: ring.back + to * length,
      half: ring.half + 0.012,
      z: ring.z,
    }
  }
  const pane = (ring: Ring, end: 'front' | 'back'): Ring => {
    const depth = 0.1 * (ring.front - ring.back)
    const [back, front] =
      end === 'front' ? [ring.front - depth, ring.front + 0.016] : [ring.back - 0.016, ring.back + depth]
    return { back, front, half: 0.87 * ring.half, z: ring.z }
  }
  return [
    wedge(cut(low, 0.08, 0.47), cut(high, 0.07, 0.47), GLASS),
    wedge(cut(low, 0.51, 0.9), cut(high, 0.52, 0.92), GLASS),
    wedge(pane(low, 'front'), pane(high, 'front'), GLASS),
    wedge(pane(low, 'back'), pane(high, 'back'), GLASS),
  ]
}

function lamps({ size, nose, tail }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  return SIDES.flatMap((side) => [
    box([0.03 * l, 0.17 * w, 0.085 * h], [0.488 * l, side * 0.36 * w, 0.82 * nose], LAMP),
    box([0.02 * l, 0.15 * w, 0.085 * h], [-0.493 * l, side * 0.38 * w, 0.8 * tail], TAIL),
  ])
}

/** Stripes on bonnet, roof and tail that take the driver's colour; the fleet's own where nobody drives. */
function stripes({ size, nose, bonnet, tail, cabin, roof }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w } = size
  const along = Math.hypot(0.475 * l - cabin.front, bonnet - nose)
  const tilt = Math.atan2(bonnet - nose, 0.475 * l - cabin.front)
  const middle = [(0.475 * l + cabin.front) / 2, 0, (bonnet + nose) / 2 + 0.008] as const
  const boot = 0.46 * l + cabin.back
  return SIDES.flatMap((side) => {
    const stripe = new THREE.BoxGeometry(0.96 * along, 0.07 * w, 0.02)
    stripe.rotateY(tilt).translate(middle[0], side * 0.07 * w, middle[2])
    const top = [(roof.back + roof.front) / 2, side * 0.07 * w, roof.z + 0.002] as const
    return [
      finished(stripe, ACCENT),
      ...(boot > 0
        ? [box([boot, 0.07 * w, 0.03], [-0.46 * l + boot / 2, side * 0.07 * w, 0.994 * tail], ACCENT)]
        : []),
      box([0.92 * (roof.front - roof.back), 0.07 * w, 0.02], [...top], ACCENT),
    ]
  })
}

function trim({ size, sill, nose, tail, belt, cabin, wheels }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const doors = [wheels[0].x + 1.35 * wheels[0].radius, -0.03 * l, wheels[2].x - 1.35 * wheels[0].radius]
  return [
    box([0.05 * l, 0.95 * w, 0.1 * h], [0.487 * l, 0, sill + 0.09 * h], DARK),
    box([0.05 * l, 0.95 * w, 0.1 * h], [-0.487 * l, 0, sill + 0.09 * h], DARK),
    box([0.02 * l, 0.4 * w, 0.075 * h], [0.493 * l, 0, 0.8 * nose], DARK),
    box([0.012, 0.26 * w, 0.06 * h], [-0.502 * l, 0, 0.72 * tail], PLATE),
    box([0.012, 0.26 * w, 0.06 * h], [0.514 * l, 0, sill + 0.1 * h], PLATE),
    ...SIDES.flatMap((side) => [
      ...doors.map((x) =>
        box([0.012, 0.01, 0.92 * (belt - sill)], [x, side * 0.481 * w, (belt + sill) / 2], DARK),
      ),
      ...doors
        .slice(0, 2)
        .map((x) => box([0.13, 0.02, 0.03], [x + 0.18, side * 0.484 * w, 0.92 * belt], DARK)),
      box(
        [0.9 * (doors[2] - doors[0]), 0.03, 0.07 * h],
        [-0.02 * l, side * 0.472 * w, sill + 0.035 * h],
        DARK,
      ),
      box([0.09, 0.12 * w, 0.085 * h], [cabin.front - 0.08 * l, side * 0.52 * w, belt + 0.07 * h], PAINT),
      box([0.03, 0.05 * w, 0.05 * h], [0.492 * l, side * 0.455 * w, 0.66 * nose], AMBER),
    ]),
    box([0.1, 0.09 * w, 0.07], [-0.5 * l, -0.3 * w, sill], DARK),
  ]
}

/** Spare wheel under a cover in the driver's colour, and a roof rack. */
function outdoorKit({ size, wheels, roof }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const spare = (part: number, depth: number, finish: typeof RUBBER) =>
    round(
      { bottom: part * radius, top: part * radius, length: depth, axis: 'x', sides: 18 },
      [-0.525 * l, 0, 0.55 * h],
      finish,
    )
  const bars = [0.15, 0.5, 0.85].map((part) => roof.back + part * (roof.front - roof.back))
  return [
    spare(0.92, 0.12 * w, RUBBER),
    spare(0.55, 0.13 * w, ACCENT),
    ...SIDES.map((side) =>
      box(
        [0.92 * (roof.front - roof.back), 0.03, 0.04],
        [(roof.back + roof.front) / 2, side * 0.9 * roof.half, roof.z + 0.05],
        DARK,
      ),
    ),
    ...bars.map((x) => box([0.05, 1.8 * roof.half, 0.03], [x, 0, roof.z + 0.045], DARK)),
  ]
}

function coarseCar({ size, cabin, roof, wheels, belt, nose, sill }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w } = size
  const { radius } = wheels[0]
  const screen = { ...roof, z: 0.9 * roof.z }
  return [
    box([0.86 * l, 0.94 * w, radius], [0, 0, 0.5 * radius], RUBBER),
    slab(
      [
        [-l / 2, sill],
        [l / 2, sill],
        [l / 2, 0.9 * nose],
        [0.46 * l, nose],
        [cabin.front, belt],
        [-l / 2, belt],
      ],
      0.95 * w,
      PAINT,
    ),
    wedge(cabin, screen, GLASS),
    wedge(screen, roof, PAINT),
  ]
}
