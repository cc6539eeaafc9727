/** Repetition of the driver's last input while the page is too busy to send it, until the page is closed. */

const KIND_INPUT = 1
const PERIOD = 100 // [ms] interval of inputs; the server brakes after half a second without input
const PATIENCE = 3000 // [ms] time without a message from the page after which the repetition ends

export class InputRepeater {
  isVisible = true // whether the page is visible
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

  /** Return a message of the page to send; an input receives the next number. */
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

  /** Repeat the input if it is due; to be called often. */
  repeat(): void {
    const now = this.now()
    const isDue = now - this.sentAt >= PERIOD && now - this.heardAt < PATIENCE
    if (this.input && isDue && this.isVisible) this.send(this.numbered(this.input))
  }

  /** Forget the input, for a new connection. */
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

/** Return whether a command changes the driven vehicle, so that the last input is void. */
function changesVehicle(command: string): boolean {
  const { type } = JSON.parse(command) as { type?: unknown }
  return type === 'take' || type === 'release'
}
