/** Start of the playground's page with a catalogue from either source. */

import { Splash } from '../base/splash'
import type { Catalogue, SetUp, State } from '../generated/playground'
import type { MakeLink } from './link'
import { Playground } from './playground'

declare global {
  interface Window {
    motorpoolPlayground?: {
      state(): State | undefined
      setUp(): SetUp | undefined
      isLive(): boolean
      hasPython(): boolean
    }
  }
}

/** Function that finds the catalogue and the link, and reports progress on the splash screen. */
export type Find = (page: URL, splash: Splash) => Promise<{ catalogue: Catalogue; link: MakeLink }>

/** Show the splash screen, find catalogue and link, and start the playground; or show the error. */
export function openPlayground(find: Find): void {
  const element = document.getElementById('page')
  const splash = new Splash()
  if (!element) return
  element.append(splash.element)
  start(element, splash, find).catch((error: unknown) => {
    console.error(error)
    splash.fail(`The page could not start: ${error instanceof Error ? error.message : String(error)}`)
  })
}

async function start(element: HTMLElement, splash: Splash, find: Find): Promise<void> {
  const page = new URL(window.location.href)
  const playground = new Playground(element, { page, ...(await find(page, splash)) })
  window.motorpoolPlayground = {
    state: () => playground.state,
    setUp: () => playground.setUp,
    isLive: () => playground.link === 'open',
    hasPython: () => playground.python.is === 'ready',
  }
  playground.start()
  splash.leave()
}
