/** Keys with a single action; driving keys are in input.ts. */

/** Shortcuts: actions by `KeyboardEvent.key` in lower case, or by its `code`, with `Shift+` before it. */
export type Keys = Readonly<Record<string, () => void>>

/** Return the shortcuts of several components in one table; throws for a key with two actions. */
export function keysOf(components: readonly { keys?: Keys }[]): Keys {
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
    if (event.repeat && !/^[[\]+=−-]$/.test(event.key)) return // a held key acts once
    const action = shortcut(event, keys)
    if (!action) return
    event.preventDefault()
    action()
  })
}

/** Return the action of a pressed key, by its position or else by its character; undefined for none. */
export function shortcut(
  { key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>,
  keys: Keys,
): (() => void) | undefined {
  return keys[shiftKey ? `Shift+${code}` : code] ?? keys[key.toLowerCase()]
}

/** Return whether a focused control uses the key (Enter presses a button); Escape is never used. */
function isControl(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return false
  return event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(event.target.tagName)
}
