import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decodeInput, encodeFrame } from '../mock/wire.mjs'
import {
  decodeFrame,
  encodeAcknowledgement,
  encodeInput,
  encodeViewpoint,
  WireError,
} from '../src/connection/wire'

/** Written by the server's own encoder, so that both ends are held to the same bytes. */
const FIXTURES = new URL('../../tests/fixtures/', import.meta.url)
const bytes = readFileSync(fileURLToPath(new URL('wire_v1.bin', FIXTURES)))
const fixture = JSON.parse(readFileSync(fileURLToPath(new URL('wire_v1.json', FIXTURES)), 'utf8'))

interface Message {
  name: string
  to: string
  offset: number
  length: number
  [field: string]: unknown
}

function slice(message: Message): ArrayBuffer {
  const start = bytes.byteOffset + message.offset
  return bytes.buffer.slice(start, start + message.length) as ArrayBuffer
}

const toClient: Message[] = fixture.messages.filter((message: Message) => message.to === 'client')
const toServer: Message[] = fixture.messages.filter((message: Message) => message.to === 'server')

describe('frames written by the server', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the fixture is plain JSON
  test.each(toClient.map((message) => [message.name, message] as [string, any]))(
    'the %s frame says what its description says',
    (_, message) => {
      const frame = decodeFrame(slice(message))
      const { header } = message
      expect(frame.kind).toBe([undefined, 'full', 'delta', 'interest'][header.kind])
      expect(frame.frame).toBe(header.frame)
      expect(frame.tick).toBe(header.tick)
      expect(frame.time).toBe(header.time)
      expect(frame.acknowledgedInput).toBe(header.acknowledged_input)
      expect(frame.own).toBe(header.own_vehicle)
      expect(frame.paused).toBe((header.flags & 1) === 1)
      expect(frame.measuredHz).toBeCloseTo(header.measured_hz / 10, 6)
      expect(frame.rate).toBe(header.rate)
      const { ground_slope, ...own } = message.own
      expect(frame.ownState).toEqual({ ...own, groundSlope: ground_slope })
      expect(frame.records.id.length).toBe(message.records.length)
    },
  )

  // biome-ignore lint/suspicious/noExplicitAny: the fixture is plain JSON
  test.each(toClient.map((message) => [message.name, message] as [string, any]))(
    'the %s frame holds its vehicles in metres and radians',
    (_, message) => {
      const { records } = decodeFrame(slice(message))
      message.records.forEach(
        (wanted: { id: number; flags: number; si: Record<string, number> }, k: number) => {
          expect(records.id[k]).toBe(wanted.id)
          expect(records.flags[k]).toBe(wanted.flags)
          for (const field of ['x', 'y', 'z', 'yaw', 'pitch', 'roll', 'speed', 'steer'] as const) {
            const size = Math.max(1, Math.abs(wanted.si[field]))
            expect(Math.abs(records[field][k] - wanted.si[field]) / size).toBeLessThan(1e-6)
          }
        },
      )
    },
  )
})

describe('a frame of interest written by the server', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the fixture is plain JSON
  const message = toClient.find((candidate) => 'contents' in candidate) as any
  const { interest } = decodeFrame(slice(message))

  test('has the contents that its description says', () => {
    const { far_count, first_row, row_count, column_count, present_count, ...middle } = message.contents
    const counts = {
      farCount: far_count,
      firstRow: first_row,
      rowCount: row_count,
      columnCount: column_count,
      presentCount: present_count,
    }
    expect(interest?.contents).toEqual({ ...middle, ...counts })
  })

  test('has far vehicles in metres from the middle, radians and metres a second', () => {
    expect(message.far).toHaveLength(2)
    message.far.forEach((wanted: Record<string, number>, k: number) => {
      const far = interest?.far
      const read = [far?.id[k], far?.x[k], far?.y[k], far?.speed[k], far?.flags[k]]
      expect(read).toEqual([wanted.id, wanted.x / 4, wanted.y / 4, wanted.speed / 2, wanted.flags])
      expect(far?.yaw[k]).toBeCloseTo((wanted.yaw * Math.PI) / 32767, 6)
    })
  })

  test('has the cells row by row', () => {
    const cells = interest?.cells
    const read = message.cells.map((_: unknown, k: number) => ({
      wheeled: cells?.wheeled[k],
      tracked: cells?.tracked[k],
      point: cells?.point[k],
    }))
    expect(read).toEqual(message.cells)
  })

  test('is refused when cut anywhere', () => {
    const whole = slice(message)
    for (let length = 0; length < whole.byteLength; length++)
      expect(() => decodeFrame(whole.slice(0, length))).toThrow(WireError)
  })
})

