/** Frames and inputs of wire format version 1 for the mock world; the bytes' layout is generated. */

import {
  BLOCKED_FLAG,
  DELTA,
  FULL,
  HAND_BRAKE,
  HEADER_BYTES,
  INPUT_BYTES,
  OWN_STATE_BYTES,
  PAUSED_FLAG,
  RECORD_BYTES,
  readInput,
  VERSION,
  writeHeader,
  writeOwnState,
  writeRecord,
} from './generated/layout.mjs'

export function encodeFrame(world, client, { isFull, hz }) {
  const { count, frame, tick, time, rate } = world
  const first = HEADER_BYTES + OWN_STATE_BYTES
  const view = new DataView(new ArrayBuffer(first + RECORD_BYTES * count))
  writeHeader(view, 0, {
    kind: isFull ? FULL : DELTA,
    version: VERSION,
    count,
    frame,
    tick,
    time,
    acknowledgedInput: client.sequence,
    ownVehicle: client.own,
    flags: world.paused ? PAUSED_FLAG : 0,
    measuredHz: hz,
    rate,
  })
  const own = world.vehicles[client.own]
  if (own) writeOwnState(view, HEADER_BYTES, { ...own, groundSlope: own.slope })
  world.vehicles.forEach((vehicle, id) => {
    const flags = vehicle.driver | (vehicle.blocked ? BLOCKED_FLAG : 0)
    writeRecord(view, first + RECORD_BYTES * id, { ...vehicle, id, flags })
  })
  return new Uint8Array(view.buffer)
}

/** The sequence and the controls in a browser's input; undefined for an acknowledgement. */
export function decodeInput(data) {
  if (data.length !== INPUT_BYTES) return undefined
  const { sequence, buttons, ...controls } = readInput(new DataView(data.buffer, data.byteOffset), 0)
  return { sequence, controls: { ...controls, handBrake: buttons & HAND_BRAKE } }
}
