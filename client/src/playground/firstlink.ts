/** Link to the first drive in JavaScript, which Python continues as soon as it has started.
 *
 * Python runs along from a moment of the drive until it has come as far; then its states are shown. Commands that need
 * Python wait for it.
 */

import type { Command, Programs, ServerMessage } from '../generated/playground'
import { FirstDrive } from './firstdrive'
import type { Link, LinkEvents } from './link'
import type { PythonWorker } from './pythonlink'
import { PythonLink } from './pythonlink'

const DRAWN = 3 // frames after which Python is loaded: the vehicles are on the screen then
const NO_PROGRAMS: Programs = { type: 'programs', left: '', right: '' }

/** Function that starts Python and reports sentences about its progress. */
export type StartPython = (say: (sentence: string) => void) => Promise<PythonWorker>

/** Clock and frames of the browser; tests have their own. */
export interface Frames {
  request(draw: (now: number) => void): void
  /** Time of frames, since the epoch [ms]. */
  epoch(now: number): number
}

const BROWSER: Frames = {
  request: (draw) => requestAnimationFrame(draw),
  epoch: (now) => performance.timeOrigin + now,
}

export class FirstLink implements Link {
  private readonly start: StartPython
  private readonly events: LinkEvents
  private readonly frames: Frames
  private readonly first = new FirstDrive()
  private python: PythonLink | undefined // runs along, or has taken over
  private words = 'Python is loading.'
  private isMissing = false
  private hasTakenOver = false
  private isDue = false // Python has executed a command that the first drive could not
  private waiting: Command[] = []
  private drawn = 0 // frames
  private before = Number.NaN // time of the last frame [ms]
  private number = 0 // of the last state
  private toldRevision = -1
  private toldTick = -1

  constructor(start: StartPython, events: LinkEvents, frames = BROWSER) {
    this.start = start
    this.events = events
    this.frames = frames
  }

  connect(): void {
    this.events.linked('open')
    this.events.python({ is: 'loading', words: this.words })
    this.tell()
    this.frames.request((now) => this.frame(now))
  }

  send(command: Command): void {
    this.python?.send(command)
    if (this.hasTakenOver) return
    if (FirstDrive.canObey(command) && (this.waiting.length === 0 || isOfClock(command)))
      this.first.obey(command)
    else if (this.python) this.isDue = true
    else if (this.isMissing) this.refuse()
    else {
      this.waiting.push(command)
      this.events.received({ type: 'refused', reason: `This needs Python, and follows. ${this.words}` })
    }
  }

  // ---- the drive in JavaScript

  private frame(now: number): void {
    if (this.hasTakenOver) return
    this.frames.request((next) => this.frame(next))
    this.first.advance(Number.isNaN(this.before) ? 0 : 1e-3 * (now - this.before))
    this.before = now
    this.tell()
    if (++this.drawn === DRAWN) this.loadPython()
  }

  private tell(): void {
    const { first } = this
    if (first.revision !== this.toldRevision) {
      this.events.received(first.setUp())
      this.events.received(first.hasProgram ? first.programs : NO_PROGRAMS)
    } else if (first.tick === this.toldTick) return
    this.toldRevision = first.revision
    this.toldTick = first.tick
    this.events.received(first.state(++this.number))
  }

  // ---- Python

  private loadPython(): void {
    this.start((sentence) => this.say(`${sentence}.`))
      .then((worker) => this.runAlong(worker))
      .catch((error: unknown) => this.miss(error instanceof Error ? error.message : String(error)))
  }

  private say(words: string): void {
    this.words = words
    this.events.python({ is: 'loading', words })
  }

  private runAlong(worker: PythonWorker): void {
    const python = new PythonLink(worker, {
      linked: (state) => {
        if (state === 'lost') this.lose()
      },
      python: () => {},
      received: (message) => this.hear(message),
    })
    this.python = python
    python.continueFrom(this.first.moment(), this.frames.epoch(this.before))
    this.isDue = this.waiting.length > 0
    for (const command of this.waiting) python.send(command)
    this.waiting = []
  }

  private hear(message: ServerMessage): void {
    if (!this.python) return
    if (message.type === 'state' && !this.hasTakenOver) {
      if (message.tick < this.first.tick && !this.isDue) return
      this.hasTakenOver = true
      this.events.python({ is: 'ready' })
    }
    this.events.received(message)
  }

  private lose(): void {
    if (this.hasTakenOver) this.events.linked('lost')
    else this.miss('it stopped')
  }

  private miss(reason: string): void {
    console.error(reason)
    this.python = undefined
    this.isMissing = true
    this.words = `Code, other models and other scenes cannot be run, because Python could not be loaded: ${reason}.`
    this.events.python({ is: 'missing', words: this.words })
    if (this.waiting.length > 0) this.refuse()
    this.waiting = []
  }

  /** Refuse a command, and show the unchanged settings again. */
  private refuse(): void {
    this.events.received({ type: 'refused', reason: this.words })
    this.toldRevision = -1
  }
}

/** Return whether a command changes only the clock or the keys, so that it need not wait for others. */
function isOfClock({ type }: Command): boolean {
  return type === 'drive' || type === 'pause' || type === 'resume' || type === 'step'
}
