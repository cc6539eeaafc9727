/** The shape of a fleet's vehicles, by their look or by their kind and dimensions: x forward, y left, z up, standing on z = 0, in metres. */

import type * as THREE from 'three'
import type { FleetDescription } from './generated/world'
import { car } from './looks/car'
import { dot } from './looks/dot'
import type { Look } from './looks/finishes'
import { assembled, JOINT } from './looks/joints'
import { lorry } from './looks/lorry'
import { steeringOf } from './looks/motion'
import { quad } from './looks/quad'
import { roofGun } from './looks/roofgun'
import { carrier, fightingVehicle, tank, trackedVehicle } from './looks/tank'
import { truck } from './looks/truck'
import { van } from './looks/van'

const FULL_SIZE = 3 // [m] length of the smallest car that anybody sits in
const TRUCK_LENGTH = 5.8 // [m]
const TRUCK_HEIGHT = 2.15 // [m]

/** A wheeled vehicle from this size on is a truck, below it a car. */
export function isTruck({ length, height }: FleetDescription['body']): boolean {
  return length >= TRUCK_LENGTH || height >= TRUCK_HEIGHT
}

export function vehicleLook(fleet: FleetDescription): Look {
  const { body, kind, armament } = fleet
  if (kind === 'tracked') return trackedLook(fleet)
  if (kind === 'point') return dot(body)
  const look = wheeledLook(fleet)
  return armament ? armed(look, body, armament.barrel_length) : look
}

function trackedLook(fleet: FleetDescription): Look {
  const { body, armament, vehicle } = fleet
  const { gauge } = steeringOf(fleet)
  const overhang = vehicle?.gun_overhang ?? 0
  const muzzle = armament?.barrel_length ?? (overhang > 0 ? 0.5 * body.length + overhang : undefined)
  switch (vehicle?.look) {
    case 'tank':
      return tank(body, gauge, muzzle)
    case 'carrier':
      return carrier(body, gauge, muzzle)
    case 'fighting-vehicle':
      return fightingVehicle(body, gauge, muzzle)
    default:
      return trackedVehicle(body, gauge, muzzle)
  }
}

function wheeledLook({ body, wheelbase, vehicle, trailers }: FleetDescription): Look {
  if (trailers.length > 0) return lorry(body, wheelbase)
  switch (vehicle?.look) {
    case 'truck':
    case 'lorry':
      return truck(body, wheelbase)
    case 'racer':
      return racer(body, wheelbase)
    case 'car':
    case 'utility':
      return car(body, wheelbase, vehicle.look === 'utility')
    case 'van':
      return van(body, wheelbase)
    case 'quad':
      return quad(body, wheelbase)
    default:
      return isTruck(body) ? truck(body, wheelbase) : car(body, wheelbase)
  }
}

/** A low car; one that is carried under an arm is a model of a larger one. */
function racer(body: FleetDescription['body'], wheelbase: number | null): Look {
  const part = Math.min(1, body.length / FULL_SIZE)
  const { length, width, height } = body
  const size = { length: length / part, width: width / part, height: height / part }
  const look = car(size, wheelbase && wheelbase / part, false)
  if (part === 1) return look
  const scaled = (values: [number, number, number]) => values.map((value) => part * value) as typeof values
  for (const geometry of [look.near, look.mid, look.far]) shrink(geometry, part)
  return {
    ...look,
    roof: scaled(look.roof),
    exhaust: scaled(look.exhaust),
    dust: look.dust.map(([x, y]) => [part * x, part * y]),
  }
}

/** Every place of a geometry nearer to the origin, and the wheels' radii with them. */
function shrink(geometry: THREE.BufferGeometry, part: number): void {
  geometry.scale(part, part, part)
  const [joint, pivot] = [geometry.getAttribute('joint'), geometry.getAttribute('pivot')]
  for (let k = 0; k < joint.count; k++) {
    pivot.setXYZ(k, part * pivot.getX(k), part * pivot.getY(k), part * pivot.getZ(k))
    if (joint.getX(k) === JOINT.wheel) joint.setZ(k, part * joint.getZ(k))
  }
}

/** The same look with a gun on its roof. */
function armed(look: Look, body: FleetDescription['body'], reach: number): Look {
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
