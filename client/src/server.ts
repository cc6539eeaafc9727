/** What the server says beside its world: what it shows and builds, what may be chosen, how others come in. */

import type { SessionDescription, SessionState } from './generated/messages'
import type { ScenarioDescription, ScenarioList } from './generated/world'

const LOOK_PERIOD = 500 // [ms]

export interface Server {
  session(): Promise<SessionDescription>
  scenarios(): Promise<ScenarioDescription[]>
}

/** The server that this page came from. */
export class OwnServer implements Server {
  private readonly base: URL

  constructor(base: URL) {
    this.base = base
  }

  session(): Promise<SessionDescription> {
    return this.load('session.json')
  }

  async scenarios(): Promise<ScenarioDescription[]> {
    return (await this.load<ScenarioList>('scenarios.json')).scenarios
  }

  private async load<T>(name: string): Promise<T> {
    const response = await fetch(new URL(name, this.base), { credentials: 'same-origin' })
    if (!response.ok)
      throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`)
    return (await response.json()) as T
  }
}

/** What is being built, in words; empty where nothing is. */
export function buildingWords({ building, seconds, is_compiling, kernels }: SessionState): string {
  const time = `${seconds.toFixed(0)} s`
  if (building === null) return is_compiling ? `Compiling once, kept for next time: ${time}` : ''
  const [done, total] = kernels
  const part = total > 0 ? `, ${((100 * done) / total).toFixed(0)} %` : ''
  const rest = remainingSeconds(seconds, done, total)
  const left = rest === null ? '' : `, about ${rest.toFixed(0)} s left`
  return `Preparing ${building}: ${is_compiling ? `compiling once${part}` : 'building the world'}, ${time}${left}`
}

/** The time that the rest will take if it goes on as it went; null before a tenth is done. */
function remainingSeconds(seconds: number, done: number, total: number): number | null {
  return total > 0 && done >= total / 10 ? Math.max(1, (seconds * (total - done)) / done) : null
}

/** The part of it that is done, 0..1. */
export function buildingFraction({ kernels: [done, total] }: SessionState): number {
  return total > 0 ? done / total : 0
}

/** Ask the server until a world runs, telling what it does meanwhile. */
export async function worldBuilt(
  server: Pick<Server, 'session'>,
  say: (words: string, fraction: number) => void,
): Promise<void> {
  for (;;) {
    const { world, state } = await server.session()
    if (world !== null) return
    say(buildingWords(state) || 'The server is getting ready', buildingFraction(state))
    await new Promise((resolve) => setTimeout(resolve, LOOK_PERIOD))
  }
}
