/** Information window of the driven vehicle, with its switches and its motion model. */

import { make, makeButton, setText } from '../base/dom'
import type { Instruments, Switches } from '../generated/messages'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { soilTitle } from '../world/surface'
import type { Pose, Reading } from './readings'
import { readings } from './readings'

const SWITCH_WORDS: Record<keyof Switches, readonly [off: string, on: string]> = {
  cruise: ['Cruise off', 'Cruise on: the speed is kept'],
  parking_brake: ['Parking brake off', 'Parking brake on'],
  engine_stop: ['Engine on', 'Engine off'],
}

export const information: Component = {
  name: 'information',
  place: 'vehicle',
  mount(page) {
    const panel = new InformationPanel(page)
    const turnOver = (name: keyof Switches) => () => panel.turnOver(name)
    return {
      element: panel.window.element,
      keys: {
        c: turnOver('cruise'),
        b: turnOver('parking_brake'),
        x: turnOver('engine_stop'),
        y: () => panel.switchDynamics(),
      },
      ownChanged: () => panel.forget(),
      show: () => panel.show(),
    }
  },
}

class InformationPanel {
  readonly window: InformationWindow
  private readonly page: Page
  /** Actions of keys that were pressed before the vehicle's first instruments came. */
  private readonly awaiting: (() => void)[] = []

  constructor(page: Page) {
    this.page = page
    this.window = new InformationWindow({
      turnOver: (name) => this.turnOver(name),
      setDynamics: (isOn) => page.command({ type: 'dynamics', is_on: isOn }),
    })
  }

  /** Forget the instruments of the vehicle that was driven. */
  forget(): void {
    this.awaiting.length = 0
    this.page.latest.forgetInstruments()
  }

  show(): void {
    if (this.hasInstruments()) for (const act of this.awaiting.splice(0)) act()
    this.showReadings()
    const { element } = this.page
    element.classList.toggle('has-information', !this.window.element.hidden)
  }

  /** Toggle a switch, if the driven vehicle has it; once its state is known. */
  turnOver(name: keyof Switches): void {
    const { session, latest, names } = this.page
    if (!this.isDriving() || this.awaits(() => this.turnOver(name))) return
    const switches = latest.turnOver(name)
    if (!switches) {
      this.page.say(`${names.nameOf(session.own)} has no such switch.`)
      return
    }
    this.page.command({ type: 'switches', ...switches })
    this.page.say(`${SWITCH_WORDS[name][Number(switches[name])]}.`)
    this.showReadings()
  }

  /** Change to the other motion model of the driven vehicle, if it has two; once its model is known. */
  switchDynamics(): void {
    const { session, latest, names } = this.page
    if (!this.isDriving() || this.awaits(() => this.switchDynamics())) return
    const isDynamic = latest.instrumentsOf(session.own)?.is_dynamic
    if (typeof isDynamic === 'boolean') this.page.command({ type: 'dynamics', is_on: !isDynamic })
    else this.page.say(`${names.nameOf(session.own)} has one motion model only.`)
  }

  /** Keep an action until the first instruments come; return whether they are still to come. */
  private awaits(act: () => void): boolean {
    if (this.hasInstruments()) return false
    this.awaiting.push(act)
    return true
  }

  private hasInstruments(): boolean {
    const { session, latest } = this.page
    return latest.instrumentsOf(session.own) !== undefined
  }

  private isDriving(): boolean {
    const { own } = this.page.session
    if (own < 0) this.page.say('Drive a vehicle first.')
    return own >= 0
  }

  private showReadings(): void {
    const { session, latest, names, world, display } = this.page
    const { own, ownState } = session
    if (own < 0 || !ownState || !display.value.hasDetails) {
      this.window.show(undefined)
      return
    }
    const instruments = latest.instrumentsOf(own)
    this.window.show({
      pose: ownState,
      model: names.fleetOf(own).model,
      instruments,
      soilColour: world.surface?.colourOf(instruments?.soil?.name),
      switches: instruments && latest.switches,
    })
  }
}

export interface InformationActions {
  turnOver(name: keyof Switches): void
  setDynamics(isOn: boolean): void
}

export interface InformationView {
  pose: Pose
  model: string
  instruments: Instruments | undefined
  switches: Switches | undefined
  soilColour: string | undefined // colour of the soil under the vehicle
}

