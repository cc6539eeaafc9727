/** A semi-trailer: a box on a chassis, legs behind its kingpin, axles under its end. x = 0 is the middle of the axles. */

import type * as THREE from 'three'
import { box } from '../shapes'
import type { Detail, Look, Size } from './finishes'
import { ACCENT, AMBER, DARK, PAINT, PLATE, RUBBER, SHADE, SIDES, STEEL, TAIL } from './finishes'
import { assembled } from './joints'
import type { WheelPlace } from './wheels'
import { roadWheel } from './wheels'

const NOSE = 0.12 // of the way from kingpin to axles, that the box reaches ahead of the kingpin
const TAIL_REACH = 0.26 // and behind the axles
const GAP = 0.8 // [m] between the boxes of two trailers
const LONG = 6 // [m] from kingpin to axles, from which on there are three axles, not two

/** Of one trailer behind another: its kingpin, its axles, and where the next one is hitched. */
export interface TrailerPlan {
  reach: number // [m] from the kingpin to the axles
  next?: { hitch: number; reach: number } | undefined // hitch behind the axles [m]
}

export interface TrailerBody {
  size: Size
  middle: number // [m] of its box ahead of the axles
}

/** The box that `drawn` draws; it leaves room for the nose of a trailer that is hitched on behind. */
export function trailerBody({ reach, next }: TrailerPlan, drawn: Size): TrailerBody {
  const front = (1 + NOSE) * reach
  const room = next ? NOSE * next.reach - next.hitch + GAP : Number.NEGATIVE_INFINITY
  const back = Math.min(0.5 * reach, Math.max(-TAIL_REACH * reach, room))
  const width = Math.max(1.2, 1.02 * drawn.width)
  const height = Math.max(1.6, Math.min(4, 1.22 * drawn.height))
  return { size: { length: front - back, width, height }, middle: 0.5 * (front + back) }
}

interface Shape {
  size: Size
  reach: number
  wheels: WheelPlace[]
  floor: number // [m]
  back: number
  front: number
}

export function trailer(plan: TrailerPlan, drawn: Size): Look {
  const { reach } = plan
  const { size, middle } = trailerBody(plan, drawn)
  const radius = Math.min(0.5, 0.13 * size.height)
  const width = 0.2 * size.width
  const gap = 2.3 * radius
  const axles = reach > LONG ? [-gap, 0, gap] : [-gap / 2, gap / 2]
  const wheels = axles.flatMap((x) =>
    SIDES.map((side) => ({ x, y: side * (0.49 * size.width - width / 2), radius, width, isSteered: false })),
  )
  const shape = {
    size,
    reach,
    wheels,
    floor: 2.35 * radius,
    back: middle - size.length / 2,
    front: middle + size.length / 2,
  }
  return {
    near: assembled(parts(shape, { isNear: true })),
    mid: assembled(parts(shape, { isNear: false })),
    far: assembled(coarse(shape)),
    turretPlace: [0, 0, 0],
    roof: [middle, 0, size.height],
    loop: undefined,
    dust: wheels.map(({ x, y }) => [x, y]),
    exhaust: [middle, 0, size.height],
  }
}

function parts(shape: Shape, detail: Detail): THREE.BufferGeometry[] {
  const { size, reach, wheels, floor, back, front } = shape
  const { width: w, height: h } = size
  const { radius } = wheels[0]
  const middle = (back + front) / 2
  const length = front - back
  const chassis = Math.min(0, Math.max(back, -2.4 * radius)) - 1.2 * radius // where it ends, the box or not
  const body = [
    box([length, w, h - floor], [middle, 0, (h + floor) / 2], PAINT),
    box([length + 0.02, 1.004 * w, 0.035 * h], [middle, 0, floor + 0.017 * h], SHADE),
    box([length + 0.02, 1.004 * w, 0.025 * h], [middle, 0, h - 0.012 * h], SHADE),
    ...SIDES.flatMap((side) => [
      box([0.92 * length, 0.012, 0.09 * h], [middle, side * 0.502 * w, floor + 0.3 * (h - floor)], ACCENT),
      box(
        [0.85 * reach - chassis, 0.07 * w, 0.35 * radius],
        [(0.85 * reach + chassis) / 2, side * 0.17 * w, floor - 0.2 * radius],
        DARK,
      ),
      box([0.16, 0.1, 0.86 * floor], [0.78 * reach, side * 0.28 * w, 0.5 * floor + 0.07 * floor], STEEL),
    ]),
    ...wheels.flatMap((wheel) => roadWheel(wheel, detail)),
  ]
  return detail.isNear ? [...body, ...fittings(shape)] : body
}

function fittings({ size, reach, wheels, floor, back, front }: Shape): THREE.BufferGeometry[] {
  const { width: w, height: h } = size
  const { radius } = wheels[0]
  const tall = h - floor
  const count = Math.max(3, Math.round((front - back) / 1.2))
  const ribs = Array.from({ length: count }, (_, k) => back + ((k + 0.5) * (front - back)) / count)
  return [
    ...SIDES.flatMap((side) => [
      ...ribs.map((x) => box([0.05, 0.02, 0.9 * tall], [x, side * 0.502 * w, floor + 0.5 * tall], SHADE)),
      box([0.5 * reach, 0.03, 0.07 * h], [0.42 * reach, side * 0.47 * w, 0.62 * floor], STEEL),
      box([0.02, 0.16 * w, 0.035 * h], [back - 0.012, side * 0.38 * w, 0.82 * floor], TAIL),
      box([0.02, 0.03, 0.04 * h], [back - 0.012, side * 0.25 * w, floor + 0.5 * tall], STEEL),
      box([0.03, 0.04 * w, 0.02 * h], [back - 0.006, side * 0.44 * w, 0.975 * h], TAIL),
      box([0.12, 0.02, 0.03], [0.5 * reach, side * 0.504 * w, floor + 0.05 * h], AMBER),
      box([0.02, 0.2 * w, 0.8 * radius], [-3.9 * radius, side * 0.37 * w, 1.2 * radius], RUBBER),
    ]),
    box([0.014, 0.012 * w, 0.94 * tall], [back - 0.006, 0, floor + 0.5 * tall], DARK),
    box([0.06, 0.92 * w, 0.06 * h], [back + 0.12, 0, 0.55 * floor], STEEL),
    box([0.016, 0.2 * w, 0.04 * h], [back - 0.01, 0, 0.82 * floor], PLATE),
  ]
}

function coarse({ size, reach, wheels, floor, back, front }: Shape): THREE.BufferGeometry[] {
  const { width: w, height: h } = size
  const { radius } = wheels[0]
  return [
    box([front - back, w, h - floor], [(front + back) / 2, 0, (h + floor) / 2], PAINT),
    box([0.8 * reach, 0.5 * w, 0.5 * radius], [0.4 * reach, 0, floor - 0.2 * radius], DARK),
    box([6 * radius, 0.94 * w, 1.8 * radius], [0, 0, 0.9 * radius], RUBBER),
  ]
}
