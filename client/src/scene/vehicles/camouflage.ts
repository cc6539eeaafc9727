/** Paint of vehicles: camouflage of military ones by the ground and the season, plain colours of civil ones. */

import * as THREE from 'three'
import type { FleetDescription } from '../../generated/world'
import type { Surface } from '../../world/surface'

export type Camouflage = 'olive' | 'sand' | 'winter'

/** Colours of the base coat and of the two sorts of blotches on it. */
const COLOURS: Record<Camouflage, readonly [base: number, large: number, small: number]> = {
  olive: [0x757d58, 0x6f614a, 0x42453c],
  sand: [0xbfa878, 0xa1855a, 0x857a5a],
  winter: [0xe2e6e6, 0xa9afa8, 0x6f7663],
}

const BARE = 0.35 // share of the ground from which a soil decides the camouflage

/** Titles of civil looks; vehicles of these looks are civil unless they are armed or have a side. */
const CIVIL = new Set(['Car', 'Lorry', 'Model car', 'Point', 'Quad', 'Van'])

/** Coats of civil vehicles, the most common colours first. */
const COATS = [0xe9e9e6, 0xb9bec2, 0x3c4044, 0x2f5079, 0x8d2f2b, 0x7c8287, 0x35604a, 0xc9b48a].map(
  (colour) => new THREE.Color(colour),
)

/** Return the camouflage for a ground: winter on snow and ice, sand on sand, otherwise olive. */
export function camouflageOf(surface: Pick<Surface, 'present'> | undefined, isSnowing = false): Camouflage {
  if (isSnowing) return 'winter'
  const shareOf = (part: RegExp) =>
    (surface?.present ?? []).reduce((sum, { soil, share }) => sum + (part.test(soil.name) ? share : 0), 0)
  if (shareOf(/snow|ice/) >= BARE) return 'winter'
  return shareOf(/sand/) >= BARE ? 'sand' : 'olive'
}

export function isCivil({
  symbol,
  armament,
  side,
}: Pick<FleetDescription, 'symbol' | 'armament' | 'side'>): boolean {
  return CIVIL.has(symbol.title.replace(/ with trailer$/, '')) && armament === null && side === null
}

/** Return the coat of a civil vehicle, which depends only on its number. */
export function civilCoat(id: number): THREE.Color {
  return COATS[(Math.imul(id + 1, 2654435761) >>> 16) % COATS.length]
}

/** Uniforms of the camouflage, common to all fleets. */
export interface CamouflageUniforms {
  camouflage: { value: THREE.Color[] }
}

export function camouflageUniforms(kind: Camouflage): CamouflageUniforms {
  return { camouflage: { value: coloursOf(kind) } }
}

export function coloursOf(kind: Camouflage): THREE.Color[] {
  return COLOURS[kind].map((colour) => new THREE.Color(colour))
}

/** `vec3 camouflageAt(place)`: colour of the pattern at a position in the frame of the body [m]. */
export const CAMOUFLAGE = /* glsl */ `
  uniform vec3 camouflage[3];

  float blotch(vec3 p) {
    return sin(1.3 * p.x + 1.9 * sin(0.9 * p.y + 0.6 * p.z + 0.4)) + sin(1.7 * p.y - 1.1 * p.z + 1.5 * sin(0.8 * p.x + 1.0))
      + 0.6 * sin(2.3 * p.z + 1.2 * p.x - 0.9 * p.y);
  }

  vec3 camouflageAt(vec3 place) {
    float large = blotch(place);
    float small = blotch(1.35 * place.yxz + vec3(4.1, 1.7, 2.9));
    vec3 colour = mix(camouflage[0], camouflage[1], smoothstep(0.0, 0.12, large - 0.55));
    return mix(colour, camouflage[2], smoothstep(0.0, 0.12, small - 1.15));
  }
`
