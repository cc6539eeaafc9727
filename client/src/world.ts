/** The still part of a world: its description, ground and objects, loaded once over HTTP with progress. */

import type { TerrainInfo } from './heightfield'
import { Heightfield } from './heightfield'
import type { Road, RoadInfo } from './roads'
import { decodeRoads } from './roads'
import type { SurfaceInfo } from './surface'
import { Surface } from './surface'

const OBJECT_BYTES = 28
const POINT_BYTES = 8 // of a road

export interface FleetInfo {
  name: string
  model: string
  kind: 'wheeled' | 'tracked' | 'point'
  first: number // id of its first vehicle
  count: number
  body: { length: number; width: number; height: number }
  wheelbase: number | null
  track_gauge?: number | null // [m] between the middles of the tracks
  track_width?: number | null // [m] between the planes of the left and right wheels
  max_steer_angle?: number | null // [rad] of a full steering command
  armament?: { barrel_length: number } | null // [m] from the turret's middle to the muzzle
  shape?: string | null // address of a glTF file of its own
  vehicle?: VehicleInfo | null // of the motor pool, if it is one
  trailers?: TrailerInfo[] // the first one first
}

export interface VehicleInfo {
  name: string // "M1A1"
  title: string // "M1A1 Abrams"
  look: string // what it is: "tank", "quad"
  gun_overhang: number // [m] of a gun that points forward, beyond the hull
}

export interface TrailerInfo {
  hitch_offset: number | null // [m] of the hitch behind the middle of what draws it
  trailer_length: number | null // [m] from the hitch to its axles
}

export interface WorldInfo {
  version: string
  name: string
  dt: number
  terrain: TerrainInfo
  surface?: SurfaceInfo | null // null where the world does not say what its ground is made of
  roads?: RoadInfo[]
  objects: { count: number; kinds: string[] }
  fleets: FleetInfo[]
}

export interface Objects {
  count: number
  kinds: string[]
  x: Float32Array
  y: Float32Array
  z: Float32Array
  yaw: Float32Array
  radius: Float32Array
  height: Float32Array
  kind: Uint8Array
}

export interface World {
  info: WorldInfo
  ground: Heightfield
  surface: Surface | undefined
  roads: readonly Road[]
  objects: Objects
  vehicleCount: number
  fleetOf: Uint16Array // vehicle id -> index of its fleet
}

export type Progress = (fraction: number, what: string) => void

export async function loadWorld(base: URL, progress: Progress): Promise<World> {
  progress(0, 'world')
  const info = (await (await request(base, 'world.json')).json()) as WorldInfo
  const { terrain, surface, roads = [], objects } = info
  const sizes = {
    terrain: terrain.rows * terrain.columns * 4,
    surface: surface ? surface.rows * surface.columns : 0,
    roads: POINT_BYTES * roads.reduce((sum, { count }) => sum + count, 0),
    objects: objects.count * OBJECT_BYTES,
  }
  const total = Math.max(1, sizes.terrain + sizes.surface + sizes.roads + sizes.objects)
  let loaded = 0
  const fetched = async (name: keyof typeof sizes) => {
    if (sizes[name] === 0) return new ArrayBuffer(0)
    const buffer = await download(base, `${name}.bin`, (done) => progress((loaded + done) / total, name))
    loaded += sizes[name]
    return buffer
  }
  const files = {
    ground: await fetched('terrain'),
    surface: await fetched('surface'),
    roads: await fetched('roads'),
    things: await fetched('objects'),
  }
  progress(1, 'scenery')
  return assembleWorld(info, files)
}

export interface WorldFiles {
  ground: ArrayBuffer
  surface: ArrayBuffer
  roads: ArrayBuffer
  things: ArrayBuffer
}

export function assembleWorld(info: WorldInfo, files: WorldFiles): World {
  const vehicleCount = info.fleets.reduce((most, fleet) => Math.max(most, fleet.first + fleet.count), 0)
  const fleetOf = new Uint16Array(vehicleCount)
  info.fleets.forEach((fleet, index) => {
    fleetOf.fill(index, fleet.first, fleet.first + fleet.count)
  })
  return {
    info,
    ground: new Heightfield(info.terrain, new Float32Array(files.ground)),
    surface: info.surface ? new Surface(info.surface, new Uint8Array(files.surface)) : undefined,
    roads: decodeRoads(info.roads ?? [], files.roads),
    objects: decodeObjects(files.things, info.objects.kinds),
    vehicleCount,
    fleetOf,
  }
}

export function decodeObjects(buffer: ArrayBuffer, kinds: string[]): Objects {
  const count = Math.floor(buffer.byteLength / OBJECT_BYTES)
  const view = new DataView(buffer)
  const column = (at: number) => {
    const values = new Float32Array(count)
    for (let k = 0; k < count; k++) values[k] = view.getFloat32(k * OBJECT_BYTES + at, true)
    return values
  }
  const kind = new Uint8Array(count)
  for (let k = 0; k < count; k++) kind[k] = view.getUint8(k * OBJECT_BYTES + 24)
  return {
    count,
    kinds,
    x: column(0),
    y: column(4),
    z: column(8),
    yaw: column(12),
    radius: column(16),
    height: column(20),
    kind,
  }
}

async function request(base: URL, name: string): Promise<Response> {
  const response = await fetch(new URL(name, base), { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`)
  return response
}

/** All bytes of a file, telling how many (decompressed) have come so far. */
async function download(base: URL, name: string, progress: (bytes: number) => void): Promise<ArrayBuffer> {
  const response = await request(base, name)
  if (!response.body) return response.arrayBuffer()
  const reader = response.body.getReader()
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    bytes += part.value.length
    progress(bytes)
  }
  return join(parts, bytes)
}

function join(parts: Uint8Array[], bytes: number): ArrayBuffer {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.buffer
}
