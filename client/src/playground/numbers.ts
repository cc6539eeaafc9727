/** Numbers: distance of the two vehicles, and the state, controls and verdict of each. */

import { make, setText } from '../base/dom'
import type { Catalogue, FieldInfo, SetUp, Side, SideState, State } from '../generated/playground'
import { SIDES } from '../generated/playground'
import { lineSample } from './parameters'
import { degrees, distance, fixed, label, short, unitText } from './scales'

const ROWS: [name: string, title: string, text: (state: SideState) => string][] = [
  ['x', 'east', (state) => `${fixed(state.x, 3)} m`],
  ['y', 'north', (state) => `${fixed(state.y, 3)} m`],
  ['yaw', 'counter-clockwise from east', (state) => degrees(state.yaw)],
  ['speed', 'along its body, in the last step', (state) => `${fixed(state.speed, 2)} m/s`],
  ['yaw rate', 'left positive, in the last step', (state) => `${degrees(state.yaw_rate)}/s`],
  ['radius', 'of its present circle', (state) => radius(state)],
]

export class Numbers {
  readonly element: HTMLElement
  private readonly gap = make('span.gap-number', { 'data-testid': 'gap' })
  private readonly gapUnit = make('span.speed-unit')
  private readonly yawGap = make('span', { 'data-testid': 'yaw-gap' })
  private readonly cells = new Map<string, HTMLElement>()
  private readonly inner: Record<Side, HTMLElement> = { left: make('dl.inner'), right: make('dl.inner') }
  private readonly words: Record<Side, HTMLElement>

  constructor() {
    const head = make('tr', {}, make('th', { scope: 'col' }, ''))
    for (const side of SIDES) head.append(make('th', { scope: 'col' }, lineSample(side), side))
    const body = make('tbody')
    for (const [name, title] of ROWS) {
      const row = make('tr', { title }, make('th', { scope: 'row' }, name))
      for (const side of SIDES) {
        const cell = make('td', { 'data-testid': `${side}-${name.replace(' ', '-')}` })
        this.cells.set(`${side}-${name}`, cell)
        row.append(cell)
      }
      body.append(row)
    }
    const words = (side: Side) => make(`p.verdict.verdict-${side}`, { 'data-testid': `verdict-${side}` })
    this.words = { left: words('left'), right: words('right') }
    const inside = make('details', {}, make('summary', {}, 'Controls and inner state'))
    inside.append(make('div.inner-columns', {}, this.inner.left, this.inner.right))
    this.element = make(
      'section.numbers',
      { 'aria-label': 'Numbers' },
      make(
        'div.gap',
        {},
        make('div.gap-line', {}, this.gap, this.gapUnit),
        make('span.gap-words', {}, 'apart, ', this.yawGap, ' in yaw'),
      ),
      make('table.table', {}, make('thead', {}, head), body),
      this.words.left,
      this.words.right,
      inside,
    )
  }

  show(state: State, setUp: SetUp, catalogue: Catalogue): void {
    const { number, unit } = distance(state.gap)
    setText(this.gap, number)
    setText(this.gapUnit, unit)
    setText(this.yawGap, degrees(state.yaw_gap))
    for (const side of SIDES) {
      for (const [name, , text] of ROWS) {
        const cell = this.cells.get(`${side}-${name}`)
        if (cell) setText(cell, text(state[side]))
      }
      this.showInner(side, state[side], setUp, catalogue)
      const words = verdict(side, state[side], setUp)
      setText(this.words[side], words)
      this.words[side].hidden = words === ''
      this.words[side].classList.toggle(
        'is-good',
        Boolean(state[side].parked || state[side].reached !== null),
      )
      this.words[side].classList.toggle(
        'is-bad',
        state[side].problem !== '' || Boolean(state[side].cars?.length),
      )
    }
  }

  private showInner(side: Side, state: SideState, setUp: SetUp, catalogue: Catalogue): void {
    const model = catalogue.models.find((candidate) => candidate.name === setUp[side].model)
    if (!model) return
    const fields: [FieldInfo, number][] = [
      ...model.controls.map((field, index): [FieldInfo, number] => [field, state.control[index]]),
      ...model.state.map((field, index): [FieldInfo, number] => [field, state.state[index]]),
    ]
    const list = this.inner[side]
    if (list.dataset.model !== model.name) {
      list.dataset.model = model.name
      list.replaceChildren(
        ...fields.flatMap(([field]) => [
          make('dt', { title: field.meaning }, label(field.name)),
          make('dd', {}, ''),
        ]),
      )
    }
    const cells = list.querySelectorAll('dd')
    fields.forEach(([field, value], index) => {
      const word = field.words.find(([, known]) => known === value)?.[0]
      setText(cells[index], word ?? `${short(value ?? 0)}${unitText(field.unit)}`)
    })
  }
}

/** Return the verdict on a vehicle: a problem, its parking, or its progress to the target. */
export function verdict(side: Side, state: SideState, setUp: SetUp): string {
  const name = side === 'left' ? 'Left' : 'Right'
  if (state.problem) return `${name}: ${state.problem}`
  if (state.words)
    return `${name}: ${state.words}${state.touches ? ` (${state.touches} touched so far)` : ''}`
  if (!setUp.target || !setUp.autopilot) return ''
  if (state.reached !== null) return `${name} reached the target after ${state.reached.toFixed(1)} s`
  const turns = Math.abs(state.turns)
  return turns >= 1
    ? `${name} has turned ${turns.toFixed(1)} times without reaching the target`
    : `${name} is on its way`
}

function radius(state: SideState): string {
  if (Math.abs(state.yaw_rate) < 1e-4) return state.speed === 0 ? '–' : 'straight'
  const metres = Math.abs(state.speed / state.yaw_rate)
  return metres > 9999 ? 'straight' : `${metres.toFixed(2)} m`
}
