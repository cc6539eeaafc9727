/** The workstation around the view: information window, people, places, thoughts, outlook. Knows what it shows by messages. */

import * as THREE from 'three'
import type { CameraRig } from '../camera'
import { make } from '../dom'
import type { Command, Records, SavedPlace, ServerMessage, Switches, Thought } from '../generated/messages'
import type { Session } from '../session'
import type { Stage } from '../stage'
import { DRIVER, FLAG } from '../wire'
import type { FleetInfo, World } from '../world'
import type { Drawer } from './drawer'
import { InformationWindow } from './information'
import type { Layers } from './maplayers'
import { localStore, rememberedName, rememberedView, rememberName, rememberView } from './memory'
import { NamePlates } from './nameplates'
import type { View } from './outlook'
import { checkedView, Outlook } from './outlook'
import { NameCard, People } from './people'
import { defaultTitle, Places } from './places'
import { Station } from './station'
import { ThoughtCard, ThoughtOverlay, wordsOf } from './thoughts'
import { Tracks } from './tracks'
import './workstation.css'

/** What the page lends its workstation. */
export interface Page {
  world: World
  session: Session
  rig: CameraRig
  stage: Stage
  command(command: Command): void
  say(words: string, seconds?: number): void
  select(id: number): void
  nameOf(id: number): string
  titleOf(id: number): string // in the motor pool, empty for a plain model
  colourOf(id: number): string
  fleetOf(id: number): FleetInfo
  viewYaw(): number
}

const SWITCH_WORDS: Record<keyof Switches, readonly [off: string, on: string]> = {
  cruise: ['Cruise off', 'Cruise on: the speed is kept'],
  side_brake: ['Side brake off', 'Side brake on'],
  engine_stop: ['Engine on', 'Engine off'],
}

export class Workstation {
  readonly station = new Station()
  readonly plates = new NamePlates()
  name: string
  private readonly page: Page
  private readonly store = localStore()
  private readonly information: InformationWindow
  private readonly people: People
  private readonly nameCard: NameCard
  private readonly places: Places
  private readonly outlook: Outlook
  private readonly overlay: ThoughtOverlay
  private readonly thoughtCard = new ThoughtCard()
  private readonly tracks = new Tracks()
  private readonly drawers: Record<'people' | 'places' | 'view', Drawer>
  private isInformed = true // the information window is wanted
  private isWatching = false
  private watched = -1 // whose thoughts the server was asked for
  private isAsked = false // for a name, once a visit

  constructor(page: Page) {
    this.page = page
    this.name = rememberedName(this.store)
    this.information = new InformationWindow({
      turnOver: (name) => this.turnOver(name),
      setDynamics: (isOn) => page.command({ type: 'dynamics', is_on: isOn }),
    })
    this.people = new People({ select: (id) => page.select(id), rename: (name) => this.rename(name) })
    this.nameCard = new NameCard((name) => this.rename(name))
    this.places = new Places({
      go: (slot) => this.go(slot),
      store: (slot) => this.storePlace(slot),
      retitle: (place) => this.sendPlace(place),
    })
    const { lowest, highest } = page.world.ground
    const ground = { lowest, highest, surface: page.world.surface }
    this.outlook = new Outlook(checkedView(rememberedView(this.store)), ground, {
      changed: (view) => this.look(view),
      watch: (isOn) => this.watch(isOn),
    })
    this.overlay = new ThoughtOverlay(page.world.ground)
    page.stage.scene.add(this.overlay.group)
    page.stage.look(this.outlook.view)
    this.drawers = {
      people: this.people.drawer,
      places: this.places.drawer,
      view: this.outlook.drawer,
    }
  }

  get elements(): HTMLElement[] {
    return [
      this.information.element,
      make('div.side', {}, this.nameCard.element, this.thoughtCard.element),
      ...Object.values(this.drawers).map((drawer) => drawer.element),
    ]
  }

  hear(message: ServerMessage): void {
    if (message.type === 'welcome') this.greet()
    if (this.station.hear(message)) {
      this.places.show(this.station.places)
      this.show()
    }
  }

