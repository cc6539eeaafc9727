/** The page's core: takes an element, a source of frames and a loader of worlds; knows no address and no server. */

import type { CameraMode } from './camera'
import { CAMERA_MODES, CameraRig } from './camera'
import { DriverDesk } from './devices/desk'
import { make } from './dom'
import { Driving } from './driving'
import { Followed } from './followed'
import type { Records } from './generated/messages'
import { treeCover } from './groundmaps'
import { Help, Toast } from './help'
import { WorldMap } from './map'
import { VehicleNames } from './names'
import { Panels } from './panels'
import type { PanelPage } from './panels/panel'
import { Picker } from './picking'
import { listenToPointer } from './pointer'
import type { Options } from './quality'
import { Session } from './session'
import { listenToShortcuts } from './shortcuts'
import type { LinkState, Source } from './source'
import { Banner } from './splash'
import { Stage } from './stage'
import { RATES, StatusBar } from './statusbar'
import { hasFingersOnly, TouchControls } from './touch'
import { FlightKeys } from './workstation/flying'
import { Workstation } from './workstation/workstation'
import type { World } from './world'

const INSTRUMENT_PERIOD = 100 // [ms] panel, map and status are redrawn by a timer, not by the drawing loop
const SLOW = 22 // [pictures/s] below this sharpness is given up

export class App {
  readonly world: World
  readonly session: Session
  readonly rig: CameraRig
  readonly stage: Stage
  private readonly element: HTMLElement
  private readonly source: Source
  private readonly options: Options
  private readonly panels: Panels
  private readonly names: VehicleNames
  private readonly driving: Driving
  private readonly followed: Followed
  private readonly status: StatusBar
  private readonly map: WorldMap
  private readonly help = new Help()
  private readonly toast = new Toast()
  private readonly banner = new Banner()
  private readonly input: DriverDesk
  private readonly touch: TouchControls
  private readonly picker: Picker
  private readonly flightKeys = new FlightKeys()
  readonly workstation: Workstation
  private drawn: Records
  private hovered = -1
  private lastDraw = 0
  private pictures = 0
  private countedSince = 0
  fps = 0

  constructor(element: HTMLElement, parts: { world: World; source: Source; options: Options }) {
    const { world, source, options } = parts
    this.element = element
    this.world = world
    this.source = source
    this.options = options
    this.session = new Session(world.vehicleCount, {
      linkChanged: (state) => this.linkChanged(state),
      ownChanged: (own, before) => this.ownChanged(own, before),
      said: (words) => this.toast.show(sentence(this.names.named(words)), 6),
      heard: (message) => {
        if (message.type === 'welcome') this.driving.welcomed(message.vehicle)
        this.stage.hear(message)
        this.workstation.hear(message)
        this.panels.hear(message)
      },
    })
    this.drawn = this.session.buffer.drawn
    const cover = treeCover(world.ground, world.objects)
    this.rig = new CameraRig(world.ground)
    this.stage = new Stage(world, cover, this.rig, options.quality)
    this.picker = new Picker(world.ground, vehicleSizes(world))
    this.names = new VehicleNames(world)
    const { session, names, rig, toast, banner } = this
    this.followed = new Followed({ world, session, rig, names, toast })
    const driverOf = (id: number) => this.workstation.station.drivers.get(id)
    this.driving = new Driving({ session, source, names, toast, banner, driverOf })
    const page = this.page()
    this.workstation = new Workstation(page)
    this.panels = new Panels(page)
    this.map = new WorldMap(world, cover, {
      select: (id) => this.select(id),
      look: (x, y) => this.rig.jumpTo(x, y),
    })
    this.status = new StatusBar({
      pause: () => this.pause(),
      step: () => this.command('step'),
      rate: (value) => source.command({ type: 'rate', value }),
      camera: (mode) => this.setCamera(mode),
      help: () => this.help.toggle(),
      devices: () => this.input.menu.toggle(),
      nextCamera: () => this.stepCamera(1),
      people: () => this.workstation.toggleDrawer('people'),
      places: () => this.workstation.toggleDrawer('places'),
      view: () => this.workstation.toggleDrawer('view'),
    })
    this.input = new DriverDesk(element, {
      isDriving: () => this.session.own >= 0,
      speed: () => this.session.ownState?.speed ?? 0,
      send: (input) => source.sendInput(input),
      command: (command) => source.command(command),
      camera: (step) => this.stepCamera(step),
      say: (words) => this.toast.show(words),
      turret: () => this.session.turrets.get(this.session.own),
    })
    this.touch = new TouchControls(this.input.touch, () => this.input.send())
    this.build()
  }

