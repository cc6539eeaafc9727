import { describe, expect, test } from 'vitest'
import type { Device, Drive, Reading } from '../src/devices/device'
import { AT_REST } from '../src/devices/device'
import type { Pad } from '../src/devices/gamepad'
import { padName, StandardGamepad } from '../src/devices/gamepad'
import type { Hid, HidDevice, HidReport } from '../src/devices/hid'
import { HidLink } from '../src/devices/hid'
import { Keyboard } from '../src/devices/keyboard'
import { Mouse, REACH } from '../src/devices/mouse'
import { inputOf } from '../src/devices/pedals'
import { DEFAULTS, readSettings, writeSettings } from '../src/devices/settings'
import { shape, shapeStick } from '../src/devices/shaping'
import { CapReports, capReading, isCap, SpaceMouse } from '../src/devices/spacemouse'
import { FADE, Switchover } from '../src/devices/switchover'
import { Touch } from '../src/devices/touch'
import { Turret } from '../src/devices/turret'
import { SnapshotBuffer } from '../src/world/interpolation'
import { Session } from '../src/world/session'

const STRAIGHT = { deadZone: 0, curve: 1 }

function pad(parts: Partial<Pad> & { held?: Record<number, number> } = {}): Pad {
  const buttons = Array.from({ length: 17 }, (_, k) => {
    const value = parts.held?.[k] ?? 0
    return { value, pressed: value > 0.5 }
  })
  return { id: 'Pad', mapping: 'standard', connected: true, axes: [0, 0, 0, 0], buttons, ...parts }
}

function cap(parts: Partial<Pad> = {}): Pad {
  return pad({ id: '3Dconnexion SpaceNavigator', mapping: '', axes: [0, 0, 0, 0, 0, 0], ...parts })
}

function bytes(...values: number[]): DataView {
  return new DataView(new Uint8Array(values).buffer)
}

describe('shaping', () => {
  test('nothing inside the dead zone, all at the end, odd', () => {
    const shaping = { deadZone: 0.2, curve: 2 }
    expect(shape(0.2, shaping)).toBe(0)
    expect(shape(-0.19, shaping)).toBe(0)
    expect(shape(1, shaping)).toBe(1)
    expect(shape(-1.7, shaping)).toBe(-1)
    for (const travel of [0.3, 0.55, 0.9]) expect(shape(-travel, shaping)).toBe(-shape(travel, shaping))
  })

  test('the edge of the dead zone is no step', () => {
    expect(shape(0.2 + 1e-6, { deadZone: 0.2, curve: 1 })).toBeLessThan(2e-6)
  })

  test('halfway between zone and end, the power gives a quarter for a square', () => {
    expect(shape(0.6, { deadZone: 0.2, curve: 2 })).toBeCloseTo(0.25, 12)
  })

  test('what is not a number is rest', () => {
    expect(shape(Number.NaN, STRAIGHT)).toBe(0)
    expect(shapeStick(Number.NaN, 1, STRAIGHT)).toEqual({ x: 0, y: 0 })
  })

  test('a slanted stick keeps its direction, and small axes of a large push are not lost', () => {
    const { x, y } = shapeStick(0.8, 0.1, { deadZone: 0.2, curve: 2 })
    expect(y / x).toBeCloseTo(1 / 8, 12)
    expect(y).toBeGreaterThan(0)
  })
})

describe('the keyboard', () => {
  test('Q and E turn the turret, F fires, and neither drives', () => {
    const keyboard = new Keyboard()
    expect(keyboard.press('KeyQ')).toBe(true)
    expect(keyboard.press('KeyQ')).toBe(false)
    keyboard.press('KeyF')
    expect(keyboard.read()).toMatchObject({ throttle: 0, steer: 0, aim: { yaw: 1 }, buttons: { fire: true } })
    keyboard.release('KeyQ')
    keyboard.press('KeyE')
    expect(keyboard.read().aim.yaw).toBe(-1)
  })

  test('losing the window lets the turret keys go, too', () => {
    const keyboard = new Keyboard()
    keyboard.press('KeyW')
    keyboard.press('PageUp')
    expect(keyboard.clear()).toBe(true)
    expect(keyboard.read()).toEqual(AT_REST)
    expect(keyboard.clear()).toBe(false)
  })
})

