/** Parts of the panels of the lessons: sliders with named positions, and a list of numbers. */

import { make, setText } from '../../../base/dom'

/** Positions of a slider. */
export interface Choice<T> {
  words: string // before the position's text
  values: readonly T[]
  at: T
  text: (value: T) => string
  testid: string
  changed: (value: T) => void
}

export function choiceSlider<T>({ words, values, at, text, testid, changed }: Choice<T>): HTMLElement {
  const output = make('output', {}, text(at))
  const slider = make('input', {
    type: 'range',
    min: '0',
    max: String(values.length - 1),
    step: '1',
    value: String(values.indexOf(at)),
    'aria-valuetext': text(at),
    'data-testid': testid,
  }) as HTMLInputElement
  slider.addEventListener('input', () => {
    const value = values[Number(slider.value)]
    setText(output, text(value))
    slider.setAttribute('aria-valuetext', text(value))
    changed(value)
  })
  return make('label.demo-slider', {}, make('span', {}, `${words} `, output), slider)
}

/** Named numbers of one vehicle. */
export class Facts {
  readonly element: HTMLElement
  private readonly cells = new Map<string, HTMLElement>()

  constructor(rows: readonly string[]) {
    const body = make('tbody')
    for (const row of rows) {
      const cell = make('td', { 'data-testid': row.replaceAll(' ', '-') })
      this.cells.set(row, cell)
      body.append(make('tr', {}, make('th', { scope: 'row' }, row), cell))
    }
    this.element = make('table.demo-table', {}, body)
  }

  show(texts: Record<string, string>): void {
    for (const [row, text] of Object.entries(texts)) {
      const cell = this.cells.get(row)
      if (cell) setText(cell, text)
    }
  }
}

/** Return degrees of an angle [rad]. */
export function degrees(angle: number): number {
  return (angle * 180) / Math.PI
}
