/** All vehicles: three levels of detail a fleet, each one draw call, moved by their joints in the shader. */

import * as THREE from 'three'
import { ContactShadows } from './looks/contact'
import type { Look } from './looks/finishes'
import { loadModel } from './looks/gltf'
import { Instances } from './looks/instances'
import type { JointUniforms } from './looks/joints'
import { jointUniforms } from './looks/joints'
import { paintMaterial } from './looks/material'
import type { Detail, DrawingReach, Steering } from './looks/motion'
import { affordable, detailAt, Motions, steeringOf } from './looks/motion'
import { poseMatrix } from './looks/pose'
import { driverColour, fleetColour } from './palette'
import { vehicleLook } from './vehicleshapes'
import type { Records } from './wire'
import { DRIVER, FLAG } from './wire'
import type { FleetInfo } from './world'

const ORIGIN_STEP = 512 // [m]
const CLOCK_TURN = 100 * Math.PI // [s] the pennants' clock starts anew, at the same wave

export const DAMAGE = { whole: 0, hit: 0.45, dead: 1 } as const
export type Damage = keyof typeof DAMAGE

interface Picture {
  elapsed: number // simulated [s] since the last one
  reach: DrawingReach
  own: number
}

export class Vehicles {
  readonly group = new THREE.Group()
  readonly motions: Motions
  private readonly fleets: FleetMeshes[]
  private readonly steerings: Steering[]
  private readonly fleetOf: Uint16Array
  private readonly damage: Float32Array
  private readonly contacts: ContactShadows
  private clock = 0

  constructor(fleets: FleetInfo[], count: number, options: { castsShadow: boolean }) {
    this.motions = new Motions(count)
    this.damage = new Float32Array(count)
    this.fleetOf = new Uint16Array(count)
    this.steerings = fleets.map(steeringOf)
    this.contacts = new ContactShadows(count)
    this.group.add(this.contacts.mesh)
    this.fleets = fleets.map((fleet, index) => {
      this.fleetOf.fill(index, fleet.first, fleet.first + fleet.count)
      return new FleetMeshes(fleet, fleetColour(index), { ...options, group: this.group })
    })
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

  /** Place every vehicle for this eye. */
  update(state: Records, eye: THREE.Vector3, picture: Picture): void {
    const origin = this.group.position
    origin.set(
      Math.round(eye.x / ORIGIN_STEP) * ORIGIN_STEP,
      Math.round(eye.y / ORIGIN_STEP) * ORIGIN_STEP,
      0,
    )
    this.clock = (this.clock + picture.elapsed) % CLOCK_TURN
    this.motions.update(state, picture.elapsed, (id) => this.steerings[this.fleetOf[id]])
    const reach = affordable(picture.reach, this.countWithin(picture.reach.near, state, eye))
    const { motions, damage, contacts } = this
    contacts.clear()
    for (const fleet of this.fleets) {
      fleet.joints.clock.value = this.clock
      fleet.update(state, { ...picture, motions, damage, contacts, eye, origin, reach })
    }
    contacts.commit()
  }

  private countWithin(reach: number, state: Records, eye: THREE.Vector3): number {
    let count = 0
    for (let id = 0; id < this.damage.length; id++) if (distanceTo(state, id, eye) <= reach) count++
    return count
  }
}

interface Placing extends Picture {
  motions: Motions
  damage: Float32Array
  contacts: ContactShadows
  eye: THREE.Vector3
  origin: THREE.Vector3
}

type Level = Exclude<Detail, 'none'>

class FleetMeshes {
  readonly look: Look
  readonly joints: JointUniforms = jointUniforms()
  private readonly fleet: FleetInfo
  private readonly levels: Record<Level, Instances>
  private readonly accents = new Map<string, THREE.Color>()
  private readonly values = {
    pose: new THREE.Matrix4(),
    rolled: new Float32Array(4),
    turned: new Float32Array(4),
    looks: new Float32Array(4),
    accent: new Float32Array(3),
  }

