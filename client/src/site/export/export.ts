/** Form of the export: choice of a vehicle and a language, and the file; Python is loaded on request. */

import choicesUrl from '../../../.python/choices.json?url'
import { make } from '../../base/dom'
import { loadingWords } from '../../python/downloads'
import './export.css'
import { Fields } from './fields'
import type { ExportRequest, FromWriter, ToWriter, Written } from './messages'
import { type Choices, commandOf, queryOf, requestOf } from './request'
import { Result } from './result'

const USUAL: ExportRequest = { model: 'M998', language: 'csharp', poses: ['unity'], drive: [] }

class ExportForm {
  private readonly fields: Fields
  private readonly button = make('button.mp-export-write', { type: 'submit' }, 'Write the file')
  private readonly progress = make('progress', { max: '1', hidden: '' }) as HTMLProgressElement
  private readonly state = make('span.mp-export-state', { role: 'status' })
  private readonly command = make('code', { 'data-testid': 'export-command' })
  private readonly result = new Result()
  private worker: Worker | undefined
  private isReady = false
  private request: ExportRequest // present request of the form
  private asked: ExportRequest // request in progress
  private isBusy = false

  constructor(element: HTMLElement, choices: Choices) {
    this.request = requestOf(location.search, choices, USUAL)
    this.asked = this.request
    this.fields = new Fields(choices, this.request)
    const bar = make('div.mp-export-bar', {}, this.button, this.progress, this.state)
    this.state.textContent = 'The first file loads Python into your browser, 6 MB.'
    const form = make(
      'form.mp-export',
      { 'aria-label': 'Export' },
      ...this.fields.elements,
      bar,
    ) as HTMLFormElement
    const same = make('p.mp-export-command', {}, 'With Motorpool installed: ', this.command)
    element.replaceChildren(form, this.result.element, same)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.ask()
    })
    form.addEventListener('change', () => this.changed())
    this.changed()
  }

  /** Request the file after a change, if Python is loaded. */
  private changed(): void {
    this.request = this.fields.request()
    this.command.textContent = commandOf(this.request)
    if (this.isReady) this.ask()
    else if (this.worker === undefined) this.result.clear()
  }

  private ask(): void {
    this.request = this.fields.request()
    history.replaceState(history.state, '', queryOf(this.request) + location.hash)
    if (!this.worker) this.start()
    else if (this.isReady && !this.isBusy) this.write()
  }

  private write(): void {
    this.isBusy = true
    this.asked = this.request
    const message: ToWriter = { request: this.request }
    this.worker?.postMessage(message)
  }

  private start(): void {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.worker.onmessage = ({ data }: MessageEvent<FromWriter>) => this.hear(data)
    this.worker.onerror = (event) => this.fail(event.message || 'this browser cannot run the worker')
  }

  private hear(message: FromWriter): void {
    if (message.what === 'loaded') this.load(message.bytes, message.of)
    else if (message.what === 'starting') this.state.textContent = 'Starting Python'
    else if (message.what === 'started') {
      this.isReady = true
      this.progress.hidden = true
      this.state.textContent = 'Writing'
      this.write()
    } else if (message.what === 'written') this.show(message.written)
    else this.fail(message.reason)
  }

  private load(bytes: number, of: number): void {
    this.progress.hidden = bytes >= of
    this.progress.value = of > 0 ? bytes / of : 0
    this.state.textContent = loadingWords(bytes, of)
  }

  /** Show a file, unless the form has changed. */
  private show(written: Written): void {
    this.isBusy = false
    if (queryOf(this.request) !== queryOf(this.asked)) this.write()
    else {
      this.state.textContent = ''
      this.result.show(written)
    }
  }

  private fail(reason: string): void {
    this.worker?.terminate()
    this.worker = undefined
    this.isReady = this.isBusy = false
    this.progress.hidden = true
    this.state.textContent = `Python stopped: ${reason}. Press the button to try again.`
  }
}

/** Fill an element with the form. */
export async function mount(element: HTMLElement): Promise<void> {
  const choices = (await (await fetch(choicesUrl)).json()) as Choices
  new ExportForm(element, choices)
}
