import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../src/generated/playground'
import type { LinkEvents } from '../src/playground/link'
import {
  type FromPython,
  PythonLink,
  type PythonWorker,
  startPython,
  type ToPython,
} from '../src/playground/pythonlink'

/** A worker that a test speaks for. */
class FakeWorker implements PythonWorker {
  onmessage: PythonWorker['onmessage'] = null
  onerror: PythonWorker['onerror'] = null
  readonly heard: ToPython[] = []

  postMessage(message: ToPython): void {
    this.heard.push(message)
  }

  say(message: FromPython): void {
    this.onmessage?.({ data: message } as MessageEvent<FromPython>)
  }

  fail(message: string): void {
    this.onerror?.({ message } as ErrorEvent)
  }
}

function linked() {
  const worker = new FakeWorker()
  const states: string[] = []
  const received: ServerMessage[] = []
  const events: LinkEvents = {
    linked: (state) => states.push(state),
    python: () => {},
    received: (message) => received.push(message),
  }
  return { worker, states, received, link: new PythonLink(worker, events) }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('starting Python', () => {
  test('the worker is returned when Python runs, after reports of the progress', async () => {
    const worker = new FakeWorker()
    const said: [string, number][] = []
    const started = startPython(worker, (words, fraction) => said.push([words, fraction]))
    worker.say({ what: 'loaded', bytes: 0, of: 0 })
    worker.say({ what: 'loaded', bytes: 1_500_000, of: 6_000_000 })
    worker.say({ what: 'starting' })
    worker.say({ what: 'ready' })
    expect(await started).toBe(worker)
    expect(said).toEqual([
      ['Loading Python, 0.0 of 0.0 MB', 0],
      ['Loading Python, 1.5 of 6.0 MB', 0.25],
      ['Starting Python in this browser', 1],
    ])
  })

  test('where Python cannot start, its reason is told', async () => {
    const worker = new FakeWorker()
    const said: string[] = []
    const started = startPython(worker, (words) => said.push(words))
    worker.say({ what: 'failed', reason: 'no WebAssembly here' })
    worker.say({ what: 'loaded', bytes: 1_500_000, of: 6_000_000 }) // another download has gone on
    await expect(started).rejects.toThrow('no WebAssembly here')
    expect(said).toEqual([])
  })

  test('a browser without such workers is told of in words, though it gives none', async () => {
    const worker = new FakeWorker()
    const started = startPython(worker, () => {})
    worker.fail('')
    await expect(started).rejects.toThrow('this browser cannot run the worker')
  })
})

describe('the link to Python', () => {
  test('it is open at once, and asks the worker to begin', () => {
    const { worker, states, link } = linked()
    link.connect()
    expect(worker.heard).toEqual([{ what: 'connect' }])
    expect(states).toEqual(['open'])
  })

  test('a command goes as JSON, as it would to a server', () => {
    const { worker, link } = linked()
    link.connect()
    link.send({ type: 'dt', value: 0.1 })
    expect(worker.heard.at(-1)).toEqual({ what: 'obey', text: '{"type":"dt","value":0.1}' })
  })

  test('messages are received one by one and in their order', () => {
    const { worker, received, link } = linked()
    link.connect()
    worker.say({
      what: 'messages',
      texts: ['{"type":"refused","reason":"a"}', '{"type":"refused","reason":"b"}'],
    })
    expect(received).toEqual([
      { type: 'refused', reason: 'a' },
      { type: 'refused', reason: 'b' },
    ])
  })

  test('where Python stops, the visitor reads why and what to do, and the link is lost', () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker, states, received, link } = linked()
    link.connect()
    worker.say({ what: 'failed', reason: 'ValueError: x' })
    worker.fail('out of memory')
    expect(states).toEqual(['open', 'lost', 'lost'])
    expect(received).toEqual([
      { type: 'refused', reason: 'Python stopped: ValueError: x. Reload the page to go on.' },
      { type: 'refused', reason: 'Python stopped: out of memory. Reload the page to go on.' },
    ])
    expect(complaint).toHaveBeenCalledTimes(2)
  })
})
