/** Display settings, stored in the browser: theme, scale of the interface, quality of the picture. */

import type { Dock } from './docks'
import { dockOf } from './docks'
import { localStore } from './memory'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const QUALITY_CHOICES = ['automatic', 'high', 'low'] as const
export type QualityChoice = (typeof QUALITY_CHOICES)[number]

export const SCALES = [0.75, 0.9, 1, 1.25, 1.5, 1.75, 2] // of the interface; 1 follows the size of the window

export interface Display {
  theme: Theme
  scale: number
  quality: QualityChoice
  hasSound: boolean // whether engines and tracks sound
  dock: Dock // dock of the vehicle's window
  hasDetails: boolean // whether the vehicle's details are shown
}

const KEY = 'motorpool-display'

/** Return stored settings, with defaults for invalid values. */
export function checkedDisplay(found: Record<string, unknown>): Display {
  return {
    theme: THEMES.find((theme) => theme === found.theme) ?? 'system',
    scale: SCALES.find((scale) => scale === found.scale) ?? 1,
    quality: QUALITY_CHOICES.find((choice) => choice === found.quality) ?? 'automatic',
    hasSound: found.hasSound === true,
    dock: dockOf(found.dock),
    hasDetails: found.hasDetails === true,
  }
}

export function rememberedDisplay(store = localStore()): Display {
  try {
    const found: unknown = JSON.parse(store?.getItem(KEY) ?? '{}')
    return checkedDisplay(typeof found === 'object' && found !== null ? { ...found } : {})
  } catch {
    return checkedDisplay({})
  }
}

export function rememberDisplay(display: Display, store = localStore()): void {
  try {
    store?.setItem(KEY, JSON.stringify(display))
  } catch {
    // without storage the settings are lost
  }
}

/** Apply theme and scale of the interface to a document. */
export function applyDisplay({ theme, scale }: Display, root = document.documentElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  root.style.setProperty('--interface-scale', String(scale))
}

/** Display settings of a page; changes are stored and applied. */
export class DisplaySettings {
  value: Display

  constructor(value = rememberedDisplay()) {
    this.value = value
    applyDisplay(value)
  }

  change(part: Partial<Display>): void {
    this.value = { ...this.value, ...part }
    applyDisplay(this.value)
    rememberDisplay(this.value)
  }
}
