/** What a fleet looks like, by its kind and its dimensions: x forward, y left, z up, standing on z = 0, in metres. */

import { car } from './looks/car'
import { dot } from './looks/dot'
import type { Look } from './looks/finishes'
import { assembled } from './looks/joints'
import { steeringOf } from './looks/motion'
import { roofGun } from './looks/roofgun'
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
  const { body, kind, wheelbase, armament } = fleet
  if (kind === 'tracked') return trackedVehicle(body, steeringOf(fleet).gauge, armament?.barrel_length)
  if (kind === 'point') return dot(body)
  const look = isTruck(body) ? truck(body, wheelbase) : car(body, wheelbase)
  return armament ? armed(look, body, armament.barrel_length) : look
}

/** The same look with a gun on its roof. */
function armed(look: Look, body: FleetInfo['body'], reach: number): Look {
  const { near, mid, roof } = look
  const [x, y, z] = roof
  const gun: [number, number, number] = [x + 0.1 * body.width, y, z + 0.13 * body.height]
  const parts = { size: body, turret: roof, gun, reach: Math.min(reach, 0.6 * body.length) }
  return {
    ...look,
    near: assembled([near, ...roofGun(parts, { isNear: true })]),
    mid: assembled([mid, ...roofGun(parts, { isNear: false })]),
    turretPlace: roof,
  }
}
