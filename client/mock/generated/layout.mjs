/** The bytes of the live page's messages and files. Written by make generate from motorpool.app.viewer.schema; not to be edited. */

export const VERSION = 1
export const FULL = 1
export const DELTA = 2
export const INTEREST = 3
export const RUTS_KIND = 4
export const CYCLE = 18
export const NO_VEHICLE = -1
export const PAUSED_FLAG = 1
export const DRIVER_MASK = 3
export const BLOCKED_FLAG = 4
export const OFF_MAP_FLAG = 8
export const NOT_FINITE_FLAG = 16
export const ABSENT_FLAG = 32
export const PARKED_FLAG = 64
export const HAND_BRAKE = 1

export const HEADER_BYTES = 36
export const OWN_STATE_BYTES = 48
export const RECORD_BYTES = 24
export const CONTENTS_BYTES = 20
export const NEAR_RECORD_BYTES = 26
export const FAR_RECORD_BYTES = 12
export const DENSITY_CELL_BYTES = 6
export const RUTS_BYTES = 4
export const RUT_TILE_BYTES = 4
export const RUT_CELL_BYTES = 1
export const INPUT_BYTES = 9
export const ACKNOWLEDGEMENT_BYTES = 5
export const VIEWPOINT_BYTES = 24
export const HEIGHT_BYTES = 4
export const SQUARE_BYTES = 1
export const ROAD_POINT_BYTES = 8
export const DECK_POINT_BYTES = 12
export const OBJECT_BYTES = 28

export function writeHeader(view, at, values) {
  view.setUint8(at, values.kind)
  view.setUint8(at + 1, values.version)
  view.setUint16(at + 2, values.count, true)
  view.setUint32(at + 4, values.frame, true)
  view.setUint32(at + 8, values.tick, true)
  view.setFloat64(at + 12, values.time, true)
  view.setUint32(at + 20, values.acknowledgedInput, true)
  view.setInt32(at + 24, values.ownVehicle, true)
  view.setUint8(at + 28, values.flags)
  view.setUint16(at + 30, whole(values.measuredHz, 10, 0, 65535), true)
  view.setFloat32(at + 32, values.rate, true)
}

export function writeOwnState(view, at, values) {
  view.setFloat32(at, values.x, true)
  view.setFloat32(at + 4, values.y, true)
  view.setFloat32(at + 8, values.z, true)
  view.setFloat32(at + 12, values.yaw, true)
  view.setFloat32(at + 16, values.pitch, true)
  view.setFloat32(at + 20, values.roll, true)
  view.setFloat32(at + 24, values.speed, true)
  view.setFloat32(at + 28, values.steer, true)
  view.setFloat32(at + 32, values.throttle, true)
  view.setFloat32(at + 36, values.brake, true)
  view.setFloat32(at + 40, values.odometer, true)
  view.setFloat32(at + 44, values.groundSlope, true)
}

export function writeRecord(view, at, values) {
  view.setUint16(at, values.id, true)
  view.setInt16(at + 2, whole(values.yaw, 10430.060040584269, -32768, 32767), true)
  view.setInt16(at + 4, whole(values.pitch, 10430.060040584269, -32768, 32767), true)
  view.setInt16(at + 6, whole(values.roll, 10430.060040584269, -32768, 32767), true)
  view.setInt32(at + 8, whole(values.x, 1000, -2147483648, 2147483647), true)
  view.setInt32(at + 12, whole(values.y, 1000, -2147483648, 2147483647), true)
  view.setInt32(at + 16, whole(values.z, 1000, -2147483648, 2147483647), true)
  view.setInt16(at + 20, whole(values.speed, 100, -32768, 32767), true)
  view.setInt8(at + 22, whole(values.steer, 127, -128, 127))
  view.setUint8(at + 23, values.flags)
}

export function writeContents(view, at, values) {
  view.setFloat32(at, values.x, true)
  view.setFloat32(at + 4, values.y, true)
  view.setUint16(at + 8, values.farCount, true)
  view.setUint16(at + 10, values.firstRow, true)
  view.setUint16(at + 12, values.rowCount, true)
  view.setUint16(at + 14, values.columnCount, true)
  view.setUint32(at + 16, values.presentCount, true)
}

