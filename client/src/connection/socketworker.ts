/** Worker with the WebSocket, so that input reaches the server at its own rate while the page draws. */

import { InputRepeater } from './inputrepeater'

const LOOK = 25 // [ms] interval of checks whether an input is due

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  postMessage(message: FromWorker, transfer?: Transferable[]): void
}
let socket: WebSocket | undefined
let openId = -1
const repeater = new InputRepeater((data) => say(data))

scope.onmessage = ({ data: message }) => {
  if (message.what === 'visible') repeater.isVisible = message.isVisible
  else if (message.what === 'open') open(message.id, message.address)
  else if (message.id !== openId)
    return // the socket has been replaced
  else if (message.what === 'send') say(repeater.pass(message.data))
  else socket?.close(message.code)
}
setInterval(() => repeater.repeat(), LOOK)

function open(id: number, address: string): void {
  repeater.forget()
  const opened = new WebSocket(address)
  opened.binaryType = 'arraybuffer'
  opened.onopen = () => scope.postMessage({ what: 'open', id })
  opened.onclose = ({ code, reason }) => scope.postMessage({ what: 'close', id, code, reason })
  opened.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) =>
    scope.postMessage({ what: 'message', id, data }, data instanceof ArrayBuffer ? [data] : [])
  socket = opened
  openId = id
}

function say(data: ArrayBuffer | string): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(data)
}

export type ToWorker =
  | { what: 'open'; id: number; address: string }
  | { what: 'send'; id: number; data: ArrayBuffer | string }
  | { what: 'close'; id: number; code: number | undefined }
  | { what: 'visible'; isVisible: boolean }

export type FromWorker =
  | { what: 'open'; id: number }
  | { what: 'message'; id: number; data: ArrayBuffer | string }
  | { what: 'close'; id: number; code: number; reason: string }
