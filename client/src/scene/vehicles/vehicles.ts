/** Shown vehicles and trailers: three levels of detail per fleet, each one draw call with joints in the shader. */

import * as THREE from 'three'
import { driverColour, sideColour } from '../../base/palette'
import { DRIVER, FLAG } from '../../connection/wire'
import type { Records } from '../../generated/messages'
import type { FleetDescription, TrailerDescription } from '../../generated/world'
import { MOST_SHOWN } from '../../world/deadreckoning'
import type { Heightfield } from '../../world/heightfield'
import type { DrawnVehicles } from '../../world/interpolation'
import type { Camouflage, CamouflageUniforms } from './camouflage'
import { camouflageUniforms, civilCoat, coloursOf, isCivil } from './camouflage'
import { ContactShadows } from './contact'
import { loadModel } from './gltf'
import { jointUniforms } from './joints'
import { Levels } from './levels'
import type { Look } from './mesh'
import { lookOf } from './mesh'
import type { DrawingReach, Steering } from './motion'
import { affordable, detailAt, Motions, steeringOf } from './motion'
import { leaningLift, poseMatrix } from './pose'
import { Articulations, asPoses, placesOf } from './trailers'

const ORIGIN_STEP = 512 // [m]
const MOST_CONTACTS = 4096 // largest number of contact shadows
const CROWD = 1024 // number of vehicles above which those beyond the fine range have no moving parts
const CLOCK_TURN = 100 * Math.PI // [s] period of the pennants' clock, a whole number of waves

export const DAMAGE = { whole: 0, hit: 0.45, dead: 1 } as const
export type Damage = keyof typeof DAMAGE

interface Picture {
  elapsed: number // simulated [s] since the last frame
  reach: DrawingReach
  own: number
}

export class Vehicles {
  readonly group = new THREE.Group()
  readonly motions: Motions
  readonly articulations = new Articulations()
  private readonly fleets: FleetMeshes[]
  private readonly steerings: Steering[]
  private readonly fleetOf: Uint16Array
  private readonly damage: Float32Array
  private readonly contacts: ContactShadows
  private readonly ground: Heightfield
  private readonly camouflage: CamouflageUniforms
  private clock = 0

  constructor(
    fleets: FleetDescription[],
    count: number,
    options: { castsShadow: boolean; ground: Heightfield; camouflage: Camouflage },
  ) {
    this.camouflage = camouflageUniforms(options.camouflage)
    this.ground = options.ground
    this.motions = new Motions(count)
    this.damage = new Float32Array(count)
    this.fleetOf = new Uint16Array(count)
    this.steerings = fleets.map(steeringOf)
    this.contacts = new ContactShadows(Math.min(MOST_CONTACTS, 4 * count))
    this.group.add(this.contacts.mesh)
    this.fleets = fleets.map((fleet, index) => {
      this.fleetOf.fill(index, fleet.first, fleet.first + fleet.count)
      return new FleetMeshes(fleet, { ...options, group: this.group, camouflage: this.camouflage })
    })
  }

  /** Repaint the military vehicles. */
  paint(kind: Camouflage): void {
    this.camouflage.camouflage.value = coloursOf(kind)
  }

  get looks(): Look[] {
    return this.fleets.map((fleet) => fleet.look)
  }

  setDamage(id: number, state: Damage): void {
    if (id < this.damage.length) this.damage[id] = DAMAGE[state]
  }

  damageOf(id: number): Damage {
    const value = this.damage[id]
    return value >= DAMAGE.dead ? 'dead' : value > 0 ? 'hit' : 'whole'
  }

