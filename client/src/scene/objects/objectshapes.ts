/** Trees, rocks and houses: unit shapes (radius 1, height 1, standing on z = 0), a fine and a coarse one of each. */

import * as THREE from 'three'
import { hash } from '../../base/noise'
import { box, finished, merged, round, wedge } from './shapes'

export interface ObjectLook {
  near: THREE.BufferGeometry
  far: THREE.BufferGeometry
  tint: THREE.Color
}

const BARK = 0x5d4a38

export function objectLook(kind: string): ObjectLook {
  return (LOOKS[kind] ?? LOOKS.rock)()
}

const LOOKS: Record<string, () => ObjectLook> = {
  conifer: () => ({
    near: merged([
      round({ bottom: 0.13, top: 0.09, length: 0.24, axis: 'z', sides: 5 }, [0, 0, 0.1], { colour: BARK }),
      skirt(1, 0.14, 0.58, 0x36562f, 1),
      skirt(0.78, 0.36, 0.8, 0x3f6335, 2),
      skirt(0.52, 0.6, 1, 0x4b713c, 3),
    ]),
    far: merged([
      finished(new THREE.ConeGeometry(0.92, 0.9, 5).rotateX(Math.PI / 2).translate(0, 0, 0.55), {
        colour: 0x3d6033,
      }),
    ]),
    tint: new THREE.Color(0.86, 1.06, 1.02),
  }),
  broadleaf: () => ({
    near: merged([
      round({ bottom: 0.12, top: 0.08, length: 0.5, axis: 'z', sides: 5 }, [0, 0, 0.22], { colour: BARK }),
      crown([0, 0, 0.66], [0.92, 0.92, 0.33], 0x587a38, 1),
      crown([0.34, 0.2, 0.5], [0.62, 0.6, 0.2], 0x4b6c31, 2),
      crown([-0.36, -0.16, 0.54], [0.6, 0.62, 0.22], 0x4f7135, 3),
    ]),
    far: merged([
      finished(new THREE.OctahedronGeometry(1, 0).scale(0.98, 0.98, 0.42).translate(0, 0, 0.58), {
        colour: 0x55773a,
      }),
    ]),
    tint: new THREE.Color(1.42, 1.12, 0.72),
  }),
  rock: () => ({
    near: merged([boulder(1, 7), boulder(0, 8, [0.5, 0.35, 0.1], 0.45)]),
    far: merged([boulder(0, 7)]),
    tint: new THREE.Color(1.12, 1.02, 0.88),
  }),
  building: () => ({ near: house(true), far: house(false), tint: new THREE.Color(0.93, 0.8, 0.68) }),
}

/** Return one tier of a conifer, with a ragged rim. */
function skirt(
  radius: number,
  bottom: number,
  top: number,
  colour: number,
  seed: number,
): THREE.BufferGeometry {
  const geometry = new THREE.ConeGeometry(radius, top - bottom, 8, 1).rotateX(Math.PI / 2).rotateZ(seed)
  geometry.translate(0, 0, (top + bottom) / 2)
  jitter(geometry, 0.1, seed)
  return finished(geometry, { colour })
}

function crown(
  centre: [number, number, number],
  size: [number, number, number],
  colour: number,
  seed: number,
): THREE.BufferGeometry {
  const geometry = new THREE.IcosahedronGeometry(1, 1)
  jitter(geometry, 0.2, seed)
  return finished(geometry.scale(...size).translate(...centre), { colour })
}

function boulder(detail: number, seed: number, centre = [0, 0, 0], size = 1): THREE.BufferGeometry {
  const geometry = new THREE.IcosahedronGeometry(1, detail)
  jitter(geometry, 0.32, seed)
  geometry.scale(0.95 * size, 0.8 * size, 0.85 * size).translate(centre[0], centre[1], centre[2] + 0.18)
  return finished(geometry, { colour: 0x8f8a80 })
}

function house(isDetailed: boolean): THREE.BufferGeometry {
  const walls = { colour: 0xe6dccb }
  const roof = { colour: 0x9a5a43 }
  const parts = [
    box([1.5, 1.06, 0.62], [0, 0, 0.3], walls),
    wedge(
      { back: -0.84, front: 0.84, half: 0.64, z: 0.6 },
      { back: -0.78, front: 0.78, half: 0.02, z: 1 },
      roof,
    ),
  ]
  if (!isDetailed) return merged(parts)
  const glass = { colour: 0x39454d }
  for (const x of [-0.5, 0, 0.5]) {
    for (const y of [-0.535, 0.535]) parts.push(box([0.2, 0.02, 0.2], [x, y, 0.36], glass))
  }
  parts.push(box([0.02, 0.2, 0.4], [0.755, 0.1, 0.2], { colour: 0x6b4a36 }))
  parts.push(box([0.16, 0.16, 0.34], [-0.4, 0.22, 0.94], { colour: 0x8a6a5a }))
  return merged(parts)
}

/** Move vertices at random; equal vertices move equally, so that faces stay closed. */
function jitter(geometry: THREE.BufferGeometry, amount: number, seed: number): void {
  const position = geometry.getAttribute('position')
  for (let k = 0; k < position.count; k++) {
    const [x, y, z] = [position.getX(k), position.getY(k), position.getZ(k)]
    const key = Math.round(90 * x) * 7919 + Math.round(90 * z)
    const scale = 1 + amount * (2 * hash(key, Math.round(90 * y), seed) - 1)
    position.setXYZ(k, x * scale, y * scale, z + (scale - 1) * 0.4 * Math.abs(z))
  }
}
