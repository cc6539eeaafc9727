/** Panel of the followed or driven vehicle: name, speed, gear, pedals and warnings; more on demand. */

import { compassPoint, headingDegrees, toDegrees } from '../base/angles'
import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import { sentence } from '../base/text'
import { DRIVER, FLAG } from '../connection/wire'
import { hasFingersOnly } from '../devices/touchpads'
import type { Instruments, RemoteVehicle, Switches } from '../generated/messages'
import { reason } from '../map/standing'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { drawAttitude } from './attitude'
import { gearText, warnings } from './readings'
import './vehiclepanel.css'

export const vehiclePanel: Component = {
  name: 'vehicle',
  place: 'vehicle',
  mount(page) {
    const card = new VehicleCard({
      take: () => page.driving.take(),
      release: () => page.driving.release(),
      next: (step) => page.selection.next(step),
      more: () => toggleDetails(page),
    })
    const { docks, display } = page
    docks.choose(display.value.dock)
    docks.moveBy(card.handle)
    docks.changed = (dock) => display.change({ dock })
    const show = () => {
      const { own, selected } = page.session
      const id = own >= 0 ? own : selected
      const { hasDetails } = display.value
      page.element.classList.toggle('has-details', hasDetails)
      page.element.classList.toggle('is-only-watched', page.session.onlyWatched !== '')
      card.allow(sentence(page.session.onlyWatched))
      card.show(id >= 0 ? shownVehicle(page, id) : undefined, hasDetails)
    }
    return { element: card.element, keys: { i: () => toggleDetails(page) }, show }
  },
}

function toggleDetails(page: Page): void {
  page.display.change({ hasDetails: !page.display.value.hasDetails })
  page.refresh()
}

function shownVehicle(page: Page, id: number): ShownVehicle {
  const { newest, session } = page
  const isOwn = id === session.own
  const own = isOwn ? session.ownState : undefined
  const instruments = isOwn ? page.latest.instrumentsOf(id) : undefined
  return {
    id,
    name: page.names.nameOf(id),
    model: page.modelOf(id),
    kind: page.names.fleetOf(id).kind,
    colour: page.names.colourOf(id),
    speed: own?.speed ?? newest.speed[id],
    yaw: own?.yaw ?? newest.yaw[id],
    pitch: own?.pitch ?? newest.pitch[id],
    roll: own?.roll ?? newest.roll[id],
    steer: own?.steer ?? newest.steer[id],
    throttle: own?.throttle,
    brake: own?.brake,
    odometer: own?.odometer,
    flags: newest.flags[id],
    gear: gearText(own?.speed ?? newest.speed[id], instruments?.values.gear),
    lamps: lampsOf(newest.flags[id], {
      standing: reason(page.latest.standing.get(id)),
      instruments,
      switches: instruments && page.latest.switches,
    }),
    isOwn,
    driver: page.driverOf(id),
    remote: page.latest.remotes.get(id),
  }
}

/** Lamp of the panel: an alarm, or a switch that is not in its usual position. */
interface Lamp {
  words: string
  isAlarm: boolean
}

interface ShownVehicle {
  id: number
  name: string
  model: string
  kind: string
  colour: string
  speed: number // [m/s]
  yaw: number
  pitch: number
  roll: number
  steer: number
  throttle: number | undefined // only for the driven vehicle
  brake: number | undefined
  odometer: number | undefined // [m]
  flags: number
  gear: string
  lamps: Lamp[]
  isOwn: boolean
  driver: string | undefined // name of the driver; undefined for autopilots
  remote: RemoteVehicle | undefined // its source, if another program moves it
}

interface CardActions {
  take(): void
  release(): void
  next(step: number): void
  more(): void
}

class VehicleCard {
  readonly element: HTMLElement
  readonly handle: HTMLElement
  private readonly empty: HTMLElement
  private readonly filled: HTMLElement
  private readonly name = make('span')
  private readonly model = make('span.panel-model', { 'data-testid': 'panel-driver' })
  private readonly swatch = make('span.swatch')
  private readonly speed = make('span.speed-number', { 'data-testid': 'panel-speed' }, '0')
  private readonly gear = make('span.gear', { 'data-testid': 'panel-gear' })
  private readonly lamps = make('div.lamps-row', { role: 'status', 'data-testid': 'warnings' })
  private readonly attitude = new Attitude()
  private readonly steer = new Bar('Steer', { isCentred: true })
  private readonly throttle = new Bar('Throttle', { isCentred: true })
  private readonly brake = new Bar('Brake', { isCentred: false })
  private readonly take: HTMLButtonElement
  private readonly hint = make('span')
  private readonly watched = make('span.panel-watched', { 'data-testid': 'panel-watched' }, 'Only watched')
  private readonly more: HTMLButtonElement
  private isOwn = false

