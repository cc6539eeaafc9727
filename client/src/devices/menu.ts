/** Card of the devices: which are connected, which one drives, and bars of their controls for a test. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import type { Device, Kind, Reading } from './device'
import { curvePath } from './shaping'
import './devices.css'
import type { Choice, Settings } from './settings'
import { RANGES } from './settings'

export interface MenuActions {
  choose(choice: Choice): void
  set(settings: Partial<Settings>): void
  connect(): void
  canConnect: boolean
}

export interface DeskState {
  readings: Map<Device, Reading>
  active: Device
  settings: Settings
}

const HINTS: Record<Kind, string> = {
  keyboard: 'W A S D or arrows, Space; Q E turret, F fires',
  gamepad: 'press a button on it to wake it',
  space: 'connect it below, or press its button',
  mouse: 'choose it: the pointer steers and drives',
  touch: 'no touch screen here',
}

export class DeviceMenu {
  readonly element: HTMLElement
  private readonly rows: Row[]
  private readonly automatic: HTMLButtonElement
  private readonly aims = document.createElement('input')
  private readonly deadZone: Slider
  private readonly curve: Slider
  private readonly plot = curvePlot()

  constructor(devices: readonly Device[], actions: MenuActions) {
    this.rows = devices.map((device) => new Row(device, () => actions.choose(device.kind)))
    this.automatic = chooser('automatic', () => actions.choose('automatic'))
    this.automatic.append(
      make('span.device-name', {}, 'Automatic'),
      make('span.device-state', {}, 'whichever you move, but not the mouse'),
    )
    this.deadZone = new Slider('Dead zone', {
      range: RANGES.deadZone,
      words: (value) => `${Math.round(100 * value)} %`,
      set: (value) => actions.set({ deadZone: value }),
    })
    this.curve = new Slider('Curve', {
      range: RANGES.curve,
      words: (value) => (value === 1 ? 'straight' : `power ${value.toFixed(1)}`),
      set: (value) => actions.set({ curve: value }),
    })
    this.aims.type = 'checkbox'
    this.aims.dataset.testid = 'mouse-aims'
    this.aims.addEventListener('change', () => {
      actions.set({ mouseAims: this.aims.checked })
      this.aims.blur()
    })
    const close = makeButton(icons.close(), {
      title: 'Close (J)',
      className: 'button icon-button quiet',
      press: () => this.toggle(),
    })
    this.element = make(
      'section.devices.glass',
      { role: 'dialog', 'aria-label': 'Devices', 'data-testid': 'devices' },
      make('header', {}, make('h2', {}, 'Devices'), close),
      make(
        'div.device-rows',
        { role: 'radiogroup', 'aria-label': 'Which device drives' },
        this.automatic,
        ...this.rows.map((row) => row.element),
      ),
      make(
        'div.device-settings',
        {},
        make('div.device-sliders', {}, this.deadZone.element, this.curve.element),
        this.plot,
        make('label.device-check', {}, this.aims, 'The mouse turns the turret, another device drives'),
      ),
      connectLine(actions),
    )
    this.element.hidden = true
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden
  }

  /** Close an open card on Escape, and stop the event. */
  closeBy(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.isOpen) return
    event.stopImmediatePropagation()
    this.toggle()
  }

  show({ readings, active, settings }: DeskState): void {
    if (!this.isOpen) return
    for (const row of this.rows) row.show(readings.get(row.device), { active, settings })
    this.automatic.setAttribute('aria-checked', String(settings.choice === 'automatic'))
    this.deadZone.show(settings.deadZone)
    this.curve.show(settings.curve)
    this.aims.checked = settings.mouseAims
    this.aims.disabled = settings.choice === 'mouse'
    this.plot.querySelector('path')?.setAttribute('d', curvePath(settings))
  }
}

/** Row of one device: its name, its use, and its bars. */
class Row {
  readonly element: HTMLButtonElement
  readonly device: Device
  private readonly name = make('span.device-name')
  private readonly state = make('span.device-state')
  private readonly steer = new Meter('Steer', true)
  private readonly throttle = new Meter('Throttle', true)
  private readonly brake = new Meter('Brake', false)
  private readonly turret = new Meter('Turret', true)
  private readonly gun = new Meter('Gun', true)
  private readonly fire = make('span.lamp', { title: 'fire' }, 'F')
  private readonly hold = make('span.lamp', { title: 'full brake' }, 'H')
  private readonly meters: HTMLElement

