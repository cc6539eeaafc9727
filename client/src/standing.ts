/** Texts about standing vehicles, with reasons from the server. */

import type { StandingVehicle } from './generated/messages'

type Told = StandingVehicle | undefined

/** Return the reason why a vehicle stands ("Stuck in mud: needs 38 kN, has 21"); empty if it moves. */
export function reason(vehicle: Told): string {
  return vehicle ? capital(vehicle.words) : ''
}

/** Return the reason without numbers, for a label: "stuck in mud". */
export function shortReason(vehicle: Told): string {
  return vehicle ? vehicle.words.split(':')[0] : ''
}

/** Return lines with the reason why a vehicle stands and with its recovery; none if it moves. */
export function standingLines(vehicle: Told): string[] {
  return vehicle ? [capital(vehicle.words), capital(vehicle.action)].filter(Boolean) : []
}

/** Return the vehicles that have stood for long, the longest standing first. */
export function counted(vehicles: Iterable<StandingVehicle>): StandingVehicle[] {
  return [...vehicles]
    .filter((one) => one.is_counted)
    .sort((a, b) => a.since - b.since || a.vehicle - b.vehicle)
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
