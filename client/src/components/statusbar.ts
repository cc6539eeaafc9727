/** Status bar: link, time, cameras and buttons; with the keys for time control. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import { clock } from '../base/text'
import type { LinkState } from '../connection/source'
import type { Role } from '../generated/messages'
import type { Component } from '../page/component'
import type { Drawer } from '../page/drawer'
import type { Page } from '../page/page'
import { RATES } from '../page/timecontrol'
import type { CameraMode } from '../scene/camera'
import { CAMERA_MODES } from '../scene/camera'

export const statusBar: Component = {
  name: 'status-bar',
  mount(page) {
    const { time, devices, help } = page
    const bar = new StatusBar({
      pause: () => time.pause(),
      step: () => time.step(),
      rate: (value) => time.setRate(value),
      camera: (mode) => page.setCamera(mode),
      nextCamera: () => page.stepCamera(1),
      help: () => help.toggle(),
      devices: () => devices.menu.toggle(),
      drawers: page.drawers.all,
      toggleDrawer: (drawer) => page.drawers.toggle(drawer),
    })
    const show = () => bar.show(status(page))
    const [faster, slower] = [() => time.faster(1), () => time.faster(-1)]
    return {
      element: bar.element,
      keys: {
        p: () => time.pause(),
        n: () => time.step(),
        '+': faster,
        '=': faster,
        '-': slower,
        '−': slower,
      },
      start: show,
      linkChanged: show,
      close: () => bar.close(),
      show,
    }
  },
}

/** Return the number of vehicles and, if not every vehicle is sent, the number of those that are shown. */
export function vehicleWords(present: number, shown: number): string {
  const all = `${grouped(present)} ${present === 1 ? 'vehicle' : 'vehicles'}`
  return shown < present ? `${all}, ${grouped(shown)} shown` : all
}

/** Return an integer with its digits in groups of three, separated by narrow spaces. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f')
}

/** Return the state of the world; free rows are not counted. */
function status({ session: { newest, link, role }, fps, rig, drawn }: Page): Status {
  const shown = drawn.shown.length
  return {
    link,
    role,
    time: newest?.time ?? 0,
    measuredHz: newest?.measuredHz ?? 0,
    paused: newest?.paused ?? false,
    rate: newest?.rate ?? 1,
    fps,
    vehicles: vehicleWords(newest?.interest?.contents.presentCount ?? shown, shown),
    camera: rig.mode,
  }
}

export interface Status {
  link: LinkState
  time: number // simulated [s]
  measuredHz: number
  fps: number
  vehicles: string // number of vehicles, and number of those shown
  paused: boolean
  rate: number
  role: Role
  camera: CameraMode
}

export interface StatusActions {
  pause(): void
  step(): void
  rate(value: number): void
  camera(mode: CameraMode): void
  help(): void
  devices(): void
  nextCamera(): void
  drawers: readonly Drawer[]
  toggleDrawer(drawer: Drawer): void
}

export class StatusBar {
  readonly element: HTMLElement
  private readonly rest = make('div.bar-rest')
  private opener: HTMLButtonElement | undefined
  private readonly line = make('div.status-line', { 'data-testid': 'status-line' })
  private readonly dot = make('span.link-dot')
  private readonly parts = ['link', 'time', 'hz', 'fps', 'vehicles', 'paused'].map((name) =>
    make(`span.status-${name}`),
  )
  private readonly pause: HTMLButtonElement
  private readonly step: HTMLButtonElement
  private readonly rate = document.createElement('select')
  private readonly cameras = new Map<CameraMode, HTMLButtonElement>()

