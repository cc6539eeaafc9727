/**
 * List of the components of the page. A new one is a file that exports a `Component`, and a line here; in the folder
 * `components/commands`, for components that send a command and do not depend on the order, the file alone.
 */

import type { Component, Mounted, Place } from './component'
import { attribution } from './components/attribution'
import { autopilot } from './components/autopilot'
import { bookmarks } from './components/bookmarks'
import { brand } from './components/brand'
import { building } from './components/building'
import { compass } from './components/compass'
import { devices } from './components/devices'
import { drivingWarnings } from './components/drivingwarnings'
import { events } from './components/events'
import { gunsight } from './components/gunsight'
import { help } from './components/help'
import { information } from './components/information'
import { join } from './components/join'
import { keys } from './components/keys'
import { map } from './components/map'
import { nameCard } from './components/namecard'
import { namePlates } from './components/nameplates'
import { banner, toast } from './components/notices'
import { overviewLegend } from './components/overviewlegend'
import { people } from './components/people'
import { pointer } from './components/pointer'
import { score } from './components/score'
import { sensors } from './components/sensors'
import { session } from './components/session'
import { slowNotice } from './components/slownotice'
import { standing } from './components/standing'
import { statusBar } from './components/statusbar'
import { terrainWarnings } from './components/terrainwarnings'
import { timeline } from './components/timeline'
import { touch } from './components/touch'
import { vehicleLabels } from './components/vehiclelabels'
import { vehiclePanel } from './components/vehiclepanel'
import { view } from './components/view'
import { viewpoint } from './components/viewpoint'
import { make } from './dom'
import type { Page } from './page'
import './layout.css'
import './workstation/workstation.css'

const FOUND = import.meta.glob<Record<string, Component>>('./components/commands/*.ts', { eager: true })

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
