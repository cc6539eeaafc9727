/** Entry point of the live page: waits for the server at its own address, and starts the page. */

import { App } from './app'
import { DisplaySettings } from './base/display'
import { Splash } from './base/splash'
import { Connection, reconnectWait, socketAddress } from './connection/connection'
import { OwnServer, worldBuilt } from './connection/server'
import { detectGraphics, optionsFrom } from './scene/quality'
import './base/style.css'
import { socketsInWorker } from './connection/workersocket'
import { testHooks } from './testhooks'
import type { World } from './world/world'
import { loadWorld } from './world/world'

const NO_WEBGL =
  'this browser offers no WebGL 2, which the 3-D view needs; switch on hardware acceleration or use another browser.'

async function start(element: HTMLElement, splash: Splash): Promise<void> {
  const page = new URL(window.location.href)
  const display = new DisplaySettings()
  hideToken(page)
  element.append(splash.element)
  const graphics = detectGraphics()
  if (!graphics.hasWebGL) throw new Error(NO_WEBGL)
  const options = optionsFrom(page.searchParams, { ...graphics, choice: display.value.quality })
  const server = new OwnServer(page)
  const world = await patiently(() => builtAndLoaded(server, page, splash), splash)
  await pictureShown()
  const source = new Connection({
    address: socketAddress(page.href),
    storage: sessionStorage,
    world: world.description.id,
    loadAgain: () => window.location.reload(),
    open: socketsInWorker(),
  })
  const app = new App(element, { world, source, options, display, server })
  window.motorpool = testHooks(app.page)
  app.start()
  splash.leave()
}

/** Remove the token, which is stored as a cookie, from the address bar. */
function hideToken(page: URL): void {
  if (!page.searchParams.has('token')) return
  page.searchParams.delete('token')
  window.history.replaceState(null, '', page)
}

async function builtAndLoaded(server: OwnServer, page: URL, splash: Splash): Promise<World> {
  await worldBuilt(server, (words, fraction) => splash.say(words, fraction))
  return loadWorld(page, (part, what) => splash.progress(part, what))
}

async function patiently(load: () => Promise<World>, splash: Splash): Promise<World> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      console.warn(error)
      splash.say('No answer from the server yet, trying again')
      await new Promise((resolve) => setTimeout(resolve, 1000 * reconnectWait(attempt, Math.random())))
    }
  }
}

/** Wait until the browser has painted the progress, before the scene is built. */
function pictureShown(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30))
}

const element = document.getElementById('page')
const splash = new Splash()
if (element) {
  start(element, splash).catch((error: unknown) => {
    console.error(error)
    splash.fail(`The page could not start: ${error instanceof Error ? error.message : String(error)}`)
  })
}
