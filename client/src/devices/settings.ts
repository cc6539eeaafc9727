/** User settings of devices, stored in this browser and checked when read. */

import type { Kind } from './device'
import { KINDS } from './device'
import type { Shaping } from './shaping'

const KEY = 'motorpool-devices'

export type Choice = Kind | 'automatic'

export interface Settings extends Shaping {
  choice: Choice
  mouseAims: boolean
}

export const DEFAULTS: Settings = { choice: 'automatic', mouseAims: false, deadZone: 0.12, curve: 1.6 }
export const RANGES = { deadZone: [0, 0.4], curve: [1, 3] } as const

export type Store = Pick<Storage, 'getItem' | 'setItem'>

export function readSettings(store: Store | undefined): Settings {
  const found = parse(attempt(() => store?.getItem(KEY)))
  const isChoice = found.choice === 'automatic' || KINDS.some((kind) => kind === found.choice)
  return {
    choice: isChoice ? (found.choice as Choice) : DEFAULTS.choice,
    mouseAims: found.mouseAims === true,
    deadZone: within(found.deadZone, 'deadZone'),
    curve: within(found.curve, 'curve'),
  }
}

export function writeSettings(store: Store | undefined, settings: Settings): void {
  attempt(() => store?.setItem(KEY, JSON.stringify(settings)))
}

function parse(text: string | null | undefined): Record<string, unknown> {
  const found = attempt(() => JSON.parse(text ?? '{}') as unknown)
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
}

function within(value: unknown, name: keyof typeof RANGES): number {
  const [low, high] = RANGES[name]
  return typeof value === 'number' && value >= low && value <= high ? value : DEFAULTS[name]
}

/** Return the result of an action on storage; undefined if the browser forbids it. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
