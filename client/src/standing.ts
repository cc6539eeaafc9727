/** Words about vehicles that stand; why they do, the server says. */

import type { StandingVehicle } from './generated/messages'

type Told = StandingVehicle | undefined

/** Why a vehicle stands, with a capital: "Stuck in mud: needs 38 kN, has 21"; empty where it does not. */
export function reason(vehicle: Told): string {
  return vehicle ? capital(vehicle.words) : ''
}

/** The same without figures, for a label: "stuck in mud". */
export function shortReason(vehicle: Told): string {
  return vehicle ? vehicle.words.split(':')[0] : ''
}

/** Why a vehicle stands and what it does about it, a line each; none where it does not. */
export function standingLines(vehicle: Told): string[] {
  return vehicle ? [capital(vehicle.words), capital(vehicle.action)].filter(Boolean) : []
}

/** Those that have stood for long, the longest standing first. */
export function counted(vehicles: Iterable<StandingVehicle>): StandingVehicle[] {
  return [...vehicles]
    .filter((one) => one.is_counted)
    .sort((a, b) => a.since - b.since || a.vehicle - b.vehicle)
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