  constructor(actions: CardActions) {
    this.take = makeButton('Drive', {
      title: 'Drive this vehicle (Enter)',
      testId: 'take',
      className: 'button primary',
      press: () => (this.isOwn ? actions.release() : actions.take()),
    })
    this.more = makeButton(icons.more(), {
      title: 'More about the vehicle (I)',
      testId: 'more',
      className: 'button quiet panel-expand',
      press: actions.more,
    })
    this.handle = makeButton(icons.move(), {
      title: 'Move this window: drag it, or press an arrow key',
      testId: 'panel-move',
      className: 'button quiet panel-move',
      press: () => {},
    })
    this.empty = make('div.panel-empty', {}, this.hint, stepButtons(actions, 'empty-'))
    this.filled = make(
      'div.panel-filled',
      {},
      make(
        'div.panel-speed',
        {},
        this.speed,
        make('div.speed-aside', {}, make('span.speed-unit', {}, 'km/h'), this.gear),
      ),
      make(
        'div.panel-head',
        {},
        make('div.names', {}, make('span.panel-name', {}, this.swatch, this.name), this.model),
        make('div.panel-tools', {}, this.handle, this.more),
      ),
      make('div.panel-pedals', {}, this.steer.element, this.throttle.element, this.brake.element),
      make('div.panel-buttons', {}, this.take, this.watched, stepButtons(actions)),
      this.lamps,
      this.attitude.element,
    )
    this.element = make('section.panel.glass', { 'aria-label': 'Vehicle' }, this.empty, this.filled)
    this.hint.append(...driveHint())
    this.watched.hidden = true
    this.show(undefined, false)
  }

  /** Enable driving, or show the reason `onlyWatched` if it is not empty. */
  allow(onlyWatched: string): void {
    if (this.watched.title === onlyWatched) return
    this.watched.hidden = onlyWatched === ''
    this.take.hidden = !this.watched.hidden
    this.watched.title = this.hint.title = onlyWatched
    this.hint.replaceChildren(...(onlyWatched ? [watchHint()] : driveHint()))
  }

  show(vehicle: ShownVehicle | undefined, hasDetails: boolean): void {
    this.empty.hidden = vehicle !== undefined
    this.filled.hidden = vehicle === undefined
    this.element.classList.toggle('is-own', vehicle?.isOwn ?? false)
    if (!vehicle) return
    this.more.setAttribute('aria-expanded', String(hasDetails))
    this.showIdentity(vehicle)
    this.showMotion(vehicle)
    this.showLamps(vehicle.lamps)
    this.attitude.show(vehicle, hasDetails)
  }

  private showIdentity(vehicle: ShownVehicle): void {
    this.isOwn = vehicle.isOwn
    setText(this.name, vehicle.name)
    setText(this.model, `${driverOf(vehicle)} · ${vehicle.model}`)
    this.model.title = this.model.textContent ?? ''
    this.swatch.style.setProperty('background', vehicle.colour)
    setText(this.take, vehicle.isOwn ? 'Release' : 'Drive')
    const title = vehicle.isOwn ? 'Release this vehicle (Esc)' : 'Drive this vehicle (Enter)'
    if (this.take.title !== title) {
      this.take.title = title
      this.take.setAttribute('aria-label', title)
    }
    this.take.disabled = !vehicle.isOwn && isTaken(vehicle.flags)
  }

  private showMotion(vehicle: ShownVehicle): void {
    setText(this.speed, String(Math.round(Math.abs(vehicle.speed) * 3.6)))
    setText(this.gear, vehicle.gear)
    this.steer.show(-vehicle.steer)
    this.throttle.show(vehicle.throttle)
    this.brake.show(vehicle.brake)
  }

  private showLamps(lamps: readonly Lamp[]): void {
    const key = lamps.map(({ words }) => words).join()
    if (this.lamps.dataset.shown === key) return
    this.lamps.dataset.shown = key
    this.lamps.replaceChildren(
      ...lamps.map(({ words, isAlarm }) =>
        make(isAlarm ? 'span.lamp-chip.is-alarm' : 'span.lamp-chip', {}, words),
      ),
    )
  }
}

function driveHint(): (Node | string)[] {
  if (hasFingersOnly()) return ['Tap a vehicle, then Drive.']
  return ['Click a vehicle, then press ', make('kbd', {}, 'Enter'), ' to drive it.']
}

function watchHint(): string {
  return `Only watched: ${hasFingersOnly() ? 'tap' : 'click'} a vehicle to follow it.`
}

function stepButtons({ next }: CardActions, prefix = ''): HTMLElement {
  const step = (by: number, label: string, title: string) =>
    makeButton(label, {
      title,
      testId: `${prefix}${by > 0 ? 'next' : 'previous'}-vehicle`,
      className: 'button quiet small',
      press: () => next(by),
    })
  return make(
    'div.panel-buttons.panel-step',
    {},
    step(-1, '‹', 'Previous vehicle ([)'),
    step(1, '›', 'Next vehicle (])'),
  )
}

