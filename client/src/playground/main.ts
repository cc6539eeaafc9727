/** The playground's page: loads the catalogue of models, waits for its server patiently, and starts. */

import { reconnectWait } from '../connection'
import { applyDisplay, rememberedDisplay } from '../display'
import { Splash } from '../splash'
import '../style.css'
import './playground.css'
import type { Catalogue, SetUp, State } from '../generated/playground'
import { playgroundAddress } from './link'
import { Playground } from './playground'

declare global {
  interface Window {
    motorpoolPlayground?: { state(): State | undefined; setUp(): SetUp | undefined; isLive(): boolean }
  }
}

async function start(element: HTMLElement, splash: Splash): Promise<void> {
  const page = new URL(window.location.href)
  if (page.searchParams.has('token')) {
    page.searchParams.delete('token') // a secret once it has become a cookie
    window.history.replaceState(null, '', page)
  }
  element.append(splash.element)
  const catalogue = await patiently(page, splash)
  const playground = new Playground(element, { catalogue, page, address: playgroundAddress(page.href) })
  window.motorpoolPlayground = {
    state: () => playground.state,
    setUp: () => playground.setUp,
    isLive: () => playground.link === 'open',
  }
  playground.start()
  splash.leave()
}

async function patiently(page: URL, splash: Splash): Promise<Catalogue> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(new URL('playground/catalogue.json', page))
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      return (await answer.json()) as Catalogue
    } catch (error) {
      console.warn(error)
      splash.say('No answer from the server yet, trying again')
      await new Promise((resolve) => setTimeout(resolve, 1000 * reconnectWait(attempt, Math.random())))
    }
  }
}

applyDisplay(rememberedDisplay())
const element = document.getElementById('page')
const splash = new Splash()
if (element) {
  start(element, splash).catch((error: unknown) => {
    console.error(error)
    splash.fail(`The page could not start: ${error instanceof Error ? error.message : String(error)}`)
  })
}
