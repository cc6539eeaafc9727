/** Seeking: of many moments that a dragged slider asks for, a few a second are sent, and the last one always. */

const INTERVAL = 0.08 // [s] between two that are sent
const PATIENCE = 1.5 // [s] after which an answer that did not come is not waited for

export interface SeekingOptions {
  send(time: number): void
  now?: () => number // wall clock [s]
  later?: (job: () => void, seconds: number) => void
}

export class Seeking {
  private readonly options: Required<SeekingOptions>
  private waiting: number | undefined // that is still to be sent [s]
  private sent: { time: number; at: number } | undefined
  private isTiming = false

  constructor(options: SeekingOptions) {
    this.options = {
      now: () => performance.now() / 1000,
      later: (job, seconds) => setTimeout(job, 1000 * seconds),
      ...options,
    }
  }

  /** Go to a simulated time [s], soon. */
  seek(time: number): void {
    this.waiting = time
    if (!this.isTiming) this.flush()
  }

  /** The moment to show: where we are going until the server is there, then where it is. */
  shown(time: number, step: number): number {
    if (this.waiting !== undefined) return this.waiting
    if (this.sent && this.options.now() - this.sent.at > PATIENCE) this.sent = undefined
    if (this.sent && Math.abs(this.sent.time - time) <= Math.max(step, 0.5)) this.sent = undefined
    return this.sent?.time ?? time
  }

  private flush(): void {
    this.isTiming = false
    if (this.waiting === undefined) return
    this.options.send(this.waiting)
    this.sent = { time: this.waiting, at: this.options.now() }
    this.waiting = undefined
    this.isTiming = true
    this.options.later(() => this.flush(), INTERVAL)
  }
}