describe('a gamepad', () => {
  const read = (parts: Parameters<typeof pad>[0], shaping = STRAIGHT) =>
    new StandardGamepad(
      () => [pad(parts)],
      () => shaping,
    ).read()

  test('the triggers drive forward and backward', () => {
    expect(read({ held: { 7: 1 } }).throttle).toBe(1)
    expect(read({ held: { 6: 1 } }).throttle).toBe(-1)
    expect(read({ held: { 6: 0.04, 7: 0.04 } }).throttle).toBe(0)
  })

  test('the left stick steers, left positive', () => {
    expect(read({ axes: [-1, 0, 0, 0] }).steer).toBe(1)
    expect(read({ axes: [0.5, 0, 0, 0] }).steer).toBe(-0.5)
  })

  test('the right stick turns the turret to the left and raises the gun upward', () => {
    expect(read({ axes: [0, 0, -1, 0] }).aim).toEqual({ yaw: 1, elevation: 0 })
    expect(read({ axes: [0, 0, 0, -1] }).aim).toEqual({ yaw: 0, elevation: 1 })
  })

  test.each([
    [0, 'fire'],
    [1, 'handBrake'],
    [4, 'previousCamera'],
    [5, 'nextCamera'],
    [11, 'centre'],
  ])('button %i is %s alone', (index, name) => {
    expect(read({ held: { [index]: 1 } }).buttons).toEqual({ ...AT_REST.buttons, [name]: true })
  })

  test('a stick that does not spring back quite is at rest', () => {
    expect(read({ axes: [0.08, -0.05, 0.07, 0.07] }, { deadZone: 0.12, curve: 1.6 })).toEqual(AT_REST)
  })

  test('comes and goes with its plug, whatever slot it gets', () => {
    let pads: (Pad | null)[] = []
    const device = new StandardGamepad(
      () => pads,
      () => STRAIGHT,
    )
    expect(device.isPresent).toBe(false)
    expect(device.read()).toEqual(AT_REST)
    pads = [null, null, pad({ id: 'Wireless Controller (Vendor: 054c)', held: { 7: 1 } })]
    expect(device.isPresent).toBe(true)
    expect(device.name).toBe('Wireless Controller')
    expect(device.read().throttle).toBe(1)
    pads = [null, null, pad({ connected: false, held: { 7: 1 } })]
    expect(device.isPresent).toBe(false)
    expect(device.read()).toEqual(AT_REST)
  })

  test('one with another mapping is not guessed at', () => {
    const device = new StandardGamepad(
      () => [pad({ mapping: '' })],
      () => STRAIGHT,
    )
    expect(device.isPresent).toBe(false)
  })

  test('names lose the numbers that browsers put around them', () => {
    expect(padName('Xbox 360 Controller (XInput STANDARD GAMEPAD)')).toBe('Xbox 360 Controller')
    expect(padName('045e-028e-Microsoft X-Box 360 pad')).toBe('Microsoft X-Box 360 pad')
    expect(padName('(Vendor: 1)')).toBe('Gamepad')
  })
})

