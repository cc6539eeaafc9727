/** Input devices of the page, read thirty times a second, and the resulting driver input. */

import type { Controls } from '../connection/wire'
import type { Command } from '../generated/messages'
import type { Buttons, Device, Kind, Reading } from './device'
import { NO_BUTTONS } from './device'
import type { Pads } from './gamepad'
import { StandardGamepad } from './gamepad'
import { browserHid, HidLink } from './hid'
import { Keyboard } from './keyboard'
import { DeviceMenu } from './menu'
import { listenToMouse, Mouse, MouseGuide } from './mouse'
import { inputOf } from './pedals'
import type { Settings, Store } from './settings'
import { readSettings, writeSettings } from './settings'
import { clamp } from './shaping'
import { SpaceMouse } from './spacemouse'
import { Switchover } from './switchover'
import { Touch } from './touch'
import { hasFingersOnly } from './touchpads'
import type { Bearing } from './turret'
import { Turret } from './turret'

const PERIOD = 33 // [ms] between readings
const LONGEST_SILENCE = 100 // [ms] longest interval between messages; the server brakes if a driver's input stops
const LONGEST_STEP = 0.1 // [s] limit of a step, so that controls do not jump after the page has been blocked

export interface DriverControls {
  isDriving(): boolean
  speed(): number // speed of the driven vehicle [m/s]
  send(input: Controls): void
  command(command: Command): void
  camera(step: number): void
  say(words: string): void
  turret(): Bearing | undefined // bearing of the driven vehicle's turret, if known
}

export class InputDevices {
  readonly menu: DeviceMenu
  last: Controls = { handBrake: false, throttle: 0, brake: 0, steer: 0 }
  private readonly controls: DriverControls
  private readonly page: HTMLElement
  private readonly store: Store | undefined
  private settings: Settings
  private readonly keyboard = new Keyboard()
  private readonly mouse: Mouse
  private readonly pad: StandardGamepad
  private readonly cap: SpaceMouse
  private readonly fingers: Touch
  private readonly hid: HidLink
  private readonly devices: readonly Device[]
  private readonly switchover: Switchover
  private readonly turret = new Turret()
  private readonly guide: MouseGuide
  private readonly stopping = new AbortController()
  private timer: ReturnType<typeof setInterval> | undefined
  private pressed: Buttons = NO_BUTTONS
  private wasDriving = false
  private readAt = 0 // [ms]
  private sentAt = 0 // [ms]

  constructor(page: HTMLElement, controls: DriverControls) {
    this.page = page
    this.controls = controls
    this.store = localStore()
    this.settings = readSettings(this.store)
    const shaping = () => this.settings
    const pads: Pads = () => (document.hidden ? [] : browserPads())
    this.mouse = new Mouse(shaping, matchMedia('(any-pointer: fine)').matches)
    this.pad = new StandardGamepad(pads, shaping)
    this.hid = new HidLink(browserHid(), {
      report: (id, bytes) => this.cap.report(id, bytes) && this.send(),
      changed: (name) => this.linkChanged(name),
    })
    this.cap = new SpaceMouse({ pads, link: this.hid }, shaping)
    this.fingers = new Touch(matchMedia('(any-pointer: coarse)').matches)
    const first = hasFingersOnly() ? this.fingers : this.keyboard
    this.devices = [this.keyboard, this.pad, this.cap, this.mouse, this.fingers]
    this.switchover = new Switchover(first, (active) => this.announce(active))
    this.guide = new MouseGuide(page)
    this.menu = new DeviceMenu(this.devices, {
      choose: (choice) => this.change({ choice }),
      set: (settings) => this.change(settings),
      connect: () => void this.connect(),
      canConnect: this.hid.isSupported,
    })
    this.apply()
  }

  get touch() {
    return this.fingers.input
  }

  start(): void {
    const options = { signal: this.stopping.signal }
    window.addEventListener('keydown', (event) => this.keyDown(event), options)
    window.addEventListener('keydown', (event) => this.menu.closeBy(event), { ...options, capture: true })
    window.addEventListener('keyup', (event) => this.keyboard.release(event.code) && this.send(), options)
    window.addEventListener('blur', () => this.letGo(), options)
    document.addEventListener('visibilitychange', () => document.hidden && this.letGo(), options)
    const isWanted = () => this.controls.isDriving()
    listenToMouse(this.page, this.mouse, { isWanted, pressed: () => this.send(), ...options })
    this.hid.start().catch((error: unknown) => console.warn(error))
    this.page.append(this.guide.element, this.menu.element)
    this.readAt = performance.now()
    this.timer = setInterval(() => this.read(), PERIOD)
  }

  stop(): void {
    this.stopping.abort()
    clearInterval(this.timer)
  }

  /** Read and send at once, after a button was pressed. */
  send(): void {
    this.sentAt = 0
    this.read()
  }