  /** What the page lends the workstation and its panels. */
  private page(): PanelPage {
    const { names, session } = this
    const app = this
    return {
      world: this.world,
      session,
      rig: this.rig,
      stage: this.stage,
      command: (command) => this.source.command(command),
      say: (words, seconds) => this.toast.show(words, seconds),
      select: (id) => this.select(id),
      take: () => this.take(),
      release: () => this.release(),
      next: (step) => this.selectNext(step),
      nameOf: (id) => names.nameOf(id),
      titleOf: (id) => names.titleOf(id),
      colourOf: (id) => names.colourOf(id),
      fleetOf: (id) => names.fleetOf(id),
      driverOf: (id) => this.workstation.station.drivers.get(id),
      modelOf: (id) => {
        const told = this.workstation.station.instrumentsOf(id)?.model
        return names.titleOf(id) || (told ?? names.fleetOf(id).model)
      },
      viewYaw: () => this.viewYaw(),
      get drawn() {
        return app.drawn
      },
      get newest() {
        return app.newestState()
      },
      get hovered() {
        return app.hovered
      },
      get subject() {
        return app.followed.id
      },
    }
  }

  start(): void {
    this.source.start(this.session)
    this.input.start()
    this.rig.drift = 0.03
    requestAnimationFrame((now) => this.loop(now))
    setInterval(() => this.showInstruments(), Math.max(INSTRUMENT_PERIOD, 1000 / this.options.fps))
    if (!hasFingersOnly()) this.toast.show('H shows all keys.', 7)
  }

  select(id: number): void {
    if (id === this.session.selected) return
    this.session.selected = id
    if (this.session.own < 0 && id >= 0) {
      if (this.rig.mode === 'overview') this.rig.setMode('chase')
      else this.rig.startBlend()
    }
    this.rig.drift = 0
    this.showInstruments()
  }

  take(id = this.session.selected): void {
    if (this.driving.take(id)) this.select(id)
  }

  release(): void {
    this.driving.release()
  }

  setCamera(mode: CameraMode): void {
    this.rig.setMode(mode)
    this.showStatus()
  }

  private stepCamera(step: number): void {
    const count = CAMERA_MODES.length
    this.setCamera(CAMERA_MODES[(CAMERA_MODES.indexOf(this.rig.mode) + step + count) % count])
  }

  private build(): void {
    const labels = make('div.labels', {}, this.workstation.plates.element, ...this.panels.elements('labels'))
    this.element.classList.add('motorpool')
    this.element.classList.toggle('has-glass', this.options.quality.hasGlass)
    this.element.append(this.stage.canvas, labels, this.map.element, ...this.panels.elements('page'))
    this.element.append(
      ...this.workstation.elements,
      this.touch.element,
      this.status.element,
      this.toast.element,
      this.banner.element,
      this.help.element,
    )
    new ResizeObserver(() => this.fitToElement()).observe(this.element)
    this.fitToElement()
    listenToPointer(this.stage.canvas, {
      turn: (dx, dy) =>
        this.rig.mode === 'overview' ? this.rig.pan(dx, dy, this.stage.size.height) : this.rig.turn(dx, dy),
      move: (dx, dy) => this.rig.turn(dx, dy),
      zoom: (factor) => this.rig.zoom(factor),
      click: (x, y) => this.click(x, y),
      doubleClick: (x, y) => this.doubleClick(x, y),
      hover: (x, y) => this.hover(x, y),
      leave: () => this.hover(-1, -1),
    })
    listenToShortcuts({
      nextCamera: () => this.stepCamera(1),
      tether: () => this.followed.tether(),
      cruise: () => this.workstation.turnOver('cruise'),
      sideBrake: () => this.workstation.turnOver('side_brake'),
      engine: () => this.workstation.turnOver('engine_stop'),
      dynamics: () => this.workstation.switchDynamics(),
      information: () => this.workstation.toggleInformation(),
      watch: () => this.workstation.watch(),
      people: () => this.workstation.toggleDrawer('people'),
      places: () => this.workstation.toggleDrawer('places'),
      view: () => this.workstation.toggleDrawer('view'),
      go: (slot) => this.workstation.go(slot),
      store: (slot) => this.workstation.storePlace(slot),
      take: () => this.take(),
      escape: () => this.escape(),
      next: (step) => this.selectNext(step),
      map: () => this.map.toggleSize(),
      help: () => this.help.toggle(),
      devices: () => this.input.menu.toggle(),
      pause: () => this.pause(),
      step: () => this.command('step'),
      faster: (steps) => this.changeRate(steps),
    })
  }

  private fitToElement(): void {
    this.stage.resize(this.element.clientWidth, this.element.clientHeight)
  }

