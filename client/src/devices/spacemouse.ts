/**
 * Six-axis cap, such as the SpaceBall of 1992 and the SpaceMouse: pushed, tilted and twisted.
 *
 * Push forward to drive and pull to brake or reverse; twist to steer; press down to brake; tilt to turn the turret and
 * raise the gun. The first button fires, as the SpaceBall's pick button did (document 003, appendix A).
 *
 * The axes are right-handed: x right, y toward the user, z down, and the turns about them. They come through the
 * browser's gamepads or, where there is WebHID, as the device's own reports.
 */

import type { Device, Reading } from './device'
import { AT_REST, NO_BUTTONS } from './device'
import type { Pad, Pads } from './gamepad'
import { padName } from './gamepad'
import type { Shaping } from './shaping'
import { clamp, shape } from './shaping'

const FULL = 350 // [counts] full deflection of a cap
const SILENCE = 0.5 // [s] time without a report after which a deflected cap counts as out of radio range
const PRESS_ZONE = 0.35 // dead zone of pressing down, which accompanies every push

const REPORT = { motion: 1, rotation: 2, buttons: 3 }
const AXIS_COUNT = 6

export interface SixAxes {
  axes: readonly number[] // x, y, z, then turns about them, each -1..1
  buttons: number // bit k: button k is pressed
}

/** State of a cap from its HID reports. */
export class CapReports implements SixAxes {
  readonly axes = new Array<number>(AXIS_COUNT).fill(0)
  buttons = 0

  /** Apply a report; return false for an unknown report, which is ignored. */
  take(reportId: number, bytes: DataView): boolean {
    if (reportId === REPORT.motion && (bytes.byteLength === 6 || bytes.byteLength >= 12))
      this.readAxes(bytes, { first: 0, count: bytes.byteLength === 6 ? 3 : AXIS_COUNT })
    else if (reportId === REPORT.rotation && bytes.byteLength >= 6)
      this.readAxes(bytes, { first: 3, count: 3 })
    else if (reportId === REPORT.buttons && bytes.byteLength >= 1) this.buttons = readBits(bytes)
    else return false
    return true
  }

  rest(): void {
    this.axes.fill(0)
    this.buttons = 0
  }

  private readAxes(bytes: DataView, { first, count }: { first: number; count: number }): void {
    for (let k = 0; k < count; k++) this.axes[first + k] = clamp(bytes.getInt16(2 * k, true) / FULL)
  }
}

/** Return up to 31 buttons, the lowest bit first. */
function readBits(bytes: DataView): number {
  let bits = 0
  for (let k = 0; k < Math.min(4, bytes.byteLength); k++) bits |= bytes.getUint8(k) << (8 * k)
  return bits & 0x7fffffff
}

/** Return the reading of a cap's deflection. */
export function capReading({ axes, buttons }: SixAxes, shaping: Shaping): Reading {
  const [, y, z, aboutX, aboutY, aboutZ] = axes.map((value) => clamp(value))
  const press = { ...shaping, deadZone: Math.max(PRESS_ZONE, shaping.deadZone) }
  return {
    throttle: 0 - shape(y, shaping),
    brake: Math.max(0, shape(z, press)),
    steer: 0 - shape(aboutZ, shaping),
    aim: { yaw: shape(aboutY, shaping), elevation: shape(aboutX, shaping) },
    buttons: { ...NO_BUTTONS, fire: (buttons & 1) !== 0, handBrake: (buttons & 2) !== 0 },
  }
}

/** The source of HID reports; absent in a browser without WebHID. */
export interface CapLink {
  readonly name: string | undefined // of the open device
}

export class SpaceMouse implements Device {
  readonly kind = 'space'
  readonly reports = new CapReports()
  private readonly pads: Pads
  private readonly link: CapLink
  private readonly shaping: () => Shaping
  private silence = 0

  constructor(sources: { pads: Pads; link: CapLink }, shaping: () => Shaping) {
    this.pads = sources.pads
    this.link = sources.link
    this.shaping = shaping
  }

  get name(): string {
    const pad = this.pad()
    return this.link.name ?? (pad ? padName(pad.id) : 'SpaceMouse')
  }

  get isPresent(): boolean {
    return this.link.name !== undefined || this.pad() !== undefined
  }

  /** Apply a report of the linked device; return whether a button has changed. */
  report(reportId: number, bytes: DataView): boolean {
    const before = this.reports.buttons
    if (this.reports.take(reportId, bytes)) this.silence = 0
    return this.reports.buttons !== before
  }

  read(dt: number): Reading {
    if (this.link.name !== undefined) return this.readLink(dt)
    const pad = this.pad()
    if (!pad) return AT_REST
    const buttons = pad.buttons.reduce(
      (bits, button, k) => (button.pressed && k < 31 ? bits | (1 << k) : bits),
      0,
    )
    return capReading({ axes: pad.axes.slice(0, AXIS_COUNT), buttons }, this.shaping())
  }

  private readLink(dt: number): Reading {
    this.silence += dt
    if (this.silence > SILENCE) this.reports.axes.fill(0)
    return capReading(this.reports, this.shaping())
  }

  private pad(): Pad | undefined {
    return this.pads().find((pad) => pad?.connected && isCap(pad)) ?? undefined
  }
}

/** Return whether one of the browser's gamepads is such a cap. */
export function isCap(pad: Pad): boolean {
  if (pad.axes.length < AXIS_COUNT || pad.mapping === 'standard') return false
  return /3dconnexion|space ?(mouse|navigator|explorer|pilot|ball|traveler)|^256f-|vendor: ?256f/i.test(
    pad.id,
  )
}
