/** Demonstration `world`: 50 vehicles on a part of Jacksboro, with the drivers and contacts of `motorpool.World`. */

import { fitCanvas, icon, make, makeButton, setText } from '../../../base/dom'
import packed from '../../../generated/world/start.json'
import { Camera } from './camera'
import { doing } from './doing'
import { Painting } from './painting'
import { SmallWorld } from './simulation'
import type { Start } from './start'
import { Trails } from './trails'
import './world.css'

const BEGINNING = 8 // simulated time before a still picture, so that it has trails [s]
const LONGEST_FRAME = 0.1 // real time [s]
const BUDGET = 12 // time for steps in a frame [ms]
const WORDS_INTERVAL = 0.25 // [s]
const NEAR = 26 // distance within which a click selects a vehicle [pixels]
const ROCK_RADIUS = 2.5 // [m]
const CLICK = matchMedia('(pointer: coarse)').matches ? 'Tap' : 'Click'
const PICK = `${CLICK} a vehicle to follow it`
const PLAY = ['M8 5.5v13l10.5-6.5z']
const PAUSE = ['M9 6v12', 'M15 6v12']

type Tool = 'follow' | 'rock' | 'meet'

export function mount(element: HTMLElement): void {
  const demo = new WorldDemo()
  element.replaceChildren(demo.element)
  demo.begin()
}

class WorldDemo {
  readonly element: HTMLElement
  private readonly start = structuredClone(packed) as unknown as Start
  private readonly world = new SmallWorld(this.start)
  private readonly trails = new Trails(this.world)
  private readonly camera = new Camera(this.world.map)
  private readonly painting = new Painting(this.start, isDark())
  private readonly canvas = make('canvas.smallworld-canvas', {
    tabindex: '0',
    role: 'application',
    'aria-label':
      'Map of fifty vehicles. Arrow keys: follow the next vehicle; Escape: the whole map; Space: pause.',
    'data-testid': 'world-canvas',
  }) as HTMLCanvasElement
  private readonly name = make('strong.smallworld-name')
  private readonly facts = make('dl.smallworld-facts')
  private readonly panel = make(
    'div.smallworld-panel',
    { 'data-testid': 'world-vehicle' },
    this.name,
    this.facts,
  )
  private readonly hint = make('p.smallworld-hint', {}, PICK)
  private readonly playButton = this.button(icon(...PAUSE), 'Pause', () => this.pause(!this.isPaused))
  private readonly fastButton = this.button('×4', '×4: four times as fast', () =>
    this.setFast(this.rate === 1),
  )
  private readonly meetButton = this.button('Meet', 'Send all to a place: click where', () =>
    this.take('meet'),
  )
  private readonly rockButton = this.button('Add a rock', 'Put rocks on the map: click where', () =>
    this.take('rock'),
  )
  private readonly wholeButton = this.button('Whole map', 'Show the whole map', () => this.follow(undefined))
  private readonly allVehicles = this.world.fleetOf.map((_, i) => i)
  private tool: Tool = 'follow'
  private followed: number | undefined
  private meeting: { x: number; y: number } | undefined
  private rate = 1
  private unusedTime = 0 // simulated time that is still to be stepped [s]
  private isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches
  private isSeen = false
  private isWaiting = false // whether a frame is requested
  private isPlaced = false // whether the camera is placed
  private isBeginning = this.isPaused // whether the still picture is being made
  private before = 0 // time of the last frame [s]
  private textChangedAt = 0 // time of the last change of the text [s]

  constructor() {
    const bar = make(
      'div.smallworld-bar',
      {},
      ...[this.playButton, this.fastButton, this.meetButton, this.rockButton, this.wholeButton],
    )
    const stage = make('div.smallworld-stage', {}, this.canvas, this.hint, this.panel)
    this.element = make('div.smallworld', { 'data-testid': 'world' }, stage, bar)
    this.panel.hidden = this.wholeButton.hidden = true
  }

