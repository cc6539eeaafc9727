/** Wire format version 1: bytes from the server to frames, inputs to bytes. Little endian, packed. */

export const WIRE_VERSION = 1
export const HEADER_BYTES = 36
export const OWN_BYTES = 48
export const RECORD_BYTES = 24

const ANGLE_UNIT = Math.PI / 32767 // [rad]
const MILLIMETRE = 1e-3 // [m]
const SPEED_UNIT = 1e-2 // [m/s]

export const FLAG = { driver: 3, blocked: 4, offMap: 8, notFinite: 16 } as const
export const DRIVER = { autopilot: 0, script: 1, player: 2 } as const

export interface OwnState {
  x: number
  y: number
  z: number
  yaw: number
  pitch: number
  roll: number
  speed: number // [m/s], signed
  steer: number // -1..1, left positive
  throttle: number // -1..1
  brake: number // 0..1
  odometer: number // [m]
  groundSlope: number // [rad]
}

/** What one vehicle record says, in columns: index k is the k-th record of the frame. */
export interface Records {
  id: Uint16Array
  x: Float64Array
  y: Float64Array
  z: Float64Array
  yaw: Float32Array
  pitch: Float32Array
  roll: Float32Array
  speed: Float32Array
  steer: Float32Array
  flags: Uint8Array
}

export interface Frame {
  kind: 'full' | 'delta'
  frame: number
  tick: number
  time: number // simulated [s]
  acknowledgedInput: number
  own: number // vehicle id, -1 for none
  paused: boolean
  measuredHz: number
  rate: number // simulated seconds per second
  ownState: OwnState
  records: Records
}

export interface Input {
  handBrake: boolean
  throttle: number // -1..1
  brake: number // 0..1
  steer: number // -1..1, left positive
}

export class WireError extends Error {}

export function decodeFrame(buffer: ArrayBuffer): Frame {
  const view = new DataView(buffer)
  const count = checkedCount(view)
  const kind = view.getUint8(0)
  return {
    kind: kind === 1 ? 'full' : 'delta',
    frame: view.getUint32(4, true),
    tick: view.getUint32(8, true),
    time: view.getFloat64(12, true),
    acknowledgedInput: view.getUint32(20, true),
    own: view.getInt32(24, true),
    paused: (view.getUint8(28) & 1) !== 0,
    measuredHz: view.getUint16(30, true) / 10,
    rate: view.getFloat32(32, true),
    ownState: decodeOwn(view, HEADER_BYTES),
    records: decodeRecords(view, HEADER_BYTES + OWN_BYTES, count),
  }
}

function checkedCount(view: DataView): number {
  const head = HEADER_BYTES + OWN_BYTES
  if (view.byteLength < head) {
    throw new WireError(`the frame has ${view.byteLength} bytes; at least ${head} are needed`)
  }
  const [kind, version, count] = [view.getUint8(0), view.getUint8(1), view.getUint16(2, true)]
  if (version !== WIRE_VERSION) {
    throw new WireError(
      `the server speaks wire version ${version}; this page speaks ${WIRE_VERSION}: reload it`,
    )
  }
  if (kind !== 1 && kind !== 2) throw new WireError(`the frame's kind is ${kind}; it must be 1 or 2`)
  const wanted = head + count * RECORD_BYTES
  if (view.byteLength !== wanted) {
    throw new WireError(`the frame has ${view.byteLength} bytes; ${count} records need ${wanted}`)
  }
  return count
}

function decodeOwn(view: DataView, start: number): OwnState {
  const at = (k: number) => view.getFloat32(start + 4 * k, true)
  return {
    x: at(0),
    y: at(1),
    z: at(2),
    yaw: at(3),
    pitch: at(4),
    roll: at(5),
    speed: at(6),
    steer: at(7),
    throttle: at(8),
    brake: at(9),
    odometer: at(10),
    groundSlope: at(11),
  }
}

function decodeRecords(view: DataView, start: number, count: number): Records {
  const records = emptyRecords(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * RECORD_BYTES
    records.id[k] = view.getUint16(at, true)
    records.yaw[k] = view.getInt16(at + 2, true) * ANGLE_UNIT
    records.pitch[k] = view.getInt16(at + 4, true) * ANGLE_UNIT
    records.roll[k] = view.getInt16(at + 6, true) * ANGLE_UNIT
    records.x[k] = view.getInt32(at + 8, true) * MILLIMETRE
    records.y[k] = view.getInt32(at + 12, true) * MILLIMETRE
    records.z[k] = view.getInt32(at + 16, true) * MILLIMETRE
    records.speed[k] = view.getInt16(at + 20, true) * SPEED_UNIT
    records.steer[k] = view.getInt8(at + 22) / 127
    records.flags[k] = view.getUint8(at + 23)
  }
  return records
}

export function emptyRecords(count: number): Records {
  return {
    id: new Uint16Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
    yaw: new Float32Array(count),
    pitch: new Float32Array(count),
    roll: new Float32Array(count),
    speed: new Float32Array(count),
    steer: new Float32Array(count),
    flags: new Uint8Array(count),
  }
}

export function encodeInput(sequence: number, input: Input): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(9))
  view.setUint8(0, 1)
  view.setUint32(1, sequence >>> 0, true)
  view.setUint8(5, input.handBrake ? 1 : 0)
  view.setInt8(6, Math.round(127 * clamp(input.throttle, -1, 1)))
  view.setUint8(7, Math.round(255 * clamp(input.brake, 0, 1)))
  view.setInt8(8, Math.round(127 * clamp(input.steer, -1, 1)))
  return view.buffer
}

export function encodeAcknowledgement(frame: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(5))
  view.setUint8(0, 2)
  view.setUint32(1, frame >>> 0, true)
  return view.buffer
}

/** NaN becomes the lower bound's nearest safe value, zero when the range holds it. */
function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : Math.max(low, 0)
}
