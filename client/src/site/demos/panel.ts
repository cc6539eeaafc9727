/** Figure of a demonstration, and the panel beside its stage: a large number, a table of two vehicles, a slider for the time step, a link. */

import { make, setText } from '../../base/dom'
import type { Side } from '../../generated/playground'
import { SIDES } from '../../generated/playground'
import { TIME_STEPS, timeStepIndex, timeStepText } from '../../playground/scales'
import type { Stage } from './stage'

const SCRIPTS: string = import.meta.url // live/, beside the playground

export function playgroundLink(query: string): HTMLElement {
  const address = new URL(`../playground/index.html?${query}`, SCRIPTS)
  return make('a.demo-link', { href: address.href }, 'Open in the playground')
}

/** Large number with its unit and description. */
export class BigNumber {
  readonly element: HTMLElement
  private readonly number = make('span.demo-number')
  private readonly unit = make('span.demo-unit')

  constructor(words: string, name: string) {
    this.number.dataset.testid = name
    this.element = make('p.demo-big', {}, this.number, ' ', this.unit, make('span.demo-what', {}, words))
  }

  show({ number, unit }: { number: string; unit: string }): void {
    setText(this.number, number)
    setText(this.unit, unit)
  }
}

/** Rows of numbers of both vehicles. */
export class Table {
  readonly element: HTMLElement
  private readonly cells = new Map<string, HTMLElement>()

  constructor(heads: Record<Side, string>, rows: readonly string[]) {
    const head = make('tr', {}, make('td', {}, ''))
    for (const side of SIDES)
      head.append(make('th', { scope: 'col' }, make(`span.demo-swatch.demo-${side}`), heads[side]))
    const body = make('tbody')
    for (const row of rows) {
      const line = make('tr', {}, make('th', { scope: 'row' }, row))
      for (const side of SIDES) {
        const cell = make('td', { 'data-testid': `${side}-${row.replaceAll(' ', '-')}` })
        this.cells.set(`${side} ${row}`, cell)
        line.append(cell)
      }
      body.append(line)
    }
    this.element = make('table.demo-table', {}, make('thead', {}, head), body)
  }

  show(row: string, texts: Record<Side, string>): void {
    for (const side of SIDES) {
      const cell = this.cells.get(`${side} ${row}`)
      if (cell) setText(cell, texts[side])
    }
  }
}

/** Return a slider for the usual time steps. */
export function timeStepSlider(dt: number, changed: (dt: number) => void): HTMLElement {
  const output = make('output', {}, timeStepText(dt))
  const slider = make('input', {
    type: 'range',
    min: '0',
    max: String(TIME_STEPS.length - 1),
    step: '1',
    value: String(timeStepIndex(dt)),
    'aria-valuetext': timeStepText(dt),
    'data-testid': 'time-step',
  }) as HTMLInputElement
  slider.addEventListener('input', () => {
    const step = TIME_STEPS[Number(slider.value)]
    setText(output, timeStepText(step))
    slider.setAttribute('aria-valuetext', timeStepText(step))
    changed(step)
  })
  return make('label.demo-slider', {}, make('span', {}, 'time step ', output), slider)
}

/** Replace the content of an element, and begin. */
export function showFigure(
  element: HTMLElement,
  stage: Stage,
  { side, sentence }: { side: HTMLElement[]; sentence: string },
): void {
  const body = make('div.demo-body', {}, stage.element, make('div.demo-side', {}, ...side))
  element.replaceChildren(make('figure.demo', {}, body, make('figcaption', {}, sentence)))
  stage.start()
}
