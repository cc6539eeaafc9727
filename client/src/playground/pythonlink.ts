/** Link to a playground in Python in a worker of this browser. */

import type { Command, ServerMessage } from '../generated/playground'
import { loadingWords } from '../python/downloads'
import type { Link, LinkEvents } from './link'
import type { Moment } from './moment'

/** Message from the page to the worker: a new session, one that continues a drive, or a command; texts are JSON. */
export type ToPython =
  | { what: 'connect' }
  | { what: 'continue'; moment: string; at: number } // at: when, since the epoch [ms]
  | { what: 'obey'; text: string }

/** Message from the worker to the page; texts are JSON. */
export type FromPython =
  | { what: 'loaded'; bytes: number; of: number }
  | { what: 'starting' }
  | { what: 'ready' }
  | { what: 'messages'; texts: string[] }
  | { what: 'failed'; reason: string }

/** Members of a Worker that are used. */
export interface PythonWorker {
  onmessage: ((event: MessageEvent<FromPython>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(message: ToPython): void
}

/** Start Python and report progress; return its worker. The promise is rejected with the reason if it fails. */
export function startPython(
  worker: PythonWorker,
  say: (sentence: string, fraction: number) => void,
): Promise<PythonWorker> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      worker.onmessage = worker.onerror = null // other downloads may go on
      reject(new Error(reason))
    }
    worker.onerror = (event) => fail(event.message || 'this browser cannot run the worker')
    worker.onmessage = ({ data }) => {
      if (data.what === 'loaded')
        say(loadingWords(data.bytes, data.of), data.of > 0 ? data.bytes / data.of : 0)
      else if (data.what === 'starting') say('Starting Python in this browser', 1)
      else if (data.what === 'ready') resolve(worker)
      else if (data.what === 'failed') fail(data.reason)
    }
  })
}

export class PythonLink implements Link {
  private readonly worker: PythonWorker
  private readonly events: LinkEvents

  constructor(worker: PythonWorker, events: LinkEvents) {
    this.worker = worker
    this.events = events
  }

  connect(): void {
    this.open({ what: 'connect' })
  }

  /** Connect to a session that continues a drive from a moment, reached at a time since the epoch [ms]. */
  continueFrom(moment: Moment, at: number): void {
    this.open({ what: 'continue', moment: JSON.stringify(moment), at })
  }

  send(command: Command): void {
    this.worker.postMessage({ what: 'obey', text: JSON.stringify(command) })
  }

  private open(message: ToPython): void {
    this.worker.onmessage = ({ data }) => this.hear(data)
    this.worker.onerror = (event) => this.lose(event.message)
    this.worker.postMessage(message)
    this.events.linked('open')
  }

  private hear(message: FromPython): void {
    if (message.what === 'messages')
      for (const text of message.texts) this.events.received(JSON.parse(text) as ServerMessage)
    else if (message.what === 'failed') this.lose(message.reason)
  }

  private lose(reason: string): void {
    console.error(reason)
    this.events.linked('lost')
    this.events.received({ type: 'refused', reason: `Python stopped: ${reason}. Reload the page to go on.` })
  }
}