describe('reports of a six-axis cap', () => {
  test('report 1 of six bytes is where it is pushed, low byte first', () => {
    const reports = new CapReports()
    // 350 = 0x015e, -350 = 0xfea2, 35 = 0x0023
    expect(reports.take(1, bytes(0x5e, 0x01, 0xa2, 0xfe, 0x23, 0x00))).toBe(true)
    expect(reports.axes).toEqual([1, -1, 0.1, 0, 0, 0])
  })

  test('report 2 is how it is turned and leaves the push alone', () => {
    const reports = new CapReports()
    reports.take(1, bytes(0x5e, 0x01, 0, 0, 0, 0))
    expect(reports.take(2, bytes(0, 0, 0xe2, 0xff, 0xaf, 0x00))).toBe(true) // -30, 175
    expect(reports.axes).toEqual([1, 0, 0, 0, -30 / 350, 0.5])
  })

  test('report 1 of twelve bytes, as wireless ones send it, is both', () => {
    const reports = new CapReports()
    expect(reports.take(1, bytes(0, 0, 0, 0, 0, 0, 0x5e, 0x01, 0, 0, 0xa2, 0xfe))).toBe(true)
    expect(reports.axes).toEqual([0, 0, 0, 1, 0, -1])
  })

  test('report 3 is buttons, a bit each', () => {
    const reports = new CapReports()
    reports.take(3, bytes(0x03, 0x00))
    expect(reports.buttons).toBe(3)
    reports.take(3, bytes(0x00, 0x80, 0x00, 0x00))
    expect(reports.buttons).toBe(0x8000)
    reports.take(3, bytes(0x00, 0x00))
    expect(reports.buttons).toBe(0)
  })

  test('a cap that counts farther than others is not more than all the way', () => {
    const reports = new CapReports()
    reports.take(1, bytes(0xff, 0x7f, 0x00, 0x80, 0, 0))
    expect(reports.axes.slice(0, 2)).toEqual([1, -1])
  })

  test.each([
    ['an empty one', 1, bytes()],
    ['a cut one', 1, bytes(1, 2, 3, 4, 5)],
    ['one between the two lengths', 1, bytes(1, 2, 3, 4, 5, 6, 7, 8)],
    ['a cut rotation', 2, bytes(1, 2)],
    ['buttons without a byte', 3, bytes()],
    ['the battery', 0x17, bytes(0x64, 0, 0)],
  ])('%s changes nothing', (_, id, view) => {
    const reports = new CapReports()
    expect(reports.take(id, view)).toBe(false)
    expect(reports.axes).toEqual([0, 0, 0, 0, 0, 0])
    expect(reports.buttons).toBe(0)
  })
})

describe('what a cap means', () => {
  const axis = (index: number, value: number) => [0, 1, 2, 3, 4, 5].map((k) => (k === index ? value : 0))
  const read = (index: number, value: number) =>
    capReading({ axes: axis(index, value), buttons: 0 }, STRAIGHT)

  test.each([
    ['pushed away drives forward', 1, -1, { throttle: 1 }],
    ['pulled near drives backward', 1, 1, { throttle: -1 }],
    ['twisted clockwise steers right', 5, 1, { steer: -1 }],
    ['twisted counter-clockwise steers left', 5, -1, { steer: 1 }],
    ['pressed down brakes', 2, 1, { brake: 1 }],
    ['lifted does nothing', 2, -1, { brake: 0 }],
    ['pushed aside does nothing', 0, 1, { steer: 0, throttle: 0 }],
    ['tilted left turns the turret left', 4, 1, { aim: { yaw: 1, elevation: 0 } }],
    ['tilted back raises the gun', 3, 1, { aim: { yaw: 0, elevation: 1 } }],
  ])('%s', (_, index, value, expected) => {
    expect(read(index, value)).toMatchObject(expected)
  })

  test('the weight of the hand does not brake', () => {
    expect(read(2, 0.3).brake).toBe(0)
  })

  test('the first button fires, the second is the hand brake', () => {
    const buttons = (bits: number) =>
      capReading({ axes: [0, 0, 0, 0, 0, 0], buttons: bits }, STRAIGHT).buttons
    expect(buttons(1)).toMatchObject({ fire: true, handBrake: false })
    expect(buttons(2)).toMatchObject({ fire: false, handBrake: true })
  })

  test('one that the browser takes for a gamepad means the same', () => {
    const held = cap({ axes: [0, -1, 0, 0, 0, 0.5], held: { 0: 1 } } as Partial<Pad>)
    const device = new SpaceMouse({ pads: () => [pad(), held], link: { name: undefined } }, () => STRAIGHT)
    expect(device.isPresent).toBe(true)
    expect(device.name).toBe('3Dconnexion SpaceNavigator')
    expect(device.read(0.03)).toMatchObject({ throttle: 1, steer: -0.5, buttons: { fire: true } })
  })

  test('says when a button went down or up, so that a short press is not lost', () => {
    const device = new SpaceMouse({ pads: () => [], link: { name: 'SpaceMouse' } }, () => STRAIGHT)
    expect(device.report(1, bytes(0, 0, 0xa2, 0xfe, 0, 0))).toBe(false)
    expect(device.report(3, bytes(1))).toBe(true)
    expect(device.report(3, bytes(1))).toBe(false)
    expect(device.report(3, bytes(0))).toBe(true)
  })

  test('is told from other gamepads', () => {
    expect(isCap(cap())).toBe(true)
    expect(isCap(cap({ id: '256f-c635-whatever' }))).toBe(true)
    expect(isCap(cap({ id: 'Six-axis wheel' }))).toBe(false)
    expect(isCap(cap({ axes: [0, 0] }))).toBe(false)
    expect(isCap(pad({ id: '3Dconnexion pad', axes: [0, 0, 0, 0, 0, 0] }))).toBe(false)
  })

  test('one whose radio falls silent while it is held comes to rest', () => {
    const device = new SpaceMouse({ pads: () => [], link: { name: 'SpaceMouse Wireless' } }, () => STRAIGHT)
    const push = () => device.report(1, bytes(0, 0, 0xa2, 0xfe, 0, 0))
    push()
    expect(device.read(0.4).throttle).toBe(1)
    push()
    expect(device.read(0.4).throttle).toBe(1)
    expect(device.read(0.2).throttle).toBe(0)
  })
})