const SWITCHES: { name: keyof Switches; title: string; key: string; isGoodOff: boolean }[] = [
  { name: 'cruise', title: 'Cruise', key: 'C', isGoodOff: false },
  { name: 'parking_brake', title: 'Parking brake', key: 'B', isGoodOff: false },
  { name: 'engine_stop', title: 'Engine', key: 'X', isGoodOff: true },
]

export class InformationWindow {
  readonly element: HTMLElement
  private readonly rows = make('dl.readings')
  private readonly dial = new ForceDial()
  private readonly cells = new Map<string, Cell>()
  private readonly switches = new Map<keyof Switches, HTMLButtonElement>()
  private readonly states = new Map<keyof Switches, HTMLElement>()
  private readonly switchRow: HTMLElement
  private readonly kinematic: HTMLButtonElement
  private readonly dynamic: HTMLButtonElement
  private readonly modelRow: HTMLElement
  private readonly model = make('span.information-model')
  private readonly soil = make('span.information-soil', { 'data-testid': 'soil' })
  private readonly soilSwatch = make('span.swatch')
  private readonly soilName = make('span')

  constructor(actions: InformationActions) {
    for (const { name, title, key } of SWITCHES) {
      const state = make('span.switch-state')
      this.states.set(name, state)
      const button = makeButton(make('span', {}, `${title} `, state), {
        title: `${title} (${key})`,
        testId: `switch-${name}`,
        className: 'button switch',
        press: () => actions.turnOver(name),
      })
      this.switches.set(name, button)
    }
    this.switchRow = make('div.button-group', { role: 'group', 'aria-label': 'Switches' })
    this.switchRow.append(...this.switches.values())
    const motion = (title: string, isOn: boolean) =>
      makeButton(title, {
        title: `${title} model (Y)`,
        testId: `motion-${title.toLowerCase()}`,
        className: 'button switch',
        press: () => actions.setDynamics(isOn),
      })
    this.kinematic = motion('Kinematic', false)
    this.dynamic = motion('Dynamic', true)
    this.modelRow = make(
      'div.button-group.segments',
      { role: 'group', 'aria-label': 'Motion model' },
      this.kinematic,
      this.dynamic,
    )
    this.element = make(
      'section.information.glass',
      { 'aria-label': 'Instruments of your vehicle', 'data-testid': 'information' },
      make('div.information-head', {}, this.switchRow, this.modelRow, this.soil, this.model),
      make('div.information-body', {}, this.dial.element, this.rows),
    )
    this.soil.append(this.soilSwatch, this.soilName)
    this.element.hidden = true
  }

  show(view: InformationView | undefined): void {
    this.element.hidden = view === undefined
    if (!view) return
    this.showReadings(readings(view.pose, view.instruments?.values))
    this.showForces(view.instruments)
    this.showSwitches(view.switches)
    const isDynamic = view.instruments?.is_dynamic
    this.modelRow.hidden = typeof isDynamic !== 'boolean'
    this.kinematic.setAttribute('aria-pressed', String(isDynamic === false))
    this.dynamic.setAttribute('aria-pressed', String(isDynamic === true))
    setText(this.model, view.instruments?.model ?? view.model)
    this.showSoil(view)
  }

  private showReadings(list: Reading[]): void {
    const names = list.map((reading) => reading.name).join()
    if (this.rows.dataset.names !== names) {
      this.rows.dataset.names = names
      this.cells.clear()
      for (const reading of list) this.cells.set(reading.name, new Cell(reading))
      this.rows.replaceChildren(...[...this.cells.values()].map((cell) => cell.element))
    }
    for (const reading of list) this.cells.get(reading.name)?.show(reading)
  }

  private showForces(instruments: Instruments | undefined): void {
    const { specific_force_ahead: ahead, specific_force_left: left } = instruments?.values ?? {}
    this.dial.show(ahead ?? undefined, left ?? undefined, instruments?.soil?.friction)
  }

  private showSoil({ instruments, soilColour = 'transparent' }: InformationView): void {
    const soil = instruments?.soil
    this.soil.hidden = !soil
    if (!soil) return
    setText(this.soilName, `${soilTitle(soil.name)} · friction ${soil.friction.toFixed(2)}`)
    this.soilSwatch.style.setProperty('background', soilColour)
  }

