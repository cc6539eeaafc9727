/** Frames, inputs and viewpoints of wire format version 1; the layout of the bytes is generated. */

import {
  ABSENT_FLAG,
  ACKNOWLEDGEMENT_BYTES,
  BLOCKED_FLAG,
  CONTENTS_BYTES,
  type Contents,
  DELTA,
  DENSITY_CELL_BYTES,
  type DensityCells,
  DRIVER_MASK,
  FAR_RECORD_BYTES,
  type FarRecords,
  FULL,
  HAND_BRAKE,
  HEADER_BYTES,
  INPUT_BYTES,
  INTEREST,
  NEAR_RECORD_BYTES,
  NOT_FINITE_FLAG,
  OFF_MAP_FLAG,
  OWN_STATE_BYTES,
  type OwnState,
  PARKED_FLAG,
  PAUSED_FLAG,
  RECORD_BYTES,
  type Records,
  RUTS_BYTES,
  RUTS_KIND,
  readContents,
  readDensityCells,
  readFarRecords,
  readHeader,
  readNearRecords,
  readOwnState,
  readRecords,
  VERSION,
  VIEWPOINT_BYTES,
  type Viewpoint,
  writeAcknowledgement,
  writeInput,
  writeViewpoint,
} from '../generated/messages'

export const FLAG = {
  driver: DRIVER_MASK,
  blocked: BLOCKED_FLAG,
  offMap: OFF_MAP_FLAG,
  notFinite: NOT_FINITE_FLAG,
  absent: ABSENT_FLAG,
  parked: PARKED_FLAG,
} as const
export const DRIVER = { autopilot: 0, script: 1, player: 2, remote: 3 } as const

/** Parts of a frame of interest in addition to the near records. */
export interface Interest {
  contents: Contents
  far: FarRecords
  cells: DensityCells
}

export interface Frame {
  kind: 'full' | 'delta' | 'interest'
  frame: number
  tick: number
  time: number // simulated [s]
  acknowledgedInput: number
  own: number // vehicle id, -1 for none
  paused: boolean
  measuredHz: number
  rate: number // simulated seconds per second
  ownState: OwnState
  records: Records // in a frame of interest only near vehicles
  interest?: Interest
}

/** Position and view direction of the camera. */
export type Place = Omit<Viewpoint, 'kind'>

/** Positions of the driver's controls. */
export interface Controls {
  handBrake: boolean
  throttle: number // -1..1
  brake: number // 0..1
  steer: number // -1..1, left positive
}

export class WireError extends Error {}

/** Return whether a message of the server has ruts in place of a frame. */
export function hasRuts(buffer: ArrayBuffer): boolean {
  return buffer.byteLength >= RUTS_BYTES && new Uint8Array(buffer, 0, 1)[0] === RUTS_KIND
}

export function decodeFrame(buffer: ArrayBuffer): Frame {
  const view = new DataView(buffer)
  checkHeader(view)
  const { kind, count, ownVehicle, flags, ...header } = readHeader(view, 0)
  const { frame, tick, time, acknowledgedInput, measuredHz, rate } = header
  const start = HEADER_BYTES + OWN_STATE_BYTES
  return {
    kind: kind === FULL ? 'full' : kind === DELTA ? 'delta' : 'interest',
    frame,
    tick,
    time,
    acknowledgedInput,
    own: ownVehicle,
    paused: (flags & PAUSED_FLAG) !== 0,
    measuredHz,
    rate,
    ownState: readOwnState(view, HEADER_BYTES),
    ...(kind === INTEREST ? readInterest(view, start, count) : readAll(view, start, count)),
  }
}

function checkHeader(view: DataView): void {
  const head = HEADER_BYTES + OWN_STATE_BYTES
  if (view.byteLength < head) {
    throw new WireError(`the frame has ${view.byteLength} bytes; at least ${head} are needed`)
  }
  const { kind, version } = readHeader(view, 0)
  if (version !== VERSION) {
    throw new WireError(`the server speaks wire version ${version}; this page speaks ${VERSION}: reload it`)
  }
  if (kind !== FULL && kind !== DELTA && kind !== INTEREST) {
    throw new WireError(`the frame's kind is ${kind}; it must be ${FULL}, ${DELTA} or ${INTEREST}`)
  }
}

function readAll(view: DataView, start: number, count: number): { records: Records } {
  checkLength(view, start + count * RECORD_BYTES, `${count} records`)
  return { records: readRecords(view, start, count) }
}

function readInterest(view: DataView, at: number, count: number): { records: Records; interest: Interest } {
  if (view.byteLength < at + CONTENTS_BYTES) checkLength(view, at + CONTENTS_BYTES, 'its contents')
  const contents = readContents(view, at)
  const { farCount, rowCount, columnCount } = contents
  const near = at + CONTENTS_BYTES
  const far = near + count * NEAR_RECORD_BYTES
  const cells = far + farCount * FAR_RECORD_BYTES
  const wanted = cells + rowCount * columnCount * DENSITY_CELL_BYTES
  checkLength(view, wanted, `${count} near records, ${farCount} far ones and ${rowCount} rows of cells`)
  return {
    records: readNearRecords(view, near, count),
    interest: {
      contents,
      far: readFarRecords(view, far, farCount),
      cells: readDensityCells(view, cells, rowCount * columnCount),
    },
  }
}

function checkLength(view: DataView, wanted: number, what: string): void {
  if (view.byteLength !== wanted) {
    throw new WireError(`the frame has ${view.byteLength} bytes; ${what} need ${wanted}`)
  }
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

export function encodeViewpoint(place: Place): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(VIEWPOINT_BYTES))
  writeViewpoint(view, 0, { kind: 3, ...place })
  return view.buffer
}
