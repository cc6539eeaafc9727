/** Readings and switches of the driven vehicle, as in the information window of the workstations of 1992. */

import { make, makeButton, setText } from '../dom'
import type { Instruments, Switches } from '../generated/messages'
import { soilTitle } from '../surface'
import { ForceDial } from './gmeter'
import type { Pose, Reading } from './readings'
import { readings } from './readings'

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
