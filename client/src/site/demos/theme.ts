/** Colours of a demonstration, from its style sheet for light and dark theme. */

import type { Side } from '../../generated/playground'
import type { Look, Palette } from '../../playground/colours'
import { LOOKS } from '../../playground/colours'

export interface Theme {
  palette: Palette
  looks: Record<Side, Look>
}

const GROUND: Record<keyof Palette, string> = {
  ground: '--demo-ground',
  gridFine: '--demo-grid-fine',
  gridCoarse: '--demo-grid-coarse',
  halo: '--demo-halo',
  ink: '--demo-ink',
  target: '--demo-target',
  asphalt: '--demo-asphalt',
  paint: '--demo-paint',
  parked: '--demo-parked',
  alarm: '--demo-alarm',
}

export function themeOf(element: HTMLElement): Theme {
  const style = getComputedStyle(element)
  const colour = (property: string) => style.getPropertyValue(property)
  const entries = Object.entries(GROUND).map(([name, property]) => [name, colour(property)])
  const look = (side: Side): Look => ({
    ...LOOKS[side],
    body: colour(`--demo-${side}`),
    dark: colour(`--demo-${side}-edge`),
    tyre: colour('--demo-tyre'),
  })
  return {
    palette: Object.fromEntries(entries) as Palette,
    looks: { left: look('left'), right: look('right') },
  }
}

/** Call a function on each change between light and dark theme. */
export function onThemeChange(changed: () => void): void {
  const switched = new MutationObserver(changed)
  switched.observe(document.body, { attributes: true, attributeFilter: ['data-md-color-scheme'] })
}
