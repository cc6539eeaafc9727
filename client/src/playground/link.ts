/** How the playground reaches its session: a server's socket, or Python in a worker of the same browser. */

import type { Command, ServerMessage } from '../generated/playground'
import type { LinkState } from '../source'

export interface LinkEvents {
  linked(state: LinkState): void
  received(message: ServerMessage): void
}

export interface Link {
  connect(): void
  /** Hands a command over; one said while the link is not open is lost. */
  send(command: Command): void
}

/** Makes a link that is not connected yet. */
export type MakeLink = (events: LinkEvents) => Link
