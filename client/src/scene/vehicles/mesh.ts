/** Geometry of vehicles and trailers, from the solids that the server describes: three levels of detail, one geometry each. */

import * as THREE from 'three'
import type {
  FinishDescription,
  FleetDescription,
  MeshDescription,
  PartDescription,
  SolidDescription,
  TrackDescription,
} from '../../generated/world'

export type Size = Omit<FleetDescription['body'], 'offset'>

export interface Look {
  near: THREE.BufferGeometry
  mid: THREE.BufferGeometry // without the smallest parts
  far: THREE.BufferGeometry // all of it in a few faces
  turretPlace: number[] // axis of the turret: x, y, z [m]
  track: TrackDescription | null
  dust: number[][] // where it touches the ground: x, y [m]
  exhaust: number[] // where smoke rises when it is hit: x, y, z [m]
}

const SIZES = { position: 3, normal: 3, color: 3, finish: 3, joint: 4, pivot: 3 } as const
type Name = keyof typeof SIZES

export function lookOf({ mesh }: Pick<FleetDescription, 'mesh'>): Look {
  const level = (name: PartDescription['levels'][number]) =>
    assembled(
      mesh.parts.filter(({ levels }) => levels.includes(name)),
      mesh.finishes,
    )
  return {
    near: level('near'),
    mid: level('mid'),
    far: level('far'),
    turretPlace: mesh.turret,
    track: mesh.track,
    dust: mesh.dust,
    exhaust: mesh.exhaust,
  }
}

/** One geometry of all parts, each at all its places. */
function assembled(
  parts: readonly PartDescription[],
  finishes: MeshDescription['finishes'],
): THREE.BufferGeometry {
  const made = parts.flatMap(({ solids, places }) =>
    solids.map((solid) => ({ faces: facesOf(solid, finishes[solid.finish]), places })),
  )
  const count = made.reduce((sum, { faces, places }) => sum + places.length * faces.count, 0)
  const arrays = Object.fromEntries(
    Object.entries(SIZES).map(([name, size]) => [name, new Float32Array(size * count)]),
  ) as Record<Name, Float32Array>
  let first = 0
  for (const { faces, places } of made)
    for (const place of places) {
      put(arrays, first, faces, place)
      first += faces.count
    }
  const geometry = new THREE.BufferGeometry()
  for (const [name, size] of Object.entries(SIZES))
    geometry.setAttribute(name, new THREE.BufferAttribute(arrays[name as Name], size))
  geometry.computeBoundingSphere()
  return geometry
}

/** Triangles of a solid: every three corners are one. */
interface Faces {
  count: number // of corners
  positions: Float32Array
  normals: Float32Array
  colour: THREE.Color
  finish: [paint: number, gloss: number, glow: number]
}

/** Copy a solid's triangles to a place, from corner `first` on. */
function put(arrays: Record<Name, Float32Array>, first: number, faces: Faces, place: number[]): void {
  const [kind, x, y, z, isTurned, channel, radius, extra, ...pivot] = place
  const side = isTurned ? -1 : 1
  for (let k = 0; k < faces.count; k++) {
    const [from, at] = [3 * k, 3 * (first + k)]
    const { positions, normals } = faces
    arrays.position[at] = side * positions[from] + x
    arrays.position[at + 1] = side * positions[from + 1] + y
    arrays.position[at + 2] = positions[from + 2] + z
    arrays.normal[at] = side * normals[from]
    arrays.normal[at + 1] = side * normals[from + 1]
    arrays.normal[at + 2] = normals[from + 2]
    faces.colour.toArray(arrays.color, at)
    arrays.finish.set(faces.finish, at)
    arrays.joint.set([kind, channel, radius, extra], 4 * (first + k))
    arrays.pivot.set(pivot, at)
  }
}

function facesOf(solid: SolidDescription, finish: FinishDescription): Faces {
  const corners = cornersOf(solid)
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(solid.points, 3))
  geometry.setIndex(corners)
  if (finish.is_smooth) geometry.computeVertexNormals()
  const loose = geometry.toNonIndexed()
  if (!finish.is_smooth) loose.computeVertexNormals()
  return {
    count: corners.length,
    positions: loose.getAttribute('position').array as Float32Array,
    normals: loose.getAttribute('normal').array as Float32Array,
    colour: new THREE.Color(finish.colour),
    finish: [finish.paint, finish.gloss, finish.glow],
  }
}

/** Triangles of a solid by the numbers of its corners, counter-clockwise from outside. */
export function cornersOf({ corners: width, points }: SolidDescription): number[] {
  const rings = points.length / 3 / width
  const triangles: number[] = []
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let k = 0; k < width; k++) {
      const [a, b] = [ring * width + k, ring * width + ((k + 1) % width)]
      triangles.push(a, b, b + width, a, b + width, a + width)
    }
  if (width < 3) return triangles
  const last = (rings - 1) * width
  for (const [a, b, c] of cap(points, 0, width)) triangles.push(c, b, a)
  for (const [a, b, c] of cap(points, last, width)) triangles.push(last + a, last + b, last + c)
  return triangles
}

/** Triangles that fill a flat ring, in its own sense of rotation. */
function cap(points: readonly number[], first: number, width: number): number[][] {
  const corner = (k: number) => new THREE.Vector3().fromArray(points, 3 * (first + k))
  const normal = new THREE.Vector3()
  for (let k = 0; k < width; k++) normal.add(corner(k).cross(corner((k + 1) % width)))
  const [x, y, z] = normal.toArray().map(Math.abs)
  const flat = Array.from({ length: width }, (_, k) => {
    const at = corner(k)
    if (z >= x && z >= y) return new THREE.Vector2(at.x, at.y)
    return y >= x ? new THREE.Vector2(at.z, at.x) : new THREE.Vector2(at.y, at.z)
  })
  const isClockwise = THREE.ShapeUtils.isClockWise(flat)
  return THREE.ShapeUtils.triangulateShape(flat, []).map((triangle) => {
    const isTurned = THREE.ShapeUtils.isClockWise(triangle.map((k) => flat[k])) !== isClockwise
    return isTurned ? [triangle[2], triangle[1], triangle[0]] : triangle
  })
}
