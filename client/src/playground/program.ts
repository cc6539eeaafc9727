/** The six lines of Python that do the same, for either vehicle, and a button that copies them. */

import { make, makeButton, setText } from '../dom'
import type { Programs, Side } from '../generated/playground'
import { SIDES } from '../generated/playground'
import { lineSample } from './parameters'

const COPIED = 1600 // how long the button says so [ms]

export class ProgramPanel {
  readonly element: HTMLElement
  private readonly code = make('code', { 'data-testid': 'program' })
  private readonly tabs: Record<Side, HTMLButtonElement>
  private readonly copyButton: HTMLButtonElement
  private programs: Record<Side, string> = { left: '', right: '' }
  private side: Side = 'right'

  constructor() {
    const tab = (side: Side) => {
      const button = makeButton(make('span.tab', {}, lineSample(side), side), {
        title: `Python for the ${side} vehicle`,
        testId: `program-${side}`,
        className: 'button tab-button',
        press: () => this.choose(side),
      })
      return button
    }
    this.tabs = { left: tab('left'), right: tab('right') }
    this.copyButton = makeButton('Copy', {
      title: 'Copy the program',
      testId: 'copy',
      className: 'button primary copy',
      press: () => void this.copy(),
    })
    this.element = make(
      'section.program',
      { 'aria-label': 'The same in Python' },
      make('header', {}, make('h2', {}, 'The same in Python'), this.copyButton),
      make(
        'div.button-group',
        { role: 'group', 'aria-label': 'Vehicle' },
        ...SIDES.map((side) => this.tabs[side]),
      ),
      make('pre', { tabindex: '0' }, this.code),
      make(
        'p.meaning',
        {},
        'It makes the drive of the demonstration, or applies your present command for ten seconds, from the start.',
      ),
    )
    this.choose('right')
  }

  show(programs: Programs): void {
    this.programs = programs
    setText(this.code, programs[this.side])
  }

  private choose(side: Side): void {
    this.side = side
    for (const each of SIDES) this.tabs[each].setAttribute('aria-pressed', String(each === side))
    setText(this.code, this.programs[side])
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.programs[this.side])
    } catch {
      this.copyBySelection() // the clipboard is kept from pages that come over plain http from another machine
    }
    setText(this.copyButton, 'Copied')
    setTimeout(() => setText(this.copyButton, 'Copy'), COPIED)
  }

  private copyBySelection(): void {
    const selection = window.getSelection()
    selection?.selectAllChildren(this.code)
    document.execCommand('copy')
    selection?.removeAllRanges()
  }
}
