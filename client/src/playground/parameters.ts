/** Card of a model: its name, description, and a control for each parameter. */

import { make, setText } from '../base/dom'
import type { Catalogue, FieldInfo, ModelInfo, Side, SideSetUp } from '../generated/playground'
import { LOOKS } from './colours'
import { label, reach, trim, unitText } from './scales'

const GROUPS = [
  ['Models', false],
  ['Vehicles', true],
] as const

export interface CardActions {
  choose(side: Side, model: string): void
  set(side: Side, name: string, value: number | string): void
}

export class ModelCard {
  readonly element: HTMLElement
  private readonly side: Side
  private readonly catalogue: Catalogue
  private readonly actions: CardActions
  private readonly select: HTMLSelectElement
  private readonly summary = make('p.card-summary')
  private readonly rows = make('div.parameters')
  private readonly controls = new Map<string, Control>()
  private readonly additions = new Map<string, Control>()
  private shown = ''

  constructor(side: Side, catalogue: Catalogue, actions: CardActions) {
    this.side = side
    this.catalogue = catalogue
    this.actions = actions
    this.select = make('select.button.wide', {
      'aria-label': `${side} model`,
      'data-testid': `model-${side}`,
    }) as HTMLSelectElement
    for (const [label, isVehicle] of GROUPS) {
      const models = catalogue.models.filter(({ is_vehicle }) => is_vehicle === isVehicle)
      const options = models.map(({ name, title }) => make('option', { value: name }, title))
      this.select.append(make('optgroup', { label }, ...options))
    }
    this.select.addEventListener('change', () => {
      actions.choose(side, this.select.value)
      this.select.blur()
    })
    const details = make('details', {}, make('summary', {}, 'Parameters'), this.rows)
    if (matchMedia('(min-width: 1001px)').matches) details.setAttribute('open', '')
    this.element = make(
      `section.card.card-${side}`,
      { 'aria-label': `${side} vehicle` },
      make('header', {}, lineSample(side), make('h2', {}, side), this.select),
      this.summary,
      details,
    )
  }

  show(setUp: SideSetUp): void {
    const model = this.catalogue.models.find((candidate) => candidate.name === setUp.model)
    if (!model) return
    if (this.shown !== model.name) this.fill(model)
    for (const [name, control] of this.controls) control.show(setUp.values[name])
    for (const [name, control] of this.additions) {
      control.show(setUp.additions[name])
      control.element.hidden = !actsNow(name, setUp.additions, this.catalogue.additions)
    }
  }

  private fill(model: ModelInfo): void {
    this.shown = model.name
    this.select.value = model.name
    setText(this.summary, model.summary)
    this.summary.title = model.limit
    this.controls.clear()
    this.additions.clear()
    this.rows.replaceChildren()
    if (model.parameters.length === 0)
      this.rows.append(make('p.meaning', {}, 'This model has no parameters.'))
    for (const field of model.parameters) {
      const control = new Control(`${this.side}-${field.name}`, field, (value) =>
        this.actions.set(this.side, field.name, value),
      )
      this.controls.set(field.name, control)
      this.rows.append(control.element)
    }
    if (model.takes_additions) this.fillAdditions()
  }

  private fillAdditions(): void {
    const article = this.catalogue.documents.find(({ number }) => number === '004')
    this.rows.append(make('h3.additions', {}, `Comments 17 and 18 of ${article?.short ?? 'the article'}`))
    for (const field of this.catalogue.additions) {
      const control = new Control(`${this.side}-${field.name}`, field, (value) =>
        this.actions.set(this.side, field.name, value),
      )
      this.additions.set(field.name, control)
      this.rows.append(control.element)
    }
  }
}

/** Return whether a number of an addition has an effect: a rate only with its law. */
export function actsNow(name: string, values: Record<string, number>, fields: FieldInfo[]): boolean {
  const chosen = (of: string) =>
    fields.find((field) => field.name === of)?.words.find(([, value]) => value === values[of])?.[0]
  if (name === 'return_rate') return chosen('steering_return') === 'fixed rate'
  if (name === 'return_per_speed') return chosen('steering_return') === 'with speed'
  if (name === 'drift_damping' || name === 'drift_max_speed') return chosen('drift_heading') !== 'off'
  return true
}

/** Control of one parameter: a list for named values, otherwise a slider with a number. */
class Control {
  readonly element: HTMLElement
  private readonly field: FieldInfo
  private readonly change: (value: number | string) => void
  private readonly slider = document.createElement('input')
  private readonly number = document.createElement('input')
  private readonly list = document.createElement('select')
  private readonly back: HTMLButtonElement

