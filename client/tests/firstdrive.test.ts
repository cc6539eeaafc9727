/** The first drive in JavaScript against the session in Python, which tools/generated/page_first_drive.py has driven. */

import { describe, expect, test, vi } from 'vitest'
import type { Command, ServerMessage, State } from '../src/generated/playground'
import { FirstDrive } from '../src/playground/firstdrive'
import { FirstLink } from '../src/playground/firstlink'
import driven from '../src/playground/generated/driven.json'
import { MOMENT, PHASES } from '../src/playground/generated/start'
import type { PythonState } from '../src/playground/link'
import type { FromPython, PythonWorker, ToPython } from '../src/playground/pythonlink'

const NEAR = 2e-6 // messages are rounded to 1e-6
const KEYS: Command = { type: 'drive', forward: 1, left: 0, brake: 0, seen: 0 }
const M1A1: Command = { type: 'choose', side: 'left', model: 'M1A1' }

/** Drive by the script and return the state after every so many rounds, and the moment before a round. */
function drive(rounds: number) {
  const first = new FirstDrive()
  const states: State[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { command } of driven.script.filter((row) => row.round === round)) {
      expect(FirstDrive.canObey(command as Command)).toBe(true)
      first.obey(command as Command)
    }
    first.advance(first.setUp().dt)
    if ((round + 1) % driven.every === 0) states.push(first.state(0))
  }
  return { first, states }
}

/** Expect the same structure with nearly the same numbers. */
function expectNear(own: unknown, other: unknown, place: string, near = NEAR): void {
  if (typeof other === 'number') expect(Math.abs((own as number) - other), place).toBeLessThanOrEqual(near)
  else if (typeof other === 'object' && other !== null) {
    expect(Object.keys(own as object), place).toEqual(Object.keys(other))
    for (const [name, value] of Object.entries(other))
      expectNear((own as Record<string, unknown>)[name], value, `${place}.${name}`, near)
  } else expect(own, place).toBe(other)
}

describe('the first drive in JavaScript', () => {
  test('its vehicles are where those of Python are, in the demonstration and by every key', () => {
    const { states } = drive(driven.rounds)
    expect(states.length).toBe(driven.samples.length)
    states.forEach(({ type, number, ...state }, index) => {
      expectNear(state, driven.samples[index], `sample ${index}`)
    })
    expect(Math.max(...states.map(({ gap }) => gap))).toBeGreaterThan(3)
  })

  test('the moment from which Python continues is that of the session in Python', () => {
    const { round, ...moment } = driven.moment
    expectNear(drive(round).first.moment(), moment, 'moment', 1e-9)
  })

  test('it begins where a session in Python begins, and repeats the demonstration', () => {
    const first = new FirstDrive()
    expect(first.moment()).toEqual(MOMENT)
    const seconds = PHASES.reduce((sum, [duration]) => sum + duration, 0)
    for (let step = 0; step < 60 * (seconds + 2) + 10; step++) first.advance(1 / 60)
    expect(first.tick).toBeLessThan(20)
    expect(first.setUp().demonstrating).toBe(true)
  })

  test('after a long pause of the page it makes at most a few steps', () => {
    const first = new FirstDrive()
    first.advance(60)
    expect(first.tick).toBe(24)
  })

  test('what it has not needs Python', () => {
    for (const command of [
      M1A1,
      { type: 'scene', name: 'hill' },
      { type: 'autopilot', is_on: true },
    ] as Command[])
      expect(FirstDrive.canObey(command)).toBe(false)
    expect(FirstDrive.canObey({ type: 'compare', left: 'tracked/simple', right: 'tracked/arc' })).toBe(true)
    expect(FirstDrive.canObey({ type: 'compare', left: 'tracked/arc', right: 'tracked/arc' })).toBe(false)
  })
})

/** A playground whose frames and Python a test controls. */
class Bench {
  readonly heard: ToPython[] = []
  readonly received: ServerMessage[] = []
  readonly python: PythonState[] = []
  readonly linked: string[] = []
  readonly link: FirstLink
  readonly worker: PythonWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => this.heard.push(message),
  }
  asked = 0 // for Python
  say: (sentence: string) => void = () => {}
  start: (worker: PythonWorker) => void = () => {}
  fail: (error: Error) => void = () => {}
  private now = 1000
  private draw: ((now: number) => void) | undefined

  constructor() {
    this.link = new FirstLink(
      (say) => {
        this.asked++
        this.say = say
        return new Promise((resolve, reject) => {
          this.start = resolve
          this.fail = reject
        })
      },
      {
        linked: (state) => this.linked.push(state),
        python: (state) => this.python.push(state),
        received: (message) => this.received.push(message),
      },
      {
        request: (draw) => {
          this.draw = draw
        },
        epoch: (now) => now,
      },
    )
    this.link.connect()
  }

  frames(count: number): void {
    for (let frame = 0; frame < count; frame++) {
      const { draw } = this
      this.draw = undefined
      this.now += 1000 / 60 + 0.01
      draw?.(this.now)
    }
  }

  /** Run frames until Python runs along; the drive goes on meanwhile. */
  async runAlong(): Promise<void> {
    this.frames(10)
    this.start(this.worker)
    await Promise.resolve()
  }

  tell(message: FromPython): void {
    this.worker.onmessage?.({ data: message } as MessageEvent<FromPython>)
  }

  tellState(tick: number): void {
    const text = JSON.stringify({ ...new FirstDrive().state(1), tick })
    this.tell({ what: 'messages', texts: [text] })
  }

  get states(): State[] {
    return this.received.filter((message) => message.type === 'state')
  }

  get refusals(): string[] {
    return this.received.flatMap((message) => (message.type === 'refused' ? [message.reason] : []))
  }
}