  constructor(fleet: FleetInfo, colour: string, options: { castsShadow: boolean; group: THREE.Group }) {
    this.fleet = fleet
    this.look = vehicleLook(fleet)
    this.setJoints()
    const material = paintMaterial(new THREE.Color(colour), this.joints)
    const level = (geometry: THREE.BufferGeometry, castsShadow: boolean) =>
      new Instances([{ geometry, material }], Math.max(1, fleet.count), { joints: this.joints, castsShadow })
    this.levels = {
      near: level(this.look.near, options.castsShadow),
      mid: level(this.look.mid, options.castsShadow),
      far: level(this.look.far, false),
    }
    for (const each of Object.values(this.levels)) options.group.add(...each.meshes)
    if (fleet.shape) this.wear(fleet.shape, options).catch((reason: unknown) => this.explain(reason))
  }

  update(state: Records, placing: Placing): void {
    for (const level of Object.values(this.levels)) level.clear()
    for (let id = this.fleet.first; id < this.fleet.first + this.fleet.count; id++) {
      const detail = detailAt(distanceTo(state, id, placing.eye), placing.reach)
      if (detail === 'none') continue
      this.fill(id, state, placing)
      this.levels[detail].add(this.values)
      if (detail !== 'far') placing.contacts.add(this.values.pose, this.fleet.body)
    }
    for (const level of Object.values(this.levels)) level.commit()
  }

  private fill(id: number, state: Records, { motions, damage, origin, own }: Placing): void {
    const { pose, rolled, turned, looks, accent } = this.values
    poseMatrix(state, id, origin, pose)
    rolled.set(motions.rolled.subarray(4 * id, 4 * id + 4))
    turned.set(motions.turned.subarray(4 * id, 4 * id + 4))
    if (damage[id] >= DAMAGE.dead) turned[3] = -0.12 // [rad] nobody holds the gun up
    const isDriven = (state.flags[id] & FLAG.driver) === DRIVER.player
    looks.set([damage[id], motions.recoil[id], isDriven ? 1 : 0, Math.abs(state.speed[id])])
    if (isDriven) this.accentOf(driverColour(id, own)).toArray(accent)
  }

  private accentOf(name: string): THREE.Color {
    const known = this.accents.get(name)
    if (known) return known
    const colour = new THREE.Color(name)
    this.accents.set(name, colour)
    return colour
  }

  private setJoints(): void {
    const { loop, turretPlace } = this.look
    this.joints.turretPlace.value.set(...turretPlace)
    if (!loop) return
    this.joints.trackLength.value = loop.length
    loop.points.forEach(({ x, z, alongX, alongZ }, k) => {
      this.joints.trackLoop.value[k].set(x, z, alongX, alongZ)
    })
  }

  /** Put on the shape of the user's own file; until it has come, and far away, the fleet looks as its kind does. */
  private async wear(address: string, options: { castsShadow: boolean; group: THREE.Group }): Promise<void> {
    const model = await loadModel(address, this.fleet.body)
    const joints = jointUniforms()
    joints.clock = this.joints.clock
    joints.turretPlace.value.set(...model.turretPlace)
    const parts = model.dress(joints)
    for (const mesh of [...this.levels.near.meshes, ...this.levels.mid.meshes]) mesh.removeFromParent()
    const worn = new Instances(parts, Math.max(1, this.fleet.count), {
      joints,
      castsShadow: options.castsShadow,
    })
    this.levels.near = this.levels.mid = worn
    options.group.add(...worn.meshes)
  }

  private explain(reason: unknown): void {
    const words = reason instanceof Error ? reason.message : String(reason)
    console.warn(`motorpool: ${this.fleet.name} keeps the shape of its kind: ${words}`)
  }
}

function distanceTo(state: Records, id: number, eye: THREE.Vector3): number {
  return Math.hypot(state.x[id] - eye.x, state.y[id] - eye.y, state.z[id] - eye.z)
}