export function writeNearRecord(view, at, values) {
  view.setUint32(at, values.id, true)
  view.setInt16(at + 4, whole(values.yaw, 10430.060040584269, -32768, 32767), true)
  view.setInt16(at + 6, whole(values.pitch, 10430.060040584269, -32768, 32767), true)
  view.setInt16(at + 8, whole(values.roll, 10430.060040584269, -32768, 32767), true)
  view.setInt32(at + 10, whole(values.x, 1000, -2147483648, 2147483647), true)
  view.setInt32(at + 14, whole(values.y, 1000, -2147483648, 2147483647), true)
  view.setInt32(at + 18, whole(values.z, 1000, -2147483648, 2147483647), true)
  view.setInt16(at + 22, whole(values.speed, 100, -32768, 32767), true)
  view.setInt8(at + 24, whole(values.steer, 127, -128, 127))
  view.setUint8(at + 25, values.flags)
}

export function writeFarRecord(view, at, values) {
  view.setUint32(at, values.id, true)
  view.setInt16(at + 4, whole(values.x, 4, -32768, 32767), true)
  view.setInt16(at + 6, whole(values.y, 4, -32768, 32767), true)
  view.setInt16(at + 8, whole(values.yaw, 10430.060040584269, -32768, 32767), true)
  view.setInt8(at + 10, whole(values.speed, 2, -128, 127))
  view.setUint8(at + 11, values.flags)
}

export function writeDensityCell(view, at, values) {
  view.setUint16(at, values.wheeled, true)
  view.setUint16(at + 2, values.tracked, true)
  view.setUint16(at + 4, values.point, true)
}

export function writeRuts(view, at, values) {
  view.setUint8(at, values.kind)
  view.setUint8(at + 1, values.version)
  view.setUint16(at + 2, values.count, true)
}

export function writeRutTile(view, at, values) {
  view.setUint16(at, values.column, true)
  view.setUint16(at + 2, values.row, true)
}

export function writeRutCell(view, at, values) {
  view.setUint8(at, whole(values.depthRoot, 255, 0, 255))
}

export function writeHeight(view, at, values) {
  view.setFloat32(at, values.z, true)
}

export function writeSquare(view, at, values) {
  view.setUint8(at, values.soilClass)
}

export function writeRoadPoint(view, at, values) {
  view.setFloat32(at, values.x, true)
  view.setFloat32(at + 4, values.y, true)
}

export function writeDeckPoint(view, at, values) {
  view.setFloat32(at, values.x, true)
  view.setFloat32(at + 4, values.y, true)
  view.setFloat32(at + 8, values.z, true)
}

export function writeObject(view, at, values) {
  view.setFloat32(at, values.x, true)
  view.setFloat32(at + 4, values.y, true)
  view.setFloat32(at + 8, values.z, true)
  view.setFloat32(at + 12, values.yaw, true)
  view.setFloat32(at + 16, values.radius, true)
  view.setFloat32(at + 20, values.height, true)
  view.setUint8(at + 24, values.kind)
}

export function readInput(view, at) {
  return {
    kind: view.getUint8(at),
    sequence: view.getUint32(at + 1, true),
    buttons: view.getUint8(at + 5),
    throttle: view.getInt8(at + 6) / 127,
    brake: view.getUint8(at + 7) / 255,
    steer: view.getInt8(at + 8) / 127,
  }
}

export function readAcknowledgement(view, at) {
  return {
    kind: view.getUint8(at),
    frame: view.getUint32(at + 1, true),
  }
}

export function readViewpoint(view, at) {
  return {
    kind: view.getUint8(at),
    x: view.getFloat32(at + 1, true),
    y: view.getFloat32(at + 5, true),
    z: view.getFloat32(at + 9, true),
    gazeX: view.getInt8(at + 13) / 127,
    gazeY: view.getInt8(at + 14) / 127,
    gazeZ: view.getInt8(at + 15) / 127,
    target: view.getInt32(at + 16, true),
    selected: view.getInt32(at + 20, true),
  }
}

function whole(value, perUnit, least, most) {
  const rounded = Number.isFinite(value) ? Math.round(perUnit * value) : 0
  return Math.min(most, Math.max(least, rounded))
}
