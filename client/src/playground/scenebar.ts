/** Bar above the ground: choice of the scene, its description, and its controls. */

import { make, makeButton, setText } from '../base/dom'
import type { Catalogue, SetUp } from '../generated/playground'

export interface SceneActions {
  scene(name: string): void
  autopilot(): void
  rule(name: string): void
  slope(value: number): void
}

export class SceneBar {
  readonly element: HTMLElement
  private readonly catalogue: Catalogue
  private readonly tabs = new Map<string, HTMLButtonElement>()
  private readonly words = make('p.scene-words', { 'data-testid': 'scene-words' })
  readonly about = make('p.meaning.scene-about') // the description again, for windows that are too small for it here
  private readonly autopilot: HTMLButtonElement
  private readonly rule = document.createElement('select')
  private readonly slope = document.createElement('input')
  private readonly slopeText = make('output', { for: 'slope' })
  private readonly forTarget: HTMLElement
  private readonly forHill: HTMLElement

  constructor(catalogue: Catalogue, actions: SceneActions) {
    this.catalogue = catalogue
    for (const { name, words } of catalogue.scenes) {
      const tab = makeButton(name, {
        title: `${name}: ${words}`,
        testId: `scene-${name}`,
        className: 'button tab-button',
        press: () => actions.scene(name),
      })
      this.tabs.set(name, tab)
    }
    this.autopilot = makeButton('Autopilot', {
      title: 'Autopilot: let each vehicle drive to the target by itself (U)',
      testId: 'autopilot',
      className: 'button toggle',
      press: actions.autopilot,
    })
    this.rule.className = 'button'
    this.rule.setAttribute('aria-label', 'How the autopilot drives')
    this.rule.dataset.testid = 'rule'
    for (const { name, words } of catalogue.rules) this.rule.append(make('option', { value: name }, words))
    this.rule.addEventListener('change', () => {
      actions.rule(this.rule.value)
      this.rule.blur()
    })
    this.makeSlope(catalogue, actions)
    this.forTarget = make('div.scene-extra', {}, this.autopilot, this.rule)
    this.forHill = make(
      'div.scene-extra.time-step',
      {},
      make('label', { for: 'slope' }, 'slope'),
      this.slope,
      this.slopeText,
    )
    this.element = make(
      'section.scenebar.glass',
      { 'aria-label': 'Scene' },
      make('div.button-group', { role: 'group', 'aria-label': 'Scene' }, ...this.tabs.values()),
      this.words,
      this.forTarget,
      this.forHill,
    )
  }

  show(setUp: SetUp): void {
    const { scene } = setUp
    for (const [name, tab] of this.tabs) tab.setAttribute('aria-pressed', String(name === scene.name))
    setText(this.words, this.wordsFor(setUp))
    setText(this.about, this.wordsFor(setUp))
    this.forTarget.hidden = !setUp.target
    this.forHill.hidden = scene.name !== 'hill'
    this.autopilot.setAttribute('aria-pressed', String(setUp.autopilot))
    if (document.activeElement !== this.rule) this.rule.value = setUp.rule
    if (!this.slope.matches(':active')) this.slope.value = String(100 * setUp.slope)
    setText(this.slopeText, `${(100 * setUp.slope).toFixed(0)} %`)
  }

  private wordsFor(setUp: SetUp): string {
    const words = this.catalogue.scenes.find(({ name }) => name === setUp.scene.name)?.words ?? ''
    if (setUp.scene.name !== 'hill') return words
    const feels = (name: string) =>
      this.catalogue.models.find((model) => model.name === name)?.feels_slope ?? false
    const unaffected = (['left', 'right'] as const).filter((side) => !feels(setUp[side].model))
    if (unaffected.length === 2) return `${words} It acts on neither of these two: choose a dynamic model.`
    return unaffected.length === 1 ? `${words} It does not act on the ${unaffected[0]} one.` : words
  }

  private makeSlope(catalogue: Catalogue, actions: SceneActions): void {
    this.slope.type = 'range'
    this.slope.id = 'slope'
    this.slope.dataset.testid = 'slope'
    this.slope.min = String(-100 * catalogue.max_slope)
    this.slope.max = String(100 * catalogue.max_slope)
    this.slope.step = '1'
    this.slope.title = 'Height per distance, rising towards the east'
    this.slope.addEventListener('input', () => {
      setText(this.slopeText, `${this.slope.value} %`)
      actions.slope(Number(this.slope.value) / 100)
    })
    this.slope.addEventListener('pointerup', () => this.slope.blur())
  }
}
