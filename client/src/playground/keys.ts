/** Held arrow keys, WASD keys and touch pads. */

import type { DriverInput } from '../devices/input'
import { HeldKeys } from '../devices/input'

/** Keys with a single action, as named in `shortcuts.ts`. */
export const SHORTCUTS = [
  'p',
  'n',
  'r',
  'c',
  'u',
  'k',
  'o',
  'z',
  'Shift+KeyZ',
  'delete',
  '[',
  ']',
  ',',
  '.',
  'h',
  '?',
  'escape',
] as const

export interface Held {
  forward: number
  left: number
  brake: number
}

export class Keys {
  readonly touch: DriverInput = { forward: 0, backward: 0, left: 0, right: 0, handBrake: false }
  private readonly keys = new HeldKeys()
  private readonly changed: () => void

  constructor(changed: () => void) {
    this.changed = changed
  }

  /** Listen to the whole page, or to one element while it has the focus. */
  start(source: Window | HTMLElement = window): void {
    source.addEventListener('keydown', (event) => event instanceof KeyboardEvent && this.down(event))
    window.addEventListener('keyup', (event) => this.keys.release(event.code) && this.changed())
    const letGo = () => this.keys.clear() && this.changed()
    source.addEventListener('blur', letGo)
    document.addEventListener('visibilitychange', () => document.hidden && letGo())
  }

  held(): Held {
    return heldOf(this.keys.input(), this.touch)
  }

  private down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || usesKeys(event.target, event.code)) return
    if (!this.keys.isDriving(event.code)) return
    event.preventDefault()
    if (this.keys.press(event.code)) this.changed()
  }
}

/** Return the combined input of keys and touch pads. */
export function heldOf(keys: DriverInput, touch: DriverInput): Held {
  const forward = keys.forward - keys.backward + touch.forward - touch.backward
  const left = keys.left - keys.right + touch.left - touch.right
  const clamp = (value: number) => Math.max(-1, Math.min(1, value))
  return { forward: clamp(forward), left: clamp(left), brake: keys.handBrake || touch.handBrake ? 1 : 0 }
}

/** Return whether a focused control uses this key: a text field all keys, a button the space bar. */
function usesKeys(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true
  return code === 'Space' && /^(BUTTON|SUMMARY|A)$/.test(target.tagName)
}
