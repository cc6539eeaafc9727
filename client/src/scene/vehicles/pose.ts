/** The pose of a vehicle's body in the world. */

import type * as THREE from 'three'
import type { Heightfield } from '../../world/heightfield'

/** The poses of many vehicles, in columns. */
export type Poses = Record<'x' | 'y' | 'z' | 'yaw' | 'pitch' | 'roll', ArrayLike<number>>

const LEANS = 0.12 // [rad] that springs and the ground between its wheels may tilt a vehicle without its tipping

/** The height [m] by which a vehicle that leans is lifted, so that its lower side lies on the ground. */
export function leaningLift(state: Poses, id: number, ground: Heightfield, width: number): number {
  if (Math.abs(state.roll[id]) < LEANS) return 0
  const [x, y, yaw] = [state.x[id], state.y[id], state.yaw[id]]
  const [leftX, leftY] = [-Math.sin(yaw), Math.cos(yaw)]
  const half = 0.5 * width
  const z = state.z[id]
  const level = ground.heightNear(x, y, z)
  const rise =
    ground.heightNear(x + half * leftX, y + half * leftY, z) -
    ground.heightNear(x - half * leftX, y - half * leftY, z)
  const lean = Math.abs(state.roll[id] - Math.atan2(rise, width))
  return lean < LEANS ? 0 : Math.max(0, half * Math.sin(lean) - Math.max(0, z - level))
}

/** Body to world: yaw about up, then pitch about left (nose down positive), then roll about forward. */
export function poseMatrix(
  state: Poses,
  id: number,
  origin: THREE.Vector3,
  out: THREE.Matrix4,
): THREE.Matrix4 {
  const [cy, sy] = [Math.cos(state.yaw[id]), Math.sin(state.yaw[id])]
  const [cp, sp] = [Math.cos(state.pitch[id]), Math.sin(state.pitch[id])]
  const [cr, sr] = [Math.cos(state.roll[id]), Math.sin(state.roll[id])]
  return out.set(
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    state.x[id] - origin.x,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    state.y[id] - origin.y,
    -sp,
    cp * sr,
    cp * cr,
    state.z[id] - origin.z,
    0,
    0,
    0,
    1,
  )
}
