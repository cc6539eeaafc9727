/** How the user looks at the scene: air, and colours of the ground. */

import type { Soil } from '../world/soil'
import { SOILS } from '../world/soil'

export interface View {
  hasHaze: boolean
  hasFog: boolean
  visibility: number // [m] visibility in fog
  hasTexture: boolean
  hasSoils: boolean // whether natural colours show soils
  soil: Soil
}

export const VIEW: View = {
  hasHaze: true,
  hasFog: false,
  visibility: 1000,
  hasTexture: true,
  hasSoils: true,
  soil: 'natural',
}
export const VISIBILITY = { least: 50, most: 10000 } as const // [m]

/** Return stored view settings, with defaults for invalid values. */
export function checkedView(found: Record<string, unknown>): View {
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
  const { visibility, soil } = found
  const isFar =
    typeof visibility === 'number' && visibility >= VISIBILITY.least && visibility <= VISIBILITY.most
  return {
    hasHaze: flag(found.hasHaze, VIEW.hasHaze),
    hasFog: flag(found.hasFog, VIEW.hasFog),
    visibility: isFar ? visibility : VIEW.visibility,
    hasTexture: flag(found.hasTexture, VIEW.hasTexture),
    hasSoils: flag(found.hasSoils, VIEW.hasSoils),
    soil: SOILS.find((known) => known === soil) ?? VIEW.soil,
  }
}
