/** Driver input from held keys, and pedals from driver input; for the devices of the live page see devices/. */

import type { Controls } from '../connection/wire'
import { pedalsOfKeys } from '../generated/pedals'

const FULL_STEER_SPEED = 6 // [m/s] speed above which keyboard steering is reduced

type Action = 'forward' | 'backward' | 'left' | 'right' | 'handBrake'

const KEYS: Record<string, Action> = {
  ArrowUp: 'forward',
  KeyW: 'forward',
  ArrowDown: 'backward',
  KeyS: 'backward',
  ArrowLeft: 'left',
  KeyA: 'left',
  ArrowRight: 'right',
  KeyD: 'right',
  Space: 'handBrake',
}

export interface DriverInput {
  forward: number // 0..1
  backward: number
  left: number
  right: number
  handBrake: boolean
}

/** Return pedals for driver input: the opposite direction brakes while rolling, and drives from standstill. */
export function pedals(input: DriverInput, speed: number): Controls {
  const demand = input.forward - input.backward
  const gentleness = Math.max(0.3, Math.min(1, FULL_STEER_SPEED / Math.max(1e-3, Math.abs(speed))))
  return {
    handBrake: input.handBrake,
    ...pedalsOfKeys(demand, 0, speed),
    steer: (input.left - input.right) * gentleness,
  }
}

/** Held driving keys, by key position (`KeyboardEvent.code`), so that WASD works on every layout. */
export class HeldKeys {
  private readonly held = new Set<string>()

  /** Press a key; return whether this changed something. */
  press(code: string): boolean {
    if (!(code in KEYS) || this.held.has(code)) return false
    this.held.add(code)
    return true
  }

  release(code: string): boolean {
    return this.held.delete(code)
  }

  clear(): boolean {
    const had = this.held.size > 0
    this.held.clear()
    return had
  }

  isDriving(code: string): boolean {
    return code in KEYS
  }

  input(): DriverInput {
    const has = (action: Action) => [...this.held].some((code) => KEYS[code] === action)
    return {
      forward: Number(has('forward')),
      backward: Number(has('backward')),
      left: Number(has('left')),
      right: Number(has('right')),
      handBrake: has('handBrake'),
    }
  }
}
