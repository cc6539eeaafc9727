/** Target of the camera: the driven, tethered or selected vehicle, or the first one. */

import type { Subject } from './camera'
import type { Records } from './generated/messages'
import type { Page } from './page'
import type { World } from './world'

export class CameraTarget {
  private readonly page: Page
  private readonly first: number // target while no vehicle is selected
  private tethered = -1 // target while another one is driven
  private last: Subject | undefined // target until the state of the new one has arrived
  private isWaiting = false

  constructor(page: Page) {
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