/** Heading, pitch and roll as numbers and as a picture, and the distance driven. */
class Attitude {
  readonly element: HTMLElement
  private readonly heading = make('span.value', { 'data-testid': 'panel-heading' })
  private readonly point = make('span.aside')
  private readonly pitch = make('span.value', { 'data-testid': 'panel-pitch' })
  private readonly roll = make('span.value', { 'data-testid': 'panel-roll' })
  private readonly odometer = make('span.value', { 'data-testid': 'panel-odometer' })
  private readonly horizon = document.createElement('canvas')

  constructor() {
    this.horizon.className = 'horizon'
    this.horizon.setAttribute('role', 'img')
    this.horizon.setAttribute('aria-label', 'Pitch and roll')
    this.element = make(
      'div.panel-more',
      {},
      this.horizon,
      make(
        'dl.panel-numbers',
        {},
        ...reading('Heading', this.heading, this.point),
        ...reading('Pitch', this.pitch),
        ...reading('Roll', this.roll),
        ...reading('Distance', this.odometer),
      ),
    )
  }

  show(vehicle: ShownVehicle, isDrawn: boolean): void {
    const heading = Math.round(headingDegrees(vehicle.yaw)) % 360
    const [pitchUp, roll] = [-toDegrees(vehicle.pitch), toDegrees(vehicle.roll)]
    setText(this.heading, `${String(heading).padStart(3, '0')}°`)
    setText(this.point, compassPoint(heading))
    setText(this.pitch, signedDegrees(pitchUp))
    setText(this.roll, signedDegrees(roll))
    setText(this.odometer, vehicle.odometer === undefined ? '–' : distance(vehicle.odometer))
    if (isDrawn) drawAttitude(this.horizon, pitchUp, roll)
  }
}

/** Bar from the left, or from the middle to either side; hidden while its value is unknown. */
class Bar {
  readonly element: HTMLElement
  private readonly fill = make('span.bar-fill')
  private readonly isCentred: boolean

  constructor(label: string, options: { isCentred: boolean }) {
    this.isCentred = options.isCentred
    const track = make(`span.bar-track${options.isCentred ? '.is-centred' : ''}`, {}, this.fill)
    this.element = make('div.bar', {}, make('span.bar-label', {}, label), track)
    this.element.classList.add(`bar-${label.toLowerCase()}`)
  }

  show(value: number | undefined): void {
    this.element.classList.toggle('is-unknown', value === undefined)
    const part = Math.min(1, Math.max(-1, value ?? 0))
    const scale = this.isCentred ? part / 2 : part
    this.fill.style.setProperty('transform', `scaleX(${scale.toFixed(3)})`)
  }
}

function reading(label: string, ...values: HTMLElement[]): HTMLElement[] {
  return [make('dt', {}, label), make('dd', {}, ...values)]
}

function signedDegrees(degrees: number): string {
  const rounded = Math.round(10 * degrees) / 10
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded).toFixed(1)}°`
}

function distance(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(2)} km`
}

function driverOf(vehicle: ShownVehicle): string {
  if (vehicle.isOwn) return 'you drive'
  const driver = vehicle.flags & FLAG.driver
  if (driver === DRIVER.player) return `driven by ${vehicle.driver ?? 'another person'}`
  if (driver === DRIVER.remote) return remoteText(vehicle.remote)
  if (vehicle.flags & FLAG.parked) return 'parked'
  return driver === DRIVER.script ? 'follows a script' : 'drives itself'
}

/** Return whether the vehicle has another driver. */
function isTaken(flags: number): boolean {
  const driver = flags & FLAG.driver
  return driver === DRIVER.player || driver === DRIVER.remote
}

/** Return the source of a remote vehicle and the age of its newest state. */
export function remoteText(remote: RemoteVehicle | undefined): string {
  if (!remote) return 'moved by another program'
  const name = remote.marking && `“${remote.marking}” `
  return `${name}from ${remote.host}, ${remote.age < 10 ? remote.age.toFixed(1) : Math.round(remote.age)} s old`
}

interface LampSources {
  standing: string // reason why it stands; empty if it moves
  instruments: Instruments | undefined // of the driven vehicle
  switches: Switches | undefined
}

/** Return the alarms of a vehicle, and the switches of the driven one that are not in their usual positions. */
function lampsOf(flags: number, { standing, instruments, switches }: LampSources): Lamp[] {
  const alarms: string[] = []
  if (flags & FLAG.notFinite) alarms.push('State is not a number')
  if (flags & FLAG.offMap) alarms.push('Off the map')
  if (standing) alarms.push(standing)
  else if (flags & FLAG.blocked) alarms.push('Blocked by an obstacle')
  alarms.push(...warnings(instruments?.values))
  const lamps: string[] = []
  if (switches?.parking_brake) lamps.push('Parking brake')
  if (switches?.engine_stop) lamps.push('Engine off')
  if (switches?.cruise) lamps.push('Cruise')
  return [
    ...alarms.map((words) => ({ words, isAlarm: true })),
    ...lamps.map((words) => ({ words, isAlarm: false })),
  ]
}