  private showSwitches(switches: Switches | undefined): void {
    this.switchRow.hidden = switches === undefined
    if (!switches) return
    for (const { name, title, key, isGoodOff } of SWITCHES) {
      const button = this.switches.get(name)
      const isOn = isGoodOff ? !switches[name] : switches[name]
      button?.setAttribute('aria-pressed', String(isOn))
      const state = this.states.get(name)
      const words = isOn ? 'on' : 'off'
      if (state) setText(state, words)
      button?.setAttribute('aria-label', `${title} ${words} (${key})`)
    }
  }
}

class Cell {
  readonly element: HTMLElement
  private readonly value = make('span.reading-value')
  private readonly unit = make('span.reading-unit')
  private readonly fill = make('span.bar-fill')

  constructor({ name, part, isCentred }: Reading) {
    const bar = make(`span.bar-track${isCentred ? '.is-centred' : ''}`, {}, this.fill)
    this.element = make(
      'div.reading',
      { 'data-testid': `reading-${name.toLowerCase().replace(' ', '-')}` },
      make('dt', {}, name),
      make('dd', {}, this.value, this.unit, ...(part === undefined ? [] : [bar])),
    )
  }

  show({ value, unit, part, isCentred }: Reading): void {
    setText(this.value, value)
    setText(this.unit, unit)
    if (part !== undefined)
      this.fill.style.setProperty('transform', `scaleX(${(isCentred ? part / 2 : part).toFixed(3)})`)
  }
}

const SVG = 'http://www.w3.org/2000/svg'
const GRAVITY = 9.81 // [m/s^2]
const RADIUS = 46 // radius of the dial, in a picture of 100 x 100
const FULL = 1.2 // [g] at the rim

/** Return the position of the dot for forces over mass [m/s^2], limited to the rim. */
export function dotPlace(ahead: number, left: number): [x: number, y: number] {
  const scale = RADIUS / (FULL * GRAVITY)
  const length = Math.hypot(ahead, left) * scale
  const within = length > RADIUS ? RADIUS / length : 1
  return [50 - left * scale * within, 50 - ahead * scale * within]
}

export class ForceDial {
  readonly element: HTMLElement
  private readonly dot = circle('force-dot', 3.6)
  private readonly grip = circle('force-grip', 0)
  private readonly value = make('span.force-value', { 'data-testid': 'specific-force' })

  constructor() {
    const picture = document.createElementNS(SVG, 'svg')
    picture.setAttribute('viewBox', '0 0 100 100')
    picture.setAttribute('aria-hidden', 'true')
    const axes = document.createElementNS(SVG, 'path')
    axes.setAttribute('class', 'force-axes')
    axes.setAttribute('d', `M50 ${50 - RADIUS}V${50 + RADIUS}M${50 - RADIUS} 50H${50 + RADIUS}`)
    const rings = [0.5, 1].map((force) => circle('force-ring', (RADIUS * force) / FULL))
    picture.append(circle('force-rim', RADIUS), ...rings, axes, this.grip, this.dot)
    this.element = make('div.force-dial', { title: 'Force of the ground, in g; the ring is its grip' })
    this.element.append(picture, this.value)
    this.element.hidden = true
  }

  /** Show forces over mass [m/s^2], undefined if the model has none, and the friction of the ground. */
  show(ahead: number | undefined, left: number | undefined, friction: number | undefined): void {
    this.element.hidden = ahead === undefined || left === undefined
    if (ahead === undefined || left === undefined) return
    const [x, y] = dotPlace(ahead, left)
    this.dot.setAttribute('cx', x.toFixed(1))
    this.dot.setAttribute('cy', y.toFixed(1))
    this.grip.setAttribute('r', ((RADIUS * Math.min(FULL, friction ?? 0)) / FULL).toFixed(1))
    setText(this.value, `${(Math.hypot(ahead, left) / GRAVITY).toFixed(2)} g`)
  }
}

function circle(name: string, radius: number): SVGCircleElement {
  const element = document.createElementNS(SVG, 'circle')
  for (const [key, value] of Object.entries({ class: name, cx: '50', cy: '50', r: String(radius) }))
    element.setAttribute(key, value)
  return element
}
