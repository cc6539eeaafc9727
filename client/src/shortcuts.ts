/** Keys that do something once; driving keys live in input.ts. */

import type { Keys, Mounted } from './component'

/** The shortcuts of several components in one table; refuses a key with two meanings. */
export function keysOf(components: readonly Pick<Mounted, 'keys'>[]): Keys {
  const all: Record<string, () => void> = {}
  for (const { keys = {} } of components)
    for (const [key, action] of Object.entries(keys)) {
      if (key in all) throw new Error(`two components listen to the key ${key}; give one of them another key`)
      all[key] = action
    }
  return all
}

export function listenToShortcuts(keys: Keys): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isControl(event)) return
    if (event.repeat && !/^[[\]+=−-]$/.test(event.key)) return // a held key does it once
    const action = shortcut(event, keys)
    if (!action) return
    event.preventDefault()
    action()
  })
}

/** The action of a pressed key, undefined for none: by its position first, then by its character. */
export function shortcut(
  { key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>,
  keys: Keys,
): (() => void) | undefined {
  return keys[shiftKey ? `Shift+${code}` : code] ?? keys[key.toLowerCase()]
}

/** A focused control keeps its own keys (Enter presses a button), all but Escape. */
function isControl(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return false
  return event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(event.target.tagName)
}
