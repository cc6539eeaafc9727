/** Colours of the ground by slope, height or soil, common to the shader and the legend. */

import type { Surface } from './surface'
import { soilTitle } from './surface'

export type Soil = 'natural' | 'slope' | 'height'
export const SOILS: readonly Soil[] = ['natural', 'slope', 'height']

type Colour = readonly [red: number, green: number, blue: number] // sRGB, 0..255

/** Upper limit [degrees] and colour of each class of slope; the last has no limit. */
export const SLOPES: readonly (readonly [limit: number, colour: Colour])[] = [
  [3, [222, 235, 203]],
  [8, [166, 206, 150]],
  [15, [245, 211, 105]],
  [25, [230, 145, 56]],
  [35, [190, 74, 42]],
  [90, [103, 22, 62]],
]

/** From the lowest to the highest ground: valley, meadow, slope, ridge, summit. */
export const HEIGHTS: readonly Colour[] = [
  [37, 82, 110],
  [66, 138, 120],
  [146, 182, 98],
  [226, 203, 118],
  [190, 135, 88],
  [246, 240, 232],
]

export function css([red, green, blue]: Colour): string {
  return `rgb(${red}, ${green}, ${blue})`
}

/** Return GLSL of `vec3 soilColour(float soil, float steep, float height01)`; soil is 1 for slope, 2 for height. */
export function soilShader(): string {
  const steps = SLOPES.slice(0, -1).map(([limit], index) => {
    const edge = Math.tan((limit * Math.PI) / 180).toFixed(4)
    return `slope = mix(slope, ${srgb(SLOPES[index + 1][1])}, smoothstep(${edge} - 0.008, ${edge} + 0.008, steep));`
  })
  const last = HEIGHTS.length - 1
  const mixes = HEIGHTS.slice(1).map(
    (colour, index) =>
      `height = mix(height, ${srgb(colour)}, clamp(height01 * ${last.toFixed(1)} - ${index.toFixed(1)}, 0.0, 1.0));`,
  )
  return `vec3 soilColour(float soil, float steep, float height01) {
    vec3 slope = ${srgb(SLOPES[0][1])};
    ${steps.join('\n    ')}
    vec3 height = ${srgb(HEIGHTS[0])};
    ${mixes.join('\n    ')}
    return soil > 1.5 ? height : slope;
  }`
}

export interface LegendEntry {
  colour: string
  words: string
  symbol?: 'arrow' | 'ring' // a patch of the colour by default
}

/** Return the legend of the colours, in the order of the scale; empty for the natural ground. */
export function legend(soil: Soil, lowest: number, highest: number): LegendEntry[] {
  if (soil === 'slope')
    return SLOPES.map(([limit, colour], index) => {
      const from = index === 0 ? 0 : SLOPES[index - 1][0]
      return { colour: css(colour), words: limit === 90 ? `over ${from}°` : `${from}–${limit}°` }
    })
  if (soil === 'height')
    return HEIGHTS.map((colour, index) => ({
      colour: css(colour),
      words: `${Math.round(lowest + (index / (HEIGHTS.length - 1)) * (highest - lowest))} m`,
    }))
  return []
}

/** Return the legend of the present soils, the most common first. */
export function surfaceLegend(surface: Surface | undefined): LegendEntry[] {
  return (surface?.present ?? []).map(({ soil }) => ({ colour: soil.colour, words: soilTitle(soil.name) }))
}

function srgb([red, green, blue]: Colour): string {
  return `srgb(${red.toFixed(1)}, ${green.toFixed(1)}, ${blue.toFixed(1)})`
}
