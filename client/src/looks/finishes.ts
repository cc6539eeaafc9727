/** Materials of vehicles, and the sizes that every look starts from. */

import type * as THREE from 'three'
import type { FleetDescription } from '../generated/world'
import type { Finish } from '../shapes'
import type { TrackLoop } from './trackloop'

export type Size = FleetDescription['body']

export interface Look {
  near: THREE.BufferGeometry
  mid: THREE.BufferGeometry // without the smallest parts
  far: THREE.BufferGeometry // all of it in a few faces
  turretPlace: [number, number, number] // what the turret turns about
  roof: [number, number, number] // where a gun is put that the look itself has not
  loop: TrackLoop | undefined
  dust: [number, number][] // where it touches the ground: x, y [m]
  exhaust: [number, number, number] // where smoke rises when it is hit
}

/** Level of detail of a vehicle: the whole, or what shows from a hundred metres. */
export interface Detail {
  isNear: boolean
}

export const PAINT: Finish = { colour: 0xffffff, paint: 1, gloss: 0.12 }
export const SHADE: Finish = { colour: 0xc4c4c4, paint: 1 }
export const ACCENT: Finish = { colour: 0xffffff, paint: 2, gloss: 0.1 }
export const DARK: Finish = { colour: 0x2d3033 }
export const RUBBER: Finish = { colour: 0x222325 }
export const LINK: Finish = { colour: 0x3f3b37 }
export const STEEL: Finish = { colour: 0x6a6d6c, gloss: 0.15 }
export const GLASS: Finish = { colour: 0x16222a, gloss: 1 }
export const LAMP: Finish = { colour: 0xfff3cf, gloss: 0.5, glow: 0.55 }
export const TAIL: Finish = { colour: 0xb4251c, glow: 0.35 }
export const AMBER: Finish = { colour: 0xd8861c, glow: 0.3 }
export const PLATE: Finish = { colour: 0xd9d6c8 }
export const WOOD: Finish = { colour: 0x7a6a50 }

export const SIDES = [-1, 1] as const // right, left
