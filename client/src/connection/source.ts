/** Interface of a source of frames, such as a live server. */

import type { Command, ServerMessage } from '../generated/messages'
import type { Controls, Frame, Place } from './wire'

export type LinkState = 'connecting' | 'open' | 'lost'

export interface Listener {
  frame(frame: Frame): void
  message(message: ServerMessage): void
  ruts?(message: ArrayBuffer): void
  linked(state: LinkState): void
  sentAway?(reason: string): void // permanently
}

export interface Source {
  start(listener: Listener): void
  stop(): void
  drop?(): void // closes the connection for tests; it reconnects
  sendInput(input: Controls): void
  look(place: Place): void // sends the viewpoint of the camera
  command(command: Command): void
}
