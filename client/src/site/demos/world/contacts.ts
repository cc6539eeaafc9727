/** Contacts of the small world: who may touch is listed here, what comes of it is the package's (`stages`). */

import type {
  CandidatesFiled,
  Circles,
  ClearanceMap,
  ContactList,
  Entity,
  NearObjects,
  Neighbourhood,
  Pairs,
  ResidualMotion,
} from '../../../generated/world/stages'
import * as stages from '../../../generated/world/stages'

const SKIN = 12 // how far two vehicles may approach each other before all are searched again [m]

export class Contacts {
  private readonly filed: CandidatesFiled
  private pairs: Pairs = pairsOf(0)
  private near: NearObjects = { vehicle: new Int32Array(0), touches: new Int8Array(0) }
  private readonly largestRadius: number

  constructor(
    private readonly entity: Entity,
    private readonly residual: ResidualMotion,
    private readonly neighbourhood: Neighbourhood,
  ) {
    const count = entity.pose.x.length
    this.filed = {
      x: new Float64Array(count).fill(Number.NaN),
      y: new Float64Array(count),
      hasMoved: new Int8Array(count),
      partners: new Int32Array(count),
      isNearObject: new Int8Array(count),
    }
    this.largestRadius = Math.max(...entity.body.radius)
  }

  /** Search anew at the next step, as after an object has been put there. */
  forget(): void {
    this.filed.x.fill(Number.NaN)
  }

  /** Apply the impulses of vehicles that touch something, and take them out of it. */
  step(objects: Circles, clearance: ClearanceMap, largestObject: number, refresh: () => void): void {
    const { entity, filed } = this
    stages.noticeMoves(entity.pose, entity.motion, filed, 0.5 * SKIN)
    if (filed.hasMoved.includes(1)) {
      refresh()
      this.search(objects, clearance, largestObject)
    }
    stages.markTouchingPairs(this.pairs, entity)
    stages.markTouchingObjects(this.near, entity, objects, largestObject)
    const met = chosen(this.pairs.touches)
    const involved = new Set(chosen(this.near.touches).map((k) => this.near.vehicle[k]))
    for (const k of met) involved.add(this.pairs.first[k]).add(this.pairs.second[k])
    if (involved.size) this.resolve(met, Int32Array.from(involved).sort(), objects)
  }

  private search(objects: Circles, clearance: ClearanceMap, largestObject: number): void {
    const { entity, filed, neighbourhood, largestRadius } = this
    stages.countCandidates(
      entity,
      filed,
      neighbourhood,
      objects,
      clearance,
      largestRadius,
      largestObject,
      SKIN,
    )
    const pairs = pairsOf(Array.from(filed.partners).reduce((sum, count) => sum + count, 0))
    stages.listPairs(pairs, filed, neighbourhood, largestRadius, SKIN)
    const order = [...pairs.first.keys()].sort(
      (a, b) => pairs.first[a] - pairs.first[b] || pairs.second[a] - pairs.second[b],
    )
    this.pairs = pairsOf(order.length)
    order.forEach((k, place) => {
      this.pairs.first[place] = pairs.first[k]
      this.pairs.second[place] = pairs.second[k]
    })
    const vehicle = Int32Array.from(chosen(filed.isNearObject))
    this.near = { vehicle, touches: new Int8Array(vehicle.length) }
  }

  /** Resolve these pairs and these vehicles on objects; what their models do not know becomes residual motion. */
  private resolve(met: number[], vehicles: Int32Array, objects: Circles): void {
    const { motion } = this.entity
    const before = Array.from(vehicles, (i) => [motion.lateralSpeed[i], motion.yawRate[i]])
    const pairs = contactList(
      Int32Array.from(met, (k) => this.pairs.first[k]),
      Int32Array.from(met, (k) => this.pairs.second[k]),
    )
    const onObjects = contactList(vehicles, new Int32Array(vehicles.length).fill(-1))
    stages.resolveContacts(pairs, onObjects, this.entity, objects)
    vehicles.forEach((i, place) => {
      this.residual.residualLateralSpeed[i] += motion.lateralSpeed[i] - before[place][0]
      this.residual.residualYawRate[i] += motion.yawRate[i] - before[place][1]
    })
  }
}

function pairsOf(count: number): Pairs {
  return { first: new Int32Array(count), second: new Int32Array(count), touches: new Int8Array(count) }
}

function contactList(vehicle: Int32Array, other: Int32Array): ContactList {
  const numbers = () => new Float64Array(vehicle.length)
  return {
    vehicle,
    other,
    impulse: numbers(),
    closingSpeed: numbers(),
    x: numbers(),
    y: numbers(),
    isHeadOn: new Int8Array(vehicle.length),
  }
}

function chosen(flags: ArrayLike<number>): number[] {
  return Array.from(flags, (flag, place) => (flag ? place : -1)).filter((place) => place >= 0)
}
