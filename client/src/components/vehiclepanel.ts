/** The instrument panel: who is looked at or driven, how fast, which way, how steep, and what the pedals do. */

import { compassPoint, headingDegrees, toDegrees } from '../angles'
import { drawAttitude } from '../attitude'
import type { Component } from '../component'
import { make, makeButton, setText } from '../dom'
import type { RemoteVehicle } from '../generated/messages'
import { icons } from '../icons'
import type { Page } from '../page'
import { DRIVER, FLAG } from '../wire'

export const vehiclePanel: Component = {
  name: 'vehicle',
  mount(page) {
    const card = new VehicleCard({
      take: () => page.driving.take(),
      release: () => page.driving.release(),
      next: (step) => page.selection.next(step),
    })
    const show = () => {
      const { own, selected } = page.session
      const id = own >= 0 ? own : selected
      card.show(id >= 0 ? shownVehicle(page, id) : undefined)
    }
    return { element: card.element, show }
  },
}

function shownVehicle(page: Page, id: number): ShownVehicle {
  const { newest, session } = page
  const isOwn = id === session.own
  const own = isOwn ? session.ownState : undefined
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
    isOwn,
    driver: page.driverOf(id),
    remote: page.latest.remotes.get(id),
  }
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
  throttle: number | undefined // known for the driven vehicle only
  brake: number | undefined
  odometer: number | undefined // [m]
  flags: number
  isOwn: boolean
  driver: string | undefined // name of who drives it, if people do
  remote: RemoteVehicle | undefined // where it comes from, if another program moves it
}

interface CardActions {
  take(): void
  release(): void
  next(step: number): void
}

class VehicleCard {
  readonly element: HTMLElement
  private readonly empty: HTMLElement
  private readonly filled: HTMLElement
  private readonly name = make('span.panel-name')
  private readonly model = make('span.panel-model')
  private readonly swatch = make('span.swatch')
  private readonly speed = make('span.speed-number', { 'data-testid': 'panel-speed' }, '0')
  private readonly gear = make('span.gear')
  private readonly heading = make('span.value', { 'data-testid': 'panel-heading' })
  private readonly point = make('span.aside')
  private readonly pitch = make('span.value', { 'data-testid': 'panel-pitch' })
  private readonly roll = make('span.value', { 'data-testid': 'panel-roll' })
  private readonly odometer = make('span.value', { 'data-testid': 'panel-odometer' })
  private readonly horizon = document.createElement('canvas')
  private readonly steer = new Bar('Steer', { isCentred: true })
  private readonly throttle = new Bar('Throttle', { isCentred: true })
  private readonly brake = new Bar('Brake', { isCentred: false })
  private readonly warning = make('div.warning', { role: 'status' })
  private readonly take: HTMLButtonElement
  private isOwn = false

  constructor(actions: CardActions) {
    this.horizon.className = 'horizon'
    this.horizon.setAttribute('aria-label', 'pitch and roll')
    this.take = makeButton('Drive', {
      title: 'Drive this vehicle (Enter)',
      testId: 'take',
      className: 'button primary',
      press: () => (this.isOwn ? actions.release() : actions.take()),
    })
    const step = (by: number, label: string, title: string) =>
      makeButton(label, { title, className: 'button quiet small', press: () => actions.next(by) })
    this.empty = make(
      'div.panel-empty',
      {},
      'Click a vehicle to look at it, then press ',
      make('kbd', {}, 'Enter'),
      ' to drive it.',
    )
    this.filled = make(
      'div.panel-filled',
      {},
      make(
        'div.panel-who',
        {},
        make('div.panel-title', {}, this.swatch, make('div.names', {}, this.name, this.model)),
        make(
          'div.panel-buttons',
          {},
          this.take,
          step(-1, '‹', 'Previous vehicle ([)'),
          step(1, '›', 'Next vehicle (])'),
        ),
        this.warning,
      ),
      make(
        'div.panel-speed',
        {},
        make('div.speed-line', {}, this.speed, make('span.speed-unit', {}, 'km/h')),
        this.gear,
      ),
      make('div.panel-bars', {}, this.steer.element, this.throttle.element, this.brake.element),
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
    this.element = make('section.panel.glass', { 'aria-label': 'Vehicle' }, this.empty, this.filled)
    this.show(undefined)
  }

  show(vehicle: ShownVehicle | undefined): void {
    this.empty.hidden = vehicle !== undefined
    this.filled.hidden = vehicle === undefined
    this.element.classList.toggle('is-empty', vehicle === undefined)
    this.element.classList.toggle('is-own', vehicle?.isOwn ?? false)
    if (!vehicle) return
    this.showIdentity(vehicle)
    this.showMotion(vehicle)
    setText(this.warning, warningOf(vehicle.flags))
    if (this.warning.textContent) this.warning.prepend(icons.warning())
  }

  private showIdentity(vehicle: ShownVehicle): void {
    this.isOwn = vehicle.isOwn
    setText(this.name, vehicle.name)
    setText(this.model, `${vehicle.model} · ${driverOf(vehicle)}`)
    this.swatch.style.setProperty('background', vehicle.colour)
    setText(this.take, vehicle.isOwn ? 'Release' : 'Drive')
    this.take.title = vehicle.isOwn ? 'Give the vehicle back (Esc)' : 'Drive this vehicle (Enter)'
    this.take.disabled = !vehicle.isOwn && isTaken(vehicle.flags)
  }

  private showMotion(vehicle: ShownVehicle): void {
    const heading = Math.round(headingDegrees(vehicle.yaw)) % 360
    const [pitchUp, roll] = [-toDegrees(vehicle.pitch), toDegrees(vehicle.roll)]
    setText(this.speed, String(Math.round(Math.abs(vehicle.speed) * 3.6)))
    setText(
      this.gear,
      vehicle.speed < -0.1 ? 'reverse' : Math.abs(vehicle.speed) < 0.1 ? 'standing' : 'forward',
    )
    setText(this.heading, `${String(heading).padStart(3, '0')}°`)
    setText(this.point, compassPoint(heading))
    setText(this.pitch, signedDegrees(pitchUp))
    setText(this.roll, signedDegrees(roll))
    setText(this.odometer, vehicle.odometer === undefined ? '–' : distance(vehicle.odometer))
    this.steer.show(-vehicle.steer)
    this.throttle.show(vehicle.throttle)
    this.brake.show(vehicle.brake)
    drawAttitude(this.horizon, pitchUp, roll)
  }
}

/** A bar from the left, or from the middle to either side; hidden while its value is unknown. */
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
  if (driver === DRIVER.player) return `driven by ${vehicle.driver ?? 'somebody'}`
  if (driver === DRIVER.remote) return remoteText(vehicle.remote)
  return driver === DRIVER.script ? 'follows a script' : 'drives itself'
}

/** Nobody here can drive it. */
function isTaken(flags: number): boolean {
  const driver = flags & FLAG.driver
  return driver === DRIVER.player || driver === DRIVER.remote
}

/** Where a remote vehicle comes from, and how old its newest state is. */
export function remoteText(remote: RemoteVehicle | undefined): string {
  if (!remote) return 'moved by another program'
  const name = remote.marking && `“${remote.marking}” `
  return `${name}from ${remote.host}, ${remote.age < 10 ? remote.age.toFixed(1) : Math.round(remote.age)} s old`
}

function warningOf(flags: number): string {
  if (flags & FLAG.notFinite) return 'State is not a number'
  if (flags & FLAG.offMap) return 'Off the map'
  return flags & FLAG.blocked ? 'Blocked by an obstacle' : ''
}
