/** The playground's page once its catalogue is there, however that came. */

import type { Catalogue, SetUp, State } from '../generated/playground'
import { Splash } from '../splash'
import type { MakeLink } from './link'
import { Playground } from './playground'

declare global {
  interface Window {
    motorpoolPlayground?: { state(): State | undefined; setUp(): SetUp | undefined; isLive(): boolean }
  }
}

/** What a page needs to be a playground; found while the splash screen tells of it. */
export type Find = (page: URL, splash: Splash) => Promise<{ catalogue: Catalogue; link: MakeLink }>

/** Shows the splash screen, finds catalogue and link, and starts; or says why it cannot. */
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
  }
  playground.start()
  splash.leave()
}
