/** Wheels that roll and steer, tracks that run around theirs, and a pennant in the driver's colour. */

import * as THREE from 'three'
import { box, finished, round, slab } from '../shapes'
import type { Detail, Size } from './finishes'
import { ACCENT, DARK, LINK, PAINT, RUBBER, SIDES, STEEL } from './finishes'
import { CHANNEL, hung } from './joints'
import type { TrackLoop } from './trackloop'
import { linkPlaces, trackLoop } from './trackloop'

export interface WheelPlace {
  x: number
  y: number // of its middle; left positive
  radius: number
  width: number
  isSteered: boolean
}

/** A road wheel with tyre, rim and studs, turned by how far its side rolled. */
export function roadWheel(at: WheelPlace, { isNear }: Detail): THREE.BufferGeometry[] {
  const { x, y, radius, width, isSteered } = at
  const side = y > 0 ? 1 : -1
  const face = 0.5 * width * side
  const disc = (part: number, depth: number, finish: typeof RUBBER, sides: number) =>
    round({ bottom: part * radius, top: part * radius, length: depth, axis: 'y', sides }, [0, 0, 0], finish)
  const parts = [
    disc(0.97, width, RUBBER, isNear ? 22 : 12),
    disc(0.6, 1.03 * width, { colour: 0x8f9598, gloss: 0.25 }, isNear ? 16 : 8),
  ]
  if (isNear) {
    parts.push(disc(0.48, 1.05 * width, { colour: 0x45494b }, 16), disc(0.16, 1.12 * width, STEEL, 8))
    for (let k = 0; k < 5; k++) parts.push(spoke(k, radius, face))
    for (let k = 0; k < 20; k++) parts.push(tread(k, radius, width))
  }
  const channel = isSteered
    ? side > 0
      ? CHANNEL.frontLeft
      : CHANNEL.frontRight
    : side > 0
      ? CHANNEL.rearLeft
      : CHANNEL.rearRight
  return parts.map((part) =>
    hung(part.translate(x, y, radius), {
      joint: 'wheel',
      pivot: [x, y, radius],
      channel,
      radius,
      extra: isSteered ? 1 : 0,
    }),
  )
}

function spoke(k: number, radius: number, face: number): THREE.BufferGeometry {
  const bar = new THREE.BoxGeometry(0.13 * radius, 0.05 * radius, 0.44 * radius)
  bar.translate(0, 1.06 * face, 0.34 * radius).rotateY((k * 2 * Math.PI) / 5)
  return finished(bar, { colour: 0xa9aeb0, gloss: 0.3 })
}

function tread(k: number, radius: number, width: number): THREE.BufferGeometry {
  const block = new THREE.BoxGeometry(0.15 * radius, 0.92 * width, 0.07 * radius)
  block.translate(0, 0, 0.97 * radius).rotateY((k * Math.PI) / 10)
  return finished(block, { colour: 0x1b1c1e })
}

export interface TrackedGear {
  parts: THREE.BufferGeometry[]
  loop: TrackLoop
  trackWidth: number
  middle: number // of a track, from the vehicle's middle [m]
}

interface GearSize {
  gauge: number
  count: number // road wheels a side
  wheelRadius: number
  contact: number // [m] from the first to the last road wheel
  endRadius: number // of sprocket and idler
  endReach: number // [m] from the middle to the sprocket and the idler
  endHeight: number // [m] of their middles
}

/** Both tracks with all their wheels: links near by, a band farther off. */
export function trackedGear(size: Size, gear: GearSize, detail: Detail): TrackedGear {
  const thickness = 0.055 * (size.length / 7)
  const trackWidth = Math.min(0.19 * size.width, Math.max(0.12 * size.width, size.width - gear.gauge))
  const middle = Math.min(gear.gauge / 2, (size.width - trackWidth) / 2)
  const standing = gear.wheelRadius + thickness
  const circle = (x: number, z: number, radius: number) => ({ x, z, radius: radius + thickness / 2 })
  const loop = trackLoop([
    circle(gear.endReach, gear.endHeight, gear.endRadius),
    circle(gear.contact / 2, standing, gear.wheelRadius),
    circle(-gear.contact / 2, standing, gear.wheelRadius),
    circle(-gear.endReach, gear.endHeight, gear.endRadius),
  ])
  const parts = SIDES.flatMap((side) => {
    const y = side * middle
    const belt = detail.isNear
      ? links(loop, { y, width: trackWidth, thickness, pitch: 0.026 * size.length })
      : [slab(loop.corners, trackWidth, LINK, { middle: y })]
    return [...belt, ...gearWheels(gear, { y, side, width: trackWidth, standing }, detail)]
  })
  return { parts, loop, trackWidth, middle }
}

