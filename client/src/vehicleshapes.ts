/** What a fleet looks like, by its kind and its dimensions: x forward, y left, z up, standing on z = 0, in metres. */

import { car } from './looks/car'
import { dot } from './looks/dot'
import type { Look } from './looks/finishes'
import { steeringOf } from './looks/motion'
import { trackedVehicle } from './looks/tank'
import { truck } from './looks/truck'
import type { FleetInfo } from './world'

const TRUCK_LENGTH = 5.8 // [m]
const TRUCK_HEIGHT = 2.15 // [m]

/** A wheeled vehicle from this size on is a truck, below it a car. */
export function isTruck({ length, height }: FleetInfo['body']): boolean {
  return length >= TRUCK_LENGTH || height >= TRUCK_HEIGHT
}

export function vehicleLook(fleet: FleetInfo): Look {
  const { body, kind, wheelbase } = fleet
  if (kind === 'tracked') return trackedVehicle(body, steeringOf(fleet).gauge)
  if (kind === 'point') return dot(body)
  return isTruck(body) ? truck(body, wheelbase) : car(body, wheelbase)
}
