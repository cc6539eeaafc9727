/** Link from the playground to its session: a server's socket, or Python in a worker of the browser. */

import type { LinkState } from '../connection/source'
import type { Command, ServerMessage } from '../generated/playground'

/** Python of a session that begins without it; words are one sentence. */
export type PythonState = { is: 'ready' } | { is: 'loading' | 'missing'; words: string }

export interface LinkEvents {
  linked(state: LinkState): void
  /** Python is loading, is missing, or has taken over; a session that begins with Python does not report it. */
  python(state: PythonState): void
  received(message: ServerMessage): void
}

export interface Link {
  connect(): void
  /** Send a command; it is lost if the link is not open. */
  send(command: Command): void
}

/** Function that makes a link, not connected yet. */
export type MakeLink = (events: LinkEvents) => Link