class FakeHidDevice implements HidDevice {
  opened = false
  readonly vendorId: number
  readonly productName = 'SpaceMouse Compact'
  readonly collections: { usagePage: number; usage: number }[]
  private readonly listeners = new Set<(event: HidReport) => void>()

  constructor(vendorId = 0x256f, usage = 8) {
    this.vendorId = vendorId
    this.collections = [{ usagePage: 1, usage }]
  }

  async open() {
    this.opened = true
  }

  async close() {
    this.opened = false
  }

  addEventListener(_: 'inputreport', listen: (event: HidReport) => void) {
    this.listeners.add(listen)
  }

  removeEventListener(_: 'inputreport', listen: (event: HidReport) => void) {
    this.listeners.delete(listen)
  }

  send(reportId: number, ...values: number[]) {
    for (const listen of this.listeners) listen({ reportId, data: bytes(...values) })
  }
}

class FakeHid implements Hid {
  allowed: HidDevice[] = []
  chosen: HidDevice[] = []
  asked: object[] = []
  readonly events: Record<string, (event: { device: HidDevice }) => void> = {}

  async getDevices() {
    return this.allowed
  }

  async requestDevice({ filters }: { filters: object[] }) {
    this.asked = filters
    return this.chosen
  }

  addEventListener(type: string, listen: (event: { device: HidDevice }) => void) {
    this.events[type] = listen
  }
}

describe('the HID link', () => {
  function linkTo(hid: Hid | undefined) {
    const heard: number[] = []
    const names: (string | undefined)[] = []
    const link = new HidLink(hid, { report: (id) => heard.push(id), changed: (name) => names.push(name) })
    return { link, heard, names }
  }

  test('a click asks for six-axis caps of both vendors, opens the chosen one and hears it', async () => {
    const [hid, device] = [new FakeHid(), new FakeHidDevice()]
    hid.chosen = [device]
    const { link, heard, names } = linkTo(hid)
    await link.start()
    expect(await link.connect()).toBe(true)
    expect(hid.asked).toEqual([
      { vendorId: 0x046d, usagePage: 1, usage: 8 },
      { vendorId: 0x256f, usagePage: 1, usage: 8 },
    ])
    expect(device.opened).toBe(true)
    device.send(1, 0, 0, 0, 0, 0, 0)
    device.send(3, 1)
    expect(heard).toEqual([1, 3])
    expect(names).toEqual(['SpaceMouse Compact'])
  })

  test('one that was allowed before is there without a click; a Logitech mouse is not taken for one', async () => {
    const hid = new FakeHid()
    hid.allowed = [new FakeHidDevice(0x046d, 2), new FakeHidDevice(0x046d, 8)]
    const { link } = linkTo(hid)
    await link.start()
    expect(link.name).toBe('SpaceMouse Compact')
    expect(hid.allowed.map((device) => device.opened)).toEqual([false, true])
  })

  test('pulled out it is gone, plugged in again it is back', async () => {
    const [hid, device] = [new FakeHid(), new FakeHidDevice()]
    hid.allowed = [device]
    const { link, heard, names } = linkTo(hid)
    await link.start()
    hid.events.disconnect({ device })
    expect(link.name).toBeUndefined()
    device.send(1, 0, 0, 0, 0, 0, 0)
    expect(heard).toEqual([])
    hid.events.connect({ device })
    await Promise.resolve()
    expect(link.name).toBe('SpaceMouse Compact')
    expect(names).toEqual(['SpaceMouse Compact', undefined, 'SpaceMouse Compact'])
  })

  test('a closed chooser and a browser without WebHID link nothing', async () => {
    expect(await linkTo(new FakeHid()).link.connect()).toBe(false)
    const { link } = linkTo(undefined)
    await link.start()
    expect(link.isSupported).toBe(false)
    expect(await link.connect()).toBe(false)
  })
})

