/** Motion of the camera: direction of travel of the vehicle that it chases, and keys that move the free camera. */

const MOVES = 0.5 // [m/s] slowest speed that counts as motion
const ASTERN_AFTER = 1.5 // [s] of motion backwards until the camera faces astern
const AHEAD_AFTER = 0.4 // [s] of motion forward until it faces ahead again

/** Direction of travel: ahead, or astern for a vehicle that keeps going backwards. */
export class TravelDirection {
  isAstern = false
  private since = 0 // [s] of motion against the present direction

  /** Return whether the vehicle travels backwards, `elapsed` [s] after the last call; a stop changes nothing. */
  update(speed: number, elapsed: number): boolean {
    const isAgainst = this.isAstern ? speed > MOVES : speed < -MOVES
    this.since = isAgainst ? this.since + elapsed : 0
    if (this.since >= (this.isAstern ? AHEAD_AFTER : ASTERN_AFTER)) {
      this.isAstern = !this.isAstern
      this.since = 0
    }
    return this.isAstern
  }

  /** Begin with another vehicle. */
  restart(speed: number): void {
    this.isAstern = speed < -MOVES
    this.since = 0
  }
}

type Axis = 'ahead' | 'left' | 'up'

const KEYS: Record<string, readonly [Axis, number]> = {
  KeyW: ['ahead', 1],
  ArrowUp: ['ahead', 1],
  KeyS: ['ahead', -1],
  ArrowDown: ['ahead', -1],
  KeyA: ['left', 1],
  ArrowLeft: ['left', 1],
  KeyD: ['left', -1],
  ArrowRight: ['left', -1],
  KeyE: ['up', 1],
  PageUp: ['up', 1],
  KeyQ: ['up', -1],
  PageDown: ['up', -1],
}

export type Flight = Record<Axis, number>

/** Return the held keys as commands -1..1; Shift triples them. */
export function flightOf(held: ReadonlySet<string>): Flight {
  const flight: Flight = { ahead: 0, left: 0, up: 0 }
  const factor = held.has('ShiftLeft') || held.has('ShiftRight') ? 3 : 1
  for (const [code, [axis, sign]] of Object.entries(KEYS)) if (held.has(code)) flight[axis] += sign
  for (const axis of ['ahead', 'left', 'up'] as const)
    flight[axis] = factor * Math.max(-1, Math.min(1, flight[axis]))
  return flight
}

export class FlightKeys {
  private readonly held = new Set<string>()

  constructor() {
    window.addEventListener('keydown', (event) => {
      const isTyping =
        event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) this.held.add(event.code)
    })
    window.addEventListener('keyup', (event) => this.held.delete(event.code))
    window.addEventListener('blur', () => this.held.clear())
  }

  get flight(): Flight {
    return flightOf(this.held)
  }
}
