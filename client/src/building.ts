/** The time before there is a world: the server says what it is building, and the page waits for it. */

import type { SessionDescription, SessionState } from './generated/messages'

const LOOK_PERIOD = 500 // [ms]

/** What is being built, in words; empty where nothing is. */
export function buildingWords({ building, seconds, is_compiling }: SessionState): string {
  const time = `${seconds.toFixed(0)} s`
  if (building !== null)
    return is_compiling
      ? `Building ${building}: compiling once, kept for next time; ${time}`
      : `Building ${building}; ${time}`
  return is_compiling ? 'Compiling once; it is kept for next time' : ''
}

/** Ask the server until a world runs, telling what it does meanwhile. */
export async function worldBuilt(base: URL, say: (words: string) => void): Promise<void> {
  for (;;) {
    const { world, state } = await loadSession(base)
    if (world !== null) return
    say(buildingWords(state) || 'The server is getting ready')
    await new Promise((resolve) => setTimeout(resolve, LOOK_PERIOD))
  }
}

export async function loadSession(base: URL): Promise<SessionDescription> {
  const response = await fetch(new URL('session.json', base), { credentials: 'same-origin' })
  if (!response.ok)
    throw new Error(`session.json: the server answered ${response.status} ${response.statusText}`)
  return (await response.json()) as SessionDescription
}
