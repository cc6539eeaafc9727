/** The live page: its components on one element, and the two loops that draw it, independent of address and server. */

import { mount } from './components/index'
import type { PageParts } from './page/page'
import { Page } from './page/page'

const SHOW_PERIOD = 100 // [ms] panels, map and status are redrawn by a timer, not by the drawing loop
const DISPLAY_PERIOD = 1 / 60 // [s] a page of fewer pictures sleeps until one refresh before the next
const SLOW = 22 // [frames/s] below this the resolution is reduced
const VERY_SLOW = 10 // [frames/s] below this shadows, grass and far detail are omitted, too

export class App {
  readonly page: Page
  private lastDraw = 0 // [s]
  private pictures = 0
  private countedSince = 0 // [s]

  constructor(element: HTMLElement, parts: PageParts) {
    this.page = new Page(element, parts)
    const { stage, options } = this.page
    element.classList.add('motorpool', 'live')
    element.classList.toggle('has-glass', options.quality.hasGlass)
    element.append(stage.canvas)
    this.page.components = mount(this.page)
    new ResizeObserver(() => this.page.fit()).observe(element)
    this.page.fit()
  }

  start(): void {
    const { source, session, components, rig, options } = this.page
    source.start(session)
    for (const component of components) component.start?.()
    rig.drift = 0.03
    this.request()
    setInterval(() => this.page.refresh(), Math.max(SHOW_PERIOD, 1000 / options.fps))
  }

  private loop(now: number): void {
    const elapsed = now / 1000 - this.lastDraw
    const period = 0.98 / this.page.options.fps
    if (elapsed >= period) {
      this.lastDraw = now / 1000
      if (this.page.session.hasState) this.page.draw(Math.min(0.5, elapsed))
      this.countPicture()
    }
    const rest = this.lastDraw + period - performance.now() / 1000 - DISPLAY_PERIOD
    if (rest > DISPLAY_PERIOD) setTimeout(() => this.request(), 1000 * rest)
    else this.request()
  }

  private request(): void {
    requestAnimationFrame((now) => this.loop(now))
  }

  private countPicture(): void {
    this.pictures++
    const seconds = this.lastDraw - this.countedSince
    if (seconds < 1) return
    const { page } = this
    page.fps = this.pictures / seconds
    this.pictures = 0
    this.countedSince = this.lastDraw
    if (page.options.isFixed || page.fps >= SLOW || document.hidden) return
    if (!page.stage.scalePixels(0.8) && page.fps < VERY_SLOW) page.stage.ease()
  }
}
