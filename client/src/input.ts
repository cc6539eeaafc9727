/** Keys, and a gamepad when there is one, as driving wishes: sent on every change and every tenth of a second. */

import type { Input } from './wire'

const PERIOD = 100 // [ms]
const FULL_STEER_SPEED = 6 // [m/s] above this keyboard steering grows gentler
const DEAD_ZONE = 0.12

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
export function pedals(wishes: Wishes, speed: number): Input {
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

export interface DriverControls {
  isDriving(): boolean
  speed(): number // of the driven vehicle [m/s]
  send(input: Input): void
}

/** Listens to a window; never to requestAnimationFrame, since slow drawing must not starve the controls. */
export class DriverInput {
  readonly touch: Wishes = { forward: 0, backward: 0, left: 0, right: 0, handBrake: false }
  last: Input = { handBrake: false, throttle: 0, brake: 0, steer: 0 }
  private readonly keys = new HeldKeys()
  private readonly controls: DriverControls
  private readonly stopping = new AbortController()
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(controls: DriverControls) {
    this.controls = controls
  }

  start(): void {
    const options = { signal: this.stopping.signal }
    window.addEventListener('keydown', (event) => this.keyDown(event), options)
    window.addEventListener('keyup', (event) => this.keyUp(event), options)
    window.addEventListener('blur', () => this.letGo(), options)
    document.addEventListener('visibilitychange', () => document.hidden && this.letGo(), options)
    this.timer = setInterval(() => this.send(), PERIOD)
  }

  stop(): void {
    this.stopping.abort()
    clearInterval(this.timer)
  }

  /** Send the present wishes now. */
  send(): void {
    if (!this.controls.isDriving()) return
    this.last = pedals(
      stronger(stronger(this.keys.wishes(), this.touch), gamepadWishes()),
      this.controls.speed(),
    )
    this.controls.send(this.last)
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (!this.keys.isDriving(event.code)) return
    if (this.controls.isDriving()) event.preventDefault()
    if (this.keys.press(event.code)) this.send()
  }

  private keyUp(event: KeyboardEvent): void {
    if (this.keys.release(event.code)) this.send()
  }

  private letGo(): void {
    if (this.keys.clear()) this.send()
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function stronger(a: Wishes, b: Wishes): Wishes {
  return {
    forward: Math.max(a.forward, b.forward),
    backward: Math.max(a.backward, b.backward),
    left: Math.max(a.left, b.left),
    right: Math.max(a.right, b.right),
    handBrake: a.handBrake || b.handBrake,
  }
}

const IDLE: Wishes = { forward: 0, backward: 0, left: 0, right: 0, handBrake: false }

/** Standard mapping: triggers drive, the left stick steers, the lower face button is the hand brake. */
function gamepadWishes(): Wishes {
  const pad = navigator.getGamepads?.().find((candidate) => candidate?.mapping === 'standard')
  if (!pad) return IDLE
  const side = pad.axes[0] ?? 0
  const steer = Math.abs(side) < DEAD_ZONE ? 0 : side
  return {
    forward: pad.buttons[7]?.value ?? 0,
    backward: pad.buttons[6]?.value ?? 0,
    left: Math.max(0, -steer),
    right: Math.max(0, steer),
    handBrake: pad.buttons[0]?.pressed ?? false,
  }
}
