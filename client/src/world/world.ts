/** Static part of a world: description, ground and objects, loaded once over HTTP with progress. */

import type { Objects, WorldDescription } from '../generated/world'
import {
  DECK_POINT_BYTES,
  HEIGHT_BYTES,
  OBJECT_BYTES,
  ROAD_POINT_BYTES,
  readHeights,
  readObjects,
  readSquares,
  SQUARE_BYTES,
} from '../generated/world'
import type { Carried } from './carried'
import { carriedRoads } from './carried'
import { Decks, decodeDecks } from './decks'
import { Heightfield } from './heightfield'
import type { Road } from './roads'
import { decodeRoads } from './roads'
import { Surface } from './surface'

export interface WorldObjects extends Objects {
  count: number
  kinds: string[]
}

export interface World {
  description: WorldDescription
  ground: Heightfield
  surface: Surface | undefined
  roads: readonly Road[]
  carried: Carried // roads and decks
  objects: WorldObjects
  vehicleCount: number
  fleetOf: Uint16Array // vehicle id -> index of its fleet
}

export type Progress = (fraction: number, what: string) => void

export async function loadWorld(base: URL, progress: Progress): Promise<World> {
  progress(0, 'world')
  const description = (await (await request(base, 'world.json')).json()) as WorldDescription
  const { terrain, surface, roads, decks, objects } = description
  const sizes = {
    terrain: HEIGHT_BYTES * terrain.rows * terrain.columns,
    surface: surface ? SQUARE_BYTES * surface.rows * surface.columns : 0,
    roads: ROAD_POINT_BYTES * roads.reduce((sum, { count }) => sum + count, 0),
    decks: DECK_POINT_BYTES * decks.reduce((sum, { rows, columns }) => sum + rows * columns, 0),
    objects: OBJECT_BYTES * objects.count,
  }
  const total = Math.max(
    1,
    Object.values(sizes).reduce((sum, size) => sum + size),
  )
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
    decks: await fetched('decks'),
    things: await fetched('objects'),
  }
  progress(1, 'scenery')
  return assembleWorld(description, files)
}

export interface WorldFiles {
  ground: ArrayBuffer
  surface: ArrayBuffer
  roads: ArrayBuffer
  decks: ArrayBuffer
  things: ArrayBuffer
}

export function assembleWorld(description: WorldDescription, files: WorldFiles): World {
  const vehicleCount = description.fleets.reduce(
    (most, fleet) => Math.max(most, fleet.first + fleet.count),
    0,
  )
  const fleetOf = new Uint16Array(vehicleCount)
  description.fleets.forEach((fleet, index) => {
    fleetOf.fill(index, fleet.first, fleet.first + fleet.count)
  })
  const decks = new Decks(decodeDecks(description.decks, files.decks))
  const ground = new Heightfield(description.terrain, readHeights(files.ground), decks)
  const roads = decodeRoads(description.roads, files.roads)
  return {
    description,
    ground,
    surface: description.surface ? new Surface(description.surface, readSquares(files.surface)) : undefined,
    roads,
    carried: carriedRoads(roads, decks, ground),
    objects: decodeObjects(files.things, description.objects.kinds),
    vehicleCount,
    fleetOf,
  }
}

export function decodeObjects(buffer: ArrayBuffer, kinds: string[]): WorldObjects {
  const count = Math.floor(buffer.byteLength / OBJECT_BYTES)
  return { count, kinds, ...readObjects(new DataView(buffer), 0, count) }
}

async function request(base: URL, name: string): Promise<Response> {
  const response = await fetch(new URL(name, base), { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`)
  return response
}

/** Return all bytes of a file; `progress` receives the number of decompressed bytes. */
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

export function isTree(kind: string): boolean {
  return kind === 'conifer' || kind === 'broadleaf'
}

/** Return the radius [m] seen from above. */
export function shownRadius(kind: string, radius: number, height: number): number {
  if (kind === 'conifer') return Math.max(1.1 * radius, 0.19 * height)
  if (kind === 'broadleaf') return Math.max(1.1 * radius, 0.3 * height)
  return radius
}
