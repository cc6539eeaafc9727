/** The selected vehicle, the one under the pointer, and the one that the camera follows. */

import type { Records } from '../generated/messages'
import type { Subject } from '../scene/camera'
import type { World } from '../world/world'
import type { PageContext } from './context'

export class Selection {
  hovered = -1 // id of the vehicle under the pointer, -1 for none
  private readonly page: PageContext

  constructor(page: PageContext) {
    this.page = page
  }

  /** The id of the selected vehicle, -1 for none. */
  get id(): number {
    return this.page.session.selected
  }

  select(id: number): void {
    const { session, rig } = this.page
    if (id === session.selected) return
    session.selected = id
    if (session.own < 0 && id >= 0) {
      if (rig.mode === 'overview') rig.setMode('chase')
      else rig.startBlend()
    }
    rig.drift = 0
    this.page.refresh()
  }

  /** Select the vehicle `step` ids further, cyclically. */
  next(step: number): void {
    const { vehicleCount } = this.page.world
    if (vehicleCount > 0) this.select((Math.max(0, this.id) + step + vehicleCount) % vehicleCount)
  }
}

/** Target of the camera: the driven, tethered or selected vehicle, or the first one. */
export class CameraTarget {
  private readonly page: PageContext
  private readonly first: number // target while no vehicle is selected
  private tethered = -1 // target while another one is driven
  private last: Subject | undefined // target until the state of the new one has arrived
  private isWaiting = false

  constructor(page: PageContext) {
    this.page = page
    this.first = firstSubject(page.world)
  }

  /** Its id, -1 for none. */
  get id(): number {
    const { own, selected } = this.page.session
    if (own >= 0) return this.tethered >= 0 ? this.tethered : own
    return selected >= 0 ? selected : this.first
  }

  subject({ x, y, z, yaw, pitch, roll, speed }: Records): Subject | undefined {
    const { id } = this
    if (id < 0) return undefined
    if (!this.page.session.buffer.has(id)) {
      this.isWaiting = true
      return this.last
    }
    if (this.isWaiting && this.last) this.page.rig.startBlend()
    this.isWaiting = false
    const { body, kind } = this.page.names.fleetOf(id)
    const pose = { x: x[id], y: y[id], z: z[id], yaw: yaw[id], pitch: pitch[id], roll: roll[id] }
    this.last = { ...pose, ...body, speed: speed[id], isTracked: kind === 'tracked' }
    return this.last
  }

  /** Switch between the driven and the selected vehicle while driving. */
  tether(): void {
    const { session, rig, names, toast } = this.page
    const { own, selected } = session
    if (this.tethered >= 0) {
      this.tethered = -1
      toast.show('The camera is back at your vehicle.')
    } else if (own >= 0 && selected >= 0 && selected !== own) {
      this.tethered = selected
      if (rig.mode === 'free' || rig.mode === 'overview') rig.setMode('bird')
      toast.show(`The camera is tethered to ${names.nameOf(selected)}; T brings it back.`)
    } else toast.show('Select another vehicle than your own to tether the camera to.')
    rig.startBlend()
  }

  /** Update the target after a change of the driven vehicle; -1 for none. */
  ownChanged(own: number): void {
    const { session, rig } = this.page
    this.tethered = -1
    if (own < 0) return
    session.selected = own
    rig.startBlend()
    if (rig.mode !== 'driver') rig.setMode('chase')
  }
}

/** Return the vehicle to follow at first: the first one of a tracked fleet, else of the first fleet; -1 for none. */
function firstSubject(world: World): number {
  const fleet =
    world.description.fleets.find((candidate) => candidate.kind === 'tracked') ?? world.description.fleets[0]
  return fleet && fleet.count > 0 ? fleet.first : -1
}
