/** Name of the user, stored in the browser and shown to others. */

import type { ServerMessage } from '../generated/messages'
import type { Page } from '../page'
import { localStore, rememberedName, rememberName } from './memory'

export class DriverName {
  value: string // empty for none
  private readonly page: Pick<Page, 'command' | 'say'>
  private readonly store = localStore()

  constructor(page: Pick<Page, 'command' | 'say'>) {
    this.page = page
    this.value = rememberedName(this.store)
  }

  /** Send the name on a new connection. */
  receive(message: ServerMessage): void {
    if (message.type === 'welcome' && this.value) this.page.command({ type: 'name', name: this.value })
  }

  change(name: string): void {
    this.value = name
    rememberName(this.store, name)
    this.page.command({ type: 'name', name })
    this.page.say(`The others see you as ${name}.`)
  }
}
