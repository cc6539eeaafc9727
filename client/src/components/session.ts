/** Card of the session: scenario, simulation rate, weather, and a button for the display settings. */

import { make, makeButton, setText } from '../base/dom'
import type { Role, SessionState, WeatherKind } from '../generated/messages'
import type { ScenarioDescription } from '../generated/world'
import type { Component } from '../page/component'
import { Drawer } from '../page/drawer'
import type { Page } from '../page/page'
import { RATES } from '../page/timecontrol'
import './session.css'

export const session: Component = {
  name: 'session',
  place: 'drawer',
  mount(page) {
    const { server } = page
    const card = new SessionCard({
      scenarios: () => server?.scenarios() ?? Promise.resolve([]),
      choose: (name) => page.command({ type: 'scenario', name }),
      rate: (value) => page.time.setRate(value),
      weather: (kind) => page.command({ type: 'weather', kind }),
      display: () => openView(page),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { 'Shift+KeyO': () => page.drawers.toggle(card.drawer) },
      receive: (message) => {
        if (message.type === 'session') card.receive(message)
        if (message.type === 'weather') card.receiveWeather(message.kind)
      },
      show: () => card.show({ role: page.session.role, rate: page.session.newest?.rate ?? 1 }),
      close: () => card.drawer.close(),
    }
  },
}

/** Open the card with the settings of this browser. */
function openView({ drawers }: Page): void {
  const view = drawers.all.find(({ options }) => options.name === 'view')
  if (view) drawers.toggle(view)
}

export interface SessionActions {
  scenarios(): Promise<ScenarioDescription[]>
  choose(name: string): void
  rate(value: number): void
  weather(kind: WeatherKind): void
  display(): void // open the card of theme, scale and quality
}

const WEATHER_WORDS: Record<WeatherKind, string> = { dry: 'Dry', rain: 'Rain', snow: 'Snow', fog: 'Fog' }

export interface SessionView {
  role: Role
  rate: number
}

export class SessionCard {
  readonly drawer = new Drawer({
    name: 'session',
    title: 'Session',
    key: 'Shift O',
    hint: 'Session: scenario, simulation speed, weather (Shift O)',
  })
  private readonly actions: SessionActions
  private readonly list = make('div.scenarios', { role: 'radiogroup', 'aria-label': 'Scenario' })
  private readonly note = make('p.drawer-note', { 'data-testid': 'scenario-note' })
  private readonly start: HTMLButtonElement
  private readonly rate = document.createElement('select')
  private readonly weather = document.createElement('select')
  private readonly weatherLine: HTMLElement
  private state: SessionState | undefined
  private offered: ScenarioDescription[] | undefined
  private isLoading = false
  private chosen = ''
  private role: Role = 'driver'

  constructor(actions: SessionActions) {
    this.actions = actions
    this.start = makeButton('Start', {
      title: 'Start',
      testId: 'start-scenario',
      className: 'button primary',
      press: () => this.actions.choose(this.chosen),
    })
    this.weatherLine = this.choice('Weather', 'session-weather', this.weather, (value) =>
      actions.weather(value as WeatherKind),
    )
    this.weatherLine.hidden = true // until the weather is known
    for (const kind of Object.keys(WEATHER_WORDS) as WeatherKind[])
      this.weather.append(new Option(WEATHER_WORDS[kind], kind))
    for (const rate of RATES) this.rate.append(new Option(`${rate}×`, String(rate)))
    this.drawer.body.append(
      make('h3', {}, 'Scenario'),
      this.list,
      this.note,
      this.start,
      make('h3', {}, 'World'),
      this.choice('Simulation speed', 'session-rate', this.rate, (value) => actions.rate(Number(value))),
      this.weatherLine,
      make('h3', {}, 'This browser'),
      makeButton('Picture quality', {
        title: 'Open the view card with the picture quality',
        testId: 'open-display',
        press: actions.display,
      }),
    )
  }

  receive(state: SessionState): void {
    const hasChanged = state.scenario !== this.state?.scenario
    this.state = state
    if (hasChanged) this.fill()
    this.showStart()
  }

  receiveWeather(kind: WeatherKind): void {
    this.weatherLine.hidden = false
    if (document.activeElement !== this.weather) this.weather.value = kind
  }

  /** Show changes; the scenarios are requested when the card is first opened. */
  show({ role, rate }: SessionView): void {
    if (!this.drawer.isOpen) return
    if (role !== this.role) {
      this.role = role
      this.fill()
    }
    for (const select of [this.rate, this.weather]) select.disabled = role !== 'instructor'
    if (document.activeElement !== this.rate) this.rate.value = String(rate)
    if (!this.offered && !this.isLoading) void this.load()
    this.showStart()
  }

  private async load(): Promise<void> {
    this.isLoading = true
    setText(this.note, 'Asking for the scenarios')
    try {
      this.offered = await this.actions.scenarios()
      setText(this.note, '')
      this.fill()
      this.showStart()
    } catch (error) {
      console.warn(error)
      setText(this.note, 'The server did not send its scenarios; close this card and open it again.')
      this.drawer.toggle(true)
    }
    this.isLoading = false
  }

  private fill(): void {
    const running = this.state?.scenario ?? ''
    if (!this.offered?.some(({ name }) => name === this.chosen)) this.chosen = running
    this.list.replaceChildren(...(this.offered ?? []).map((scenario) => this.row(scenario, running)))
    this.list.hidden = !this.offered?.length
  }

  private row({ name, title, description, vehicles }: ScenarioDescription, running: string): HTMLElement {
    const radio = document.createElement('input')
    radio.type = 'radio'
    radio.name = 'scenario'
    radio.value = name
    radio.checked = name === this.chosen
    radio.disabled = this.role !== 'instructor'
    radio.addEventListener('change', () => {
      this.chosen = name
      this.showStart()
    })
    radio.addEventListener('pointerup', () => radio.blur())
    const aside = `${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}${name === running ? ', runs now' : ''}`
    return make(
      'label.scenario',
      { 'data-scenario': name },
      radio,
      make('span.scenario-title', {}, title),
      make('span.scenario-aside', {}, aside),
      make('span.scenario-words', {}, description),
    )
  }

  private showStart(): void {
    const { state, chosen, role } = this
    const isTeacher = role === 'instructor'
    const isIdle = state?.building === null
    this.start.hidden = !isTeacher || !this.offered?.length
    this.start.disabled = !isIdle || chosen === ''
    const title = this.offered?.find(({ name }) => name === chosen)?.title ?? chosen
    const [word, verb] = chosen === state?.scenario ? ['Restart', 'Start again'] : ['Start', 'Start']
    setText(this.start, `${word} for everybody`)
    this.start.title = `${verb}: ${title}, for everybody`
    this.start.setAttribute('aria-label', `${word} for everybody: ${title}`)
    if (this.offered) setText(this.note, this.noteWords(isTeacher))
  }

  private noteWords(isTeacher: boolean): string {
    if (!this.offered?.length)
      return `${this.state?.scenario || 'This world'} is the only scenario of this server.`
    if (this.state?.building)
      return `${this.state.building} is being prepared; this world goes on until then.`
    return isTeacher ? '' : 'An instructor chooses the scenario, the speed and the weather.'
  }

  private choice(
    label: string,
    testId: string,
    select: HTMLSelectElement,
    set: (value: string) => void,
  ): HTMLElement {
    select.className = 'button choice'
    select.dataset.testid = testId
    select.addEventListener('change', () => {
      set(select.value)
      select.blur()
    })
    return make('label.choice-line', {}, label, select)
  }
}
