/** Result of the export: the file, with buttons to copy and save it, or the error. */

import { make } from '../../base/dom'
import type { Written } from './messages'

const COPIED = 1600 // duration of the confirmation on the button [ms]

export class Result {
  readonly element = make('section.mp-export-result', { 'aria-label': 'The file', hidden: '' })
  private readonly head = make('p.mp-export-head')
  private readonly code = make('code', { 'data-testid': 'export-text' })
  private readonly copyButton = make(
    'button.mp-export-quiet',
    { type: 'button', 'data-testid': 'export-copy' },
    'Copy',
  )
  private readonly saveButton = make(
    'button.mp-export-quiet',
    { type: 'button', 'data-testid': 'export-save' },
    'Save',
  )
  private readonly bar: HTMLElement
  private readonly text: HTMLElement
  private written: Written | undefined

  constructor() {
    this.copyButton.addEventListener('click', () => void this.copy())
    this.saveButton.addEventListener('click', () => this.save())
    this.bar = make('div.mp-export-bar', {}, this.head, this.copyButton, this.saveButton)
    this.text = make('pre', { tabindex: '0' }, this.code)
  }

  clear(): void {
    this.element.hidden = true
  }

  show(written: Written): void {
    this.written = written
    this.element.hidden = false
    if (written.reason) {
      this.element.replaceChildren(make('p.mp-export-reason', { role: 'alert' }, written.reason))
      return
    }
    const lines = written.text.split('\n').length - 1
    const checked = written.checked ? `In our tests: ${written.checked}.` : 'Not run by us.'
    this.head.replaceChildren(make('strong', {}, written.file), `, ${lines} lines. ${checked}`)
    this.code.textContent = written.text
    this.element.replaceChildren(this.bar, this.text)
    this.text.scrollTop = 0
  }

  private save(): void {
    if (!this.written) return
    const address = URL.createObjectURL(new Blob([this.written.text], { type: 'text/plain' }))
    const link = make('a', { href: address, download: this.written.file }) as HTMLAnchorElement
    link.click()
    URL.revokeObjectURL(address)
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.written?.text ?? '')
    } catch {
      this.copyBySelection() // browsers have no clipboard on pages from another machine over plain HTTP
    }
    this.copyButton.textContent = 'Copied'
    setTimeout(() => {
      this.copyButton.textContent = 'Copy'
    }, COPIED)
  }

  private copyBySelection(): void {
    const selection = window.getSelection()
    selection?.selectAllChildren(this.code)
    document.execCommand('copy')
    selection?.removeAllRanges()
  }
}
