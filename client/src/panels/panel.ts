/** What a panel is, and what the page lends it. */

import type { Records, ServerMessage } from '../generated/messages'
import type { Page } from '../workstation/workstation'

/** Over the view among the labels of vehicles, or fixed to the page. */
export type PanelPlace = 'labels' | 'page'

export interface Panel {
  name: string
  place: PanelPlace
  mount(page: PanelPage): MountedPanel
}

export interface MountedPanel {
  element: HTMLElement
  hear?(message: ServerMessage): void // every message of the server
  show?(): void // ten times a second, from the first frame on
  draw?(): void // with every picture
}

export interface PanelPage extends Page {
  readonly drawn: Records // interpolated, of the picture that is drawn
  readonly newest: Records // as the server said last
  readonly hovered: number // id of the vehicle under the pointer, -1 for none
  readonly subject: number // id of the vehicle that the camera follows, -1 for none
  driverOf(id: number): string | undefined
  modelOf(id: number): string
  take(): void
  release(): void
  next(step: number): void
}
