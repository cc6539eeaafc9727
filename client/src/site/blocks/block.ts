/** Block of Python on a page: its buttons, its editor, and its output. */

import { make } from '../../base/dom'
import { loadingWords } from '../../python/downloads'
import type { Editor } from './editor'
import type { Outcome } from './messages'
import type { Cell } from './notebook'
import { newest } from './printed'

/** Callbacks of a block. */
export interface BlockEvents {
  run(block: Block): void
  stop(): void
}

export class Block implements Cell {
  private readonly element: HTMLElement
  private readonly code: HTMLElement
  private readonly name: string
  private readonly events: BlockEvents
  private readonly original: string
  private readonly runButton: HTMLElement
  private readonly resetButton = make('button.mp-block-quiet', { type: 'button', hidden: '' }, 'Reset')
  private readonly progress = make('progress', { max: '1', hidden: '' }) as HTMLProgressElement
  private readonly state = make('span.mp-block-state', { role: 'status' })
  private readonly output = make('div.mp-block-output', { 'aria-live': 'polite', hidden: '' })
  private readonly printed = make('pre.mp-block-printed')
  private editor: Editor | undefined
  private isBusy = false

  /** `element` is the highlighted block of the page, `name` its displayed name: "Block 2". */
  constructor(element: HTMLElement, code: HTMLElement, name: string, events: BlockEvents) {
    this.element = element
    this.code = code
    this.name = name
    this.events = events
    this.original = (code.textContent ?? '').trimEnd()
    this.runButton = make('button.mp-block-run', { type: 'button', title: 'Ctrl+Enter' }, 'Run')
    const editButton = make('button.mp-block-quiet', { type: 'button' }, 'Edit')
    const bar = make('div.mp-block-bar', {}, this.runButton, editButton, this.resetButton)
    bar.append(this.progress, this.state)
    element.classList.add('mp-block')
    element.append(bar, this.output)
    this.runButton.addEventListener('click', () => this.press())
    editButton.addEventListener('click', () => void this.edit())
    this.resetButton.addEventListener('click', () => this.editor?.replace(this.original))
    code.addEventListener('click', (event) => this.clickInto(event))
    element.addEventListener('keydown', (event) => this.keyDown(event))
    this.showButton()
  }

  text(): string {
    return this.editor?.text() ?? this.original
  }

  wait(): void {
    this.output.replaceChildren()
    this.output.hidden = true
    this.element.classList.remove('mp-block-failed')
    this.busy('Waits for its turn')
  }

  load(bytes: number, of: number): void {
    this.progress.hidden = bytes >= of
    this.progress.value = of > 0 ? bytes / of : 0
    this.state.textContent = bytes < of ? loadingWords(bytes, of) : 'Starting Python'
  }

  begin(): void {
    this.progress.hidden = true
    this.printed.textContent = ''
    this.busy('Running')
  }

  print(text: string): void {
    this.printed.textContent = newest((this.printed.textContent ?? '') + text)
    if (!this.printed.isConnected) this.show(this.printed)
  }

  end({ value, html, error }: Outcome): void {
    if (html) this.show(asHtml(html))
    else if (value) this.show(make('pre.mp-block-value', {}, value))
    if (error) this.fail(error)
    this.leave('')
    if (this.output.hidden) this.state.textContent = 'Done; it prints nothing.'
  }

  leave(reason: string): void {
    this.isBusy = false
    this.progress.hidden = true
    this.state.textContent = ''
    if (reason) this.fail(reason)
    this.showButton()
  }

  /** Open the editor, with the cursor at the click. */
  private async edit(at?: MouseEvent): Promise<void> {
    this.editor ??= await this.open()
    this.editor.focus()
    if (at) this.editor.place(at.clientX, at.clientY)
  }

  private async open(): Promise<Editor> {
    const { openEditor } = await import('./editor')
    const place = make('div.mp-block-editor')
    this.code.after(place)
    this.code.hidden = true
    return openEditor(place, this.original, this.name, {
      changed: () => this.changed(),
      run: () => this.events.run(this),
      leave: () => this.runButton.focus(),
    })
  }

  private changed(): void {
    const text = this.text()
    this.resetButton.hidden = text === this.original
    this.element.dataset.copy = text // copied by the page's button
  }

  private press(): void {
    if (this.isBusy) this.events.stop()
    else this.events.run(this)
  }

  /** Open the editor on a click, unless the reader selects text. */
  private clickInto(event: MouseEvent): void {
    if (getSelection()?.isCollapsed ?? true) void this.edit(event)
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    this.events.run(this)
  }

  private busy(state: string): void {
    this.isBusy = true
    this.state.textContent = state
    this.showButton()
  }

  private showButton(): void {
    const verb = this.isBusy ? 'Stop' : 'Run'
    this.runButton.textContent = verb
    this.runButton.setAttribute('aria-label', `${verb} ${this.name.toLowerCase()}`)
    this.runButton.classList.toggle('mp-block-stop', this.isBusy)
  }

  private fail(reason: string): void {
    this.element.classList.add('mp-block-failed')
    this.show(make('pre.mp-block-error', {}, reason))
  }

  private show(element: HTMLElement): void {
    this.output.append(element)
    this.output.hidden = false
  }
}

/** Return an object's HTML representation; scripts in it do not run. */
function asHtml(html: string): HTMLElement {
  const element = make('div.mp-block-html')
  element.innerHTML = html
  return element
}
