/** The interface of a component of the page: a panel, a window, the map, a listener to keys. */

import type { Dock } from './docks'
import type { ServerMessage } from './generated/messages'
import type { Page } from './page'
import type { LinkState } from './source'

/**
 * Over the view among the labels of vehicles, in a dock at an edge of it, among the cards in the first dock (`side`),
 * in the window of the vehicle, among the drawers, or fixed to the page.
 */
export type Place = 'labels' | Dock | 'side' | 'vehicle' | 'drawer' | 'page'

/** Shortcuts: actions by `KeyboardEvent.key` in lower case, or by its `code`, with `Shift+` before it. */
export type Keys = Readonly<Record<string, () => void>>

export interface Component {
  name: string
  place?: Place // 'page' by default
  mount(page: Page): Mounted
}

/** Callbacks for events of the page. */
export interface PageListener {
  receive?(message: ServerMessage): void // each message of the server
  ownChanged?(own: number, before: number): void // another vehicle is driven, -1 for none
  linkChanged?(state: LinkState): void
}

export interface Mounted extends PageListener {
  element?: HTMLElement
  keys?: Keys
  start?(): void // once, after all components have been mounted
  show?(): void // ten times a second, from the first frame on
  draw?(): void // for every frame, before the scene is drawn
  close?(): boolean // on Escape, the last component first; returns whether something was open
}
