/** A van: one box on wheels with a sloping front. */

import type * as THREE from 'three'
import { box, slab, wedge } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import { ACCENT, AMBER, DARK, GLASS, LAMP, PAINT, PLATE, RUBBER, SIDES, TAIL } from './finishes'
import { assembled } from './joints'
import type { WheelPlace } from './wheels'
import { aerial, roadWheel } from './wheels'

interface Shape {
  size: Size
  wheels: WheelPlace[]
}

export function van(size: Size, wheelbase: number | null): Look {
  const { length: l, width: w, height: h } = size
  const radius = Math.min(0.075 * l, 0.18 * h)
  const base = Math.min(wheelbase ?? 0.6 * l, l - 2.8 * radius)
  const width = 0.12 * w
  const wheels = [-base / 2, base / 2].flatMap((x) =>
    SIDES.map((side) => ({ x, y: side * (0.49 * w - width / 2), radius, width, isSteered: x > 0 })),
  )
  const shape = { size, wheels }
  return {
    near: assembled(parts(shape, { isNear: true })),
    mid: assembled(parts(shape, { isNear: false })),
    far: assembled(coarse(shape)),
    turretPlace: [0, 0, 0],
    roof: [-0.1 * l, 0, h],
    loop: undefined,
    dust: wheels.map(({ x, y }) => [x, y]),
    exhaust: [0.4 * l, 0, 0.5 * h],
  }
}

function parts({ size, wheels }: Shape, detail: Detail): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const belt = 0.55 * h
  const body = [
    slab(outline(size, wheels), 0.96 * w, PAINT, { bevel: 0.03 * w }),
    wedge(
      { back: -0.49 * l, front: 0.4 * l, half: 0.465 * w, z: belt },
      { back: -0.475 * l, front: 0.27 * l, half: 0.42 * w, z: h },
      PAINT,
    ),
    wedge(
      { back: 0.2 * l, front: 0.388 * l, half: 0.43 * w, z: belt + 0.05 * h },
      { back: 0.2 * l, front: 0.3 * l, half: 0.4 * w, z: 0.9 * h },
      GLASS,
    ),
    wedge(
      { back: -0.42 * l, front: 0.3 * l, half: 0.462 * w, z: belt + 0.06 * h },
      { back: -0.41 * l, front: 0.235 * l, half: 0.438 * w, z: 0.86 * h },
      GLASS,
    ),
    box([0.012, 0.68 * w, 0.24 * h], [-0.488 * l, 0, 0.73 * h], GLASS),
    box([0.86 * l, 0.6 * w, 0.5 * radius], [0, 0, 0.95 * radius], DARK),
    box([0.6 * l, 0.08 * w, 0.02], [-0.12 * l, 0, h + 0.004], ACCENT),
    ...SIDES.flatMap((side) => [
      box([0.02, 0.16 * w, 0.09 * h], [0.495 * l, side * 0.36 * w, 0.4 * h], LAMP),
      box([0.02, 0.08 * w, 0.14 * h], [-0.496 * l, side * 0.42 * w, 0.48 * h], TAIL),
      box([0.8 * l, 0.012, 0.06 * h], [-0.04 * l, side * 0.481 * w, 0.46 * h], ACCENT),
    ]),
    ...wheels.flatMap((wheel) => roadWheel(wheel, detail)),
  ]
  if (!detail.isNear) return body
  return [
    ...body,
    box([0.04 * l, 0.96 * w, 0.08 * h], [0.49 * l, 0, 0.2 * h], DARK),
    box([0.03 * l, 0.96 * w, 0.08 * h], [-0.492 * l, 0, 0.2 * h], DARK),
    box([0.012, 0.26 * w, 0.05 * h], [0.512 * l, 0, 0.21 * h], PLATE),
    box([0.012, 0.26 * w, 0.05 * h], [-0.508 * l, 0, 0.24 * h], PLATE),
    ...SIDES.flatMap((side) => [
      box([0.08, 0.1 * w, 0.1 * h], [0.3 * l, side * 0.52 * w, belt + 0.1 * h], DARK),
      ...[-0.18, 0.02, 0.27].map((x) =>
        box([0.012, 0.03, 0.3 * h], [x * l, side * 0.468 * w, 0.38 * h], DARK),
      ),
      ...[-0.22, 0.1].map((x) => box([0.012, 0.02, 0.3 * h], [x * l, side * 0.456 * w, 0.74 * h], PAINT)),
      box([0.02, 0.05 * w, 0.05 * h], [0.494 * l, side * 0.455 * w, 0.31 * h], AMBER),
    ]),
    ...aerial([-0.3 * l, 0.3 * w, 0.98 * h], 0.7, false),
  ]
}

/** The side below the windows, wheel arches cut out. */
function outline({ length: l, height: h }: Size, wheels: WheelPlace[]): [number, number][] {
  const { radius } = wheels[0]
  const sill = 0.7 * radius
  const points: [number, number][] = [[-0.5 * l, sill + 0.1]]
  for (const x of [wheels[0].x, wheels[2].x])
    for (let k = 0; k <= 8; k++) {
      const angle = Math.PI * (1 - k / 8)
      points.push([
        x + 1.2 * radius * Math.cos(angle),
        Math.max(sill, radius + 1.2 * radius * Math.sin(angle)),
      ])
    }
  points.push([0.5 * l, sill + 0.1], [0.5 * l, 0.36 * h], [0.47 * l, 0.47 * h], [0.4 * l, 0.56 * h])
  points.push([-0.49 * l, 0.56 * h])
  return points
}

function coarse({ size, wheels }: Shape): THREE.BufferGeometry[] {
  const { length: l, width: w, height: h } = size
  const { radius } = wheels[0]
  const ring = (z: number, front: number, half: number) => ({
    back: -0.49 * l,
    front: front * l,
    half: half * w,
    z,
  })
  return [
    box([0.88 * l, 0.94 * w, radius], [0, 0, 0.5 * radius], RUBBER),
    wedge(ring(0.7 * radius, 0.5, 0.48), ring(0.56 * h, 0.42, 0.48), PAINT),
    wedge(ring(0.56 * h, 0.4, 0.465), ring(0.88 * h, 0.3, 0.43), GLASS),
    wedge(ring(0.88 * h, 0.3, 0.43), ring(h, 0.27, 0.42), PAINT),
  ]
}