  /** A new connection knows nothing of us: neither our name nor what we watch. */
  private greet(): void {
    this.watched = -1
    if (this.name) this.page.command({ type: 'name', name: this.name })
    this.askForThoughts()
  }

  ownChanged(own: number): void {
    this.station.forgetInstruments()
    if (own >= 0 && !this.name && !this.isAsked) this.nameCard.show()
    if (own >= 0) this.isAsked = true
    else this.nameCard.hide()
  }

  /** With every picture, before it is drawn. */
  draw(state: Records, labelled: ReadonlySet<number>): void {
    const { rig, stage, session } = this.page
    this.plates.show(this.station.drivers, {
      state,
      camera: rig.camera,
      screen: stage.size,
      own: session.own,
      skip: labelled,
      heightOf: (id) => this.page.fleetOf(id).body.height,
    })
    const { thought } = this
    if (!thought || thought.vehicle >= state.x.length) {
      this.overlay.hide()
      return
    }
    const id = thought.vehicle
    const pose = { x: state.x[id], y: state.y[id], z: state.z[id], yaw: state.yaw[id] }
    this.overlay.show(
      thought,
      { ...pose, length: this.page.fleetOf(id).body.length },
      rig.camera.getWorldPosition(new THREE.Vector3()),
    )
  }

  /** Ten times a second. */
  show(): void {
    const { session, world } = this.page
    this.askForThoughts()
    this.people.show({
      drivers: this.station.drivers,
      own: session.own,
      selected: session.selected,
      name: this.name,
      count: world.vehicleCount,
      nameOf: (id) => this.page.nameOf(id),
      titleOf: (id) => this.page.titleOf(id),
      colourOf: (id) => this.page.colourOf(id),
    })
    const state = session.buffer.newest
    if (!state) return
    this.tracks.follow([...this.station.drivers.keys(), session.own, session.selected], state)
    this.showInformation()
    this.showThought(state)
  }

  get hasInformation(): boolean {
    return !this.information.element.hidden
  }

  /** Whether the map shows what the ground is made of. */
  get hasSoils(): boolean {
    return this.outlook.view.hasSoils
  }

  /** What the map draws beside vehicles. */
  get layers(): Layers {
    return {
      drivers: this.station.drivers,
      tracks: this.tracks.all,
      thought: this.thought,
      places: this.station.places,
      titleOf: (id) => this.page.titleOf(id),
    }
  }

  toggleDrawer(name: 'people' | 'places' | 'view', isOpen = !this.drawers[name].isOpen): void {
    for (const [other, drawer] of Object.entries(this.drawers)) drawer.toggle(other === name ? isOpen : false)
    this.show()
  }

  /** Close the open card; whether there was one. */
  closeDrawer(): boolean {
    const open = Object.values(this.drawers).find((drawer) => drawer.isOpen)
    open?.toggle(false)
    return open !== undefined
  }

  toggleInformation(): void {
    this.isInformed = !this.isInformed
    if (this.page.session.own < 0) this.page.say('The information window is shown while you drive.')
    this.showInformation()
  }

  turnOver(name: keyof Switches): void {
    const { session } = this.page
    if (session.own < 0) {
      this.page.say('Drive a vehicle first.')
      return
    }
    const switches = this.station.turnOver(name)
    if (!switches) {
      this.page.say(`${this.page.nameOf(session.own)} has no such switch.`)
      return
    }
    this.page.command({ type: 'switches', ...switches })
    this.page.say(`${SWITCH_WORDS[name][Number(switches[name])]}.`)
    this.showInformation()
  }

  switchDynamics(): void {
    const { session } = this.page
    if (session.own < 0) {
      this.page.say('Drive a vehicle first.')
      return
    }
    const isDynamic = this.station.instrumentsOf(session.own)?.is_dynamic
    if (typeof isDynamic === 'boolean') this.page.command({ type: 'dynamics', is_on: !isDynamic })
    else this.page.say(`${this.page.nameOf(session.own)} has one motion model only.`)
  }