  /** Begin, after the element has been added to the page. */
  begin(): void {
    this.canvas.addEventListener('click', (event) => this.click(event))
    this.canvas.addEventListener('keydown', (event) => this.press(event))
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.isSeen = isIntersecting
      this.refresh()
    }).observe(this.canvas)
    new ResizeObserver(() => this.refresh()).observe(this.canvas)
    document.addEventListener('visibilitychange', () => this.refresh())
    new MutationObserver(() => {
      this.painting.setDark(isDark())
      this.refresh()
    }).observe(document.body, { attributes: true, attributeFilter: ['data-md-color-scheme'] })
    this.pause(this.isPaused)
  }

  private button(label: Node | string, title: string, press: () => void): HTMLButtonElement {
    return makeButton(label, { title, className: 'smallworld-button', press })
  }

  // ---- actions of the reader

  private click(event: MouseEvent): void {
    const box = this.canvas.getBoundingClientRect()
    const column = event.clientX - box.left
    const row = event.clientY - box.top
    const { x, y } = this.camera.toWorld(column, row)
    if (this.tool === 'rock') this.world.addObject(x, y, ROCK_RADIUS)
    else if (this.tool === 'meet') this.meet(x, y)
    else this.follow(this.nearest(column, row))
    this.refresh()
  }

  private press(event: KeyboardEvent): void {
    const { count } = this.world
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step !== undefined) this.follow(((this.followed ?? (step > 0 ? -1 : count)) + step + count) % count)
    else if (event.key === ' ') this.pause(!this.isPaused)
    else if (event.key === 'Escape') this.follow(undefined)
    else return
    event.preventDefault()
  }

  /** Return the vehicle near a point of the canvas, if there is one. */
  private nearest(column: number, row: number): number | undefined {
    const { pose } = this.world.entity
    let found: number | undefined
    let least = NEAR
    for (let i = 0; i < this.world.count; i++) {
      const [x, y] = this.camera.toScreen(pose.x[i], pose.y[i])
      const distance = Math.hypot(x - column, y - row)
      if (distance < least) [found, least] = [i, distance]
    }
    return found
  }

  private follow(vehicle: number | undefined): void {
    this.followed = vehicle
    this.panel.hidden = this.wholeButton.hidden = vehicle === undefined
    this.take('follow')
    this.tell()
    this.refresh()
  }

  private meet(x: number, y: number): void {
    this.meeting = { x, y }
    this.world.send(
      Array.from({ length: this.world.count }, (_, i) => i),
      x,
      y,
    )
    this.follow(undefined)
    this.pause(false)
  }

  private part({ x, y }: { x: number; y: number }): void {
    this.meeting = undefined
    this.world.scatter(this.allVehicles, x, y)
    this.take('follow')
    this.pause(false)
  }

  private take(tool: Tool): void {
    if (tool === 'meet' && this.meeting) {
      this.part(this.meeting)
      return
    }
    this.tool = this.tool === tool ? 'follow' : tool
    const hints: Record<Tool, string> = {
      follow: this.followed === undefined ? PICK : '',
      rock: `${CLICK} where the rock is to lie`,
      meet: `${CLICK} where all are to meet`,
    }
    setText(this.hint, hints[this.tool])
    this.hint.hidden = hints[this.tool] === ''
    this.canvas.dataset.tool = this.tool
    this.rockButton.setAttribute('aria-pressed', String(this.tool === 'rock'))
    this.meetButton.setAttribute('aria-pressed', String(this.tool === 'meet'))
    setText(this.meetButton, this.meeting ? 'Drive on' : 'Meet')
    this.meetButton.title = this.meeting ? 'Let all drive about again' : 'Send all to a place: click where'
  }

  private setFast(isFast: boolean): void {
    this.rate = isFast ? 4 : 1
    this.fastButton.setAttribute('aria-pressed', String(isFast))
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused
    const title = isPaused ? 'Play' : 'Pause'
    this.playButton.title = title
    this.playButton.setAttribute('aria-label', title)
    this.playButton.replaceChildren(icon(...(isPaused ? PLAY : PAUSE)))
    this.refresh()
  }

  // ---- the clock

  private refresh(): void {
    if (this.isWaiting || !this.isSeen) return
    this.isWaiting = true
    requestAnimationFrame((now) => this.frame(now / 1000))
  }

  private frame(now: number): void {
    this.isWaiting = false
    const elapsed = Math.min(LONGEST_FRAME, Math.max(0, now - this.before))
    this.before = now
    const runs = (!this.isPaused || this.isBeginning) && !document.hidden
    if (this.isBeginning) this.makeTrails()
    else if (runs) this.advance(elapsed)
    if (!this.isBeginning) this.paint(this.isPaused || !this.isPlaced ? 100 : elapsed)
    if (now - this.textChangedAt > WORDS_INTERVAL || !runs) {
      this.textChangedAt = now
      this.tell()
    }
    if (runs) this.refresh()
  }

  private advance(elapsed: number): void {
    this.unusedTime += this.rate * elapsed
    const end = performance.now() + BUDGET
    while (this.unusedTime >= this.world.dt) {
      this.unusedTime -= this.world.dt
      this.step()
      if (performance.now() > end) this.unusedTime = 0
    }
  }

  private makeTrails(): void {
    const end = performance.now() + BUDGET
    while (this.world.time < BEGINNING && performance.now() < end) this.step()
    this.isBeginning = this.world.time < BEGINNING
  }

  private step(): void {
    this.world.step()
    this.trails.follow(this.world.dt)
  }

  private paint(elapsed: number): void {
    const pen = fitCanvas(this.canvas)
    if (!pen) return
    this.camera.width = this.canvas.clientWidth
    this.camera.height = this.canvas.clientHeight
    const { pose } = this.world.entity
    const at =
      this.followed === undefined ? undefined : { x: pose.x[this.followed], y: pose.y[this.followed] }
    this.camera.update(at, elapsed)
    this.isPlaced = true
    this.painting.paint(pen, this.camera, this.world, this.trails, {
      vehicle: this.followed,
      meeting: this.meeting,
    })
  }

  /** Show the activity of the followed vehicle. */
  private tell(): void {
    this.element.dataset.seconds = this.world.time.toFixed(2)
    const i = this.followed
    if (i === undefined) return
    const { motion } = this.world.entity
    const { model } = this.world.fleetOf[i]
    setText(this.name, `Vehicle ${i + 1}`)
    const facts = {
      model,
      speed: `${(3.6 * motion.speed[i]).toFixed(0)} km/h`,
      does: doing(this.world, i),
      on: this.world.groundAt(i).replaceAll('-', ' '),
    }
    this.facts.replaceChildren(
      ...Object.entries(facts).flatMap(([what, value]) => [make('dt', {}, what), make('dd', {}, value)]),
    )
  }
}

function isDark(): boolean {
  return document.body.getAttribute('data-md-color-scheme') === 'slate'
}