function links(
  loop: TrackLoop,
  link: { y: number; width: number; thickness: number; pitch: number },
): THREE.BufferGeometry[] {
  const places = linkPlaces(loop.length, link.pitch)
  const pitch = loop.length / places.length
  const { y, width, thickness } = link
  return places.flatMap((at) => {
    const parts = [
      box([0.84 * pitch, width, 0.6 * thickness], [0, y, -0.1 * thickness], LINK),
      box([0.44 * pitch, 0.9 * width, 0.5 * thickness], [0, y, 0.35 * thickness], RUBBER),
    ]
    const channel = y > 0 ? CHANNEL.frontLeft : CHANNEL.frontRight
    return parts.map((part) => hung(part, { joint: 'link', pivot: [at, 0, 0], channel }))
  })
}

function gearWheels(
  gear: GearSize,
  at: { y: number; side: number; width: number; standing: number },
  detail: Detail,
): THREE.BufferGeometry[] {
  const road = Array.from({ length: gear.count }, (_, k) => (k / (gear.count - 1) - 0.5) * gear.contact)
  const seat = { ...at, width: 0.82 * at.width }
  return [
    ...road.flatMap((x) => gearWheel({ ...seat, x, z: at.standing, radius: gear.wheelRadius }, detail)),
    ...gearWheel({ ...seat, x: gear.endReach, z: gear.endHeight, radius: gear.endRadius }, detail),
    ...sprocket({ ...seat, x: -gear.endReach, z: gear.endHeight, radius: gear.endRadius }, detail),
  ]
}

interface GearWheel {
  x: number
  y: number
  z: number
  side: number
  radius: number
  width: number
}

function gearWheel(wheel: GearWheel, { isNear }: Detail): THREE.BufferGeometry[] {
  const { radius, width, side } = wheel
  const disc = (part: number, length: number, finish: typeof RUBBER, sides: number) =>
    round({ bottom: part * radius, top: part * radius, length, axis: 'y', sides }, [0, 0, 0], finish)
  const parts = [disc(1, width, RUBBER, isNear ? 18 : 10)]
  if (!isNear) return hungOn([...parts, disc(0.7, 1.03 * width, PAINT, 8)], wheel)
  parts.push(disc(0.8, 1.03 * width, PAINT, 16), disc(0.3, 1.12 * width, PAINT, 10))
  for (let k = 0; k < 6; k++) {
    const bolt = new THREE.BoxGeometry(0.13 * radius, 0.04, 0.13 * radius)
    bolt.translate(0, 0.52 * width * side, 0.52 * radius).rotateY((k * Math.PI) / 3)
    parts.push(finished(bolt, DARK))
  }
  return hungOn(parts, wheel)
}

function sprocket(wheel: GearWheel, detail: Detail): THREE.BufferGeometry[] {
  if (!detail.isNear) return gearWheel(wheel, detail)
  const { radius, width, side } = wheel
  const teeth = Array.from({ length: 11 }, (_, k) => {
    const tooth = new THREE.BoxGeometry(0.2 * radius, 1.02 * width, 0.3 * radius)
    return finished(tooth.translate(0, 0, 0.9 * radius).rotateY((k * 2 * Math.PI) / 11), STEEL)
  })
  const disc = (part: number, length: number, finish: typeof RUBBER) =>
    round({ bottom: part * radius, top: part * radius, length, axis: 'y', sides: 16 }, [0, 0, 0], finish)
  const bolts = Array.from({ length: 8 }, (_, k) => {
    const bolt = new THREE.BoxGeometry(0.1 * radius, 0.04, 0.1 * radius)
    bolt.translate(0, 0.54 * width * side, 0.55 * radius).rotateY((k * Math.PI) / 4)
    return finished(bolt, DARK)
  })
  return hungOn([...teeth, ...bolts, disc(0.82, width, STEEL), disc(0.66, 1.06 * width, PAINT)], wheel)
}

function hungOn(parts: THREE.BufferGeometry[], { x, y, z, radius }: GearWheel): THREE.BufferGeometry[] {
  const channel = y > 0 ? CHANNEL.frontLeft : CHANNEL.frontRight
  return parts.map((part) =>
    hung(part.translate(x, y, z), { joint: 'wheel', pivot: [x, y, z], channel, radius }),
  )
}

/** An aerial whose pennant shows who drives; without a player the pennant is not there. */
export function aerial(
  at: [number, number, number],
  height: number,
  isOnTurret: boolean,
): THREE.BufferGeometry[] {
  const [x, y, z] = at
  const mast = round(
    { bottom: 0.014, top: 0.007, length: height, axis: 'z', sides: 5 },
    [x, y, z + height / 2],
    DARK,
  )
  const flag = new THREE.PlaneGeometry(0.52, 0.26, 6, 1).rotateX(Math.PI / 2)
  const top = z + height - 0.15
  const both = [flag, flag.clone().rotateZ(Math.PI)].map((face) => {
    const part = finished(face.translate(x - 0.26, y, top), { ...ACCENT, glow: 0.25 })
    return hung(part, { joint: 'pennant', pivot: [x, y, top], extra: isOnTurret ? 1 : 0 })
  })
  return [isOnTurret ? hung(mast, { joint: 'turret', pivot: [0, 0, 0] }) : mast, ...both]
}
