/** Where frames come from: a live server now, a recording or a notebook kernel later. The core knows only this. */

import type { Frame, Input } from './wire'

export type Command =
  | { type: 'take'; vehicle: number }
  | { type: 'release' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'step' }
  | { type: 'rate'; value: number }
  | { type: 'aim'; yaw: number; elevation: number } // the own vehicle's turret from its hull, left and up positive [rad]
  | { type: 'fire' }
  | { type: 'name'; name: string }
  | { type: 'watch'; vehicle: number } // -1 for none
  | ({ type: 'switches' } & Switches)
  | { type: 'teleport'; x: number; y: number; yaw: number }
  | ({ type: 'place' } & Place)
  | { type: 'dynamics'; is_on: boolean }

/** What the driver of a vehicle with an engine may switch. */
export interface Switches {
  cruise: boolean
  side_brake: boolean
  engine_stop: boolean
}

export interface Driver {
  vehicle: number
  name: string
}

/** One of the sixteen saved places, shared by all browsers of the world. */
export interface Place {
  slot: number // 0..15
  x: number // [m]
  y: number
  yaw: number // [rad]
  title: string
}

export interface Instruments {
  vehicle: number
  model?: string
  is_dynamic?: boolean | null // null where the vehicle has one model only
  switches?: Switches | null // null where there is nothing to switch
  soil?: { name: string; friction: number } | null // what the vehicle stands on
  values?: Record<string, number | null> // in SI units, by the names of the model's fields; null if not finite
}

/** What the autopilot of a watched vehicle sees and wants. */
export interface Thought {
  vehicle: number
  seen: string // "nothing", "object" or "vehicle"
  seen_x: number | null // [m], null while nothing is seen
  seen_y: number | null
  seen_radius: number | null
  desired_yaw: number // where it steers now [rad]
  course_yaw: number // where it wants to go [rad]
  is_avoiding: boolean
  reach: number // how far it searches [m]
  half_angle: number // of the search [rad]
  route?: [x: number, y: number][] // [m]
}

export type Role = 'instructor' | 'driver'

export type ServerMessage =
  | { type: 'welcome'; client: string; role: Role; vehicle: number }
  | { type: 'taken'; vehicle: number }
  | { type: 'released' }
  | { type: 'refused'; reason: string }
  | { type: 'turrets'; turrets: [vehicle: number, yaw: number, elevation: number][] } // [rad]
  | { type: 'trailers'; trailers: [vehicle: number, ...angles: (number | null)[]][] } // [rad], left positive
  | { type: 'drivers'; drivers: Driver[] }
  | { type: 'places'; places: Place[] }
  | ({ type: 'instruments' } & Instruments)
  | ({ type: 'thought' } & Thought)

export type LinkState = 'connecting' | 'open' | 'lost'

export interface Listener {
  frame(frame: Frame): void
  message(message: ServerMessage): void
  linked(state: LinkState): void
}

export interface Source {
  start(listener: Listener): void
  stop(): void
  sendInput(input: Input): void
  command(command: Command): void
}