describe('the mouse', () => {
  const VIEW = { width: 1000, height: 500 }
  const at = (x: number, y: number, use: 'look' | 'drive' | 'aim' = 'drive') => {
    const mouse = new Mouse(() => STRAIGHT, true)
    mouse.use = use
    mouse.move({ x, y }, VIEW)
    return mouse
  }

  test('the middle of the view is rest, its reach is all the way', () => {
    expect(at(500, 250).read()).toEqual(AT_REST)
    expect(at(500 - 500 * REACH, 250).read().steer).toBeCloseTo(1, 12)
    expect(at(500, 250 - 250 * REACH).read().throttle).toBeCloseTo(1, 12)
    expect(at(1000, 500).read()).toMatchObject({ steer: -1, throttle: -1 })
  })

  test('off the view it is at rest', () => {
    const mouse = at(900, 20)
    mouse.leave()
    expect(mouse.read()).toEqual(AT_REST)
  })

  test('left fires, right brakes, the middle one holds', () => {
    const mouse = at(500, 250)
    const held = (buttons: number) => {
      mouse.hold(buttons)
      return mouse.read()
    }
    expect(held(1).buttons.fire).toBe(true)
    expect(held(2)).toMatchObject({ brake: 1, buttons: { fire: false } })
    expect(held(4).buttons.handBrake).toBe(true)
  })

  test('aiming turns the turret and drives nothing; looking around does neither', () => {
    expect(at(0, 0, 'aim').read()).toMatchObject({ throttle: 0, steer: 0, aim: { yaw: 1, elevation: 1 } })
    const aiming = at(500, 250, 'aim')
    aiming.hold(2)
    expect(aiming.read()).toEqual({ ...AT_REST, buttons: { ...AT_REST.buttons, handBrake: true } })
    const looking = at(0, 0, 'look')
    looking.hold(1)
    expect(looking.read()).toEqual(AT_REST)
  })
})

describe('fingers', () => {
  test('the pads drive, turn and fire', () => {
    const touch = new Touch(true)
    Object.assign(touch.input, { backward: 1, right: 1, turretLeft: 1, fire: 1 })
    expect(touch.read()).toMatchObject({ throttle: -1, steer: -1, aim: { yaw: 1 }, buttons: { fire: true } })
  })
})

class FakeDevice implements Device {
  readonly kind = 'gamepad'
  readonly name: string
  readonly isPresent = true
  drive: Drive = { throttle: 0, brake: 0, steer: 0 }

  constructor(name: string) {
    this.name = name
  }

  read(): Reading {
    return { ...AT_REST, ...this.drive }
  }
}

