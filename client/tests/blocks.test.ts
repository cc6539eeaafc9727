import { describe, expect, test } from 'vitest'
import type { FromBlocks, Outcome, ToBlocks } from '../src/site/blocks/messages'
import { type BlocksWorker, type Cell, Notebook } from '../src/site/blocks/notebook'
import { newest, Printed } from '../src/site/blocks/printed'

const FINE: Outcome = { value: '', html: '', error: '' }

/** A block that writes down what is asked of it. */
class FakeCell implements Cell {
  readonly log: string[] = []
  program: string

  constructor(program: string) {
    this.program = program
  }

  text = () => this.program
  wait = () => void this.log.push('wait')
  load = (bytes: number, of: number) => void this.log.push(`load ${bytes} of ${of}`)
  begin = () => void this.log.push('begin')
  print = (text: string) => void this.log.push(`print ${text}`)
  end = ({ error }: Outcome) => void this.log.push(error ? `end: ${error}` : 'end')
  leave = (reason: string) => void this.log.push(reason ? `leave: ${reason}` : 'leave')
}

/** A worker that a test speaks for. */
class FakeWorker implements BlocksWorker {
  onmessage: BlocksWorker['onmessage'] = null
  onerror: BlocksWorker['onerror'] = null
  readonly asked: ToBlocks[] = []
  isEnded = false

  postMessage(message: ToBlocks): void {
    this.asked.push(message)
  }

  terminate(): void {
    this.isEnded = true
  }

  say(message: FromBlocks): void {
    this.onmessage?.({ data: message } as MessageEvent<FromBlocks>)
  }

  done(outcome: Partial<Outcome> = {}): void {
    this.say({ what: 'done', outcome: { ...FINE, ...outcome } })
  }
}

/** A page of three blocks, with the workers that it starts. */
function page() {
  const cells = ['one', 'two', 'three'].map((program) => new FakeCell(program))
  const workers: FakeWorker[] = []
  const notebook = new Notebook(cells, () => {
    workers.push(new FakeWorker())
    return workers[workers.length - 1]
  })
  const programs = () => workers.flatMap(({ asked }) => asked.map(({ text }) => text))
  return { cells, workers, notebook, programs }
}

describe('a page as a notebook', () => {
  test('Python is loaded by the first run alone, and the block that waits tells how far it is', () => {
    const { cells, workers, notebook } = page()
    expect(workers).toEqual([])
    notebook.run(cells[0])
    workers[0].say({ what: 'loaded', bytes: 1, of: 7 })
    expect(workers[0].asked).toEqual([])
    workers[0].say({ what: 'started' })
    workers[0].say({ what: 'printed', text: 'hello' })
    workers[0].done()
    notebook.run(cells[0])
    workers[0].done()
    expect(workers.length).toBe(1)
    expect(cells[0].log).toEqual([
      ...['wait', 'load 1 of 7', 'wait', 'begin', 'print hello', 'end'],
      ...['wait', 'begin', 'end'],
    ])
  })

  test('a block runs those before it first, in their order, and each once', () => {
    const { cells, workers, notebook, programs } = page()
    notebook.run(cells[1])
    workers[0].say({ what: 'started' })
    workers[0].done()
    workers[0].done()
    notebook.run(cells[2])
    workers[0].done()
    expect(programs()).toEqual(['one', 'two', 'three'])
    expect(workers[0].asked.map(({ title }) => title)).toEqual(['block 1', 'block 2', 'block 3'])
  })

  test('a block runs as its reader has changed it by then', () => {
    const { cells, workers, notebook, programs } = page()
    notebook.run(cells[0])
    cells[0].program = 'changed'
    workers[0].say({ what: 'started' })
    expect(programs()).toEqual(['changed'])
  })

  test('after an error those that wait do not run, and the next run begins with the one that failed', () => {
    const { cells, workers, notebook, programs } = page()
    notebook.run(cells[2])
    workers[0].say({ what: 'loaded', bytes: 2, of: 7 })
    expect(cells[2].log).toEqual(['wait', 'load 2 of 7'])
    workers[0].say({ what: 'started' })
    workers[0].done()
    workers[0].done({ error: 'line 1: NameError' })
    expect(cells[1].log.at(-1)).toBe('end: line 1: NameError')
    expect(cells[2].log).toEqual(['wait', 'load 2 of 7', 'wait', 'leave'])
    notebook.run(cells[2])
    expect(programs()).toEqual(['one', 'two', 'two'])
  })

  test('stopping ends the worker, and with it what the blocks had defined', () => {
    const { cells, workers, notebook } = page()
    notebook.run(cells[1])
    workers[0].say({ what: 'started' })
    workers[0].done()
    notebook.stop()
    expect(workers[0].isEnded).toBe(true)
    expect(cells[1].log.at(-1)).toMatch(/^leave: Stopped/)
    notebook.run(cells[1])
    workers[1].say({ what: 'started' })
    workers[1].done()
    workers[1].done()
    expect(workers[1].asked.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  test('where Python cannot start, the block that waits says why, and the next run tries again', () => {
    const { cells, workers, notebook } = page()
    notebook.run(cells[0])
    workers[0].say({ what: 'failed', reason: '404' })
    expect(cells[0].log.at(-1)).toBe('leave: Python could not start: 404')
    notebook.run(cells[0])
    workers[1].onerror?.({ message: '' } as ErrorEvent)
    expect(cells[0].log.at(-1)).toBe('leave: Python stopped: the worker cannot run.')
  })

  test('a block that waits already is not asked for twice', () => {
    const { cells, workers, notebook, programs } = page()
    notebook.run(cells[0])
    notebook.run(cells[0])
    workers[0].say({ what: 'started' })
    workers[0].done()
    expect(programs()).toEqual(['one'])
  })
})

describe('what a program prints', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('it is handed on in pieces, however fast it comes', () => {
    const told: string[] = []
    let time = 0
    const printed = new Printed(
      (text) => told.push(text),
      () => time,
    )
    for (const word of ['a', 'b', 'c']) printed.write(bytes(word))
    expect(told).toEqual([])
    time = 100
    expect(printed.write(bytes('d'))).toBe(1)
    printed.write(bytes('e'))
    printed.flush()
    printed.flush()
    expect(told).toEqual(['abcd', 'e'])
  })

  test('a letter that comes in two pieces is whole', () => {
    const told: string[] = []
    const printed = new Printed((text) => told.push(text))
    const [first, second] = bytes('é')
    printed.write(Uint8Array.of(first))
    printed.write(Uint8Array.of(second))
    printed.flush()
    expect(told.join('')).toBe('é')
  })

  test('of very much the end is kept, from the start of a line', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join('\n')
    const kept = newest(lines)
    expect(kept.length).toBeLessThanOrEqual(20_002)
    expect(kept).toMatch(/^…\nline \d+\n[\s\S]*line 9999$/)
    expect(newest('short')).toBe('short')
  })
})
