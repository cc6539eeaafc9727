/** Frames of wire format version 1, written from the mock world. */

export function encodeFrame(world, client, { isFull, hz }) {
  const count = world.count
  const buffer = Buffer.alloc(36 + 48 + 24 * count)
  buffer.writeUInt8(isFull ? 1 : 2, 0)
  buffer.writeUInt8(1, 1)
  buffer.writeUInt16LE(count, 2)
  buffer.writeUInt32LE(world.frame >>> 0, 4)
  buffer.writeUInt32LE(world.tick >>> 0, 8)
  buffer.writeDoubleLE(world.time, 12)
  buffer.writeUInt32LE(client.sequence, 20)
  buffer.writeInt32LE(client.own, 24)
  buffer.writeUInt8(world.paused ? 1 : 0, 28)
  buffer.writeUInt16LE(hz * 10, 30)
  buffer.writeFloatLE(world.rate, 32)
  if (client.own >= 0) writeOwn(buffer, 36, world.vehicles[client.own])
  world.vehicles.forEach((vehicle, id) => {
    writeRecord(buffer, 84 + 24 * id, id, vehicle)
  })
  return buffer
}

function writeOwn(buffer, at, v) {
  const values = [
    v.x,
    v.y,
    v.z,
    v.yaw,
    v.pitch,
    v.roll,
    v.speed,
    v.steer,
    v.throttle,
    v.brake,
    v.odometer,
    v.slope,
  ]
  values.forEach((value, k) => {
    buffer.writeFloatLE(value, at + 4 * k)
  })
}

function writeRecord(buffer, at, id, v) {
  const angle = (value) => Math.max(-32767, Math.min(32767, Math.round((value * 32767) / Math.PI)))
  buffer.writeUInt16LE(id, at)
  buffer.writeInt16LE(angle(v.yaw), at + 2)
  buffer.writeInt16LE(angle(v.pitch), at + 4)
  buffer.writeInt16LE(angle(v.roll), at + 6)
  buffer.writeInt32LE(Math.round(1000 * v.x), at + 8)
  buffer.writeInt32LE(Math.round(1000 * v.y), at + 12)
  buffer.writeInt32LE(Math.round(1000 * v.z), at + 16)
  buffer.writeInt16LE(Math.max(-32768, Math.min(32767, Math.round(100 * v.speed))), at + 20)
  buffer.writeInt8(Math.round(127 * v.steer), at + 22)
  buffer.writeUInt8(v.driver | (v.blocked ? 4 : 0), at + 23)
}