describe('messages that the server reads', () => {
  test('a viewpoint has the bytes that the server decodes', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the fixture is plain JSON
    const message = toServer.find((candidate) => 'gaze' in candidate) as any
    const { x, y, z, gaze, target, selected } = message
    const place = { x, y, z, gazeX: gaze[0], gazeY: gaze[1], gazeZ: gaze[2], target, selected }
    expect(new Uint8Array(encodeViewpoint(place))).toEqual(new Uint8Array(slice(message)))
  })

  test('an input has the bytes that the server decodes', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the fixture is plain JSON
    for (const message of toServer.filter((candidate) => 'throttle' in candidate) as any[]) {
      const input = {
        handBrake: (message.buttons & 1) === 1,
        throttle: message.throttle,
        brake: message.brake,
        steer: message.steer,
      }
      expect(new Uint8Array(encodeInput(message.sequence, input))).toEqual(new Uint8Array(slice(message)))
    }
  })

  test('an acknowledgement is a two and the frame number', () => {
    expect([...new Uint8Array(encodeAcknowledgement(0x01020304))]).toEqual([2, 4, 3, 2, 1])
  })

  test('input beyond the range are held to it and nonsense is zero', () => {
    const view = new DataView(encodeInput(1, { handBrake: true, throttle: 7, brake: -3, steer: Number.NaN }))
    expect([view.getUint8(4 + 1), view.getInt8(6), view.getUint8(7), view.getInt8(8)]).toEqual([1, 127, 0, 0])
  })
})

describe('frames that cannot be read', () => {
  test('a short frame is refused with the numbers', () => {
    expect(() => decodeFrame(new ArrayBuffer(20))).toThrow(/20 bytes; at least 84/)
  })

  test('another version asks for a reload', () => {
    const view = new DataView(new ArrayBuffer(84))
    view.setUint8(0, 1)
    view.setUint8(1, 9)
    expect(() => decodeFrame(view.buffer)).toThrow(/version 9; this page speaks 1: reload it/)
  })

  test('a count that the bytes do not hold is refused', () => {
    const view = new DataView(new ArrayBuffer(84))
    view.setUint8(0, 1)
    view.setUint8(1, 1)
    view.setUint16(2, 3, true)
    expect(() => decodeFrame(view.buffer)).toThrow(WireError)
  })
})

describe('the mock server', () => {
  const vehicle = { x: 12.345, y: -6789.012, z: 3, yaw: 1, pitch: -0.1, roll: 0.05, speed: 13.89, steer: 0.5 }
  const own = {
    ...vehicle,
    throttle: 0.75,
    brake: 0.25,
    odometer: 1234.5,
    slope: 0.1,
    driver: 2,
    blocked: true,
  }
  const world = { count: 1, frame: 7, tick: 420, time: 7.5, rate: 2, paused: true, vehicles: [own] }

  test('writes frames that the page reads', () => {
    const bytes = encodeFrame(world, { sequence: 41, own: 0 }, { isFull: true, hz: 59.9 })
    const { records, ownState, ...header } = decodeFrame(bytes.buffer)
    expect(header).toEqual({
      kind: 'full',
      frame: 7,
      tick: 420,
      time: 7.5,
      acknowledgedInput: 41,
      own: 0,
      paused: true,
      measuredHz: 59.9,
      rate: 2,
    })
    expect(ownState.groundSlope).toBeCloseTo(0.1, 6)
    expect([records.x[0], records.y[0], records.flags[0]]).toEqual([12.345, -6789.012, 2 | 4])
    expect(records.yaw[0]).toBeCloseTo(1, 4)
    expect(records.steer[0]).toBeCloseTo(0.5, 2)
  })

  test('reads inputs that the page writes, and tells them from acknowledgements', () => {
    const bytes = new Uint8Array(encodeInput(41, { handBrake: true, throttle: -1, brake: 0.2, steer: 1 }))
    expect(decodeInput(bytes)).toMatchObject({
      sequence: 41,
      controls: { handBrake: 1, throttle: -1, brake: 0.2, steer: 1 },
    })
    expect(decodeInput(new Uint8Array(encodeAcknowledgement(7)))).toBeUndefined()
  })
})
