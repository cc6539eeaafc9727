/** Link from the playground to its session: a server's socket, or Python in a worker of the browser. */

import type { Command, ServerMessage } from '../generated/playground'
import type { LinkState } from '../source'

export interface LinkEvents {
  linked(state: LinkState): void
  received(message: ServerMessage): void
}

export interface Link {
  connect(): void
  /** Send a command; it is lost if the link is not open. */
  send(command: Command): void
}

/** Function that makes a link, not connected yet. */
export type MakeLink = (events: LinkEvents) => Link
