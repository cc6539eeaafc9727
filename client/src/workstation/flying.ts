/** Keys that move the free camera while no vehicle is driven. */

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
