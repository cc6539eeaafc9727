/** The playground: two models on one ground. Needs an element, the catalogue and a link. */

import { make, setText } from '../base/dom'
import { Toast } from '../base/help'
import { listenToPointer } from '../base/pointer'
import { listenToShortcuts } from '../base/shortcuts'
import { Banner } from '../base/splash'
import type { LinkState } from '../connection/source'
import { hasFingersOnly, TouchControls } from '../devices/touchpads'
import type {
  Catalogue,
  Command,
  PairInfo,
  SceneInfo,
  ServerMessage,
  SetUp,
  Side,
  State,
} from '../generated/playground'
import { SIDES } from '../generated/playground'
import { commandsFor, queryFor } from './address'
import { Bar } from './bar'
import { Apart, embeddedQuery, isEmbedded } from './embedded'
import { Help } from './help'
import { hintFor } from './hint'
import { Keys, type SHORTCUTS } from './keys'
import type { Link, MakeLink, PythonState } from './link'
import { checkLink } from './linkcheck'
import { LinkNotice } from './notice'
import { Numbers } from './numbers'
import { Painter } from './painter'
import { PairChooser } from './pairs'
import { ModelCard } from './parameters'
import { ProgramPanel } from './program'
import { TIME_STEPS, timeStepIndex } from './scales'
import { SceneBar } from './scenebar'
import { FOLLOWS } from './view'

const PERIOD = 100 // interval of messages about held keys [ms]
const SETTLED = 400 // time without a change after which the address is updated [ms]

export class Playground {
  state: State | undefined
  setUp: SetUp | undefined
  link: LinkState = 'connecting'
  python: PythonState = { is: 'ready' }
  private readonly catalogue: Catalogue
  private readonly session: Link
  private readonly element: HTMLElement
  private readonly painter: Painter
  private readonly keys = new Keys(() => this.drive())
  private readonly touch = new TouchControls(this.keys.touch, () => this.drive())
  private readonly cards: Record<Side, ModelCard>
  private readonly pairs: PairChooser
  private readonly notice: LinkNotice
  private readonly overground = make('div.overground')
  private readonly hint = make('p.hint', { role: 'status', 'data-testid': 'hint' })
  private readonly numbers = new Numbers()
  private readonly apart = new Apart()
  private readonly isEmbedded: boolean
  private readonly program: ProgramPanel
  private readonly bar: Bar
  private readonly scenes: SceneBar
  private readonly help: Help
  private readonly toast = new Toast()
  private readonly banner = new Banner()
  private seen = 0
  private restore: Command[]
  private addressTimer: ReturnType<typeof setTimeout> | undefined

