/** The vehicle that commands about a vehicle mean. */

import { DRIVER, FLAG } from '../wire'

interface Shown {
  session: { own: number; selected: number }
  newest: { flags: ArrayLike<number> }
}

/** Return the driven or followed vehicle; -1 for none, or if it is not of this world or was removed. */
export function ownVehicleOf({ session, newest }: Shown): number {
  const id = session.own >= 0 ? session.own : session.selected
  const flags = id < 0 ? FLAG.absent : newest.flags[id]
  return flags & FLAG.absent || (flags & FLAG.driver) === DRIVER.remote ? -1 : id
}
