/** Repeats the driver's last input while the page itself is too busy to send it, but not for a page that is gone. */

const KIND_INPUT = 1
const PERIOD = 100 // [ms] between two inputs; the server brakes for a driver who says nothing for half a second
const PATIENCE = 3000 // [ms] without a word from the page, after which its silence is left to the server

export class InputRepeater {
  isVisible = true // of the page
  private readonly send: (data: ArrayBuffer) => void
  private readonly now: () => number // [ms]
  private input: ArrayBuffer | undefined
  private sequence = 0
  private sentAt = 0
  private heardAt = 0

  constructor(send: (data: ArrayBuffer) => void, now: () => number = () => performance.now()) {
    this.send = send
    this.now = now
  }

  /** The page has spoken: pass what it says on, an input with the next number. */
  pass(data: ArrayBuffer | string): ArrayBuffer | string {
    this.heardAt = this.now()
    if (typeof data === 'string') {
      if (changesVehicle(data)) this.input = undefined
      return data
    }
    if (new DataView(data).getUint8(0) !== KIND_INPUT) return data
    this.input = data
    return this.numbered(data)
  }

  /** Say again what the driver does, where it is time to; to be called often. */
  repeat(): void {
    const now = this.now()
    const isDue = now - this.sentAt >= PERIOD && now - this.heardAt < PATIENCE
    if (this.input && isDue && this.isVisible) this.send(this.numbered(this.input))
  }

  /** A new connection begins with nothing held. */
  forget(): void {
    this.input = undefined
  }

  private numbered(input: ArrayBuffer): ArrayBuffer {
    this.sentAt = this.now()
    this.sequence = (this.sequence + 1) >>> 0
    const copy = input.slice(0)
    new DataView(copy).setUint32(1, this.sequence, true)
    return copy
  }
}

/** Another vehicle, or none, is driven after these commands: what was held for the last one does not count. */
function changesVehicle(command: string): boolean {
  const { type } = JSON.parse(command) as { type?: unknown }
  return type === 'take' || type === 'release'
}