  watch(isOn = !this.isWatching): void {
    this.isWatching = isOn
    this.outlook.showWatching(isOn)
    if (isOn && this.subject < 0) this.page.say('Select a vehicle to see what its autopilot thinks.')
    this.askForThoughts()
    this.show()
  }

  go(slot: number): void {
    const place = this.station.places[slot]
    if (!place) {
      this.page.say(`Place ${slot + 1} is empty.`)
      return
    }
    const { session, rig } = this.page
    const { x, y, yaw, title } = place
    if (session.own >= 0 && rig.mode !== 'free') this.page.command({ type: 'teleport', x, y, yaw })
    else rig.flyTo(x, y, yaw)
    this.page.say(title)
  }

  storePlace(slot: number): void {
    const here = this.here()
    const title = this.station.places[slot]?.title ?? defaultTitle(here.x, here.y)
    this.sendPlace({ slot, ...here, title })
    this.page.say(`Stored as place ${slot + 1}.`)
  }

  private sendPlace(place: SavedPlace): void {
    const { slot, x, y, yaw, title } = place
    this.page.command({ type: 'place', slot, x, y, yaw, title })
  }

  /** Where the user is: in the driven vehicle, behind the free camera, or at the selected vehicle. */
  private here(): { x: number; y: number; yaw: number } {
    const { session, rig } = this.page
    const state = session.buffer.newest
    const id = rig.mode === 'free' || rig.mode === 'overview' ? -1 : this.subject
    if (state && id >= 0) return { x: state.x[id], y: state.y[id], yaw: state.yaw[id] }
    const { x, y } = rig.mode === 'overview' ? rig.focus : rig.camera.position
    return { x, y, yaw: this.page.viewYaw() }
  }

  /** What is known of the watched vehicle's thoughts; none of one that is driven by hand. */
  private get thought(): Thought | undefined {
    const thought = this.isWatching ? this.station.thoughtOf(this.watched) : undefined
    return thought && !this.isByHand(thought.vehicle) ? thought : undefined
  }

  private isByHand(id: number): boolean {
    const flags = this.page.session.buffer.newest?.flags[id] ?? 0
    return (flags & FLAG.driver) === DRIVER.player
  }

  /** Whose thoughts are wanted: the selected vehicle's, else the driven one's. */
  private get subject(): number {
    const { session } = this.page
    return session.selected >= 0 ? session.selected : session.own
  }

  private askForThoughts(): void {
    const wanted = this.isWatching ? this.subject : -1
    if (wanted === this.watched || this.page.session.link !== 'open') return
    this.watched = wanted
    this.station.thought = undefined
    this.page.command({ type: 'watch', vehicle: wanted })
  }

  private rename(name: string): void {
    this.name = name
    rememberName(this.store, name)
    this.nameCard.hide()
    this.page.command({ type: 'name', name })
    this.page.say(`The others see you as ${name}.`)
  }

  private look(view: View): void {
    this.page.stage.look(view)
    rememberView(this.store, view)
  }

  private showInformation(): void {
    const { session } = this.page
    const { own, ownState } = session
    if (own < 0 || !ownState || !this.isInformed) {
      this.information.show(undefined)
      return
    }
    const instruments = this.station.instrumentsOf(own)
    this.information.show({
      pose: ownState,
      model: this.page.fleetOf(own).model,
      instruments,
      soilColour: this.page.world.surface?.colourOf(instruments?.soil?.name),
      switches: this.station.instrumentsOf(own) && this.station.switches,
    })
  }

  private showThought(state: Records): void {
    if (!this.isWatching || this.subject < 0) {
      this.thoughtCard.show(undefined)
      return
    }
    const id = this.subject
    const thought = this.station.thoughtOf(id)
    const pose = { x: state.x[id], y: state.y[id], yaw: state.yaw[id] }
    const lines = this.isByHand(id)
      ? ['Driven by hand: its autopilot rests']
      : thought
        ? wordsOf(thought, pose)
        : ['Waiting for its thoughts']
    this.thoughtCard.show(this.page.nameOf(id), lines)
  }
}