describe('changing over', () => {
  const DT = 1 / 30

  function pair() {
    const [keys, stick] = [new FakeDevice('keys'), new FakeDevice('stick')]
    const switchover = new Switchover(keys)
    const devices = [keys, stick]
    const update = (dt = DT) =>
      switchover.update(new Map(devices.map((device) => [device, device.read()])), dt)
    update()
    return { keys, stick, devices, switchover, update }
  }

  const set = (device: FakeDevice, drive: Partial<Drive>) => {
    device.drive = { throttle: 0, brake: 0, steer: 0, ...drive }
  }

  test('the device that is moved takes over, and a hand that rests on one does not', () => {
    const { stick, keys, switchover, update } = pair()
    set(stick, { steer: 0.1 })
    update()
    expect(switchover.active).toBe(keys)
    set(stick, { steer: 0.3 })
    update()
    expect(switchover.active).toBe(stick)
  })

  test('no axis jumps: at the change nothing moves, then no faster than the fade, and in the end the new one has it all', () => {
    const { stick, keys, switchover, update } = pair()
    set(keys, { throttle: 1, steer: 1 })
    let before = update()
    set(stick, { throttle: -0.5, steer: -1 })
    const course = [before]
    for (let k = 0; k < 20; k++) course.push(update())
    expect(switchover.active).toBe(stick)
    expect(course[1]).toEqual(before)
    const steepest = (2 * DT) / FADE // the gap of steering is 2
    for (const now of course.slice(1)) {
      expect(Math.abs(now.steer - before.steer)).toBeLessThanOrEqual(steepest + 1e-12)
      expect(Math.abs(now.throttle - before.throttle)).toBeLessThanOrEqual(steepest + 1e-12)
      before = now
    }
    expect(before).toEqual({ throttle: -0.5, brake: 0, steer: -1 })
  })

  test('a change back in the middle of the fade does not jump either', () => {
    const { stick, keys, update } = pair()
    set(keys, { throttle: 1 })
    update()
    set(stick, { throttle: -1 })
    for (let k = 0; k < 4; k++) update()
    const before = update()
    set(keys, { throttle: 0 })
    update()
    set(keys, { throttle: 0, steer: 1 })
    const after = update()
    expect(Math.abs(after.throttle - before.throttle)).toBeLessThanOrEqual((3 * 2 * DT) / FADE)
    expect(after.steer).toBeLessThan(0.01)
  })

  test('letting go of a key does not take over from the stick; pressing one does', () => {
    const { stick, keys, switchover, update } = pair()
    set(keys, { throttle: 1 })
    update()
    set(stick, { steer: 1 })
    update()
    set(keys, {})
    update()
    expect(switchover.active).toBe(stick)
    set(keys, { throttle: 1 })
    update()
    expect(switchover.active).toBe(keys)
  })

  test('a pedal that hangs when its device is plugged in does nothing until it is moved', () => {
    const { devices, switchover, update, keys } = pair()
    const wheel = new FakeDevice('wheel')
    set(wheel, { throttle: 0.9 })
    devices.push(wheel)
    for (let k = 0; k < 5; k++) expect(update()).toEqual({ throttle: 0, brake: 0, steer: 0 })
    expect(switchover.active).toBe(keys)
  })

  test('braking never waits for the fade, and cuts what is left of the throttle', () => {
    const { stick, keys, update } = pair()
    set(keys, { throttle: 1 })
    update()
    set(stick, { brake: 1 })
    expect(update()).toEqual({ throttle: 0, brake: 1, steer: 0 })
  })

  test('pulled out while it drives, the keyboard has the vehicle and the throttle fades', () => {
    const { stick, keys, devices, switchover, update } = pair()
    set(stick, { throttle: 1 })
    for (let k = 0; k < 20; k++) update()
    devices.pop()
    expect(update().throttle).toBe(1)
    expect(switchover.active).toBe(keys)
    let now = 1
    for (let k = 0; k < 20; k++) now = update().throttle
    expect(now).toBe(0)
  })

  test('a chosen device need not move, and does not jerk', () => {
    const { stick, keys, switchover, update } = pair()
    set(keys, { throttle: 1 })
    update()
    switchover.choose(stick, new Map([keys, stick].map((device) => [device, device.read()])))
    expect(switchover.active).toBe(stick)
    expect(update(0).throttle).toBe(1)
    expect(update(FADE).throttle).toBe(0)
  })
})

