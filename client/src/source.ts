/** The source of frames: a live server now, a recording or a notebook kernel later. The core knows only this. */

import type { Command, ServerMessage } from './generated/messages'
import type { Controls, Frame, Place } from './wire'

export type LinkState = 'connecting' | 'open' | 'lost'

export interface Listener {
  frame(frame: Frame): void
  message(message: ServerMessage): void
  linked(state: LinkState): void
  sentAway?(reason: string): void // for good
}

export interface Source {
  start(listener: Listener): void
  stop(): void
  drop?(): void // the connection, as a bad network does; it comes back by itself
  sendInput(input: Controls): void
  look(place: Place): void // the camera is there
  command(command: Command): void
}
