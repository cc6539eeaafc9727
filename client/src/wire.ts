/** Frames and inputs of wire format version 1 as the page uses them; the bytes' layout is generated. */

import {
  ACKNOWLEDGEMENT_BYTES,
  BLOCKED_FLAG,
  DELTA,
  DRIVER_MASK,
  FULL,
  HAND_BRAKE,
  HEADER_BYTES,
  INPUT_BYTES,
  NOT_FINITE_FLAG,
  OFF_MAP_FLAG,
  OWN_STATE_BYTES,
  type OwnState,
  PAUSED_FLAG,
  RECORD_BYTES,
  type Records,
  readHeader,
  readOwnState,
  readRecords,
  VERSION,
  writeAcknowledgement,
  writeInput,
} from './generated/messages'

export const FLAG = {
  driver: DRIVER_MASK,
  blocked: BLOCKED_FLAG,
  offMap: OFF_MAP_FLAG,
  notFinite: NOT_FINITE_FLAG,
} as const
export const DRIVER = { autopilot: 0, script: 1, player: 2 } as const

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

/** The positions of the driver's controls. */
export interface Controls {
  handBrake: boolean
  throttle: number // -1..1
  brake: number // 0..1
  steer: number // -1..1, left positive
}

export class WireError extends Error {}

export function decodeFrame(buffer: ArrayBuffer): Frame {
  const view = new DataView(buffer)
  const count = checkedCount(view)
  const { kind, ownVehicle, flags, frame, tick, time, acknowledgedInput, measuredHz, rate } = readHeader(
    view,
    0,
  )
  return {
    kind: kind === FULL ? 'full' : 'delta',
    frame,
    tick,
    time,
    acknowledgedInput,
    own: ownVehicle,
    paused: (flags & PAUSED_FLAG) !== 0,
    measuredHz,
    rate,
    ownState: readOwnState(view, HEADER_BYTES),
    records: readRecords(view, HEADER_BYTES + OWN_STATE_BYTES, count),
  }
}

function checkedCount(view: DataView): number {
  const head = HEADER_BYTES + OWN_STATE_BYTES
  if (view.byteLength < head) {
    throw new WireError(`the frame has ${view.byteLength} bytes; at least ${head} are needed`)
  }
  const { kind, version, count } = readHeader(view, 0)
  if (version !== VERSION) {
    throw new WireError(`the server speaks wire version ${version}; this page speaks ${VERSION}: reload it`)
  }
  if (kind !== FULL && kind !== DELTA) {
    throw new WireError(`the frame's kind is ${kind}; it must be ${FULL} or ${DELTA}`)
  }
  const wanted = head + count * RECORD_BYTES
  if (view.byteLength !== wanted) {
    throw new WireError(`the frame has ${view.byteLength} bytes; ${count} records need ${wanted}`)
  }
  return count
}

export function encodeInput(sequence: number, { handBrake, throttle, brake, steer }: Controls): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(INPUT_BYTES))
  writeInput(view, 0, { kind: 1, sequence, buttons: handBrake ? HAND_BRAKE : 0, throttle, brake, steer })
  return view.buffer
}

export function encodeAcknowledgement(frame: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(ACKNOWLEDGEMENT_BYTES))
  writeAcknowledgement(view, 0, { kind: 2, frame })
  return view.buffer
}
