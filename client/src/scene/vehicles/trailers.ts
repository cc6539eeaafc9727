/** Trailers, drawn by the hitch angles that the server sends about twenty times a second. */

import * as THREE from 'three'
import { wrap } from '../../base/angles'
import type { TrailerDescription } from '../../generated/world'
import type { Heightfield } from '../../world/heightfield'
import type { Poses } from './pose'

const FOLLOW = 14 // [1/s] rate at which a drawn trailer follows the received angle

/** Hitch angles of all trailers of the world: received and drawn ones. */
export class Articulations {
  private readonly received = new Map<number, number[]>()
  private readonly drawn = new Map<number, number[]>()

  /** Apply received angles: for each vehicle its id and the angles [rad], the first trailer's first. */
  receive(trailers: readonly (readonly (number | null)[])[]): void {
    for (const [id, ...angles] of trailers) {
      if (id === null) continue
      const known = this.received.get(id) ?? []
      this.received.set(
        id,
        angles.map((angle, k) => angle ?? known[k] ?? 0),
      )
    }
  }

  advance(elapsed: number): void {
    const part = 1 - Math.exp(-FOLLOW * elapsed)
    for (const [id, angles] of this.received) {
      const drawn = this.drawn.get(id)
      this.drawn.set(
        id,
        angles.map((angle, k) => (drawn ? wrap(drawn[k] + part * wrap(angle - drawn[k])) : angle)),
      )
    }
  }

  /** Return the number of trailers of a vehicle: the number of received angles. */
  count(id: number): number {
    return this.drawn.get(id)?.length ?? 0
  }

  of(id: number, trailer: number): number {
    return this.drawn.get(id)?.[trailer] ?? 0
  }
}

export interface Place {
  x: number // centre of the axles [m]
  y: number
  z: number
  yaw: number // [rad]
  pitch: number // nose down positive
  roll: number // right side down positive
}

/** Return the poses of a vehicle's trailers, which rest on the ground or a deck at their axles and on the hitch. */
export function placesOf(
  vehicle: { matrix: THREE.Matrix4; yaw: number },
  trailers: readonly Pick<TrailerDescription, 'hitch' | 'reach' | 'width'>[],
  how: { ground: Heightfield; angleOf(trailer: number): number },
): Place[] {
  const { ground } = how
  const hitch = new THREE.Vector3()
  let { yaw } = vehicle
  let before: Place | undefined
  return trailers.map((trailer, index) => {
    if (before)
      hitch.set(
        before.x - trailer.hitch * Math.cos(before.yaw),
        before.y - trailer.hitch * Math.sin(before.yaw),
        0,
      )
    else hitch.set(-trailer.hitch, 0, 0).applyMatrix4(vehicle.matrix)
    if (before) hitch.z = ground.heightNear(hitch.x, hitch.y, before.z)
    yaw = wrap(yaw + how.angleOf(index))
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
    const [x, y] = [hitch.x - trailer.reach * c, hitch.y - trailer.reach * s]
    const half = 0.4 * trailer.width
    const left = ground.heightNear(x - half * s, y + half * c, hitch.z)
    const right = ground.heightNear(x + half * s, y - half * c, hitch.z)
    const z = 0.5 * (left + right)
    before = {
      x,
      y,
      z,
      yaw,
      pitch: -Math.atan2(hitch.z - z, trailer.reach),
      roll: Math.atan2(left - right, 2 * half),
    }
    return before
  })
}

/** Return one place as columns of poses. */
export function asPoses({ x, y, z, yaw, pitch, roll }: Place): Poses {
  return { x: [x], y: [y], z: [z], yaw: [yaw], pitch: [pitch], roll: [roll] }
}
