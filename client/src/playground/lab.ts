/** The playground: two models on one ground. Takes an element, the catalogue and a link; draws what it is told. */

import { make } from '../dom'
import { Toast } from '../help'
import { listenToPointer } from '../pointer'
import type { LinkState } from '../source'
import { Banner } from '../splash'
import { hasFingersOnly, TouchControls } from '../touch'
import { commandsFor, commandsFrom, queryFor } from './address'
import { Bar } from './bar'
import { LOOKS } from './colours'
import { drawCars, drawGround, drawLegend, drawTargetRim } from './ground'
import { Help } from './help'
import { Keys } from './keys'
import { Link } from './link'
import type { Catalogue, Command, SceneInfo, ServerMessage, SetUp, Side, State } from './messages'
import { SIDES } from './messages'
import { Numbers } from './numbers'
import { ModelCard } from './parameters'
import { ProgramPanel } from './program'
import { TIME_STEPS, timeStepIndex } from './scales'
import { SceneBar } from './scenebar'
import { Trail } from './trail'
import type { Drawn } from './vehicle'
import { drawGeometry, drawTrail, drawVehicle } from './vehicle'
import { FOLLOWS, View } from './view'

const PERIOD = 100 // of telling the server what is held down [ms]
const SETTLED = 400 // without a change, until the address says what there is [ms]
const LONG_STEP = 0.09 // steps from here on mark the trail [s]
const BACKWARDS: Side[] = ['right', 'left'] // the dashed trail on top of the other: neither hides
const JUMP = 5 // a move farther than this in one step is none [m]

export class Lab {
  readonly view = new View()
  state: State | undefined
  setUp: SetUp | undefined
  link: LinkState = 'connecting'
  private readonly catalogue: Catalogue
  private readonly socket: Link
  private readonly element: HTMLElement
  private readonly canvas = make('canvas.stage', {
    role: 'img',
    tabindex: '0',
    'aria-label': 'The ground from above with both vehicles; drive with the arrow keys',
    'data-testid': 'ground',
  }) as HTMLCanvasElement
  private readonly keys = new Keys(() => this.drive())
  private readonly touch = new TouchControls(this.keys.touch, () => this.drive())
  private readonly trails: Record<Side, Trail> = { left: new Trail(), right: new Trail() }
  private readonly runs: Record<Side, [number, number]> = { left: [0, 0], right: [0, 0] }
  private readonly cards: Record<Side, ModelCard>
  private readonly pairs: HTMLSelectElement
  private readonly pairWords = make('p.meaning')
  private readonly numbers = new Numbers()
  private readonly program = new ProgramPanel()
  private readonly bar: Bar
  private readonly scenes: SceneBar
  private readonly help: Help
  private readonly toast = new Toast()
  private readonly banner = new Banner()
  private hasGeometry = true
  private isStale = true
  private seen = 0
  private lastDraw = 0
  private restore: Command[]
  private addressTimer: ReturnType<typeof setTimeout> | undefined

  /** `page` is the page's own address, `address` that of the socket. */
  constructor(element: HTMLElement, parts: { catalogue: Catalogue; page: URL; address: string }) {
    const { catalogue, page, address } = parts
    this.element = element
    this.catalogue = catalogue
    this.restore = commandsFrom(page.searchParams)
    this.socket = new Link(address, {
      linked: (state) => this.linked(state),
      said: (message) => this.said(message),
    })
    const card = (side: Side) =>
      new ModelCard(side, catalogue, {
        choose: (where, model) => this.send({ type: 'choose', side: where, model }),
        set: (where, name, value) => this.send({ type: 'set', side: where, name, value }),
      })
    this.cards = { left: card('left'), right: card('right') }
    this.pairs = this.makePairs()
    this.help = new Help(catalogue.has_world)
    this.bar = new Bar({
      pause: () => this.pause(),
      step: () => this.send({ type: 'step' }),
      reset: () => this.reset(),
      clear: () => this.clear(),
      timeStep: (value) => this.send({ type: 'dt', value }),
      hold: () => this.hold(),
      follow: () => this.nextFollow(),
      geometry: () => this.toggleGeometry(),
      help: () => this.help.toggle(),
    })
    this.scenes = new SceneBar(catalogue, {
      scene: (name) => this.chooseScene(name),
      autopilot: () => this.autopilot(),
      rule: (name) => this.send({ type: 'rule', name }),
      slope: (value) => this.send({ type: 'slope', value }),
    })
    this.build()
  }

