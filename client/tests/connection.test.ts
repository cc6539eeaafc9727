import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, reconnectWait, socketAddress } from '../src/connection/connection'
import type { Listener } from '../src/connection/source'

describe('waiting before another try', () => {
  test('starts at a quarter to half a second', () => {
    expect(reconnectWait(0, 0)).toBe(0.25)
    expect(reconnectWait(0, 1)).toBe(0.5)
  })

  test('never exceeds five seconds and never falls below a quarter', () => {
    for (let attempt = 0; attempt < 40; attempt++) {
      for (const chance of [0, 0.3, 0.999]) {
        expect(reconnectWait(attempt, chance)).toBeGreaterThanOrEqual(0.25)
        expect(reconnectWait(attempt, chance)).toBeLessThanOrEqual(5)
      }
    }
  })

  test('grows with the tries and varies by chance, so that clients do not return together', () => {
    expect(reconnectWait(3, 0.5)).toBeGreaterThan(reconnectWait(1, 0.5))
    expect(reconnectWait(9, 0)).toBeLessThan(reconnectWait(9, 0.9))
  })
})

describe('the address of the socket', () => {
  test('is beside the page, without its query', () => {
    expect(socketAddress('http://10.0.0.7:8765/?quality=low').href).toBe('ws://10.0.0.7:8765/ws')
  })

  test('is encrypted when the page is', () => {
    expect(socketAddress('https://example.org/pool/').href).toBe('wss://example.org/pool/ws')
  })
})

/** A socket that tells what was sent and lets the test speak for the server. */
class FakeSocket {
  static opened: FakeSocket[] = []
  readyState = 1
  binaryType = ''
  sent: (string | ArrayBuffer)[] = []
  onopen: (() => void) | undefined
  onclose: ((event: { code: number; reason: string }) => void) | undefined
  onmessage: ((event: { data: unknown }) => void) | undefined
  readonly address: string

  constructor(address: string) {
    this.address = address
    FakeSocket.opened.push(this)
  }

  send(data: string | ArrayBuffer): void {
    this.sent.push(data)
  }

  close(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code, reason: '' })
  }
}

function frameBytes(frame: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(84))
  view.setUint8(0, 1)
  view.setUint8(1, 1)
  view.setUint32(4, frame, true)
  return view.buffer
}

describe('a connection', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  const listener = {
    frame: vi.fn(),
    message: vi.fn(),
    linked: vi.fn(),
    sentAway: vi.fn(),
  } satisfies Listener
  const loadAgain = vi.fn()
  let connection: Connection

  const welcome = (world: string) =>
    JSON.stringify({ type: 'welcome', client: 'abc', role: 'driver', vehicle: -1, world })

  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    kept.clear()
    FakeSocket.opened = []
    connection = new Connection({
      address: new URL('ws://127.0.0.1/ws'),
      storage: storage as never,
      open: (address) => new FakeSocket(address) as never,
      random: () => 0.5,
      world: 'w1',
      loadAgain,
    })
    connection.start(listener)
  })

  afterEach(() => {
    connection.stop()
    vi.useRealTimers()
  })

  test('acknowledges every frame by its number', () => {
    const [socket] = FakeSocket.opened
    socket.onmessage?.({ data: frameBytes(77) })
    expect(new DataView(socket.sent[0] as ArrayBuffer).getUint32(1, true)).toBe(77)
    expect(listener.frame).toHaveBeenCalledOnce()
  })

  test('comes back with the client id that it was given', () => {
    FakeSocket.opened[0].onmessage?.({
      data: welcome('w1'),
    })
    FakeSocket.opened[0].close()
    vi.advanceTimersByTime(5000)
    expect(FakeSocket.opened[1].address).toBe('ws://127.0.0.1/ws?client=abc')
  })

  test('loads the page again, and tells nobody, where the server shows another world', () => {
    FakeSocket.opened[0].onmessage?.({ data: welcome('w2') })
    expect(loadAgain).toHaveBeenCalledOnce()
    expect(listener.message).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5000)
    expect(FakeSocket.opened.length).toBe(1)
  })

  test('says why an instructor has sent this browser away, and does not come back', () => {
    FakeSocket.opened[0].onclose?.({ code: 4004, reason: 'An instructor has removed you.' })
    expect(listener.sentAway).toHaveBeenCalledWith('An instructor has removed you.')
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.opened.length).toBe(1)
  })

  test('stays where the server shows the same world as before', () => {
    FakeSocket.opened[0].onmessage?.({ data: welcome('w1') })
    expect(loadAgain).not.toHaveBeenCalled()
    expect(listener.message).toHaveBeenCalledOnce()
  })

  test('comes back at once, and speaks of no loss, when another world takes the place of this one', () => {
    FakeSocket.opened[0].close(4002)
    expect(FakeSocket.opened.length).toBe(2)
    expect(listener.linked).not.toHaveBeenCalledWith('lost')
  })

  test('keeps trying while the server is away', () => {
    for (let k = 0; k < 6; k++) {
      FakeSocket.opened.at(-1)?.close()
      vi.advanceTimersByTime(5000)
    }
    expect(FakeSocket.opened.length).toBe(7)
    expect(listener.linked).toHaveBeenLastCalledWith('lost')
  })

  test('numbers its inputs', () => {
    const idle = { handBrake: false, throttle: 0, brake: 0, steer: 0 }
    connection.sendInput(idle)
    connection.sendInput(idle)
    const numbers = FakeSocket.opened[0].sent.map((data) =>
      new DataView(data as ArrayBuffer).getUint32(1, true),
    )
    expect(numbers).toEqual([1, 2])
  })

  test('leaves a server that speaks nonsense and tries again', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    FakeSocket.opened[0].onmessage?.({ data: new ArrayBuffer(3) })
    expect(warn).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(5000)
    expect(FakeSocket.opened.length).toBe(2)
  })
})