  /** Place the shown vehicles for a camera position. */
  update(state: DrawnVehicles, eye: THREE.Vector3, picture: Picture): void {
    const origin = this.group.position
    origin.set(
      Math.round(eye.x / ORIGIN_STEP) * ORIGIN_STEP,
      Math.round(eye.y / ORIGIN_STEP) * ORIGIN_STEP,
      0,
    )
    this.clock = (this.clock + picture.elapsed) % CLOCK_TURN
    this.articulations.advance(picture.elapsed)
    const { elapsed } = picture
    const moving = this.moving(state, picture.reach.fine, eye)
    this.motions.update(state, elapsed, (id) => this.steerings[this.fleetOf[id]], moving)
    const { near, coarse } = picture.reach
    const reach = affordable(picture.reach, countWithin(near, state, eye), countWithin(coarse, state, eye))
    const { motions, damage, contacts, ground, articulations, fleets } = this
    const placing = { ...picture, motions, damage, contacts, ground, articulations, eye, origin, reach }
    contacts.clear()
    for (const fleet of fleets) fleet.clear(this.clock)
    for (const id of state.shown) fleets[this.fleetOf[id]].place(id, state, placing)
    for (const fleet of fleets) fleet.commit()
    contacts.commit()
  }

  /** Return the ids of vehicles whose moving parts are drawn. */
  private moving(state: DrawnVehicles, reach: number, eye: THREE.Vector3): Uint32Array {
    if (state.shown.length <= CROWD) return state.shown
    return state.shown.filter((id) => distanceTo(state, id, eye) <= reach)
  }
}

function countWithin(reach: number, state: DrawnVehicles, eye: THREE.Vector3): number {
  let count = 0
  for (const id of state.shown) if (distanceTo(state, id, eye) <= reach) count++
  return count
}

interface Placing extends Picture {
  motions: Motions
  articulations: Articulations
  ground: Heightfield
  damage: Float32Array
  contacts: ContactShadows
  eye: THREE.Vector3
  origin: THREE.Vector3
}

const STANDS = 0.25 // [m] height above ground up to which a vehicle has a contact shadow

class FleetMeshes {
  readonly look: Look
  private readonly fleet: FleetDescription
  private readonly levels: Levels
  private readonly trailers: { trailer: TrailerDescription; levels: Levels }[]
  private readonly accents = new Map<string, THREE.Color>()
  private readonly values = {
    pose: new THREE.Matrix4(),
    rolled: new Float32Array(4),
    turned: new Float32Array(4),
    looks: new Float32Array(4),
    accent: new Float32Array(4),
    coat: Float32Array.of(1, 1, 1, 1),
  }
  private readonly isCivil: boolean
  private readonly offset: THREE.Matrix4 // from the position of a vehicle to the centre of its body
  private readonly reference = new THREE.Matrix4() // pose of the last filled vehicle at its position

  constructor(
    fleet: FleetDescription,
    options: { castsShadow: boolean; group: THREE.Group; camouflage: CamouflageUniforms },
  ) {
    this.fleet = fleet
    this.offset = new THREE.Matrix4().makeTranslation(fleet.body.offset, 0, 0)
    this.isCivil = isCivil(fleet)
    if (this.isCivil) this.values.coat[3] = 0
    this.look = lookOf(fleet)
    const dressing = { ...options, capacity: Math.min(MOST_SHOWN, Math.max(1, fleet.count)) }
    const marking = fleet.side === null ? null : sideColour(fleet.side)
    const paint = { marking, camouflage: options.camouflage }
    this.levels = new Levels(this.look, paint, dressing)
    this.trailers = fleet.trailers.map((trailer) => ({
      trailer,
      levels: new Levels(lookOf(trailer), paint, dressing),
    }))
    if (fleet.shape) this.wear(fleet.shape).catch((reason: unknown) => this.explain(reason))
  }

  /** Remove all vehicles; `seconds` is the time of the waving pennants. */
  clear(seconds: number): void {
    this.levels.joints.clock.value = seconds
    this.levels.clear()
    for (const { levels } of this.trailers) levels.clear()
  }

