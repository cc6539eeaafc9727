/** Timeline of a recording: scrub, play, step, speed, jumps between events, and following of driven vehicles. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import type { Mark, Recording } from '../generated/messages'
import { RATES } from '../page/timecontrol'
import { groupOf, nearestMark, shortClock, wordsOf } from './marks'
import './timeline.css'

const NEAR = 8 // [pixels] distance within which the pointer is on a mark
const WIDTH = 1000 // width of the drawing of marks, which is stretched to the slider
const SVG = 'http://www.w3.org/2000/svg'

export interface TimelineActions {
  seek(time: number): void // [s]
  hold(isHeld: boolean): void // the slider is held
  toggle(): void // play or pause
  step(steps: number): void
  event(direction: 1 | -1): void
  skip(seconds: number): void
  rate(value: number): void
  follow(id: number): void
  nameOf(id: number): string
}

export interface Moment {
  time: number // [s]
  isPlaying: boolean
  rate: number
  followed: number // id, -1 for none
  mayRule: boolean
}

export class Timeline {
  readonly element: HTMLElement
  private readonly actions: TimelineActions
  private readonly slider = document.createElement('input')
  private readonly speed = document.createElement('select')
  private readonly people = document.createElement('select')
  private readonly marks = document.createElementNS(SVG, 'svg')
  private readonly tip = make('div.timeline-tip', { 'aria-hidden': 'true' })
  private readonly clock = make('output.timeline-clock', { 'data-testid': 'timeline-clock' })
  private readonly said = make('div.timeline-said', { role: 'status', 'data-testid': 'timeline-said' })
  private readonly play: HTMLButtonElement
  private readonly buttons: HTMLButtonElement[]
  private recording: Recording | undefined
  private snap: number | undefined // [s] time of the pressed mark
  private isHeld = false

  constructor(actions: TimelineActions) {
    this.actions = actions
    const button = (icon: SVGSVGElement, title: string, testId: string, press: () => void) =>
      makeButton(icon, { title, testId, className: 'button icon-button', press })
    this.play = button(icons.play(), 'Play (Space)', 'timeline-play', () => actions.toggle())
    const back = () => actions.event(-1)
    const on = () => actions.event(1)
    this.buttons = [
      button(icons.previousEvent(), 'Previous event (Shift ←)', 'timeline-previous', back),
      button(icons.stepBack(), 'One step back (,)', 'timeline-back', () => actions.step(-1)),
      this.play,
      button(icons.step(), 'One step on (.)', 'timeline-on', () => actions.step(1)),
      button(icons.nextEvent(), 'Next event (Shift →)', 'timeline-next', on),
    ]
    this.arrangeSlider()
    this.arrangeChoices()
    const track = make('div.timeline-track', {}, this.slider, this.marks, this.tip)
    const group = make('div.button-group', { role: 'group', 'aria-label': 'Play' }, ...this.buttons)
    const label = { 'aria-label': 'Timeline of the recording', 'data-testid': 'timeline' }
    const choices = make('div.timeline-choices', {}, this.people, this.speed)
    this.element = make('section.timeline.glass', label, group, this.clock, track, choices, this.said)
    this.element.hidden = this.tip.hidden = true
  }

  /** Begin with a recording. */
  open(recording: Recording): void {
    this.recording = recording
    this.element.hidden = false
    const { slider } = this
    slider.min = String(recording.start)
    slider.max = String(recording.end)
    slider.step = 'any'
    this.drawMarks(recording)
    const option = (id: number, words: string) => {
      const made = document.createElement('option')
      made.value = String(id)
      made.textContent = words
      return made
    }
    const people = recording.people.map((id) => option(id, this.actions.nameOf(id)))
    this.people.replaceChildren(option(-1, 'Follow …'), ...people)
    this.people.hidden = people.length === 0
    for (const control of this.buttons.filter((_, index) => index === 0 || index === 4))
      control.hidden = recording.marks.length === 0
  }

  show(moment: Moment): void {
    if (!this.recording) return
    const { time, isPlaying, rate, followed, mayRule } = moment
    const { end } = this.recording
    if (!this.isHeld) this.slider.value = String(time)
    const words = `${shortClock(time)} of ${shortClock(end)}`
    if (this.slider.getAttribute('aria-valuetext') !== words)
      this.slider.setAttribute('aria-valuetext', words)
    setText(this.clock, `${shortClock(time)} / ${shortClock(end)}`)
    const title = isPlaying ? 'Pause (Space)' : 'Play (Space)'
    if (this.play.title !== title) {
      this.play.title = title
      this.play.setAttribute('aria-label', title)
      this.play.replaceChildren(isPlaying ? icons.pause() : icons.play())
    }
    for (const control of [...this.buttons, this.slider, this.speed]) control.disabled = !mayRule
    if (document.activeElement !== this.speed) this.speed.value = String(rate)
    if (document.activeElement !== this.people)
      this.people.value = this.recording.people.includes(followed) ? String(followed) : '-1'
  }

  /** Show the text of a mark. */
  say(mark: Mark | undefined): void {
    setText(this.said, mark ? this.wordsOf(mark) : 'There is no other event.')
  }

  private wordsOf(mark: Mark): string {
    return `${shortClock(mark.time)} · ${wordsOf(mark, this.actions.nameOf)}`
  }

  private arrangeSlider(): void {
    const { slider, actions } = this
    slider.type = 'range'
    slider.className = 'timeline-slider'
    slider.dataset.testid = 'timeline-slider'
    slider.setAttribute('aria-label', 'Time in the recording')
    slider.addEventListener('pointerdown', (event) => {
      this.snap = this.markAt(event)?.time
      this.hold(true)
    })
    slider.addEventListener('input', () => {
      actions.seek(this.snap ?? Number(slider.value))
      this.snap = undefined
    })
    slider.addEventListener('pointermove', (event) => this.point(this.markAt(event), event))
    slider.addEventListener('pointerleave', () => this.point(undefined))
    slider.addEventListener('keydown', (event) => this.press(event))
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      slider.addEventListener(end, () => this.hold(false))
  }

  private hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return
    this.isHeld = isHeld
    this.actions.hold(isHeld)
    if (!isHeld) this.slider.blur() // return the keyboard to the page
  }

  /** Handle keys of the focused slider as keys of the page. */
  private press(event: KeyboardEvent): void {
    const { actions } = this
    const forward = event.key === 'ArrowRight' || event.key === 'ArrowUp'
    const backward = event.key === 'ArrowLeft' || event.key === 'ArrowDown'
    if (forward || backward) {
      const direction = forward ? 1 : -1
      if (event.shiftKey) actions.event(direction)
      else actions.skip(5 * direction)
    } else if (event.key === ' ') actions.toggle()
    else if (event.key === 'PageUp' || event.key === 'PageDown')
      actions.skip(event.key === 'PageUp' ? 30 : -30)
    else if (event.key === ',' || event.key === '.') actions.step(event.key === '.' ? 1 : -1)
    else return
    event.preventDefault()
  }

  private arrangeChoices(): void {
    const { speed, people, actions } = this
    speed.className = 'button timeline-speed'
    speed.dataset.testid = 'timeline-speed'
    speed.title = 'Speed of the replay (+ and −)'
    speed.setAttribute('aria-label', speed.title)
    for (const value of RATES) speed.add(new Option(`${value}×`, String(value)))
    speed.addEventListener('change', () => {
      actions.rate(Number(speed.value))
      speed.blur()
    })
    people.className = 'button timeline-people'
    people.dataset.testid = 'timeline-people'
    people.title = 'Follow a vehicle that had a driver'
    people.setAttribute('aria-label', people.title)
    people.addEventListener('change', () => {
      actions.follow(Number(people.value))
      people.blur()
    })
  }

  private drawMarks({ marks, start, end }: Recording): void {
    const { marks: svg } = this
    svg.setAttribute('class', 'timeline-marks')
    svg.setAttribute('viewBox', `0 0 ${WIDTH} 10`)
    svg.setAttribute('preserveAspectRatio', 'none')
    svg.setAttribute('aria-hidden', 'true')
    svg.replaceChildren(
      ...marks.map((mark) => {
        const line = document.createElementNS(SVG, 'line')
        const x = String((WIDTH * (mark.time - start)) / Math.max(1e-9, end - start))
        for (const [name, value] of Object.entries({ x1: x, x2: x, y1: '0', y2: '10' }))
          line.setAttribute(name, value)
        line.setAttribute('class', `mark-${groupOf(mark)}`)
        return line
      }),
    )
  }

  /** Return the mark under the pointer; the slider's thumb is as wide as the marks are inset. */
  private markAt(event: PointerEvent): Mark | undefined {
    if (!this.recording) return undefined
    const { left, width } = this.marks.getBoundingClientRect()
    const { start, end, marks } = this.recording
    const scale = (end - start) / Math.max(1, width) // [s/pixel]
    return nearestMark(marks, start + (event.clientX - left) * scale, NEAR * scale)
  }

  private point(mark: Mark | undefined, event?: PointerEvent): void {
    this.tip.hidden = mark === undefined
    if (!mark || !event) return
    setText(this.tip, this.wordsOf(mark))
    const { left, width } = this.slider.getBoundingClientRect()
    const half = Math.min(0.5 * width, 0.5 * this.tip.offsetWidth)
    const x = Math.min(width - half, Math.max(half, event.clientX - left))
    this.tip.style.setProperty('left', `${x}px`)
  }
}