  /** `page` is the page's own address. */
  constructor(element: HTMLElement, parts: { catalogue: Catalogue; page: URL; link: MakeLink }) {
    const { catalogue, page } = parts
    this.element = element
    this.catalogue = catalogue
    this.painter = new Painter(catalogue)
    const { commands, problems } = checkLink(page.searchParams, catalogue)
    this.restore = commands
    this.isEmbedded = isEmbedded(page)
    this.notice = new LinkNotice(problems)
    this.session = parts.link({
      linked: (state) => this.linked(state),
      python: (state) => this.showPython(state),
      received: (message) => this.received(message),
    })
    const card = (side: Side) =>
      new ModelCard(side, catalogue, {
        choose: (where, model) => this.send({ type: 'choose', side: where, model }),
        set: (where, name, value) => this.send({ type: 'set', side: where, name, value }),
      })
    this.cards = { left: card('left'), right: card('right') }
    this.program = new ProgramPanel(catalogue, (side, language) =>
      this.send({ type: 'export', side, language }),
    )
    this.pairs = new PairChooser(catalogue, (pair) => this.comparePair(pair))
    this.help = new Help(catalogue)
    this.bar = new Bar({
      pause: () => this.pause(),
      step: () => this.send({ type: 'step' }),
      reset: () => this.reset(),
      clear: () => this.painter.forget(),
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
    this.session.connect()
    setInterval(() => this.drive(), PERIOD)
    requestAnimationFrame((now) => this.loop(now))
  }

  send(command: Command): void {
    this.session.send(command)
  }

  compare(left: string, right: string): void {
    this.send({ type: 'compare', left, right })
    this.painter.forget()
  }

  /** Compare a pair of the catalogue, at its time step. */
  private comparePair(pair: PairInfo): void {
    this.compare(pair.left, pair.right)
    this.send({ type: 'dt', value: pair.dt })
  }

  private build(): void {
    const { element } = this
    element.classList.add('motorpool', 'lab')
    const brand = make('div.lab-brand', {}, make('strong', {}, 'motorpool'), make('span', {}, 'playground'))
    if (this.catalogue.has_world) brand.append(make('a.button.world', { href: './' }, 'live world'))
    const models = make(
      'aside.side.side-left.glass',
      { 'aria-label': 'Models' },
      brand,
      this.pairs.element,
      this.scenes.about,
      this.cards.left.element,
      this.cards.right.element,
    )
    const results = make('aside.side.side-right.glass', { 'aria-label': 'Results' })
    results.append(this.numbers.element, this.program.element)
    this.overground.append(this.scenes.element, this.notice.element, this.hint)
    if (this.isEmbedded) {
      element.classList.add('is-embedded')
      this.overground.append(this.apart.element)
    }
    const ground = make('div.ground', {}, this.painter.canvas, this.touch.element, this.overground)
    element.append(ground, make('div.panels', {}, this.bar.element, models, results))
    element.append(this.toast.element, this.banner.element, this.help.element)
    this.touch.show(true)
    new ResizeObserver(() => this.fitCanvas()).observe(this.painter.canvas)
    new ResizeObserver(() => this.fitCanvas()).observe(this.overground)
    this.bar.view(this.painter.view.follow, this.painter.hasGeometry)
    this.listen()
  }

  private listen(): void {
    const { view } = this.painter
    listenToPointer(this.painter.canvas, {
      turn: (dx, dy) => this.look(() => view.pan(dx, dy)),
      move: (dx, dy) => this.look(() => view.pan(dx, dy)),
      zoom: (factor) => this.look(() => view.zoom(factor)),
      click: (x, y) => this.click(x, y),
      doubleClick: () => {},
      hover: () => {},
      leave: () => {},
      takesWheel: (event) => !this.isEmbedded || event.ctrlKey || event.metaKey,
    })
    listenToShortcuts(this.shortcuts())
  }

  /** Return the actions of the keys in `keytable.ts`. */
  private shortcuts(): Record<(typeof SHORTCUTS)[number], () => void> {
    const { view } = this.painter
    const help = () => this.help.toggle()
    return {
      p: () => this.pause(),
      n: () => this.send({ type: 'step' }),
      r: () => this.reset(),
      c: () => this.hold(),
      u: () => this.autopilot(),
      k: () => this.nextFollow(),
      o: () => this.toggleGeometry(),
      z: () => this.look(() => view.zoom(0.8)),
      'Shift+KeyZ': () => this.look(() => view.zoom(1.25)),
      delete: () => this.painter.forget(),
      '[': () => this.stepPair(-1),
      ']': () => this.stepPair(1),
      ',': () => this.changeTimeStep(-1),
      '.': () => this.changeTimeStep(1),
      h: help,
      '?': help,
      escape: () => this.help.close(),
    }
  }

  private stepPair(by: number): void {
    if (this.setUp) this.comparePair(this.pairs.beside(this.setUp, by))
  }

  // ---- messages of the server

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

  private showPython(state: PythonState): void {
    if (state.is === 'missing') this.toast.show(state.words, 8)
    this.python = state
    this.program.python(state)
  }

  private received(message: ServerMessage): void {
    if (message.type === 'set-up') this.showSetUp(message)
    else if (message.type === 'state') this.showState(message)
    else if (message.type === 'programs') this.program.show(message)
    else if (message.type === 'exported') this.program.showExported(message)
    else if (message.type === 'refused') this.toast.show(message.reason, 6)
    this.painter.refresh()
  }

  private showSetUp(setUp: SetUp): void {
    const { lines, name } = setUp.scene
    if (lines.length > 0 && this.setUp?.scene.name !== name) this.lookAtCarPark(lines)
    this.setUp = setUp
    for (const side of SIDES) this.cards[side].show(setUp[side])
    this.bar.setUp(setUp)
    this.scenes.show(setUp)
    this.pairs.show(setUp)
    clearTimeout(this.addressTimer)
    this.addressTimer = setTimeout(() => this.noteInAddress(), SETTLED)
  }

  private noteInAddress(): void {
    if (!this.setUp) return
    const page = new URL(window.location.href)
    const query = queryFor(this.setUp, this.catalogue)
    page.search = this.isEmbedded ? embeddedQuery(query) : query
    if (page.href !== window.location.href) window.history.replaceState(null, '', page)
  }

  private lookAtCarPark(lines: SceneInfo['lines']): void {
    const [xs, ys] = [lines.flatMap(([x, , toX]) => [x, toX]), lines.flatMap(([, y, , toY]) => [y, toY])]
    this.painter.view.show(
      { x: Math.min(...xs) + 4, y: Math.min(...ys) + 5 },
      { x: Math.max(...xs) - 4, y: Math.max(...ys) - 5 },
    )
    this.bar.view(this.painter.view.follow, this.painter.hasGeometry)
  }

  private showState(state: State): void {
    const before = this.state
    this.state = state
    this.seen = state.number
    if (!this.setUp) return
    this.painter.follow(before, state, this.setUp)
    this.bar.state(state, this.setUp)
    setText(this.hint, hintFor(this.setUp, state, hasFingersOnly()))
    this.numbers.show(state, this.setUp, this.catalogue)
    this.apart.show(state)
  }

  // ---- actions of the visitor

  private drive(): void {
    this.send({ type: 'drive', ...this.keys.held(), seen: this.seen })
  }

  private pause(): void {
    this.send({ type: this.setUp?.paused ? 'resume' : 'pause' })
  }

  private reset(): void {
    this.send({ type: 'reset' })
    this.painter.forget()
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
    this.painter.forget()
    this.painter.view.follow = 'both'
    this.painter.view.wanted = 26
    this.bar.view(this.painter.view.follow, this.painter.hasGeometry)
  }

  private click(x: number, y: number): void {
    this.painter.canvas.focus()
    if (!this.setUp?.target) return
    const place = this.painter.view.toGround(x, y)
    this.send({ type: 'target', x: round(place.x), y: round(place.y) })
  }

  private look(change: () => void): void {
    change()
    this.painter.refresh()
    this.bar.view(this.painter.view.follow, this.painter.hasGeometry)
  }

  private nextFollow(): void {
    const { view } = this.painter
    this.look(() => {
      view.follow = FOLLOWS[(FOLLOWS.indexOf(view.follow) + 1) % FOLLOWS.length]
    })
  }

  private toggleGeometry(): void {
    this.painter.hasGeometry = !this.painter.hasGeometry
    this.look(() => {})
  }

  // ---- drawing

  private fitCanvas(): void {
    this.painter.view.size = {
      width: this.painter.canvas.clientWidth,
      height: this.painter.canvas.clientHeight,
    }
    const ground = this.painter.canvas.getBoundingClientRect()
    const beside = (name: string) => this.element.querySelector(name)?.getBoundingClientRect()
    const [left, right, bar] = [beside('.side-left'), beside('.side-right'), beside('.bar')]
    const over = this.overground.getBoundingClientRect()
    const fingers = this.touch.element.hidden ? undefined : this.touch.element.getBoundingClientRect()
    const isOver = (box: DOMRect | undefined): box is DOMRect =>
      box !== undefined &&
      box.top < ground.bottom &&
      box.bottom > ground.top &&
      box.left < ground.right &&
      box.right > ground.left
    const below = [bar, fingers].filter(isOver).map((box) => ground.bottom - box.top)
    this.painter.view.margins = {
      left: isOver(left) ? Math.max(0, left.right - ground.left) : 0,
      right: isOver(right) ? Math.max(0, ground.right - right.left) : 0,
      top: Math.max(0, over.bottom - ground.top),
      bottom: Math.max(0, ...below),
    }
    this.painter.view.text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    this.painter.refresh()
  }

  private loop(now: number): void {
    requestAnimationFrame((next) => this.loop(next))
    if (this.state && this.setUp) this.painter.frame(now, this.state, this.setUp)
  }
}

function round(metres: number): number {
  return Math.round(100 * metres) / 100
}