  constructor(actions: StatusActions) {
    this.line.append(this.dot, ...this.parts)
    this.pause = iconButton(icons.pause(), { title: 'Pause (P)', testId: 'pause', press: actions.pause })
    this.step = iconButton(icons.step(), { title: 'One step (N)', testId: 'step', press: actions.step })
    this.fillRates(actions)
    const group = (label: string, ...controls: HTMLElement[]) =>
      make('div.button-group', { role: 'group', 'aria-label': label }, ...controls)
    this.element = make(
      'footer.statusbar.glass',
      {},
      this.line,
      group('Camera', this.next(actions), ...this.cameraButtons(actions)),
      group('Pause', this.pause),
      this.rest,
      this.more(),
    )
    this.rest.append(
      group('Time', this.step, this.rate),
      group('Cards', ...drawerButtons(actions)),
      make('div.button-group', {}, ...moreButtons(actions)),
    )
    this.rest.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('button, a')) this.open(false)
    })
  }

  /** Close the menu of a small window; return whether it was open. */
  close(): boolean {
    const wasOpen = this.element.classList.contains('is-open')
    this.open(false)
    return wasOpen
  }

  private open(isOpen: boolean): void {
    this.element.classList.toggle('is-open', isOpen)
    this.opener?.setAttribute('aria-expanded', String(isOpen))
  }

  /** Return the button of a small window that opens the menu of hidden buttons. */
  private more(): HTMLElement {
    const press = () => this.open(!this.element.classList.contains('is-open'))
    this.opener = iconButton(icons.menu(), { title: 'More', testId: 'bar-more', press })
    this.opener.classList.add('bar-more')
    this.opener.setAttribute('aria-expanded', 'false')
    return this.opener
  }

  private next(actions: StatusActions): HTMLElement {
    const button = iconButton(icons.nextCamera(), {
      title: 'Next camera (K)',
      testId: 'camera-next',
      press: actions.nextCamera,
    })
    button.classList.add('camera-next')
    return button
  }

  private cameraButtons(actions: StatusActions): HTMLElement[] {
    for (const mode of CAMERA_MODES) {
      const title = `${CAMERA_WORDS[mode]} (K for the next)`
      const press = () => actions.camera(mode)
      this.cameras.set(mode, iconButton(icons[mode](), { title, testId: `camera-${mode}`, press }))
    }
    return [...this.cameras.values()]
  }

  show(status: Status): void {
    const [link, time, hz, fps, vehicles, paused] = this.parts
    this.dot.dataset.state = status.link
    setText(link, LINK_WORDS[status.link])
    setText(time, clock(status.time))
    setText(hz, `${status.measuredHz.toFixed(0)} Hz`)
    setText(fps, `${status.fps.toFixed(0)} fps`)
    setText(vehicles, status.vehicles)
    setText(
      paused,
      status.paused ? 'paused' : status.rate === 1 ? '' : `${Number(status.rate.toPrecision(3))}×`,
    )
    this.showTime(status)
    for (const [mode, button] of this.cameras)
      button.setAttribute('aria-pressed', String(mode === status.camera))
  }

  private showTime(status: Status): void {
    const mayRule = status.role === 'instructor'
    const icon = status.paused ? 'play' : 'pause'
    if (this.pause.dataset.icon !== icon) {
      this.pause.replaceChildren(icons[icon]())
      this.pause.dataset.icon = icon
      this.pause.title = status.paused ? 'Go on (P)' : 'Pause (P)'
      this.pause.setAttribute('aria-label', this.pause.title)
    }
    for (const control of [this.pause, this.step, this.rate]) control.disabled = !mayRule
    if (document.activeElement !== this.rate) this.rate.value = String(status.rate)
  }

  private fillRates(actions: StatusActions): void {
    this.rate.className = 'button rate'
    this.rate.title = 'Simulation speed (+ and −)'
    this.rate.setAttribute('aria-label', this.rate.title)
    this.rate.dataset.testid = 'rate'
    for (const rate of RATES) {
      const option = document.createElement('option')
      option.value = String(rate)
      option.textContent = `${rate}×`
      this.rate.append(option)
    }
    this.rate.addEventListener('change', () => {
      actions.rate(Number(this.rate.value))
      this.rate.blur()
    })
  }
}

const CAMERA_WORDS: Record<CameraMode, string> = {
  chase: 'Chase camera, behind the vehicle',
  driver: "Driver's camera",
  orbit: 'Camera around the vehicle',
  bird: "Bird's-eye camera, tethered above the vehicle",
  overview: 'Overview of the land',
  free: 'Free camera',
}

const LINK_WORDS: Record<LinkState, string> = {
  connecting: 'connecting',
  open: 'live',
  lost: 'no connection',
}

function drawerButtons({ drawers, toggleDrawer }: StatusActions): HTMLElement[] {
  return drawers.map((drawer) => {
    const { name, title, key, hint = `${title} (${key})` } = drawer.options
    const press = () => toggleDrawer(drawer)
    return iconButton(icons[name](), { title: hint, testId: `${name}-button`, press })
  })
}

/** Return the link to the playground, and the buttons of devices and keys. */
function moreButtons({ devices, help }: StatusActions): HTMLElement[] {
  const title = 'Playground: compare two motion models'
  const link = { href: './playground', title, 'aria-label': 'Playground', 'data-testid': 'playground' }
  return [
    make('a.button.icon-button', link, icons.playground()),
    iconButton(icons.devices(), {
      title: 'Devices: keyboard, gamepad, SpaceMouse, mouse (J)',
      testId: 'devices-button',
      press: devices,
    }),
    iconButton(icons.help(), { title: 'Keys (H)', testId: 'help', press: help }),
  ]
}

function iconButton(
  icon: SVGSVGElement,
  options: { title: string; testId: string; press: () => void },
): HTMLButtonElement {
  return makeButton(icon, { ...options, className: 'button icon-button' })
}
