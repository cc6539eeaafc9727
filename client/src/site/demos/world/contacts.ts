/** Contacts of the small world: candidate pairs are listed here and resolved by the package's `stages`. */

import type {
  Bodies,
  CandidatesFiled,
  Circles,
  ClearanceMap,
  ContactList,
  ContactLists,
  Entity,
  ModelVelocity,
  NearObjects,
  Neighbourhood,
  Pairs,
  ResidualMotion,
  Trailers,
} from '../../../generated/world/stages'
import * as stages from '../../../generated/world/stages'

const SKIN = 12 // approach of two vehicles after which the candidates are searched again [m]

export class Contacts {
  private readonly filed: CandidatesFiled
  private pairs: Pairs = pairsOf(0)
  private near: NearObjects = { vehicle: new Int32Array(0), touches: new Int8Array(0) }
  private readonly largestRadius: number
  private readonly lists: ContactLists
  private readonly bodies: Bodies

  constructor(
    private readonly entity: Entity,
    private readonly velocity: ModelVelocity,
    private readonly residual: ResidualMotion,
    private readonly neighbourhood: Neighbourhood,
    private readonly dt: number,
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
    const { pose, motion, body } = entity
    this.bodies = { pose, motion, body, trailers: noTrailers(count) }
    this.lists = {
      pairs: listOf(0),
      onObjects: listOf(count),
      isStruck: new Int8Array(count),
      ownRow: new Int32Array(count),
      firstEntry: new Int32Array(count),
    }
  }

  /** Search again at the next step, as after a new object. */
  forget(): void {
    this.filed.x.fill(Number.NaN)
  }

  /** Apply contact impulses, and correct penetration. */
  step(objects: Circles, clearance: ClearanceMap, largestObject: number, refresh: () => void): void {
    const { entity, bodies, filed, dt } = this
    stages.noticeMoves(entity.pose, entity.motion, filed, 0.5 * SKIN)
    if (filed.hasMoved.includes(1)) {
      refresh()
      this.search(objects, clearance, largestObject)
    }
    stages.markTouchingPairs(this.pairs, bodies, dt)
    stages.markTouchingObjects(this.near, bodies, objects, largestObject, dt)
    if (this.pairs.touches.includes(1) || this.near.touches.includes(1)) this.resolve(objects)
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
    if (this.lists.pairs.vehicle.length < order.length) this.lists.pairs = listOf(2 * order.length)
    const vehicle = Int32Array.from(chosen(filed.isNearObject))
    this.near = { vehicle, touches: new Int8Array(vehicle.length) }
  }

  /** Apply contact impulses, and correct penetration. */
  private resolve(objects: Circles): void {
    const { pairs, near, lists, bodies, velocity, residual, dt } = this
    stages.resolveContacts(pairs, near, lists, bodies, velocity, residual, objects, dt)
  }
}

/** Return the trailers of a number of vehicles that pull none. */
export function noTrailers(count: number): Trailers {
  const none = new Float64Array(0)
  return {
    first: new Int32Array(count),
    count: new Int32Array(count),
    ownCount: new Int32Array(count),
    vehicle: new Int32Array(0),
    hitchAngle: none,
    yawRate: none,
    yaw: none,
    hitchX: none,
    hitchY: none,
    axleX: none,
    axleY: none,
    x: none,
    y: none,
    z: none,
    pitch: none,
    roll: none,
    hitch: none,
    reach: none,
    middle: none,
    halfLength: none,
    halfWidth: none,
    height: none,
    mass: none,
    yawInertia: none,
    centreOffset: none,
    swings: new Int8Array(0),
  }
}

function pairsOf(count: number): Pairs {
  return { first: new Int32Array(count), second: new Int32Array(count), touches: new Int8Array(count) }
}

/** Return a list for `count` contacts. */
function listOf(count: number): ContactList {
  const numbers = () => new Float64Array(count)
  return {
    count: new Int32Array(1),
    vehicle: new Int32Array(count),
    other: new Int32Array(count),
    impulse: numbers(),
    closingSpeed: numbers(),
    x: numbers(),
    y: numbers(),
    lateralSpeed: numbers(),
    yawRate: numbers(),
    isHeadOn: new Int8Array(count),
    face: new Int8Array(count),
    impactTime: numbers(),
    tree: new Int32Array(2 * count),
    next: new Int32Array(2 * count),
  }
}

function chosen(flags: ArrayLike<number>): number[] {
  return Array.from(flags, (flag, place) => (flag ? place : -1)).filter((place) => place >= 0)
}
