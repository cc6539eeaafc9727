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
  private sent: { time: number; from: number; at: number } | undefined
  private latest = 0 // where the server is [s]
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

  /** The moment to show: where we are going until the server, at `time`, is nearer to that than to where it was. */
  shown(time: number): number {
    this.latest = time
    if (this.waiting !== undefined) return this.waiting
    const { sent } = this
    if (!sent) return time
    const isThere = Math.abs(sent.time - time) < Math.abs(sent.from - time) || sent.time === sent.from
    if (isThere || this.options.now() - sent.at > PATIENCE) this.sent = undefined
    return this.sent?.time ?? time
  }

  private flush(): void {
    this.isTiming = false
    if (this.waiting === undefined) return
    this.options.send(this.waiting)
    this.sent = { time: this.waiting, from: this.latest, at: this.options.now() }
    this.waiting = undefined
    this.isTiming = true
    this.options.later(() => this.flush(), INTERVAL)
  }
}
