/** The keyboard: WASD or the arrows drive, Q and E turn the turret, F fires. */

import type { Device, Reading } from './device'
import { NO_BUTTONS } from './device'
import { HeldKeys } from './input'

const TURRET_KEYS: Record<string, string> = {
  KeyQ: 'left',
  KeyE: 'right',
  PageUp: 'up',
  PageDown: 'down',
  Home: 'centre',
  KeyF: 'fire',
}

export class Keyboard implements Device {
  readonly kind = 'keyboard'
  readonly name = 'Keyboard'
  readonly isPresent = true
  private readonly driving = new HeldKeys()
  private readonly turret = new Set<string>()

  /** Return whether this key, by its position (`KeyboardEvent.code`), is used. */
  knows(code: string): boolean {
    return this.driving.isDriving(code) || code in TURRET_KEYS
  }

  /** Press a key; return whether this changed something. */
  press(code: string): boolean {
    if (this.driving.press(code)) return true
    if (!(code in TURRET_KEYS) || this.turret.has(code)) return false
    this.turret.add(code)
    return true
  }

  release(code: string): boolean {
    return this.driving.release(code) || this.turret.delete(code)
  }

  /** Release all keys. */
  clear(): boolean {
    const had = this.turret.size > 0
    this.turret.clear()
    return this.driving.clear() || had
  }

  read(): Reading {
    const input = this.driving.input()
    const held = (meaning: string) => Number([...this.turret].some((code) => TURRET_KEYS[code] === meaning))
    return {
      throttle: input.forward - input.backward,
      brake: 0,
      steer: input.left - input.right,
      aim: { yaw: held('left') - held('right'), elevation: held('up') - held('down') },
      buttons: {
        ...NO_BUTTONS,
        handBrake: input.handBrake,
        fire: held('fire') > 0,
        centre: held('centre') > 0,
      },
    }
  }
}
