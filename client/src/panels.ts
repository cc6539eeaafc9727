/** The panels of the page, in one list. Adding a panel is a file that exports a `Panel`, and a line here. */

import type { ServerMessage } from './generated/messages'
import { brand } from './panels/brand'
import { compass } from './panels/compass'
import { events } from './panels/events'
import type { MountedPanel, Panel, PanelPage, PanelPlace } from './panels/panel'
import { vehicleLabels } from './panels/vehiclelabels'
import { vehiclePanel } from './panels/vehiclepanel'

export const PANELS: readonly Panel[] = [vehicleLabels, compass, brand, vehiclePanel, events]

/** All panels of a page, mounted. */
export class Panels {
  private readonly mounted: readonly (MountedPanel & { place: PanelPlace })[]

  constructor(page: PanelPage, panels: readonly Panel[] = PANELS) {
    this.mounted = panels.map((panel) => {
      const mounted = panel.mount(page)
      mounted.element.dataset.panel = panel.name
      return Object.assign(mounted, { place: panel.place })
    })
  }

  /** The elements of one place, in the list's order. */
  elements(place: PanelPlace): HTMLElement[] {
    return this.mounted.filter((panel) => panel.place === place).map((panel) => panel.element)
  }

  hear(message: ServerMessage): void {
    for (const panel of this.mounted) panel.hear?.(message)
  }

  show(): void {
    for (const panel of this.mounted) panel.show?.()
  }

  draw(): void {
    for (const panel of this.mounted) panel.draw?.()
  }
}
