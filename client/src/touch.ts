/** Driving with fingers: pedals on the right, steering on the left; shown only where there is no mouse. */

import { make } from './dom'
import type { Wishes } from './input'

type Pedal = 'forward' | 'backward' | 'left' | 'right'

export class TouchControls {
  readonly element: HTMLElement

  constructor(wishes: Wishes, changed: () => void) {
    const pad = (pedal: Pedal, sign: string, label: string) => {
      const button = make(
        `button.touch-pad.touch-${pedal}.glass`,
        { type: 'button', 'aria-label': label },
        sign,
      )
      const set = (value: number) => (event: Event) => {
        event.preventDefault()
        wishes[pedal] = value
        changed()
      }
      button.addEventListener('pointerdown', set(1))
      for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, set(0))
      return button
    }
    this.element = make(
      'div.touch',
      {},
      make('div.touch-side', {}, pad('left', '◀', 'steer left'), pad('right', '▶', 'steer right')),
      make('div.touch-side', {}, pad('backward', '▼', 'brake, reverse'), pad('forward', '▲', 'drive')),
    )
    this.element.hidden = true
  }

  show(isDriving: boolean): void {
    this.element.hidden = !isDriving || !hasFingersOnly()
  }
}

/** A telephone or tablet without a mouse. */
export function hasFingersOnly(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
