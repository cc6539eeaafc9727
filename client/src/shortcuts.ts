/** Keys that do something once; driving keys live in input.ts. */

import { slotOfKey } from './workstation/places'

export interface ShortcutActions {
  nextCamera(): void
  tether(): void
  take(): void
  escape(): void
  next(step: number): void
  map(): void
  help(): void
  devices(): void
  pause(): void
  step(): void
  faster(steps: number): void
  cruise(): void
  sideBrake(): void
  engine(): void
  dynamics(): void
  information(): void
  watch(): void
  people(): void
  places(): void
  view(): void
  go(slot: number): void
  store(slot: number): void
}

export function listenToShortcuts(actions: ShortcutActions): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isControl(event)) return
    if (event.repeat && !/^[[\]+=−-]$/.test(event.key)) return // a held key does it once
    const action = placeKey(event, actions) ?? shortcut(event.key, actions)
    if (!action) return
    event.preventDefault()
    action()
  })
}

/** What a key means, if anything. */
export function shortcut(key: string, actions: ShortcutActions): (() => void) | undefined {
  const table: Record<string, () => void> = {
    c: actions.cruise,
    b: actions.sideBrake,
    x: actions.engine,
    y: actions.dynamics,
    i: actions.information,
    k: actions.nextCamera,
    t: actions.tether,
    v: actions.watch,
    l: actions.people,
    g: actions.places,
    o: actions.view,
    enter: actions.take,
    escape: actions.escape,
    '[': () => actions.next(-1),
    ']': () => actions.next(1),
    m: actions.map,
    h: actions.help,
    '?': actions.help,
    j: actions.devices,
    p: actions.pause,
    n: actions.step,
    '+': () => actions.faster(1),
    '=': () => actions.faster(1),
    '-': () => actions.faster(-1),
    '−': () => actions.faster(-1),
  }
  return table[key.toLowerCase()]
}

/** A number goes to a place, Shift and a number stores it; by position, for Shift makes other characters of digits. */
export function placeKey(
  event: Pick<KeyboardEvent, 'code' | 'shiftKey'>,
  actions: Pick<ShortcutActions, 'go' | 'store'>,
): (() => void) | undefined {
  const slot = slotOfKey(event.code)
  if (slot === undefined) return undefined
  return () => (event.shiftKey ? actions.store(slot) : actions.go(slot))
}

/** A focused control keeps its own keys (Enter presses a button), all but Escape. */
function isControl(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return false
  return event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(event.target.tagName)
}