  start(): void {
    this.keys.start()
    this.socket.connect()
    setInterval(() => this.drive(), PERIOD)
    requestAnimationFrame((now) => this.loop(now))
  }

  send(command: Command): void {
    this.socket.send(command)
  }

  compare(left: string, right: string): void {
    this.send({ type: 'compare', left, right })
    this.clear()
  }

  private build(): void {
    const { element } = this
    element.classList.add('motorpool', 'lab')
    if (!hasFingersOnly()) element.classList.add('has-glass')
    const brand = make('div.lab-brand', {}, make('strong', {}, 'motorpool'), make('span', {}, 'playground'))
    if (this.catalogue.has_world) brand.append(make('a.button.world', { href: './' }, 'live world'))
    const models = make(
      'aside.side.side-left.glass',
      { 'aria-label': 'Models' },
      brand,
      make('div.pair', {}, make('label', { for: 'pair' }, 'Compare'), this.pairs, this.pairWords),
      this.cards.left.element,
      this.cards.right.element,
    )
    const results = make('aside.side.side-right.glass', { 'aria-label': 'Results' })
    results.append(this.numbers.element, this.program.element)
    const ground = make('div.ground', {}, this.canvas, this.touch.element, this.scenes.element)
    element.append(ground, this.bar.element, models, results)
    element.append(this.toast.element, this.banner.element, this.help.element)
    this.touch.show(true)
    new ResizeObserver(() => this.fitCanvas()).observe(this.canvas)
    new ResizeObserver(() => this.fitCanvas()).observe(this.scenes.element)
    this.bar.view(this.view.follow, this.hasGeometry)
    this.listen()
  }

