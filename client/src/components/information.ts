/** Information window of the driven vehicle, with its switches and its motion model. */

import type { Component } from '../component'
import type { Switches } from '../generated/messages'
import type { Page } from '../page'
import { InformationWindow } from '../workstation/information'

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
      ownChanged: () => page.latest.forgetInstruments(),
      show: () => panel.show(),
    }
  },
}

class InformationPanel {
  readonly window: InformationWindow
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.window = new InformationWindow({
      turnOver: (name) => this.turnOver(name),
      setDynamics: (isOn) => page.command({ type: 'dynamics', is_on: isOn }),
    })
  }

  show(): void {
    this.showReadings()
    const { element } = this.page
    element.classList.toggle('has-information', !this.window.element.hidden)
  }

  /** Toggle a switch, if the driven vehicle has it. */
  turnOver(name: keyof Switches): void {
    const { session, latest, names } = this.page
    if (!this.isDriving()) return
    const switches = latest.turnOver(name)
    if (!switches) {
      this.page.say(`${names.nameOf(session.own)} has no such switch.`)
      return
    }
    this.page.command({ type: 'switches', ...switches })
    this.page.say(`${SWITCH_WORDS[name][Number(switches[name])]}.`)
    this.showReadings()
  }

  /** Change to the other motion model of the driven vehicle, if it has two. */
  switchDynamics(): void {
    const { session, latest, names } = this.page
    if (!this.isDriving()) return
    const isDynamic = latest.instrumentsOf(session.own)?.is_dynamic
    if (typeof isDynamic === 'boolean') this.page.command({ type: 'dynamics', is_on: !isDynamic })
    else this.page.say(`${names.nameOf(session.own)} has one motion model only.`)
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
