/** The selected vehicle and the one under the pointer. */

import type { Page } from './page'

export class Selection {
  hovered = -1 // id of the vehicle under the pointer, -1 for none
  private readonly page: Page

  constructor(page: Page) {
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
