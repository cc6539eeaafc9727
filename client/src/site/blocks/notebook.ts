/** Blocks of a page as a notebook: one Python for all, in which each block runs after those before it. */

import type { FromBlocks, Outcome, ToBlocks } from './messages'

/** Members of a Worker that are used. */
export interface BlocksWorker {
  onmessage: ((event: MessageEvent<FromBlocks>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(message: ToBlocks): void
  terminate(): void
}

/** A block of the page. */
export interface Cell {
  /** Return the present text of the program. */
  text(): string
  /** Show that it waits, and clear the output of an earlier run. */
  wait(): void
  /** Show the progress of loading Python [bytes]. */
  load(bytes: number, of: number): void
  begin(): void
  print(text: string): void
  end(outcome: Outcome): void
  /** Show that it was stopped, or was not run; `reason` is empty for the latter. */
  leave(reason: string): void
}

const STOPPED = 'Stopped. Python starts afresh with the next run.'

export class Notebook {
  private readonly cells: Cell[]
  private readonly makeWorker: () => BlocksWorker
  private worker: BlocksWorker | undefined
  private isReady = false
  private readonly ran = new Set<Cell>()
  private queue: Cell[] = []

  /** `cells` are the blocks in the order of the page. */
  constructor(cells: Cell[], makeWorker: () => BlocksWorker) {
    this.cells = cells
    this.makeWorker = makeWorker
  }

  /** Run a block, after those before it that have not been run. */
  run(cell: Cell): void {
    const before = this.cells.slice(0, this.cells.indexOf(cell)).filter((one) => !this.ran.has(one))
    const added = [...before, cell].filter((one) => !this.queue.includes(one))
    const isIdle = this.queue.length === 0
    this.queue.push(...added)
    for (const one of added) one.wait()
    if (!this.worker) this.start()
    else if (isIdle) this.next()
  }

  /** Stop Python; the variables of all blocks are lost. */
  stop(reason = STOPPED): void {
    this.worker?.terminate()
    this.worker = undefined
    this.isReady = false
    this.ran.clear()
    this.empty(reason)
  }

  private start(): void {
    const worker = this.makeWorker()
    worker.onmessage = ({ data }) => this.hear(data)
    worker.onerror = (event) => this.stop(`Python stopped: ${event.message || 'the worker cannot run'}.`)
    this.worker = worker
  }

  private hear(message: FromBlocks): void {
    if (message.what === 'failed') this.stop(`Python could not start: ${message.reason}`)
    else if (message.what === 'started') {
      this.isReady = true
      for (const one of this.queue) one.wait()
      this.next()
    } else if (message.what === 'done') this.finish(message.outcome)
    else if (message.what === 'printed') this.queue[0]?.print(message.text)
    else if (message.what === 'loaded') for (const one of this.queue) one.load(message.bytes, message.of)
  }

  /** Run the first block of the queue. */
  private next(): void {
    const cell = this.queue[0]
    if (!cell || !this.isReady) return
    cell.begin()
    const title = `block ${this.cells.indexOf(cell) + 1}`
    this.worker?.postMessage({ what: 'run', title, text: cell.text() })
  }

  /** Show the result of a block; after an error the waiting blocks are not run. */
  private finish(outcome: Outcome): void {
    const cell = this.queue.shift()
    cell?.end(outcome)
    if (outcome.error) this.empty('')
    else if (cell) this.ran.add(cell)
    this.next()
  }

  private empty(reason: string): void {
    const [first, ...rest] = this.queue
    this.queue = []
    first?.leave(reason)
    for (const cell of rest) cell.leave('')
  }
}