  private read(): void {
    const now = performance.now()
    const dt = Math.min(LONGEST_STEP, (now - this.readAt) / 1000)
    this.readAt = now
    const readings = this.readings(dt)
    this.meetDriver()
    const drive = this.switchover.update(this.drivers(readings), dt)
    const buttons = together(readings)
    this.press(buttons)
    if (this.controls.isDriving()) {
      this.drive(inputOf(drive, buttons.handBrake, this.controls.speed()), now)
      this.aim(readings, dt)
    }
    this.show(readings)
  }

  private readings(dt: number): Map<Device, Reading> {
    const present = this.devices.filter((device) => device.isPresent)
    return new Map(present.map((device) => [device, device.read(dt)]))
  }

  /** Return the devices that may drive: all but the mouse, or the chosen one; keyboard and touch always. */
  private drivers(readings: Map<Device, Reading>): Map<Device, Reading> {
    const { choice } = this.settings
    const may = (kind: Kind) =>
      kind === 'keyboard' ||
      kind === 'touch' ||
      kind === choice ||
      (choice === 'automatic' && kind !== 'mouse')
    return new Map([...readings].filter(([device]) => may(device.kind)))
  }

  private drive(input: Controls, now: number): void {
    if (now - this.sentAt < LONGEST_SILENCE && isSame(input, this.last)) return
    this.sentAt = now
    this.last = input
    this.controls.send(input)
  }

  private aim(readings: Map<Device, Reading>, dt: number): void {
    const sum = (axis: 'yaw' | 'elevation') => {
      let total = 0
      for (const reading of readings.values()) total += reading.aim[axis]
      return clamp(total)
    }
    this.turret.turn({ yaw: sum('yaw'), elevation: sum('elevation') }, dt)
    const news = this.turret.news()
    if (news) this.controls.command({ type: 'aim', ...news })
  }

  /** Handle buttons that have been pressed. */
  private press(buttons: Buttons): void {
    const isNew = (name: keyof Buttons) => buttons[name] && !this.pressed[name]
    if (isNew('nextCamera')) this.controls.camera(1)
    if (isNew('previousCamera')) this.controls.camera(-1)
    if (isNew('centre')) this.turret.centre()
    if (isNew('fire') && this.controls.isDriving()) this.controls.command({ type: 'fire' })
    this.pressed = buttons
  }

  /** Reset the controls for a new vehicle, with its turret as it is. */
  private meetDriver(): void {
    const isDriving = this.controls.isDriving()
    if (isDriving && !this.wasDriving) this.turret.start(this.controls.turret())
    if (!isDriving) this.switchover.reset()
    this.wasDriving = isDriving
  }

  private show(readings: Map<Device, Reading>): void {
    const isMouseUsed = this.controls.isDriving() && this.mouse.use !== 'look'
    this.page.classList.toggle('mouse-drives', isMouseUsed)
    this.guide.show(isMouseUsed)
    this.menu.show({ readings, active: this.switchover.active, settings: this.settings })
  }

  private change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings }
    writeSettings(this.store, this.settings)
    this.apply()
    const readings = this.readings(0)
    const chosen = this.devices.find((device) => device.kind === settings.choice)
    if (chosen) this.switchover.choose(chosen, this.drivers(readings))
    this.show(readings)
  }

  private apply(): void {
    const { choice, mouseAims, deadZone } = this.settings
    this.mouse.use = choice === 'mouse' ? 'drive' : mouseAims ? 'aim' : 'look'
    this.guide.draw(deadZone)
  }

  private announce(active: Device): void {
    if (this.controls.isDriving()) this.controls.say(`${active.name} drives.`)
  }

  private async connect(): Promise<void> {
    try {
      if (!(await this.hid.connect())) this.controls.say('No SpaceMouse was chosen.')
    } catch (error) {
      this.controls.say(
        `The SpaceMouse cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  private linkChanged(name: string | undefined): void {
    this.cap.reports.rest()
    this.controls.say(name ? `${name} is connected.` : 'The SpaceMouse is unplugged.')
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (!this.keyboard.knows(event.code)) return
    if (this.controls.isDriving()) event.preventDefault()
    if (this.keyboard.press(event.code)) this.send()
  }

  private letGo(): void {
    if (this.keyboard.clear()) this.send()
  }
}

/** Return the buttons that are pressed on any device. */
function together(readings: Map<Device, Reading>): Buttons {
  const all = { ...NO_BUTTONS }
  for (const { buttons } of readings.values())
    for (const name of Object.keys(all) as (keyof Buttons)[]) all[name] ||= buttons[name]
  return all
}

function isSame(a: Controls, b: Controls): boolean {
  return (
    a.handBrake === b.handBrake && a.throttle === b.throttle && a.brake === b.brake && a.steer === b.steer
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** Return the gamepads; none if the browser forbids them, as over plain HTTP or in a frame. */
function browserPads(): ReturnType<Pads> {
  try {
    return navigator.getGamepads?.() ?? []
  } catch {
    return []
  }
}

function localStore(): Store | undefined {
  try {
    return localStorage
  } catch {
    return undefined // some browsers raise an error
  }
}
