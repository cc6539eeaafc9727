/** Tens of thousands of objects in square tiles; tiles in view are drawn in one call per shape. */

import * as THREE from 'three'
import { hash } from '../../base/noise'
import type { WorldObjects } from '../../world/world'
import { isTree, shownRadius } from '../../world/world'
import { InstancedShape } from './instancing'
import { objectLook } from './objectshapes'

const WANTED_IN_TILE = 70
const SINK = 0.12 // [m] depth below ground, so that there are no gaps on slopes

interface Tile {
  sphere: THREE.Sphere
  ranges: Int32Array // kind -> first packed instance, kinds + 1 entries
}

export interface SceneryOptions {
  nearReach: number // [m] fine shapes
  farReach: number // [m] any shapes
  castsShadow: boolean
}

export class Scenery {
  readonly group = new THREE.Group()
  drawn = 0
  private readonly near: InstancedShape[] = []
  private readonly far: InstancedShape[] = []
  private readonly tiles: Tile[]
  private readonly places: Float32Array
  private readonly builds: Float32Array
  private readonly options: SceneryOptions
  private readonly followed = { value: new THREE.Vector4() }
  private signature: string | undefined // of the drawn tiles

  constructor(objects: WorldObjects, options: SceneryOptions) {
    this.options = options
    const order = tileOrder(objects)
    this.places = packPlaces(objects, order.index)
    this.builds = packBuilds(objects, order.index)
    this.tiles = makeTiles(objects, order, this.places, this.builds)
    objects.kinds.forEach((kind, index) => {
      const capacity = Math.max(1, countOf(objects, index))
      const look = objectLook(kind)
      const common = { tint: look.tint, reach: options.farReach, followed: this.followed }
      const near = { ...common, castsShadow: options.castsShadow, givesWay: true }
      const far = { ...common, castsShadow: false, givesWay: false }
      this.near.push(new InstancedShape(look.near, capacity, near))
      this.far.push(new InstancedShape(look.far, capacity, far))
    })
    this.group.add(...[...this.near, ...this.far].map((shape) => shape.mesh))
  }

  /** Select the tiles for a camera that follows a vehicle at a position, or none. */
  update(camera: THREE.Camera, frustum: THREE.Frustum, followed?: THREE.Vector3): void {
    if (followed) this.followed.value.set(followed.x, followed.y, followed.z, 1)
    else this.followed.value.w = 0
    const visible: { tile: Tile; isNear: boolean }[] = []
    let signature = ''
    this.tiles.forEach((tile, index) => {
      const distance = tile.sphere.center.distanceTo(camera.position) - tile.sphere.radius
      if (distance > this.options.farReach || !frustum.intersectsSphere(tile.sphere)) return
      const isNear = distance < this.options.nearReach
      visible.push({ tile, isNear })
      signature += isNear ? `${index}n` : `${index},`
    })
    if (signature === this.signature) return
    this.signature = signature
    this.fill(visible)
  }

  private fill(visible: { tile: Tile; isNear: boolean }[]): void {
    const shapes = [...this.near, ...this.far]
    for (const shape of shapes) shape.clear()
    this.drawn = 0
    for (const { tile, isNear } of visible) {
      const target = isNear ? this.near : this.far
      target.forEach((shape, kind) => {
        shape.append(this.places, this.builds, tile.ranges[kind], tile.ranges[kind + 1])
      })
      this.drawn += tile.ranges[target.length] - tile.ranges[0]
    }
    for (const shape of shapes) shape.commit()
  }
}

interface Order {
  index: Int32Array // packed position -> object
  firstOfBucket: Int32Array // bucket = tile * kinds + kind
  tileCount: number
}

/** Return the objects sorted by tile, then by kind (a counting sort). */
function tileOrder(objects: WorldObjects): Order {
  const [west, east] = span(objects.x)
  const [south, north] = span(objects.y)
  const area = Math.max(1, (east - west) * (north - south))
  const size = Math.min(1500, Math.max(80, Math.sqrt((area * WANTED_IN_TILE) / Math.max(1, objects.count))))
  const columns = Math.floor((east - west) / size) + 1
  const tileCount = columns * (Math.floor((north - south) / size) + 1)
  const kinds = objects.kinds.length
  const bucket = (k: number) =>
    (Math.floor((objects.y[k] - south) / size) * columns + Math.floor((objects.x[k] - west) / size)) * kinds +
    objects.kind[k]
  const first = new Int32Array(tileCount * kinds + 1)
  for (let k = 0; k < objects.count; k++) first[bucket(k) + 1]++
  for (let b = 0; b < tileCount * kinds; b++) first[b + 1] += first[b]
  const next = first.slice()
  const index = new Int32Array(objects.count)
  for (let k = 0; k < objects.count; k++) index[next[bucket(k)]++] = k
  return { index, firstOfBucket: first, tileCount }
}

function makeTiles(objects: WorldObjects, order: Order, places: Float32Array, builds: Float32Array): Tile[] {
  const kinds = objects.kinds.length
  const tiles: Tile[] = []
  for (let tile = 0; tile < order.tileCount; tile++) {
    const ranges = order.firstOfBucket.slice(tile * kinds, tile * kinds + kinds + 1)
    if (ranges[kinds] === ranges[0]) continue
    const bounds = new THREE.Box3()
    for (let k = ranges[0]; k < ranges[kinds]; k++) {
      const [radius, height] = [builds[4 * k], builds[4 * k + 1]]
      const [x, y, z] = [places[4 * k], places[4 * k + 1], places[4 * k + 2]]
      bounds.expandByPoint(new THREE.Vector3(x - radius, y - radius, z))
      bounds.expandByPoint(new THREE.Vector3(x + radius, y + radius, z + height))
    }
    tiles.push({ sphere: bounds.getBoundingSphere(new THREE.Sphere()), ranges })
  }
  return tiles
}

function packPlaces(objects: WorldObjects, index: Int32Array): Float32Array {
  const places = new Float32Array(4 * objects.count)
  index.forEach((k, at) => {
    places.set([objects.x[k], objects.y[k], objects.z[k] - SINK, objects.yaw[k]], 4 * at)
  })
  return places
}

function packBuilds(objects: WorldObjects, index: Int32Array): Float32Array {
  const builds = new Float32Array(4 * objects.count)
  index.forEach((k, at) => {
    const kind = objects.kinds[objects.kind[k]]
    const persistence = isTree(kind) ? 0.55 + 0.45 * hash(k, 2, 5) : 1
    builds.set(
      [
        shownRadius(kind, objects.radius[k], objects.height[k]),
        objects.height[k] + SINK,
        hash(k, 1, 9),
        persistence,
      ],
      4 * at,
    )
  })
  return builds
}

function countOf(objects: WorldObjects, kind: number): number {
  return objects.kind.reduce((sum, value) => sum + (value === kind ? 1 : 0), 0)
}

function span(values: Float32Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return values.length ? [low, high] : [0, 0]
}