describe('the turret', () => {
  test('turns at 0.7 rad/s to the left, round the back', () => {
    const turret = new Turret()
    for (let k = 0; k < 50; k++) turret.turn({ yaw: 1, elevation: 0 }, 0.1)
    expect(turret.yaw).toBeCloseTo(3.5 - 2 * Math.PI, 9)
  })

  test('the gun stops at its ends', () => {
    const turret = new Turret()
    for (let k = 0; k < 100; k++) turret.turn({ yaw: 0, elevation: 1 }, 0.1)
    expect(turret.elevation).toBe(0.35)
    for (let k = 0; k < 100; k++) turret.turn({ yaw: 0, elevation: -1 }, 0.1)
    expect(turret.elevation).toBe(-0.17)
  })

  test('tells the server at most twenty times a second, and the last place always', () => {
    const turret = new Turret()
    let told = 0
    let last = { yaw: 0, elevation: 0 }
    for (let k = 0; k < 1000; k++) {
      turret.turn({ yaw: k < 900 ? 1 : 0, elevation: 0 }, 0.01)
      const news = turret.news()
      if (news) {
        told++
        last = news
      }
    }
    expect(told).toBeLessThanOrEqual(10 * 20)
    expect(told).toBeGreaterThan(100)
    expect(last.yaw).toBeCloseTo(turret.yaw, 3)
  })

  test('the session remembers how turrets stand, as the server tells it', () => {
    const session = new Session(new SnapshotBuffer(9), { linkChanged: () => {}, ownChanged: () => {} })
    session.message({
      type: 'turrets',
      turrets: [
        [4, 0.5, 0.1],
        [7, -1, 0],
      ],
    })
    session.message({ type: 'turrets', turrets: [[4, 0.6, 0.2]] })
    expect(session.turrets.get(4)).toEqual({ yaw: 0.6, elevation: 0.2 })
    expect(session.turrets.get(7)).toEqual({ yaw: -1, elevation: 0 })
    expect(session.turrets.get(1)).toBeUndefined()
  })

  test('says nothing while it stands, not even when a vehicle is taken', () => {
    const turret = new Turret()
    turret.start({ yaw: 1.25, elevation: 0.1 })
    turret.turn({ yaw: 0, elevation: 0 }, 1)
    expect(turret.news()).toBeUndefined()
    turret.centre()
    expect(turret.news()).toEqual({ yaw: 0, elevation: 0 })
  })
})

describe('pedals of a device', () => {
  test('pulling back brakes while the vehicle rolls and reverses from a stand', () => {
    expect(inputOf({ throttle: -1, brake: 0, steer: 0 }, false, 8)).toMatchObject({ throttle: 0, brake: 1 })
    expect(inputOf({ throttle: -1, brake: 0, steer: 0 }, false, 0)).toMatchObject({ throttle: -1, brake: 0 })
  })

  test('a brake pedal brakes beside the throttle', () => {
    expect(inputOf({ throttle: 0.4, brake: 0.7, steer: -0.5 }, true, 1)).toEqual({
      handBrake: true,
      throttle: 0.4,
      brake: 0.7,
      steer: -0.5,
    })
  })
})

describe('kept settings', () => {
  function store(text: string | null) {
    const kept = { text }
    return {
      kept,
      getItem: () => kept.text,
      setItem: (_: string, value: string) => {
        kept.text = value
      },
    }
  }

  test('come back as they were', () => {
    const place = store(null)
    const settings = { choice: 'space', mouseAims: true, deadZone: 0.3, curve: 2 } as const
    writeSettings(place, settings)
    expect(readSettings(place)).toEqual(settings)
  })

  test.each([
    [null],
    ['{'],
    ['[]'],
    ['null'],
    ['{"choice":"rudder","mouseAims":1,"deadZone":"0.2","curve":99}'],
  ])('%s is not believed', (text) => {
    expect(readSettings(store(text))).toEqual(DEFAULTS)
  })

  test('a browser that forbids its storage has the defaults', () => {
    const forbidden = {
      getItem: () => {
        throw new DOMException('denied')
      },
      setItem: () => {
        throw new DOMException('denied')
      },
    }
    expect(readSettings(forbidden)).toEqual(DEFAULTS)
    expect(() => writeSettings(forbidden, DEFAULTS)).not.toThrow()
  })
})
