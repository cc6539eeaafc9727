/** Program with the same drive, for either vehicle and in any language, with buttons to copy and save it. */

import { make, makeButton, setText } from '../base/dom'
import type { Catalogue, Exported, Programs, Side } from '../generated/playground'
import { SIDES } from '../generated/playground'
import type { PythonState } from './link'
import { lineSample } from './parameters'

const COPIED = 1600 // duration of the confirmation on the button [ms]
const SETTLED = 1200 // time without a change after which a program in another language is requested again [ms]
const SIX_LINES = 'motorpool' // Python that imports motorpool; the others have no dependencies

const WAITING = {
  loading: 'The program of this drive follows\nwhen Python has started.',
  missing: 'There is no program without Python.',
}

type Ask = (side: Side, language: string) => void

export class ProgramPanel {
  readonly element: HTMLElement
  private readonly ask: Ask
  private readonly code = make('code', { 'data-testid': 'program' })
  private readonly words = make('p.meaning')
  private readonly tabs: Record<Side, HTMLButtonElement>
  private readonly copyButton: HTMLButtonElement
  private readonly saveButton: HTMLButtonElement
  private readonly languages: HTMLSelectElement
  private programs: Record<Side, string> = { left: '', right: '' }
  private exported: Exported | undefined
  private state: PythonState = { is: 'ready' }
  private side: Side = 'right'
  private askTimer: ReturnType<typeof setTimeout> | undefined

  constructor(catalogue: Pick<Catalogue, 'languages'>, ask: Ask) {
    this.ask = ask
    const tab = (side: Side) => {
      const button = makeButton(make('span.tab', {}, lineSample(side), side), {
        title: `Program for the ${side} vehicle`,
        testId: `program-${side}`,
        className: 'button tab-button',
        press: () => this.choose(side),
      })
      return button
    }
    this.tabs = { left: tab('left'), right: tab('right') }
    this.languages = make(
      'select.button.wide',
      { id: 'language', 'data-testid': 'language', 'aria-label': 'Language' },
      make('option', { value: SIX_LINES }, 'Python with Motorpool'),
      make(
        'optgroup',
        { label: 'One file without dependencies' },
        ...catalogue.languages.map(({ name, title }) => make('option', { value: name }, title)),
      ),
    ) as HTMLSelectElement
    this.languages.addEventListener('change', () => {
      this.show(this.programs)
      this.languages.blur()
    })
    this.copyButton = makeButton('Copy', {
      title: 'Copy the program',
      testId: 'copy',
      className: 'button primary copy',
      press: () => void this.copy(),
    })
    this.saveButton = makeButton('Save', {
      title: 'Save the program as a file',
      testId: 'save',
      className: 'button',
      press: () => this.save(),
    })
    this.element = make(
      'section.program',
      { 'aria-label': 'As a program' },
      make('header', {}, make('h2', {}, 'As a program'), this.saveButton, this.copyButton),
      this.languages,
      make(
        'div.button-group',
        { role: 'group', 'aria-label': 'Vehicle' },
        ...SIDES.map((side) => this.tabs[side]),
      ),
      make('pre', { tabindex: '0' }, this.code),
      this.words,
    )
    this.choose('right')
  }

  show(programs: Programs | Record<Side, string>): void {
    this.programs = { left: programs.left, right: programs.right }
    this.refresh()
    clearTimeout(this.askTimer)
    if (this.languages.value === SIX_LINES) return
    const wait = this.isShown(this.exported) ? SETTLED : 0 // at once for the first program
    this.askTimer = setTimeout(() => this.ask(this.side, this.languages.value), wait)
  }

  showExported(exported: Exported): void {
    this.exported = exported
    this.refresh()
  }

  /** Show whether Python, which writes the programs, is there. */
  python(state: PythonState): void {
    this.state = state
    this.refresh()
  }

  private choose(side: Side): void {
    this.side = side
    for (const each of SIDES) this.tabs[each].setAttribute('aria-pressed', String(each === side))
    this.show(this.programs)
  }

  private refresh(): void {
    const { text, state } = this
    setText(this.code, text || (state.is === 'ready' ? '' : WAITING[state.is]))
    for (const button of [this.copyButton, this.saveButton]) button.disabled = text === ''
    setText(this.words, state.is === 'ready' ? this.description : state.words)
  }

  private get description(): string {
    return this.languages.value === SIX_LINES
      ? 'It makes the drive of the demonstration, or applies your present command for ten seconds, from the start.'
      : 'The model with these parameters, and the drive of the demonstration or of your present command at its end.'
  }

  private isShown(exported: Exported | undefined): exported is Exported {
    return exported?.side === this.side && exported.language === this.languages.value
  }

  private get text(): string {
    if (this.languages.value === SIX_LINES) return this.programs[this.side]
    return this.isShown(this.exported) ? this.exported.text : ''
  }

  private save(): void {
    const file = this.isShown(this.exported) ? this.exported.file : 'drive.py'
    const address = URL.createObjectURL(new Blob([this.text], { type: 'text/plain' }))
    const link = make('a', { href: address, download: file }) as HTMLAnchorElement
    link.click()
    URL.revokeObjectURL(address)
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text)
    } catch {
      this.copyBySelection() // browsers have no clipboard on pages from another machine over plain HTTP
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
