/** Held keys as driving wishes, and wishes as pedals. The devices of the live page are in devices/. */

import type { Controls } from './wire'

const FULL_STEER_SPEED = 6 // [m/s] above this keyboard steering grows gentler

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

export interface Wishes {
  forward: number // 0..1
  backward: number
  left: number
  right: number
  handBrake: boolean
}

/** From wishes to pedals: backward brakes while rolling forward, and drives backward from a stand; likewise forward. */
export function pedals(wishes: Wishes, speed: number): Controls {
  const wish = wishes.forward - wishes.backward
  const isAgainst = wish * speed < 0 && Math.abs(speed) > 0.6
  const gentleness = Math.max(0.3, Math.min(1, FULL_STEER_SPEED / Math.max(1e-3, Math.abs(speed))))
  return {
    handBrake: wishes.handBrake,
    throttle: isAgainst ? 0 : wish,
    brake: isAgainst ? Math.abs(wish) : 0,
    steer: (wishes.left - wishes.right) * gentleness,
  }
}

/** Which driving keys are held, by key position (`KeyboardEvent.code`), so that WASD works on every layout. */
export class HeldKeys {
  private readonly held = new Set<string>()

  /** True when this press or release changed something. */
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

  wishes(): Wishes {
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
