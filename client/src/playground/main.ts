/** Entry point of the playground's page on a server: loads the catalogue, waits for the server, and starts. */

import { applyDisplay, rememberedDisplay } from '../base/display'
import type { Splash } from '../base/splash'
import { reconnectWait } from '../connection/connection'
import '../base/style.css'
import './playground.css'
import type { Catalogue } from '../generated/playground'
import { openPlayground } from './opening'
import { playgroundAddress, ServerLink } from './serverlink'

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
openPlayground(async (page, splash) => {
  if (page.searchParams.has('token')) {
    page.searchParams.delete('token') // it is stored as a cookie
    window.history.replaceState(null, '', page)
  }
  const catalogue = await patiently(page, splash)
  return { catalogue, link: (events) => new ServerLink(playgroundAddress(page.href), events) }
})