describe('the link to the first drive', () => {
  test('the settings and the first state are there before the first frame, and Python after some', () => {
    const bench = new Bench()
    expect(bench.received.map(({ type }) => type)).toEqual(['set-up', 'programs', 'state'])
    bench.frames(2)
    expect(bench.states.at(-1)?.tick).toBe(1)
    expect(bench.asked).toBe(0)
    bench.frames(1)
    expect(bench.asked).toBe(1)
    bench.frames(5)
    expect(bench.asked).toBe(1)
  })

  test('Python takes over when it has come as far, and no tick is missing or shown twice', async () => {
    const bench = new Bench()
    await bench.runAlong()
    const [message] = bench.heard
    expect(message.what).toBe('continue')
    if (message.what === 'continue') expect(JSON.parse(message.moment).tick).toBe(bench.states.at(-1)?.tick)
    bench.frames(3) // while the worker has not answered
    const shown = bench.states.at(-1)?.tick ?? 0
    bench.tellState(shown - 1)
    expect(bench.states.at(-1)?.tick).toBe(shown)
    expect(bench.python.at(-1)?.is).toBe('loading')
    bench.tellState(shown)
    bench.tellState(shown + 1)
    bench.frames(3) // the drive in JavaScript has ended
    expect(bench.python.at(-1)).toEqual({ is: 'ready' })
    expect(bench.states.at(-1)?.tick).toBe(shown + 1)
  })

  test('keys drive both while Python runs along, and only Python afterwards', async () => {
    const bench = new Bench()
    await bench.runAlong()
    bench.link.send(KEYS)
    bench.frames(30)
    expect(bench.states.at(-1)?.left.speed).toBeGreaterThan(1)
    expect(bench.heard.at(-1)).toEqual({ what: 'obey', text: JSON.stringify(KEYS) })
    bench.tellState(1000)
    bench.link.send({ ...KEYS, forward: 0 })
    bench.frames(30)
    expect(bench.states.at(-1)?.tick).toBe(1000)
    expect(bench.heard.length).toBe(3)
  })

  test('a command that needs Python waits for it, with those after it, and is executed in order', async () => {
    const bench = new Bench()
    bench.frames(1)
    bench.say('Loading Python, 1.5 of 6.0 MB')
    bench.frames(3)
    bench.say('Loading Python, 1.5 of 6.0 MB')
    bench.link.send(M1A1)
    bench.link.send({ type: 'dt', value: 0.1 })
    bench.link.send(KEYS)
    expect(bench.refusals.at(-1)).toBe('This needs Python, and follows. Loading Python, 1.5 of 6.0 MB.')
    bench.frames(10)
    expect(bench.states.at(-1)?.left.speed).toBeGreaterThan(0.1) // the keys need not wait
    await bench.runAlong()
    const texts = bench.heard.flatMap((message) =>
      message.what === 'obey' ? [JSON.parse(message.text).type] : [],
    )
    expect(texts).toEqual(['choose', 'dt'])
    bench.tellState(0) // the new pair is at the start
    expect(bench.states.at(-1)?.tick).toBe(0)
    expect(bench.python.at(-1)).toEqual({ is: 'ready' })
  })

  test('without Python it drives on, and says once and for every refused command what cannot be run', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const bench = new Bench()
    bench.frames(4)
    bench.fail(new Error('no WebAssembly here'))
    await Promise.resolve()
    await Promise.resolve()
    const words =
      'Code, other models and other scenes cannot be run, because Python could not be loaded: no WebAssembly here.'
    expect(bench.python.at(-1)).toEqual({ is: 'missing', words })
    bench.link.send(M1A1)
    expect(bench.refusals).toEqual([words])
    const setUps = () => bench.received.filter(({ type }) => type === 'set-up').length
    const before = setUps()
    bench.link.send(KEYS)
    bench.frames(30)
    expect(setUps()).toBeGreaterThan(before) // the page shows the unchanged model again
    expect(bench.states.at(-1)?.left.speed).toBeGreaterThan(1)
    expect(complaint).toHaveBeenCalledOnce()
    complaint.mockRestore()
  })

  test('where Python stops afterwards, the link is lost', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const bench = new Bench()
    await bench.runAlong()
    bench.tellState(1000)
    bench.tell({ what: 'failed', reason: 'ValueError: x' })
    expect(bench.linked).toEqual(['open', 'lost'])
    expect(bench.refusals).toEqual(['Python stopped: ValueError: x. Reload the page to go on.'])
    complaint.mockRestore()
  })

  test('the program is that of the demonstration, and none while the visitor drives without Python', () => {
    const bench = new Bench()
    bench.link.send(KEYS)
    bench.frames(1)
    const programs = bench.received.flatMap((message) => (message.type === 'programs' ? [message.left] : []))
    expect(programs[0]).toContain('tracked/simple')
    expect(programs.at(-1)).toBe('')
  })
})
