/** Socket of the playground: JSON both ways; reconnects after the connection was lost. */

import { reconnectWait } from '../connection/connection'
import type { Command, ServerMessage } from '../generated/playground'
import type { Link, LinkEvents } from './link'

export class ServerLink implements Link {
  private readonly address: string
  private readonly events: LinkEvents
  private socket: WebSocket | undefined
  private attempt = 0

  constructor(address: string, events: LinkEvents) {
    this.address = address
    this.events = events
  }

  connect(): void {
    this.events.linked(this.attempt === 0 ? 'connecting' : 'lost')
    const socket = new WebSocket(this.address)
    socket.onopen = () => this.events.linked('open')
    socket.onmessage = (event) => this.receive(String(event.data))
    socket.onclose = () => this.retry(socket)
    this.socket = socket
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command))
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'state') this.attempt = 0
    this.events.received(message)
  }

  private retry(socket: WebSocket): void {
    if (socket !== this.socket) return
    this.events.linked('lost')
    setTimeout(() => this.connect(), 1000 * reconnectWait(this.attempt++, Math.random()))
  }
}

/** Return the address of the playground's WebSocket: ws for http, wss for https. */
export function playgroundAddress(page: string): string {
  const address = new URL('playground/socket', page)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.search = ''
  return address.href
}
