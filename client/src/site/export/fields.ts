/** The fields of the form. */

import { make } from '../../base/dom'
import type { ExportRequest } from './messages'
import { type Choices, POSES } from './request'

type Rows = readonly [name: string, title: string][]

const DRIVE = [8, 0.3, 10] // default drive: [m/s], [1], [s]

export class Fields {
  readonly elements: HTMLElement[]
  private readonly model: HTMLSelectElement
  private readonly language: HTMLSelectElement
  private readonly poses: [string, HTMLInputElement][]
  private readonly hasDrive: HTMLInputElement
  private readonly drive: HTMLInputElement[]

  constructor(choices: Choices, request: ExportRequest) {
    const group = (label: string, rows: Rows) => make('optgroup', { label }, ...options(rows))
    this.model = select('export-model', [
      group('Vehicles', choices.vehicles),
      group('Models', choices.models),
    ])
    this.model.value = request.model
    this.language = select('export-language', options(choices.languages))
    this.language.value = request.language
    this.poses = POSES.map(([name]) => [name, box(`export-pose-${name}`, request.poses.includes(name))])
    this.hasDrive = box('export-has-drive', request.drive.length > 0)
    const [speed, steer, seconds] = request.drive.length ? request.drive : DRIVE
    this.drive = [
      numberField('export-speed', speed, { min: '-50', max: '50', step: 'any' }),
      numberField('export-steer', steer, { min: '-1', max: '1', step: 'any' }),
      numberField('export-seconds', seconds, { min: '0.1', max: '600', step: 'any' }),
    ]
    this.elements = [
      make('label', {}, make('span', {}, 'Vehicle or model'), this.model),
      make('label', {}, make('span', {}, 'Language'), this.language),
      this.poseFields(),
      this.driveFields(),
    ]
  }

  /** Return the request of the form. */
  request(): ExportRequest {
    const numbers = this.drive.map((field) => field.valueAsNumber)
    const isWhole = this.hasDrive.checked && this.drive.every((field) => field.validity.valid && field.value)
    return {
      model: this.model.value,
      language: this.language.value,
      poses: this.poses.filter(([, field]) => field.checked).map(([name]) => name),
      drive: isWhole ? numbers : [],
    }
  }

  private poseFields(): HTMLElement {
    const titles = new Map(POSES)
    const rows = this.poses.map(([name, field]) =>
      make('label.mp-export-box', {}, field, titles.get(name) ?? name),
    )
    return make('fieldset', {}, make('legend', {}, 'Also the pose for'), ...rows)
  }

  private driveFields(): HTMLElement {
    const [speed, steer, seconds] = this.drive
    const numbers = make('span.mp-export-drive', {}, speed, 'm/s, steering', steer, 'for', seconds, 's')
    const whole = make('label.mp-export-box', {}, this.hasDrive, 'that the file makes when it is run')
    return make('fieldset', {}, make('legend', {}, 'Also a drive'), whole, numbers)
  }
}

function options(rows: Rows): HTMLElement[] {
  return rows.map(([name, title]) => make('option', { value: name }, title))
}

function select(id: string, inside: HTMLElement[]): HTMLSelectElement {
  return make('select', { 'data-testid': id }, ...inside) as HTMLSelectElement
}

function box(id: string, isChecked: boolean): HTMLInputElement {
  const field = make('input', { type: 'checkbox', 'data-testid': id }) as HTMLInputElement
  field.checked = isChecked
  return field
}

function numberField(id: string, value: number, limits: Record<string, string>): HTMLInputElement {
  const names: Record<string, string> = {
    'export-speed': 'speed [m/s]',
    'export-steer': 'steering command, -1 to 1, left positive',
    'export-seconds': 'duration [s]',
  }
  const attributes = { type: 'number', value: String(value), 'aria-label': names[id], 'data-testid': id }
  return make('input', { ...attributes, ...limits }) as HTMLInputElement
}
