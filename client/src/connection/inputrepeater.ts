/**
 * Repetition of the driver's last input while the page is too busy to send it, until the page is closed.
 *
 * A page that hangs must not drive on: the repetition ends after three seconds without a message from the page, or
 * after twice the time that one of its pictures takes, up to twenty seconds. A slow page thereby drives as long as a
 * key is held.
 */

const KIND_INPUT = 1
const PERIOD = 100 // [ms] interval of inputs; the server brakes after half a second without input
const PATIENCE = 3000 // [ms] time without a message from the page after which the repetition ends
const LONGEST_PATIENCE = 20_000 // [ms] limit of that time for a page that draws slowly
const MARGIN = 2 // patience divided by the longest recent silence of the page
const MEMORY = 60_000 // [ms] time for which a silence counts

export class InputRepeater {
  isVisible = true // whether the page is visible
  private readonly send: (data: ArrayBuffer) => void
  private readonly now: () => number // [ms]
  private input: ArrayBuffer | undefined
  private sequence = 0
  private sentAt = 0
  private heardAt = 0
  private silence = 0 // [ms] longest recent time between two messages of the page: while it draws, it sends nothing
  private silentAt = 0 // [ms] end of that time

  constructor(send: (data: ArrayBuffer) => void, now: () => number = () => performance.now()) {
    this.send = send
    this.now = now
  }

  /** Return a message of the page to send; an input receives the next number. */
  pass(data: ArrayBuffer | string): ArrayBuffer | string {
    this.hear()
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
    const isDue = now - this.sentAt >= PERIOD && now - this.heardAt < this.patience(now)
    if (this.input && isDue && this.isVisible) this.send(this.numbered(this.input))
  }

  /** Forget the input, for a new connection. */
  forget(): void {
    this.input = undefined
  }

  /** Measure the silence before this message of the page. */
  private hear(): void {
    const now = this.now()
    const silence = this.heardAt > 0 ? now - this.heardAt : 0
    this.heardAt = now
    if (silence < this.silence && now - this.silentAt < MEMORY) return
    this.silence = silence
    this.silentAt = now
  }

  /** Return the time without a message [ms] that is usual for this page, after which it counts as hung. */
  private patience(now: number): number {
    if (now - this.silentAt >= MEMORY) return PATIENCE
    return Math.min(LONGEST_PATIENCE, Math.max(PATIENCE, MARGIN * this.silence))
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
