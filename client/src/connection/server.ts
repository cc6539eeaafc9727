/** Messages of the server apart from its world: progress of building, scenarios, and links for joining. */

import type { SessionDescription, SessionState } from '../generated/messages'
import type { ScenarioDescription, ScenarioList } from '../generated/world'

const LOOK_PERIOD = 500 // [ms]

export interface Server {
  session(): Promise<SessionDescription>
  scenarios(): Promise<ScenarioDescription[]>
}

/** Server of this page. */
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

/** Return the present work of building; empty if there is none. */
export function buildingWords({ building, seconds, is_compiling, kernels }: SessionState): string {
  const time = `${seconds.toFixed(0)} s`
  if (building === null) return is_compiling ? `Compiling once, kept for next time: ${time}` : ''
  const [done, total] = kernels
  const part = total > 0 ? `, ${((100 * done) / total).toFixed(0)} %` : ''
  const rest = remainingSeconds(seconds, done, total)
  const left = rest === null ? '' : `, about ${rest.toFixed(0)} s left`
  return `Preparing ${building}: ${is_compiling ? `compiling once${part}` : 'building the world'}, ${time}${left}`
}

/** Return the estimated remaining time; null before a tenth is done. */
function remainingSeconds(seconds: number, done: number, total: number): number | null {
  return total > 0 && done >= total / 10 ? Math.max(1, (seconds * (total - done)) / done) : null
}

/** Return the finished share of building, 0..1. */
export function buildingFraction({ kernels: [done, total] }: SessionState): number {
  return total > 0 ? done / total : 0
}

/** Wait until the server has a world, and report its progress. */
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
