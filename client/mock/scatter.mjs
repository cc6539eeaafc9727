/** Clustered scenery: woods of conifers or broadleaves, rocks, buildings. */

import { OBJECT_BYTES, writeObject } from './generated/layout.mjs'
import { gauss } from './random.mjs'

export const KINDS = ['conifer', 'broadleaf', 'rock', 'building']

/** Objects in clusters, with their place, size and kind. */
export function scatter(count, { random, height }) {
  let centre = { x: 0, y: 0, kind: 1, spread: 100 }
  return Array.from({ length: count }, (_, k) => {
    if (k % 60 === 0)
      centre = { x: across(random), y: across(random), kind: random(), spread: 40 + 160 * random() }
    const [x, y] = [centre.x + gauss(random) * centre.spread, centre.y + gauss(random) * centre.spread]
    const kind = kindIn(centre.kind, random)
    const tall = [9 + 9 * random(), 7 + 6 * random(), 0.7 + 1.6 * random(), 5 + 3 * random()][kind]
    const radius = [0.2 * tall, 0.33 * tall, 0.8 * tall, 5 + 3 * random()][kind]
    return { x, y, z: height(x, y), yaw: 6.28 * random(), radius, height: tall, kind }
  })
}

/** The bytes of objects.bin. */
export function packObjects(objects) {
  const bytes = new Uint8Array(OBJECT_BYTES * objects.length)
  const view = new DataView(bytes.buffer)
  objects.forEach((object, k) => {
    writeObject(view, OBJECT_BYTES * k, object)
  })
  return bytes
}

function across(random) {
  return (2 * random() - 1) * 4200
}

/** The kind of an object in a cluster: mostly of one kind. */
function kindIn(cluster, random) {
  if (cluster < 0.45) return random() < 0.85 ? 0 : 1
  if (cluster < 0.88) return random() < 0.9 ? 1 : 0
  return cluster < 0.96 ? 2 : 3
}
