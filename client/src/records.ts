/** Copying of a vehicle's state between tables of columns. */

import type { Records } from './generated/messages'

/** Copy the state in row `k` of `from` to row `id` of `to`; a loop over the columns' names takes five times as long. */
export function copyState(from: Records, k: number, to: Records, id: number): void {
  to.x[id] = from.x[k]
  to.y[id] = from.y[k]
  to.z[id] = from.z[k]
  to.yaw[id] = from.yaw[k]
  to.pitch[id] = from.pitch[k]
  to.roll[id] = from.roll[k]
  to.speed[id] = from.speed[k]
  to.steer[id] = from.steer[k]
  to.flags[id] = from.flags[k]
}
