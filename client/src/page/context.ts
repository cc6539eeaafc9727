/** Interfaces around the page: what its services use of it, and what it calls. */

import type { Toast } from '../base/help'
import type { Keys } from '../base/shortcuts'
import type { Banner } from '../base/splash'
import type { LinkState } from '../connection/source'
import type { Command, ServerMessage } from '../generated/messages'
import type { CameraRig } from '../scene/camera'
import type { VehicleNames } from '../world/names'
import type { Session } from '../world/session'
import type { World } from '../world/world'
import type { LatestMessages } from './latest'

/** Part of the page that its services use: selection, camera target, driving, time, watched autopilot. */
export interface PageContext {
  readonly world: World
  readonly session: Session
  readonly rig: CameraRig
  readonly names: VehicleNames
  readonly latest: LatestMessages
  readonly toast: Toast
  readonly banner: Banner
  readonly selection: { readonly id: number; select(id: number): void }
  command(command: Command): void
  say(words: string, seconds?: number): void
  refresh(): void
  driverOf(id: number): string | undefined
}

/** Callbacks for events of the page. */
export interface PageListener {
  receive?(message: ServerMessage): void // each message of the server
  ownChanged?(own: number, before: number): void // another vehicle is driven, -1 for none
  linkChanged?(state: LinkState): void
}

/** A component on the page. */
export interface Mounted extends PageListener {
  element?: HTMLElement
  keys?: Keys
  start?(): void // once, after all components have been mounted
  show?(): void // ten times a second, from the first frame on
  draw?(): void // for every frame, before the scene is drawn
  close?(): boolean // on Escape, the last component first; returns whether something was open
}
