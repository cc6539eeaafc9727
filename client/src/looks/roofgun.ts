/** A machine gun on a ring with a shield: on the roof of carriers, and of cars and trucks that are armed. */

import type * as THREE from 'three'
import { box, round } from '../shapes'
import type { Detail, Size } from './finishes'
import { DARK, PAINT, SHADE } from './finishes'
import { hung } from './joints'

type Point = [number, number, number]

export interface RoofGun {
  size: Size
  turret: Point // middle of the ring, on the roof
  gun: Point // what the gun is raised about
  reach: number // [m] end of the barrel, from the ring's middle
}

export function roofGun({ size, turret, gun, reach }: RoofGun, { isNear }: Detail): THREE.BufferGeometry[] {
  const { width: w, height: h } = size
  const [x, y, z] = turret
  const length = Math.max(0.4, turret[0] + reach - gun[0])
  const tube = { bottom: 0.012 * w, top: 0.01 * w, length, axis: 'x', sides: isNear ? 8 : 4 } as const
  const ring = {
    bottom: 0.15 * w,
    top: 0.135 * w,
    length: 0.08 * h,
    axis: 'z',
    sides: isNear ? 16 : 8,
  } as const
  const turning = [
    round(ring, [x, y, z + 0.04 * h], SHADE),
    box([0.02 * w, 0.26 * w, 0.14 * h], [x + 0.1 * w, y, z + 0.13 * h], PAINT),
  ]
  const raised = [
    hung(box([0.22 * w, 0.04 * w, 0.05 * h], [gun[0], y, gun[2]], DARK), { joint: 'gun', pivot: gun }),
    hung(round(tube, [gun[0] + length / 2, y, gun[2]], DARK), { joint: 'gun', pivot: gun, extra: 0.2 }),
  ]
  return [...turning.map((part) => hung(part, { joint: 'turret', pivot: [0, 0, 0] })), ...raised]
}
