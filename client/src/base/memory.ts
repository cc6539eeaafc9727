/** Storage of the user's name and view settings in the browser, if it permits storage. */

export type Store = Pick<Storage, 'getItem' | 'setItem'>

const NAME = 'motorpool-name'
const VIEW = 'motorpool-view'
export const LONGEST_NAME = 24 // [characters] limit of the server

/** Return one line without invisible characters, limited to the server's length; may be empty. */
export function cleanName(text: string): string {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').replace(/\s+/gu, ' ')
  return [...visible.trim()].slice(0, LONGEST_NAME).join('').trim()
}

export function rememberedName(store: Store | undefined): string {
  return cleanName(attempt(() => store?.getItem(NAME)) ?? '')
}

export function rememberName(store: Store | undefined, name: string): void {
  attempt(() => store?.setItem(NAME, name))
}

/** Return the stored view settings, unchecked. */
export function rememberedView(store: Store | undefined): Record<string, unknown> {
  const found = attempt(() => JSON.parse(store?.getItem(VIEW) ?? '{}') as unknown)
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
}

export function rememberView(store: Store | undefined, view: object): void {
  attempt(() => store?.setItem(VIEW, JSON.stringify(view)))
}

export function localStore(): Store | undefined {
  return attempt(() => localStorage)
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