  private listen(): void {
    const { view } = this
    listenToPointer(this.canvas, {
      turn: (dx, dy) => this.look(() => view.pan(dx, dy)),
      move: (dx, dy) => this.look(() => view.pan(dx, dy)),
      zoom: (factor) => this.look(() => view.zoom(factor)),
      click: (x, y) => this.click(x, y),
      doubleClick: () => {},
      hover: () => {},
      leave: () => {},
    })
    const shortcuts: Record<string, () => void> = {
      p: () => this.pause(),
      n: () => this.send({ type: 'step' }),
      r: () => this.reset(),
      c: () => this.clear(),
      h: () => this.hold(),
      f: () => this.nextFollow(),
      g: () => this.toggleGeometry(),
      t: () => this.autopilot(),
      '?': () => this.help.toggle(),
      '[': () => this.changeTimeStep(-1),
      ']': () => this.changeTimeStep(1),
      '+': () => this.look(() => view.zoom(0.8)),
      '-': () => this.look(() => view.zoom(1.25)),
    }
    window.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.help.isOpen) this.help.toggle()
      const isTyping =
        event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      shortcuts[event.key.toLowerCase()]?.()
    })
  }

  private makePairs(): HTMLSelectElement {
    const select = make('select.button.wide', { id: 'pair', 'data-testid': 'pair' }) as HTMLSelectElement
    for (const [index, { left, right }] of this.catalogue.pairs.entries()) {
      select.append(make('option', { value: String(index) }, `${left} | ${right}`))
    }
    select.append(make('option', { value: '', hidden: '' }, 'your own pair'))
    select.addEventListener('change', () => {
      const pair = this.catalogue.pairs[Number(select.value)]
      this.compare(pair.left, pair.right)
      select.blur()
    })
    return select
  }

  // ---- what the server says

  private linked(state: LinkState): void {
    if (state === 'lost' && this.link === 'open' && this.setUp)
      this.restore = commandsFor(this.setUp, this.catalogue)
    this.link = state
    this.bar.linked(state)
    this.banner.show(state === 'lost' ? 'Connection lost, retrying' : undefined)
    if (state !== 'open') return
    this.seen = 0
    for (const command of this.restore) this.send(command)
    this.restore = []
  }

  private said(message: ServerMessage): void {
    if (message.type === 'set-up') this.showSetUp(message)
    else if (message.type === 'state') this.showState(message)
    else if (message.type === 'programs') this.program.show(message)
    else if (message.type === 'refused') this.toast.show(message.reason, 6)
    this.isStale = true
  }

  private showSetUp(setUp: SetUp): void {
    const { lines, name } = setUp.scene
    if (lines.length > 0 && this.setUp?.scene.name !== name) this.lookAtCarPark(lines)
    this.setUp = setUp
    for (const side of SIDES) {
      this.cards[side].show(setUp[side])
    }
    this.bar.setUp(setUp)
    this.scenes.show(setUp)
    this.showPair(setUp)
    clearTimeout(this.addressTimer)
    this.addressTimer = setTimeout(() => this.noteInAddress(), SETTLED)
  }

  private noteInAddress(): void {
    if (!this.setUp) return
    const page = new URL(window.location.href)
    page.search = queryFor(this.setUp, this.catalogue)
    if (page.href !== window.location.href) window.history.replaceState(null, '', page)
  }

  private lookAtCarPark(lines: SceneInfo['lines']): void {
    const [xs, ys] = [lines.flatMap(([x, , toX]) => [x, toX]), lines.flatMap(([, y, , toY]) => [y, toY])]
    this.view.show(
      { x: Math.min(...xs) + 4, y: Math.min(...ys) + 5 },
      { x: Math.max(...xs) - 4, y: Math.max(...ys) - 5 },
    )
    this.bar.view(this.view.follow, this.hasGeometry)
  }

  private showPair(setUp: SetUp): void {
    const base = (name: string) => {
      const bare = name.split(':')[0]
      return this.catalogue.models.find((model) => model.name === bare || model.aliases.includes(bare))?.name
    }
    const index = this.catalogue.pairs.findIndex(
      (pair) => base(pair.left) === setUp.left.model && base(pair.right) === setUp.right.model,
    )
    if (document.activeElement !== this.pairs) this.pairs.value = index < 0 ? '' : String(index)
    this.pairWords.textContent = this.catalogue.pairs[index]?.words ?? ''
  }

  private showState(state: State): void {
    const before = this.state
    this.state = state
    this.seen = state.number
    if (!this.setUp) return
    if (before && state.tick < before.tick) this.forget()
    for (const side of SIDES)
      this.extend(side, before?.[side], state[side], before ? state.time - before.time : 0)
    this.bar.state(state, this.setUp)
    this.numbers.show(state, this.setUp, this.catalogue)
  }

  private extend(side: Side, before: State[Side] | undefined, now: State[Side], seconds: number): void {
    const trail = this.trails[side]
    const hasJumped =
      before && Math.hypot(now.x - before.x, now.y - before.y) > JUMP + 2 * Math.abs(now.speed) * 0.5
    if (hasJumped) trail.clear()
    trail.add(now.x, now.y, seconds >= LONG_STEP && (this.setUp?.dt ?? 0) >= LONG_STEP)
    const width = this.setUp?.[side].shape.track_width ?? 0
    const turned = 0.5 * width * now.yaw_rate * seconds
    this.runs[side][0] += now.speed * seconds - turned
    this.runs[side][1] += now.speed * seconds + turned
  }

  // ---- what the visitor does

  private drive(): void {
    this.send({ type: 'drive', ...this.keys.held(), seen: this.seen })
  }

  private pause(): void {
    this.send({ type: this.setUp?.paused ? 'resume' : 'pause' })
  }

  private reset(): void {
    this.send({ type: 'reset' })
    this.clear()
  }

  private clear(): void {
    this.forget()
    this.isStale = true
  }

  private forget(): void {
    for (const side of SIDES) this.trails[side].clear()
  }

  private hold(): void {
    this.send({ type: 'hold', is_on: !this.setUp?.holding })
  }

  private autopilot(): void {
    this.send({ type: 'autopilot', is_on: !this.setUp?.autopilot })
  }

  private changeTimeStep(by: number): void {
    const index = timeStepIndex(this.setUp?.dt ?? 1 / 60) + by
    const value = TIME_STEPS[Math.max(0, Math.min(TIME_STEPS.length - 1, index))]
    this.send({ type: 'dt', value })
  }

  private chooseScene(name: string): void {
    this.send({ type: 'scene', name })
    this.clear()
    this.view.follow = 'both'
    this.view.wanted = 26
    this.bar.view(this.view.follow, this.hasGeometry)
  }

  private click(x: number, y: number): void {
    this.canvas.focus()
    if (!this.setUp?.target) return
    const place = this.view.toGround(x, y)
    this.send({ type: 'target', x: round(place.x), y: round(place.y) })
  }

  private look(change: () => void): void {
    change()
    this.isStale = true
    this.bar.view(this.view.follow, this.hasGeometry)
  }

  private nextFollow(): void {
    const { view } = this
    this.look(() => {
      view.follow = FOLLOWS[(FOLLOWS.indexOf(view.follow) + 1) % FOLLOWS.length]
    })
  }

  private toggleGeometry(): void {
    this.hasGeometry = !this.hasGeometry
    this.look(() => {})
  }

  // ---- drawing

  private fitCanvas(): void {
    this.view.size = { width: this.canvas.clientWidth, height: this.canvas.clientHeight }
    const ground = this.canvas.getBoundingClientRect()
    const beside = (name: string) => this.element.querySelector(name)?.getBoundingClientRect()
    const [left, right, bar] = [beside('.side-left'), beside('.side-right'), beside('.bar')]
    const scene = this.scenes.element.getBoundingClientRect()
    const isOver = (box: DOMRect | undefined) =>
      box !== undefined && box.top < ground.bottom && box.bottom > ground.top
    this.view.margins = {
      left: isOver(left) && left ? Math.max(0, left.right - ground.left) : 0,
      right: isOver(right) && right ? Math.max(0, ground.right - right.left) : 0,
      top: Math.max(0, scene.bottom - ground.top),
      bottom:
        (isOver(bar) && bar ? Math.max(0, ground.bottom - bar.top) : 0) + this.touch.element.offsetHeight,
    }
    this.isStale = true
  }

  private loop(now: number): void {
    requestAnimationFrame((next) => this.loop(next))
    const elapsed = Math.min(0.1, now / 1000 - this.lastDraw)
    this.lastDraw = now / 1000
    const { state, setUp } = this
    if (!state || !setUp) return
    const target = setUp.target ? [{ x: setUp.target[0], y: setUp.target[1] }] : []
    const moves = this.view.update(state.left, state.right, elapsed, target)
    if (!moves && !this.isStale) return
    this.isStale = false
    this.draw(state, setUp)
  }

  private draw(state: State, setUp: SetUp): void {
    const pen = penFor(this.canvas)
    if (!pen) return
    const { view } = this
    drawGround(pen, view, setUp)
    drawCars(pen, view, setUp.scene, new Set(SIDES.flatMap((side) => state[side].cars ?? [])))
    for (const side of BACKWARDS) drawTrail(pen, view, this.trails[side], LOOKS[side])
    const drawn = SIDES.map((side) => this.drawnOf(side, state, setUp))
    if (this.hasGeometry) for (const one of drawn) drawGeometry(pen, view, one)
    for (const one of drawn) drawVehicle(pen, view, one)
    if (setUp.target) drawTargetRim(pen, view, setUp.target)
    drawLegend(pen, view, setUp.slope)
  }

  private drawnOf(side: Side, state: State, setUp: SetUp): Drawn {
    const model = this.catalogue.models.find((candidate) => candidate.name === setUp[side].model)
    const control = (name: string) => {
      const index = model?.controls.findIndex((field) => field.name === name) ?? -1
      return index < 0 ? 0 : state[side].control[index]
    }
    const push = model?.is_pointed
      ? { acceleration: control('acceleration'), yaw: control('acceleration_yaw') }
      : undefined
    return { look: LOOKS[side], shape: setUp[side].shape, state: state[side], runs: this.runs[side], push }
  }
}

/** A canvas sized to its element in device pixels, up to three a CSS pixel: thin lines are what this page is about. */
function penFor(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const ratio = Math.min(3, window.devicePixelRatio || 1)
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
  if (width === 0 || height === 0) return null
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const pen = canvas.getContext('2d', { alpha: false })
  pen?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return pen
}

function round(metres: number): number {
  return Math.round(100 * metres) / 100
}
