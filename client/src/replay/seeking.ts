/** Seeking: sends the times of a dragged slider at a limited rate, and always the last one. */

const INTERVAL = 0.08 // [s] interval of messages
const PATIENCE = 1.5 // [s] longest wait for an answer

export interface SeekingOptions {
  send(time: number): void
  now?: () => number // wall clock [s]
  later?: (job: () => void, seconds: number) => void
}

export class Seeking {
  private readonly options: Required<SeekingOptions>
  private waiting: number | undefined // time that is still to be sent [s]
  private sent: { time: number; from: number; at: number } | undefined
  private latest = 0 // time of the server [s]
  private isTiming = false

  constructor(options: SeekingOptions) {
    this.options = {
      now: () => performance.now() / 1000,
      later: (job, seconds) => setTimeout(job, 1000 * seconds),
      ...options,
    }
  }

  /** Seek a simulated time [s], at the limited rate. */
  seek(time: number): void {
    this.waiting = time
    if (!this.isTiming) this.flush()
  }

  /** Return the time to show: the sought one until the server's `time` is nearer to it than to the previous one. */
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
