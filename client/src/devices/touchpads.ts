/** Touch pads for driving: pedals on the right, steering on the left; shown only without a mouse. */

import { make } from '../base/dom'
import type { DriverInput } from './input'
import type { TouchInput } from './touch'

export class TouchControls {
  readonly element: HTMLElement

  /** Create pads that set `input`, with those of the turret if it has fields for them. */
  constructor(input: DriverInput | TouchInput, changed: () => void) {
    const padOf =
      <Field extends string>(fields: Record<Field, number>) =>
      (field: Field, sign: string, label: string) => {
        const set = (value: number) => {
          fields[field] = value
          changed()
        }
        return makePad(field, { sign, label, set })
      }
    const pad = padOf<'forward' | 'backward' | 'left' | 'right'>(input)
    const left = [side(pad('left', '◀', 'steer left'), pad('right', '▶', 'steer right'))]
    const right = [side(pad('backward', '▼', 'brake, reverse'), pad('forward', '▲', 'drive'))]
    if ('fire' in input) {
      const turret = padOf<'turretLeft' | 'turretRight' | 'fire'>(input)
      left.unshift(side(turret('turretLeft', '↶', 'turret left'), turret('turretRight', '↷', 'turret right')))
      right.unshift(side(turret('fire', '✸', 'fire')))
    }
    this.element = make(
      'div.touch',
      {},
      make('div.touch-hand', {}, ...left),
      make('div.touch-hand', {}, ...right),
    )
    this.element.hidden = true
  }

  show(isDriving: boolean): void {
    this.element.hidden = !isDriving || !hasFingersOnly()
  }
}

function makePad(
  name: string,
  { sign, label, set }: { sign: string; label: string; set: (value: number) => void },
): HTMLElement {
  const button = make(`button.touch-pad.touch-${name}.glass`, { type: 'button', 'aria-label': label }, sign)
  const put = (value: number) => (event: Event) => {
    event.preventDefault()
    set(value)
  }
  button.addEventListener('pointerdown', put(1))
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, put(0))
  return button
}

function side(...pads: HTMLElement[]): HTMLElement {
  return make('div.touch-side', {}, ...pads)
}

/** Return whether this is a phone or a tablet without a mouse. */
export function hasFingersOnly(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
