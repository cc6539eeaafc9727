/** Bar below the ground: clock and time step, command of both vehicles, and view. */

import { make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import { clock } from '../base/text'
import type { LinkState } from '../connection/source'
import type { SetUp, State } from '../generated/playground'
import { fixed, TIME_STEPS, timeStepIndex, timeStepText } from './scales'
import type { Follow } from './view'

export interface BarActions {
  pause(): void
  step(): void
  reset(): void
  clear(): void
  timeStep(dt: number): void
  hold(): void
  follow(): void
  geometry(): void
  help(): void
}

const FOLLOW_WORDS: Record<Follow, string> = {
  both: 'follow both',
  left: 'follow left',
  right: 'follow right',
  free: 'stay',
}

export class Bar {
  readonly element: HTMLElement
  private readonly dot = make('span.link-dot')
  private readonly link = make('span.status-link')
  private readonly time = make('span.status-time', { 'data-testid': 'time' })
  private readonly command = make('span.status-command', { 'data-testid': 'command' })
  private readonly pause: HTMLButtonElement
  private readonly hold: HTMLButtonElement
  private readonly follow: HTMLButtonElement
  private readonly geometry: HTMLButtonElement
  private readonly slider = document.createElement('input')
  private readonly sliderText = make('output', { for: 'time-step', 'data-testid': 'dt-text' })

  constructor(actions: BarActions) {
    const iconButton = (icon: SVGSVGElement, title: string, testId: string, press: () => void) =>
      makeButton(icon, { title, testId, className: 'button icon-button', press })
    this.pause = iconButton(icons.pause(), 'Pause (P)', 'pause', actions.pause)
    const step = iconButton(icons.step(), 'One step (N)', 'step', actions.step)
    const reset = iconButton(
      icons.reset(),
      'Back to the start, with the demonstration (R)',
      'reset',
      actions.reset,
    )
    const clear = iconButton(icons.erase(), 'Clear the trails (Del)', 'clear', actions.clear)
    this.hold = makeButton('Hold', {
      title: 'Hold speed and steering as they are (C); any driving key releases them',
      testId: 'hold',
      className: 'button toggle',
      press: actions.hold,
    })
    this.follow = makeButton('follow both', {
      title: 'What the view follows (K)',
      testId: 'follow',
      className: 'button follow',
      press: actions.follow,
    })
    this.geometry = iconButton(
      icons.axles(),
      'Axle lines and the centre of rotation (O)',
      'geometry',
      actions.geometry,
    )
    const help = iconButton(icons.help(), 'Keys and suggestions (H)', 'help', actions.help)
    this.makeSlider(actions)
    this.element = make(
      'footer.bar.glass',
      {},
      make('div.status-line', { 'data-testid': 'status-line' }, this.dot, this.link, this.time, this.command),
      make('div.button-group', { role: 'group', 'aria-label': 'Time' }, this.pause, step, reset, clear),
      make(
        'div.time-step',
        {},
        make('label', { for: 'time-step' }, 'Time step'),
        this.slider,
        this.sliderText,
      ),
      make('div.button-group', { role: 'group', 'aria-label': 'Driving' }, this.hold),
      make('div.button-group', { role: 'group', 'aria-label': 'View' }, this.follow, this.geometry, help),
    )
  }

  linked(state: LinkState): void {
    this.dot.dataset.state = state
    setText(this.link, { connecting: 'connecting', open: 'live', lost: 'no connection' }[state])
  }

  setUp(setUp: SetUp): void {
    const icon = setUp.paused ? 'play' : 'pause'
    if (this.pause.dataset.icon !== icon) {
      this.pause.dataset.icon = icon
      this.pause.replaceChildren(icons[icon]())
      this.pause.title = setUp.paused ? 'Go on (P)' : 'Pause (P)'
      this.pause.setAttribute('aria-label', this.pause.title)
    }
    this.hold.setAttribute('aria-pressed', String(setUp.holding))
    if (!this.slider.matches(':active')) this.slider.value = String(timeStepIndex(setUp.dt))
    this.slider.setAttribute('aria-valuetext', timeStepText(setUp.dt))
    setText(this.sliderText, timeStepText(setUp.dt))
  }

  state(state: State, setUp: SetUp): void {
    setText(this.time, clock(state.time))
    const [speed, steer] = state.command
    const side = steer > 0.005 ? ' left' : steer < -0.005 ? ' right' : ''
    const input = setUp.pedals ? 'Keys press the pedals' : `Command: ${fixed(speed, 1)} m/s`
    const command = `${input}, steer ${Math.abs(100 * steer).toFixed(0)} %${side}`
    const areDots = setUp.left.shape.kind === 'point' && setUp.right.shape.kind === 'point'
    const words = areDots ? 'Keys are directions, north is up' : command
    setText(this.command, setUp.autopilot ? 'Each drives to the target' : words)
  }

  view(follow: Follow, hasGeometry: boolean): void {
    setText(this.follow, FOLLOW_WORDS[follow])
    this.follow.setAttribute('aria-label', `${FOLLOW_WORDS[follow]}: what the view follows (K)`)
    this.geometry.setAttribute('aria-pressed', String(hasGeometry))
  }

  private makeSlider(actions: BarActions): void {
    this.slider.type = 'range'
    this.slider.id = 'time-step'
    this.slider.dataset.testid = 'dt'
    this.slider.title = 'The simulation step; the clock stays real time'
    this.slider.min = '0'
    this.slider.max = String(TIME_STEPS.length - 1)
    this.slider.step = '1'
    this.slider.addEventListener('input', () => {
      const dt = TIME_STEPS[Number(this.slider.value)]
      setText(this.sliderText, timeStepText(dt))
      actions.timeStep(dt)
    })
    this.slider.addEventListener('pointerup', () => this.slider.blur())
  }
}
