/** Where a vehicle's body stands in the world. */

import type * as THREE from 'three'
import type { Records } from '../wire'

/** Body to world: yaw about up, then pitch about left (nose down positive), then roll about forward. */
export function poseMatrix(
  state: Records,
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