  /** Show one vehicle. */
  place(id: number, state: DrawnVehicles, placing: Placing): void {
    const detail = detailAt(distanceTo(state, id, placing.eye), placing.reach)
    if (detail === 'none') return
    const lift = this.fill(id, state, placing)
    const { pose } = this.values
    this.reference.copy(pose)
    pose.multiply(this.offset)
    this.levels.add(detail, this.values)
    if (detail !== 'far') {
      const above = state.z[id] + lift - placing.ground.heightNear(state.x[id], state.y[id], state.z[id])
      if (above < STANDS) placing.contacts.add(pose, this.fleet.body)
    }
    if (this.trailers.length > 0) this.addTrailers(id, state, { ...placing, detail })
  }

  commit(): void {
    this.levels.commit()
    for (const { levels } of this.trailers) levels.commit()
  }

  /** Add the trailers of the last filled vehicle. */
  private addTrailers(
    id: number,
    state: Records,
    placing: Placing & { detail: 'near' | 'mid' | 'far' },
  ): void {
    const { origin, ground, articulations, contacts, detail } = placing
    const matrix = new THREE.Matrix4().makeTranslation(origin).multiply(this.reference)
    const how = { ground, angleOf: (index: number) => articulations.of(id, index) }
    const drawn = this.trailers.slice(0, articulations.count(id)).map(({ trailer }) => trailer)
    placesOf({ matrix, yaw: state.yaw[id] }, drawn, how).forEach((place, index) => {
      const { trailer, levels } = this.trailers[index]
      poseMatrix(asPoses(place), 0, origin, this.values.pose)
      levels.add(detail, this.values)
      const middle = new THREE.Matrix4().makeTranslation(trailer.middle, 0, 0).premultiply(this.values.pose)
      if (detail !== 'far') contacts.add(middle, trailer)
    })
  }

  /** Set the values of one vehicle; return the height by which it was lifted to rest on its side [m]. */
  private fill(id: number, state: DrawnVehicles, { motions, damage, origin, own, ground }: Placing): number {
    const { pose, rolled, turned, looks, accent } = this.values
    poseMatrix(state, id, origin, pose)
    const lift = leaningLift(state, id, ground, this.fleet.body.width)
    pose.elements[14] += lift
    for (let k = 0; k < 4; k++) {
      rolled[k] = motions.rolled[4 * id + k]
      turned[k] = motions.turned[4 * id + k]
    }
    if (damage[id] >= DAMAGE.dead) turned[3] = -0.12 // [rad] the gun of a wreck is lowered
    const isDriven = (state.flags[id] & FLAG.driver) === DRIVER.player
    looks[0] = damage[id]
    looks[1] = motions.recoil[id]
    looks[2] = isDriven ? 1 : 0
    looks[3] = Math.abs(state.speed[id])
    if (this.isCivil) civilCoat(id).toArray(this.values.coat)
    if (isDriven) this.accentOf(driverColour(id, own)).toArray(accent)
    accent[3] = state.opacity[id]
    return lift
  }

  private accentOf(name: string): THREE.Color {
    const known = this.accents.get(name)
    if (known) return known
    const colour = new THREE.Color(name)
    this.accents.set(name, colour)
    return colour
  }

  /** Use the shape of the user's file for the near level; the fleet has the shape of its kind until it is loaded. */
  private async wear(address: string): Promise<void> {
    const model = await loadModel(address, this.fleet.body)
    const joints = jointUniforms()
    joints.clock = this.levels.joints.clock
    joints.turretPlace.value.set(...model.turretPlace)
    this.levels.replace(model.dress(joints), joints)
  }

  private explain(reason: unknown): void {
    const words = reason instanceof Error ? reason.message : String(reason)
    console.warn(`motorpool: ${this.fleet.name} keeps the shape of its kind: ${words}`)
  }
}

function distanceTo(state: Records, id: number, eye: THREE.Vector3): number {
  const [dx, dy, dz] = [state.x[id] - eye.x, state.y[id] - eye.y, state.z[id] - eye.z]
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}
