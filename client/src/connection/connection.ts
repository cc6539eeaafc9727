/** The live source: a WebSocket that acknowledges each frame, reconnects by itself and keeps its client id. */

import type { Command, ServerMessage } from '../generated/messages'
import type { Listener, Source } from './source'
import type { Controls, Place } from './wire'
import { decodeFrame, encodeAcknowledgement, encodeInput, encodeViewpoint, hasRuts, WireError } from './wire'

const FIRST_WAIT = 0.25 // [s]
const LONGEST_WAIT = 5 // [s]
const CLIENT_KEY = 'motorpool-client'
const OTHER_WORLD = 4002 // the server has another world
const SENT_AWAY = 4004 // an instructor has removed the person, or replaced the link
const CLOSE_BAD_DATA = 4003 // a browser may only send 1000 or 3000..4999

/** Return the seconds before attempt `attempt` (0, 1, ...): doubling up to five seconds, half of it random. */
export function reconnectWait(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt + 1))
  return Math.max(FIRST_WAIT, longest * (0.5 + 0.5 * chance))
}

/** Members of a WebSocket that a connection uses. */
export interface Socket {
  readyState: number
  binaryType: BinaryType
  onopen: ((event: object) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  send(data: ArrayBuffer | string): void
  close(code?: number): void
}

export interface ConnectionOptions {
  address: URL // of the WebSocket, without a query
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  world?: string // id of the world that the page has loaded
  loadAgain?: () => void // called if the server has another world
  open: (address: string) => Socket
  random?: () => number
}

export class Connection implements Source {
  private readonly options: ConnectionOptions
  private listener: Listener | undefined
  private socket: Socket | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private attempt = 0
  private sequence = 0

  constructor(options: ConnectionOptions) {
    this.options = options
  }

  start(listener: Listener): void {
    this.listener = listener
    this.connect()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.listener = undefined
    this.socket?.close()
  }

  drop(): void {
    this.socket?.close()
  }

  sendInput(input: Controls): void {
    this.sequence = (this.sequence + 1) >>> 0
    this.send(encodeInput(this.sequence, input))
  }

  look(place: Place): void {
    this.send(encodeViewpoint(place))
  }

  command(command: Command): void {
    this.send(JSON.stringify(command))
  }

  private connect(): void {
    this.listener?.linked(this.attempt === 0 ? 'connecting' : 'lost')
    const address = new URL(this.options.address)
    address.searchParams.set('client', this.options.storage?.getItem(CLIENT_KEY) ?? '')
    const socket = this.options.open(address.href)
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => this.listener?.linked('open')
    socket.onmessage = (event) => this.receive(event.data)
    socket.onclose = (event) => this.closed(socket, event)
    this.socket = socket
  }

  private closed(socket: Socket, { code, reason }: { code: number; reason: string }): void {
    if (code === OTHER_WORLD) this.connectAgain(socket)
    else if (code === SENT_AWAY) this.end(socket, reason)
    else this.retry(socket)
  }

  /** Report why this browser was removed, and do not reconnect. */
  private end(socket: Socket, reason: string): void {
    if (socket !== this.socket || !this.listener) return
    this.listener.linked('lost')
    this.listener.sentAway?.(reason)
    this.stop()
  }

  private connectAgain(socket: Socket): void {
    if (socket === this.socket && this.listener) this.connect()
  }

  private retry(socket: Socket): void {
    if (socket !== this.socket || !this.listener) return
    this.listener.linked('lost')
    const seconds = reconnectWait(this.attempt++, (this.options.random ?? Math.random)())
    this.timer = setTimeout(() => this.connect(), 1000 * seconds)
  }

  private receive(data: unknown): void {
    try {
      if (data instanceof ArrayBuffer && hasRuts(data)) this.listener?.ruts?.(data)
      else if (data instanceof ArrayBuffer) this.receiveFrame(data)
      else this.receiveMessage(JSON.parse(String(data)) as ServerMessage)
    } catch (error) {
      if (!(error instanceof WireError || error instanceof SyntaxError)) throw error
      console.warn(`motorpool: ${error.message}`)
      this.socket?.close(CLOSE_BAD_DATA)
    }
  }

  private receiveFrame(data: ArrayBuffer): void {
    const frame = decodeFrame(data)
    this.send(encodeAcknowledgement(frame.frame))
    this.attempt = 0
    this.listener?.frame(frame)
  }

  private receiveMessage(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.options.storage?.setItem(CLIENT_KEY, message.client)
      if (this.isOther(message.world)) this.leave() // it removes the listener
    }
    this.listener?.message(message)
  }

  private isOther(world: string): boolean {
    return this.options.world !== undefined && this.options.world !== world
  }

  private leave(): void {
    this.stop()
    this.options.loadAgain?.()
  }

  private send(data: ArrayBuffer | string): void {
    if (this.socket?.readyState === 1) this.socket.send(data)
  }
}

/** Return the address of the WebSocket of this page: ws for http, wss for https. */
export function socketAddress(page: string): URL {
  const address = new URL('ws', page)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.search = ''
  return address
}