  constructor(device: Device, choose: () => void) {
    this.device = device
    this.element = chooser(device.kind, choose)
    const meters = [this.steer, this.throttle, this.brake, this.turret, this.gun].map(
      (meter) => meter.element,
    )
    this.meters = make('span.meters', {}, ...meters, make('span.lamps', {}, this.fire, this.hold))
    this.element.append(this.name, this.state, this.meters)
  }

  show(reading: Reading | undefined, { active, settings }: { active: Device; settings: Settings }): void {
    const isActive = active === this.device
    setText(this.name, this.device.name)
    setText(
      this.state,
      isActive ? 'drives' : reading && this.device.kind !== 'mouse' ? 'ready' : this.hint(settings),
    )
    this.element.dataset.state = isActive ? 'active' : reading ? 'ready' : 'absent'
    this.element.disabled = !reading
    this.element.setAttribute('aria-checked', String(settings.choice === this.device.kind))
    this.meters.hidden = !reading
    if (reading) this.showReading(reading)
  }

  private hint(settings: Settings): string {
    if (this.device.kind !== 'mouse') return HINTS[this.device.kind]
    return settings.choice === 'mouse' ? 'ready' : settings.mouseAims ? 'turns the turret' : HINTS.mouse
  }

  private showReading({ steer, throttle, brake, aim, buttons }: Reading): void {
    this.steer.show(-steer)
    this.throttle.show(throttle)
    this.brake.show(brake)
    this.turret.show(-aim.yaw)
    this.gun.show(aim.elevation)
    this.fire.classList.toggle('is-lit', buttons.fire)
    this.hold.classList.toggle('is-lit', buttons.handBrake)
  }
}

/** Small bar with its name below; a deflection to the left is drawn to the left. */
class Meter {
  readonly element: HTMLElement
  private readonly fill = make('span.bar-fill')
  private readonly isCentred: boolean

  constructor(label: string, isCentred: boolean) {
    this.isCentred = isCentred
    const track = make(`span.bar-track${isCentred ? '.is-centred' : ''}`, {}, this.fill)
    this.element = make(
      `span.meter.bar-${label.toLowerCase()}`,
      {},
      track,
      make('span.meter-label', {}, label),
    )
  }

  show(value: number): void {
    this.fill.style.setProperty('transform', `scaleX(${(this.isCentred ? value / 2 : value).toFixed(3)})`)
  }
}

class Slider {
  readonly element: HTMLElement
  private readonly input = document.createElement('input')
  private readonly value = make('span.slider-value')
  private readonly words: (value: number) => string

  constructor(
    label: string,
    options: {
      range: readonly [number, number]
      words: (value: number) => string
      set: (value: number) => void
    },
  ) {
    const [low, high] = options.range
    this.words = options.words
    this.input.type = 'range'
    Object.assign(this.input, { min: String(low), max: String(high), step: String((high - low) / 40) })
    this.input.addEventListener('input', () => options.set(Number(this.input.value)))
    this.input.addEventListener('change', () => this.input.blur())
    this.element = make('label.slider', {}, make('span', {}, label), this.input, this.value)
  }

  show(value: number): void {
    if (document.activeElement !== this.input) this.input.value = String(value)
    setText(this.value, this.words(value))
  }
}

function chooser(choice: Choice, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'device'
  button.setAttribute('role', 'radio')
  button.setAttribute('aria-checked', 'false')
  button.dataset.testid = `device-${choice}`
  button.addEventListener('click', (event) => {
    if (event.detail > 0) button.blur() // return the keyboard to driving
    press()
  })
  return button
}

function connectLine(actions: MenuActions): HTMLElement {
  if (!actions.canConnect)
    return make(
      'p.device-note',
      {},
      'A SpaceMouse can be connected in Chrome and Edge, on this machine or by https; other browsers show it if they recognise it as a gamepad.',
    )
  const button = makeButton('Connect a SpaceMouse', {
    title: 'Let this page read a SpaceMouse',
    testId: 'connect-space',
    className: 'button',
    press: actions.connect,
  })
  return make('div.device-connect', {}, button)
}

const SVG = 'http://www.w3.org/2000/svg'

function curvePlot(): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 60 60')
  svg.setAttribute('class', 'device-curve')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', 'stick travel to effect')
  svg.append(document.createElementNS(SVG, 'path'))
  return svg
}
