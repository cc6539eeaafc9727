/** Keys that do something once; driving keys live in input.ts. */

import type { CameraMode } from './camera'
import { CAMERA_MODES } from './camera'

export interface ShortcutActions {
  camera(mode: CameraMode): void
  nextCamera(): void
  take(): void
  escape(): void
  next(step: number): void
  map(): void
  help(): void
  devices(): void
  pause(): void
  step(): void
  faster(steps: number): void
}

export function listenToShortcuts(actions: ShortcutActions): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isControl(event)) return
    const action = shortcut(event.key, actions)
    if (!action) return
    event.preventDefault()
    action()
  })
}

/** What a key means, if anything. */
export function shortcut(key: string, actions: ShortcutActions): (() => void) | undefined {
  const table: Record<string, () => void> = {
    c: actions.nextCamera,
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
  CAMERA_MODES.forEach((mode, index) => {
    table[String(index + 1)] = () => actions.camera(mode)
  })
  return table[key.toLowerCase()]
}

/** A focused control keeps its own keys (Enter presses a button), all but Escape. */
function isControl(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return false
  return event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(event.target.tagName)
}
