/** The interface of a component of the page: a panel, a window, the map, a listener to keys. */

import type { Dock } from '../base/docks'
import type { Mounted } from './context'
import type { Page } from './page'

/**
 * Over the view among the labels of vehicles, in a dock at an edge of it, among the cards in the first dock (`side`),
 * in the window of the vehicle, among the drawers, or fixed to the page.
 */
export type Place = 'labels' | Dock | 'side' | 'vehicle' | 'drawer' | 'page'

export interface Component {
  name: string
  place?: Place // 'page' by default
  mount(page: Page): Mounted
}
