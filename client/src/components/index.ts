/**
 * List of the components of the page. A new one is a file that exports a `Component`, and a line here; in the folders
 * `commands` and `topics`, for components of one command or topic that do not depend on the order, the file alone.
 */

import { make } from '../base/dom'
import type { Component, Place } from '../page/component'
import type { Mounted } from '../page/context'
import type { Page } from '../page/page'
import { autopilot } from './autopilot'
import { bookmarks } from './bookmarks'
import { attribution, brand } from './brand'
import { building } from './building'
import { compass } from './compass'
import { events } from './events'
import { gunsight } from './gunsight'
import { information } from './information'
import { devices, keys, touch } from './input'
import { join } from './join'
import { map } from './map'
import { namePlates } from './nameplates'
import { banner, help, toast } from './notices'
import { overviewLegend } from './overviewlegend'
import { nameCard, people } from './people'
import { pointer } from './pointer'
import { score } from './score'
import { sensors } from './sensors'
import { session } from './session'
import { slowNotice } from './slownotice'
import { standing } from './standing'
import { statusBar } from './statusbar'
import { timeline } from './timeline'
import { vehicleLabels } from './vehiclelabels'
import { vehiclePanel } from './vehiclepanel'
import { view } from './view'
import { viewpoint } from './viewpoint'
import { drivingWarnings, terrainWarnings } from './warnings'
import './layout.css'
import './panels.css'

const FOUND = import.meta.glob<Record<string, Component>>(['./commands/*.ts', './topics/*.ts'], {
  eager: true,
})

export const COMPONENTS: readonly Component[] = [
  namePlates,
  vehicleLabels,
  gunsight,
  map,
  compass,
  brand,
  information,
  vehiclePanel,
  overviewLegend,
  events,
  drivingWarnings,
  terrainWarnings,
  nameCard,
  score,
  sensors,
  standing,
  autopilot,
  people,
  bookmarks,
  session,
  join,
  view,
  ...Object.values(FOUND).flatMap((module) => Object.values(module)),
  touch,
  attribution,
  statusBar,
  timeline,
  slowNotice,
  toast,
  building,
  banner,
  help,
  devices,
  pointer,
  keys,
  viewpoint,
]

/** Mount components on a page in their order. */
export function mount(page: Page, components: readonly Component[] = COMPONENTS): Mounted[] {
  const containers = containersOf(page)
  return components.map(({ name, place = 'page', mount }) => {
    const mounted = mount(page)
    if (mounted.element) {
      mounted.element.dataset.component = name
      containers[place].append(mounted.element)
    }
    return mounted
  })
}

function containersOf({ element, docks }: Page): Record<Place, HTMLElement> {
  const [labels, side, drawer] = [make('div.labels'), make('div.side'), make('div.drawers')]
  element.append(labels, docks.element, drawer)
  docks.of('top-left').append(side)
  return {
    'top-left': docks.of('top-left'),
    top: docks.of('top'),
    'top-right': docks.of('top-right'),
    'bottom-left': docks.of('bottom-left'),
    bottom: docks.of('bottom'),
    'bottom-right': docks.of('bottom-right'),
    vehicle: docks.window,
    page: element,
    labels,
    side,
    drawer,
  }
}
