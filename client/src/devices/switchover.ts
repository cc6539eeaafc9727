/**
 * Choice of the driving device, with a smooth transition when another one takes over.
 *
 * A device takes over when it is moved away from its rest position; a stuck trigger, a released key or a stick that
 * springs back does not take over. Pedals and steering then continue from their present positions, and the difference to
 * the new device decays within `FADE`. Braking is effective at once.
 */

import type { Device, Drive, Reading } from './device'

export const FADE = 0.4 // [s]
const MOVED = 0.15 // of an axis's travel; smaller movements are ignored

const AXES = ['throttle', 'brake', 'steer'] as const
const STILL: Drive = { throttle: 0, brake: 0, steer: 0 }

export class Switchover {
  active: Device
  private readonly fallback: Device
  private readonly changed: (active: Device, before: Device) => void
  private readonly lay = new Map<Device, Drive>() // rest positions of the other devices
  private output: Drive = STILL
  private gap: Drive = STILL // difference between the input and the new device when it took over
  private remaining = 0 // [s]

  constructor(fallback: Device, changed: (active: Device, before: Device) => void = () => {}) {
    this.active = fallback
    this.fallback = fallback
    this.changed = changed
  }

  /** Return the input for the vehicle now; `readings` holds the devices that may drive, `dt` is since the last call [s]. */
  update(readings: Map<Device, Reading>, dt: number): Drive {
    this.remaining = Math.max(0, this.remaining - dt)
    for (const device of this.lay.keys()) if (!readings.has(device)) this.lay.delete(device)
    if (!readings.has(this.active)) this.handOver(this.fallback, readings)
    for (const [device, reading] of readings)
      if (device !== this.active && this.isMoved(device, reading)) this.handOver(device, readings)
    this.output = this.fade(readings.get(this.active) ?? STILL)
    return this.output
  }

  /** Switch to a device that the user chose, although it has not moved. */
  choose(device: Device, readings: Map<Device, Reading>): void {
    if (device !== this.active && readings.has(device)) this.handOver(device, readings)
  }

  /** Reset the transition when driving ends. */
  reset(): void {
    this.output = STILL
    this.remaining = 0
  }

  private handOver(device: Device, readings: Map<Device, Reading>): void {
    const before = this.active
    const now = readings.get(device) ?? STILL
    this.gap = combine((axis) => this.output[axis] - now[axis])
    this.remaining = FADE
    this.lay.delete(device)
    this.lay.set(before, readings.get(before) ?? STILL)
    this.active = device
    this.changed(device, before)
  }

  /** Return whether a device was moved away from its rest position; a movement toward neutral updates that position. */
  private isMoved(device: Device, now: Drive): boolean {
    const lay = this.lay.get(device)
    if (!lay) {
      this.lay.set(device, now)
      return false
    }
    if (AXES.some((axis) => Math.abs(now[axis] - lay[axis]) > MOVED && !isNearerRest(now[axis], lay[axis])))
      return true
    this.lay.set(
      device,
      combine((axis) => (isNearerRest(now[axis], lay[axis]) ? now[axis] : lay[axis])),
    )
    return false
  }

  private fade(now: Drive): Drive {
    const left = (this.remaining / FADE) * (1 - now.brake)
    const mixed = combine((axis) => now[axis] + left * this.gap[axis])
    return { ...mixed, brake: Math.max(now.brake, mixed.brake) }
  }
}

function isNearerRest(now: number, before: number): boolean {
  return now * before >= 0 && Math.abs(now) <= Math.abs(before)
}

function combine(value: (axis: keyof Drive) => number): Drive {
  return { throttle: value('throttle'), brake: value('brake'), steer: value('steer') }
}
