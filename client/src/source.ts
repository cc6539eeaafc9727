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

export type Role = 'instructor' | 'driver'

export type ServerMessage =
  | { type: 'welcome'; client: string; role: Role; vehicle: number }
  | { type: 'taken'; vehicle: number }
  | { type: 'released' }
  | { type: 'refused'; reason: string }
  | { type: 'turrets'; turrets: [vehicle: number, yaw: number, elevation: number][] } // [rad]

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