  private loop(now: number): void {
    requestAnimationFrame((next) => this.loop(next))
    const elapsed = now / 1000 - this.lastDraw
    if (elapsed < 0.98 / this.options.fps) return
    this.lastDraw = now / 1000
    if (this.session.hasState) this.draw(Math.min(0.5, elapsed))
    this.countPicture()
  }

  private draw(elapsed: number): void {
    const moved = this.session.advance(elapsed)
    this.drawn = moved.state
    if (this.session.own < 0) this.rig.fly(this.flightKeys.flight, elapsed)
    this.rig.update(this.followed.subject(this.drawn), elapsed)
    this.workstation.draw(moved.state, new Set([this.session.selected, this.hovered]))
    this.stage.draw({
      state: moved.state,
      own: this.session.own,
      selected: this.session.selected,
      elapsed: moved.elapsed,
    })
    this.panels.draw()
  }

  private countPicture(): void {
    this.pictures++
    const seconds = this.lastDraw - this.countedSince
    if (seconds < 1) return
    this.fps = this.pictures / seconds
    this.pictures = 0
    this.countedSince = this.lastDraw
    if (!this.options.isFixed && this.fps < SLOW && !document.hidden) this.stage.scalePixels(0.8)
  }

  private click(x: number, y: number): void {
    const id = this.pick(x, y)
    if (id >= 0) this.select(id)
  }

  private doubleClick(x: number, y: number): void {
    const id = this.pick(x, y)
    if (id >= 0) this.take(id)
  }

  private hover(x: number, y: number): void {
    this.hovered = x < 0 ? -1 : this.pick(x, y)
    this.stage.canvas.classList.toggle('is-over-vehicle', this.hovered >= 0)
  }

  private pick(x: number, y: number): number {
    return this.picker.pick(x, y, { state: this.drawn, camera: this.rig.camera, screen: this.stage.size })
  }

  private selectNext(step: number): void {
    const count = this.world.vehicleCount
    if (count > 0) this.select((Math.max(0, this.session.selected) + step + count) % count)
  }

  private escape(): void {
    if (this.help.isOpen) this.help.toggle()
    else if (this.workstation.closeDrawer()) return
    else if (this.map.isLarge) this.map.toggleSize()
    else if (this.session.own >= 0) this.release()
    else this.select(-1)
  }

  private pause(): void {
    this.command(this.session.newest?.paused ? 'resume' : 'pause')
  }

  private command(type: 'pause' | 'resume' | 'step'): void {
    this.source.command({ type })
  }

  private changeRate(steps: number): void {
    const now = RATES.findIndex((rate) => rate >= (this.session.newest?.rate ?? 1))
    const value = RATES[Math.min(RATES.length - 1, Math.max(0, now + steps))]
    this.source.command({ type: 'rate', value })
  }

  private ownChanged(own: number, before: number): void {
    this.touch.show(own >= 0)
    this.followed.ownChanged(own)
    this.workstation.ownChanged(own)
    this.driving.ownChanged(own, before)
    this.showInstruments()
  }

  private linkChanged(state: LinkState): void {
    this.driving.linkChanged(state)
    this.showStatus()
  }

  private showInstruments(): void {
    this.showStatus()
    if (!this.session.hasState) return
    this.workstation.show()
    this.element.classList.toggle('has-information', this.workstation.hasInformation && !this.map.isLarge)
    this.panels.show()
    const { camera } = this.rig
    const halfAngle = Math.atan(Math.tan((camera.fov * Math.PI) / 360) * camera.aspect)
    const eye = { x: camera.position.x, y: camera.position.y, yaw: this.viewYaw(), halfAngle }
    this.map.draw({
      state: this.newestState(),
      own: this.session.own,
      selected: this.session.selected,
      eye,
      layers: this.workstation.layers,
      hasSoils: this.workstation.hasSoils,
    })
  }

  private showStatus(): void {
    const { newest, link, role } = this.session
    this.status.show({
      link,
      role,
      time: newest?.time ?? 0,
      measuredHz: newest?.measuredHz ?? 0,
      paused: newest?.paused ?? false,
      rate: newest?.rate ?? 1,
      fps: this.fps,
      vehicles: this.world.vehicleCount,
      camera: this.rig.mode,
    })
  }

  private newestState(): Records {
    return this.session.buffer.newest ?? this.drawn
  }

  private viewYaw(): number {
    const e = this.rig.camera.matrixWorld.elements
    return Math.abs(e[10]) > 0.999 ? Math.atan2(e[5], e[4]) : Math.atan2(-e[9], -e[8])
  }
}

/** A reason as a sentence of its own. */
function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function vehicleSizes(world: World): Float32Array {
  const sizes = new Float32Array(world.vehicleCount)
  for (const fleet of world.info.fleets)
    sizes.fill(fleet.body.length / 2, fleet.first, fleet.first + fleet.count)
  return sizes
}
