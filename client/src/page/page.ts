/** The page, common to its components: world, session, view, and services. */

import type { DisplaySettings } from '../base/display'
import { Docks } from '../base/docks'
import { Help, Toast } from '../base/help'
import { Banner } from '../base/splash'
import type { Server } from '../connection/server'
import type { Source } from '../connection/source'
import { InputDevices } from '../devices/inputdevices'
import type { Command, Records } from '../generated/messages'
import type { CameraMode } from '../scene/camera'
import { CAMERA_MODES, CameraRig } from '../scene/camera'
import { FlightKeys } from '../scene/cameramotion'
import { treeCover } from '../scene/ground/groundmaps'
import type { Options } from '../scene/quality'
import { Stage } from '../scene/stage'
import { DeadReckoning } from '../world/deadreckoning'
import { Density } from '../world/density'
import type { DrawnVehicles } from '../world/interpolation'
import { SnapshotBuffer } from '../world/interpolation'
import { VehicleNames } from '../world/names'
import { Session } from '../world/session'
import type { World } from '../world/world'
import type { Mounted, PageContext, PageListener } from './context'
import { Drawers } from './drawer'
import { DriverName, Driving } from './driving'
import { LatestMessages } from './latest'
import { CameraTarget, Selection } from './selection'
import { TimeControl } from './timecontrol'
import { Watching } from './watching'

const PADS_SHARE = 0.14 // share of the height by which touch pads shift the picture up in portrait

export interface PageParts {
  world: World
  source: Source
  options: Options
  display: DisplaySettings
  server?: Server // undefined in an embedded page
}

export class Page implements PageContext {
  readonly element: HTMLElement
  readonly world: World
  readonly source: Source
  readonly options: Options
  readonly display: DisplaySettings
  readonly docks = new Docks()
  readonly server: Server | undefined
  readonly session: Session
  readonly cover: Float32Array // tree cover at the posts of the ground
  readonly density: Density | undefined // for a world of which not every vehicle is sent
  readonly rig: CameraRig
  readonly stage: Stage
  readonly names: VehicleNames
  readonly toast = new Toast()
  readonly banner = new Banner()
  readonly help = new Help()
  readonly latest = new LatestMessages()
  readonly drawers: Drawers
  readonly driverName: DriverName
  readonly selection: Selection
  readonly cameraTarget: CameraTarget
  readonly driving: Driving
  readonly time: TimeControl
  readonly watching: Watching
  readonly devices: InputDevices
  components: readonly Mounted[] = []
  drawn: DrawnVehicles // state in the present frame
  fps = 0 // frames per second
  pictures = 0 // number of drawn frames
  private readonly flightKeys = new FlightKeys()

  constructor(element: HTMLElement, { world, source, options, display, server }: PageParts) {
    this.element = element
    this.world = world
    this.source = source
    this.options = options
    this.display = display
    this.server = server
    const { density } = world.description
    this.density = density ? new Density(density) : undefined
    const buffer = density
      ? new DeadReckoning(world.vehicleCount, world.ground)
      : new SnapshotBuffer(world.vehicleCount)
    this.session = new Session(buffer, {
      linkChanged: (state) => this.tell((listener) => listener.linkChanged?.(state)),
      sentAway: (reason) => this.banner.show(reason),
      ownChanged: (own, before) => {
        this.tell((listener) => listener.ownChanged?.(own, before))
        this.refresh()
      },
      heard: (message) => this.tell((listener) => listener.receive?.(message)),
      arrived: (frame) => this.density?.receive(frame),
      rutted: (message) => this.stage.ruts?.receive(message),
    })
    this.drawn = this.session.buffer.drawn
    const cover = treeCover(world.ground, world.objects)
    this.cover = cover
    this.rig = new CameraRig(world.ground, world.objects)
    this.stage = new Stage(world, this.rig, { cover, quality: options.quality, density: this.density })
    this.stage.hasArrows = options.hasArrows
    this.names = new VehicleNames(world)
    this.drawers = new Drawers(() => this.refresh())
    this.driverName = new DriverName(this)
    this.selection = new Selection(this)
    this.cameraTarget = new CameraTarget(this)
    this.driving = new Driving(this)
    this.time = new TimeControl(this)
    this.watching = new Watching(this)
    this.devices = new InputDevices(element, {
      isDriving: () => this.session.own >= 0,
      speed: () => this.session.ownState?.speed ?? 0,
      send: (input) => source.sendInput(input),
      command: (command) => this.command(command),
      camera: (step) => this.stepCamera(step),
      say: (words) => this.say(words),
      turret: () => this.session.turrets.get(this.session.own),
    })
  }

  /** Last records of the server. */
  get newest(): Records {
    return this.session.buffer.newest ?? this.drawn
  }

  command(command: Command): void {
    this.source.command(command)
  }

  say(words: string, seconds?: number): void {
    this.toast.show(words, seconds)
  }

  /** Return the name of a vehicle's driver, undefined for none. */
  driverOf(id: number): string | undefined {
    return this.latest.drivers.get(id)
  }

  modelOf(id: number): string {
    const model = this.latest.instrumentsOf(id)?.model
    return this.names.titleOf(id) || (model ?? this.names.fleetOf(id).model)
  }

  setCamera(mode: CameraMode): void {
    this.rig.setMode(mode)
    this.refresh()
  }

  stepCamera(step: number): void {
    const count = CAMERA_MODES.length
    this.setCamera(CAMERA_MODES[(CAMERA_MODES.indexOf(this.rig.mode) + step + count) % count])
  }

  /** Fit docks and picture to the size of the page and to the touch pads. */
  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element
    const hasPads = this.element.classList.contains('has-pads')
    this.docks.fit(width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize), hasPads)
    this.stage.resize(width, height, hasPads && height > width ? PADS_SHARE : 0)
  }

  /** Show changes at once, without waiting for the timer. */
  refresh(): void {
    if (this.session.hasState) for (const component of this.components) component.show?.()
  }

  /** Draw one frame, `elapsed` [s] of the wall clock after the last. */
  draw(elapsed: number): void {
    this.arrange(elapsed)
    this.stage.draw()
    this.pictures++
  }

  /** Prepare a frame without drawing it. */
  arrange(elapsed: number): void {
    const { session, selection } = this
    const moved = session.advance(elapsed)
    this.drawn = moved.state
    if (session.own < 0) this.rig.fly(this.flightKeys.flight, elapsed)
    this.rig.update(this.cameraTarget.subject(this.drawn), elapsed)
    for (const component of this.components) component.draw?.()
    this.stage.arrange({
      state: moved.state,
      own: session.own,
      selected: selection.id,
      elapsed: moved.elapsed,
      wallElapsed: elapsed,
    })
  }

  /** Close the topmost component, else release the vehicle, else clear the selection. */
  escape(): void {
    if (this.components.toReversed().some((component) => component.close?.())) return
    if (this.session.own >= 0) this.driving.release()
    else this.selection.select(-1)
  }

  private tell(call: (listener: PageListener) => void): void {
    const { driving, cameraTarget, stage, driverName, watching, latest } = this
    for (const listener of [driving, cameraTarget, stage, driverName, watching, latest]) call(listener)
    for (const component of this.components) call(component)
  }
}
