/** Stage of a demonstration: a canvas, its clock, and keyboard and touch input.
 *
 * It runs while it is visible and not paused, uses keys only while it has the focus, and begins paused for a reader
 * with the setting for reduced motion.
 */

import { make, makeButton, setText } from '../../base/dom'
import { TouchControls } from '../../devices/touchpads'
import type { Pen } from '../../playground/body'
import type { Held } from '../../playground/keys'
import { Keys } from '../../playground/keys'
import { penFor, View } from '../../playground/view'
import './demos.css'
import { isHeld } from './simulations/hands'
import type { Theme } from './theme'
import { onThemeChange, themeOf } from './theme'

/** Content of a stage. */
export interface Play {
  /** Advance by real time [s]. */
  advance(seconds: number): void
  paint(scene: Scene): void
  /** Show the numbers, and return them as a sentence for screen readers. */
  tell(): string
  /** Restart the demonstration. */
  again(): void
  /** Set the held keys. */
  drive(held: Held): void
}

/** Painting context of a play. */
export interface Scene extends Theme {
  pen: Pen
  view: View
  elapsed: number // since the last frame [s]
}

export interface Description {
  label: string // text of the canvas for screen readers
  hint: string // text of the controls
  touchHint: string
  hasPads?: boolean // touch pads; true by default
}

const LONGEST_FRAME = 0.1 // [s]
const AT_ONCE = 100 // time after which the view has reached its target [s]
const BAR = 34 // height of hint and buttons [pixels]
const PADS = 58 // height of the touch pads [pixels]
const WORDS_INTERVAL = 0.1 // interval of changes of the numbers [s]
const PLAY_SIGN = 'M8 5.5v13l10.5-6.5z'
const PAUSE_SIGN = 'M7 5.5h3.6v13H7zM13.4 5.5H17v13h-3.6z'
const AGAIN_SIGN = 'M12 5V2L7.5 6 12 10V7a5.2 5.2 0 1 1-5.2 5.2H4.6A7.4 7.4 0 1 0 12 5z'

let count = 0 // number of stages, for ids of elements

export class Stage {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly view = new View()
  private readonly play: Play
  private readonly words: HTMLElement
  private readonly hint: HTMLElement
  private readonly pauseButton: HTMLButtonElement
  private readonly keys = new Keys(() => this.take())
  private readonly pads = new TouchControls(this.keys.touch, () => this.take())
  private theme: Theme | undefined
  private isSeen = false
  private isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches
  private before = 0 // time of the last frame [s]
  private textChangedAt = 0 // time of the last change of the text [s]
  private isWaiting = false // whether a frame is requested
  private isPainted = false // whether it has been painted

  constructor(play: Play, { label, hint, touchHint, hasPads = true }: Description) {
    this.play = play
    const id = `demo-words-${++count}`
    this.canvas = make('canvas.demo-canvas', {
      tabindex: '0',
      role: 'application',
      'aria-label': label,
      'aria-describedby': id,
    }) as HTMLCanvasElement
    this.words = make('p.demo-words', { id })
    this.hint = make(
      'p.demo-hint',
      {},
      make('span.demo-mouse', {}, hint),
      make('span.demo-fingers', {}, touchHint),
    )
    this.pauseButton = makeButton(sign(PAUSE_SIGN), {
      title: 'Pause',
      press: () => this.pause(!this.isPaused),
    })
    const again = makeButton(sign(AGAIN_SIGN), { title: 'Again, by itself', press: () => this.again() })
    this.pads.show(hasPads)
    const bar = make('div.demo-bar', {}, this.pauseButton, again)
    this.element = make('div.demo-stage', {}, this.canvas, this.hint, bar, this.pads.element, this.words)
  }

  /** Begin, after the element has been added to the page. */
  start(): void {
    this.keys.start(this.canvas)
    this.canvas.addEventListener('pointerdown', () => this.canvas.focus({ preventScroll: true }))
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.isSeen = isIntersecting
      this.refresh()
    }).observe(this.canvas)
    new ResizeObserver(() => this.refresh()).observe(this.canvas)
    document.addEventListener('visibilitychange', () => this.refresh())
    onThemeChange(() => {
      this.theme = undefined
      this.refresh()
    })
    this.pause(this.isPaused)
  }

  /** Request a frame without motion. */
  refresh(): void {
    if (this.isWaiting || !this.isSeen) return
    this.isWaiting = true
    requestAnimationFrame((now) => this.frame(now / 1000))
  }

  /** Resume, as after a click. */
  resume(): void {
    if (this.isPaused) this.pause(false)
    else this.refresh()
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused
    const title = isPaused ? 'Play' : 'Pause'
    this.pauseButton.title = title
    this.pauseButton.setAttribute('aria-label', title)
    this.pauseButton.replaceChildren(sign(isPaused ? PLAY_SIGN : PAUSE_SIGN))
    this.refresh()
  }

  private again(): void {
    this.play.again()
    this.hint.hidden = false
    this.pause(false)
  }

  private take(): void {
    const held = this.keys.held()
    this.play.drive(held)
    if (!isHeld(held)) return
    this.hint.hidden = true
    if (this.isPaused) this.pause(false)
  }

  private frame(now: number): void {
    this.isWaiting = false
    const elapsed = Math.min(LONGEST_FRAME, Math.max(0, now - this.before))
    this.before = now
    if (!this.isPaused && !document.hidden) this.play.advance(elapsed)
    this.paint(this.isPaused || !this.isPainted ? AT_ONCE : elapsed)
    this.isPainted = true
    if (now - this.textChangedAt > WORDS_INTERVAL || this.isPaused) {
      this.textChangedAt = now
      setText(this.words, this.play.tell())
    }
    if (!this.isPaused && !document.hidden) this.refresh()
  }

  private paint(elapsed: number): void {
    const pen = penFor(this.canvas)
    if (!pen) return
    this.theme ??= themeOf(this.element)
    this.view.size = { width: this.canvas.clientWidth, height: this.canvas.clientHeight }
    const bottom = this.pads.element.hidden ? 0 : PADS
    this.view.margins = { top: BAR, right: 0, bottom, left: 0 }
    this.play.paint({ pen, view: this.view, elapsed, ...this.theme })
  }
}

/** Return a filled icon of 24 x 24. */
function sign(path: string): SVGSVGElement {
  const name = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(name, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const shape = document.createElementNS(name, 'path')
  shape.setAttribute('d', path)
  svg.append(shape)
  return svg
}
