/** A quad: four balloon tyres, a saddle between two racks, and whoever rides it. */

import * as THREE from 'three'
import { box, finished, round, slab, wedge } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import { ACCENT, DARK, LAMP, PAINT, RUBBER, SHADE, SIDES, STEEL, TAIL } from './finishes'
import { assembled } from './joints'
import type { WheelPlace } from './wheels'
import { aerial, roadWheel } from './wheels'

const CLOTH = { colour: 0x59634a }
const SADDLE = 0.66 // of the height

interface Shape {
  size: Size
  wheels: WheelPlace[]
}

export function quad(size: Size, wheelbase: number | null): Look {
  const { length: l, width: w, height: h } = size
  const radius = Math.min(0.15 * l, 0.27 * h)
  const base = Math.min(wheelbase ?? 0.62 * l, l - 2.1 * radius)
  const width = 0.23 * w
  const wheels = [-base / 2, base / 2].flatMap((x) =>
    SIDES.map((side) => ({ x, y: side * (0.5 * w - width / 2), radius, width, isSteered: x > 0 })),
  )
  const shape = { size, wheels }
  return {
    near: assembled(parts(shape, { isNear: true })),
    mid: assembled(parts(shape, { isNear: false })),
    far: assembled(coarse(shape)),
    turretPlace: [0, 0, 0],
    roof: [0.2 * l, 0, 0.8 * h],
    loop: undefined,
    dust: wheels.map(({ x, y }) => [x, y]),
    exhaust: [-0.4 * l, 0, 0.5 * h],
  }
}

function parts(shape: Shape, detail: Detail): THREE.BufferGeometry[] {
  const { size, wheels } = shape
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const body = [
    slab(
      [
        [-0.4 * l, 0.36 * h],
        [0.34 * l, 0.36 * h],
        [0.45 * l, 0.5 * h],
        [0.4 * l, 0.62 * h],
        [0.16 * l, 0.68 * h],
        [0.06 * l, 0.58 * h],
        [-0.34 * l, 0.58 * h],
        [-0.46 * l, 0.54 * h],
      ],
      0.34 * w,
      PAINT,
      { bevel: 0.02 * w },
    ),
    box([0.36 * l, 0.24 * w, 0.09 * h], [-0.14 * l, 0, 0.62 * h], DARK),
    ...wheels.flatMap((wheel) => [...roadWheel(wheel, detail), ...fender(wheel, size)]),
    ...handlebar(size),
    ...rider(size),
    box([0.02 * l, 0.22 * w, 0.06 * h], [0.452 * l, 0, 0.55 * h], LAMP),
    box([0.02 * l, 0.16 * w, 0.04 * h], [-0.46 * l, 0, 0.52 * h], TAIL),
  ]
  if (!detail.isNear) return body
  const racks = [-0.36 * l, 0.32 * l].flatMap((x) => [
    ...[-0.26, 0, 0.26].map((y) => box([0.2 * l, 0.02, 0.02], [x, y * w, 0.7 * h], STEEL)),
    ...[-0.1, 0.1].map((dx) => box([0.02, 0.58 * w, 0.02], [x + dx * l, 0, 0.7 * h], STEEL)),
  ])
  return [
    ...body,
    ...racks,
    ...wheels.map(({ x, y }) => box([0.05 * l, 0.3 * w, 0.04 * h], [x, 0.55 * y, radius], DARK)),
    ...aerial([-0.42 * l, 0.28 * w, 0.68 * h], 0.9, false),
  ]
}

function fender({ x, y, radius, width }: WheelPlace, { height: h }: Size): THREE.BufferGeometry[] {
  const arch = (r: number): [number, number][] =>
    Array.from({ length: 7 }, (_, k) => {
      const angle = 0.25 + ((Math.PI - 0.5) * k) / 6
      return [x + r * Math.cos(angle), radius + r * Math.sin(angle)]
    })
  return [
    slab([...arch(1.3 * radius), ...arch(1.18 * radius).reverse()], 1.05 * width, h > 0 ? PAINT : SHADE, {
      middle: y,
    }),
  ]
}

function handlebar({ length: l, width: w, height: h }: Size): THREE.BufferGeometry[] {
  const stem = new THREE.CylinderGeometry(0.025, 0.03, 0.22 * h, 8).rotateX(Math.PI / 2).rotateY(-0.4)
  return [
    finished(stem.translate(0.15 * l, 0, 0.76 * h), DARK),
    round(
      { bottom: 0.018, top: 0.018, length: 0.62 * w, axis: 'y', sides: 8 },
      [0.11 * l, 0, 0.85 * h],
      DARK,
    ),
  ]
}

/** Sits on the saddle and holds the bar. */
function rider({ length: l, width: w, height: h }: Size): THREE.BufferGeometry[] {
  const seat = SADDLE * h
  const limb = (from: [number, number, number], to: [number, number, number], thick: number) => {
    const [a, b] = [new THREE.Vector3(...from), new THREE.Vector3(...to)]
    const bar = new THREE.BoxGeometry(thick, thick, a.distanceTo(b))
    bar.applyQuaternion(
      new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), b.clone().sub(a).normalize()),
    )
    const middle = a.add(b).multiplyScalar(0.5)
    return finished(bar.translate(middle.x, middle.y, middle.z), CLOTH)
  }
  const shoulder = seat + 0.5
  const head = new THREE.IcosahedronGeometry(0.14, 1).translate(-0.03 * l, 0, shoulder + 0.14)
  return [
    wedge(
      { back: -0.22 * l, front: -0.22 * l + 0.24, half: 0.16, z: seat },
      { back: -0.14 * l, front: -0.14 * l + 0.24, half: 0.21, z: shoulder },
      CLOTH,
    ),
    finished(head, ACCENT),
    ...SIDES.flatMap((side) => [
      limb([-0.06 * l, side * 0.22, shoulder - 0.06], [0.11 * l, side * 0.29 * w, 0.86 * h], 0.09),
      limb([-0.12 * l, side * 0.12, seat + 0.05], [0.06 * l, side * 0.24, seat - 0.02], 0.13),
      limb([0.06 * l, side * 0.24, seat], [0.02 * l, side * 0.26, 0.36 * h], 0.11),
    ]),
  ]
}

function coarse({ size, wheels }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  return [
    box([0.9 * l, 0.94 * w, 1.5 * radius], [0, 0, 0.75 * radius], RUBBER),
    box([0.86 * l, 0.6 * w, 0.22 * h], [0, 0, 0.54 * h], PAINT),
    box([0.2 * l, 0.36, 0.6], [-0.08 * l, 0, SADDLE * h + 0.3], CLOTH),
  ]
}