  constructor(id: string, field: FieldInfo, change: (value: number | string) => void) {
    this.field = field
    this.change = change
    const unit = unitText(field.unit).trim()
    const name = make('label', { for: id }, label(field.name))
    this.back = make(
      'button.reset-parameter',
      {
        type: 'button',
        title: `Back to ${this.word(field.default)}`,
        'aria-label': `${label(field.name)}: default`,
      },
      '↺',
    ) as HTMLButtonElement
    this.back.addEventListener('click', (event) => {
      change(field.default)
      if (event.detail > 0) this.back.blur()
    })
    const value = field.is_choice ? this.makeList(id) : this.makeSlider(id, unit)
    this.element = make(
      `div.parameter${field.is_choice ? '.is-choice' : ''}`,
      { title: `${field.meaning}${unit ? ` [${unit}]` : ''}` },
      make('div.parameter-name', {}, name, this.back),
      value,
      make('p.meaning', {}, field.meaning),
    )
  }

  show(value: number): void {
    this.back.hidden = value === this.field.default
    this.element.classList.toggle('is-changed', !this.back.hidden)
    if (this.field.is_choice) {
      if (document.activeElement !== this.list) this.list.value = String(value)
      return
    }
    if (!this.slider.matches(':active')) this.slider.value = String(value)
    if (document.activeElement !== this.number) this.number.value = trim(value, 6)
    this.slider.setAttribute('aria-valuetext', this.word(value))
  }

  private makeList(id: string): HTMLElement {
    this.list.id = id
    this.list.className = 'button wide'
    this.list.dataset.testid = id
    for (const [word, value] of this.field.words) {
      this.list.append(make('option', { value: String(value) }, word))
    }
    this.list.addEventListener('change', () => {
      this.change(Number(this.list.value))
      this.list.blur()
    })
    return this.list
  }

  private makeSlider(id: string, unit: string): HTMLElement {
    const { low, high } = reach(this.field)
    this.slider.type = 'range'
    this.slider.id = id
    this.slider.dataset.testid = id
    this.slider.min = String(low)
    this.slider.max = String(high)
    this.slider.step = 'any'
    this.slider.addEventListener('input', () => this.change(Number(Number(this.slider.value).toPrecision(3))))
    this.slider.addEventListener('keydown', (event) => this.nudge(event, (high - low) / 50))
    this.slider.addEventListener('pointerup', () => this.slider.blur())
    this.number.type = 'number'
    this.number.step = 'any'
    this.number.dataset.testid = `${id}-number`
    this.number.setAttribute('aria-label', `${label(this.field.name)}${unit ? `, ${unit}` : ''}`)
    this.number.addEventListener('change', () => {
      if (this.number.value !== '') this.change(Number(this.number.value))
      this.number.blur()
    })
    const words = make('div.chips')
    for (const [word, value] of this.field.words) {
      const chip = make('button.chip', { type: 'button' }, word)
      chip.addEventListener('click', (event) => {
        this.change(value)
        if (event.detail > 0) chip.blur()
      })
      words.append(chip)
    }
    const row = make('div.slider-row', {}, this.slider, this.number, make('span.unit', {}, unit))
    return this.field.words.length ? make('div', {}, row, words) : row
  }

  /** Change the value by an arrow key, by 1/50 of the range, because `step="any"` defines no step. */
  private nudge(event: KeyboardEvent, step: number): void {
    const sign = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (!sign) return
    event.preventDefault()
    const value = Math.min(
      Number(this.slider.max),
      Math.max(Number(this.slider.min), Number(this.slider.value) + sign * step),
    )
    this.slider.value = String(value)
    this.change(Number(value.toPrecision(3)))
  }

  private word(value: number): string {
    const word = this.field.words.find(([, known]) => known === value)?.[0]
    return word ?? `${trim(value)}${unitText(this.field.unit)}`
  }
}

/** Return a sample of the trail's line, which distinguishes the vehicles without colour. */
export function lineSample(side: Side): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 34 12')
  svg.setAttribute('class', 'line-sample')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', 'M2 6H32')
  line.setAttribute('stroke', LOOKS[side].body)
  line.setAttribute('stroke-width', '5')
  line.setAttribute('stroke-dasharray', LOOKS[side].dash.join(' ') || 'none')
  svg.append(line)
  return svg
}
