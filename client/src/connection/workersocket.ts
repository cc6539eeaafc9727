/** WebSocket in a worker, which repeats the driver's input while the page is busy. */

import type { Socket } from './connection'
import type { FromWorker, ToWorker } from './socketworker'

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3]

class WorkerSocket implements Socket {
  readyState = CONNECTING
  binaryType: BinaryType = 'arraybuffer'
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  private readonly id: number
  private readonly post: (message: ToWorker) => void

  constructor(id: number, post: (message: ToWorker) => void) {
    this.id = id
    this.post = post
  }

  send(data: ArrayBuffer | string): void {
    this.post({ what: 'send', id: this.id, data })
  }

  close(code?: number): void {
    this.post({ what: 'close', id: this.id, code })
  }

  hear(message: FromWorker): void {
    if (message.what === 'message') this.onmessage?.({ data: message.data })
    else if (message.what === 'open') {
      this.readyState = OPEN
      this.onopen?.({})
    } else {
      this.readyState = CLOSED
      this.onclose?.({ code: message.code, reason: message.reason })
    }
  }
}

/** Return a function that opens sockets in one worker; input of a hidden or closed page is not repeated. */
export function socketsInWorker(): (address: string) => Socket {
  const worker = new Worker(new URL('./socketworker.ts', import.meta.url), { type: 'module' })
  const post = (message: ToWorker) => worker.postMessage(message)
  const sockets = new Map<number, WorkerSocket>()
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    sockets.get(data.id)?.hear(data)
    if (data.what === 'close') sockets.delete(data.id)
  }
  worker.onerror = (event) =>
    console.error(`motorpool: the worker of the connection failed: ${event.message}`)
  const tell = () => post({ what: 'visible', isVisible: !document.hidden })
  document.addEventListener('visibilitychange', tell)
  window.addEventListener('pagehide', () => post({ what: 'visible', isVisible: false }))
  window.addEventListener('pageshow', tell)
  let count = 0
  return (address) => {
    const socket = new WorkerSocket(count++, post)
    sockets.set(count - 1, socket)
    post({ what: 'open', id: count - 1, address })
    return socket
  }
}
