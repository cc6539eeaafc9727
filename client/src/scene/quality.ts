/** Level of detail: for a workstation, or for software WebGL and old laptops. */

import type { QualityChoice } from '../base/display'

export interface Quality {
  pixelRatio: number // largest ratio
  antialias: boolean
  shadowSize: number // [texels], 0 for none
  groundDetail: number
  isPlain: boolean
  objects: { nearReach: number; farReach: number } // [m]
  vehicles: { near: number; fine: number; coarse: number } // [m]
  particles: number // largest number of particles of dust and smoke
  hasGlass: boolean // blur the background of panels
}

export const QUALITIES: Record<'high' | 'low', Quality> = {
  high: {
    pixelRatio: 2,
    antialias: true,
    shadowSize: 2048,
    groundDetail: 1,
    isPlain: false,
    objects: { nearReach: 380, farReach: 5200 },
    vehicles: { near: 85, fine: 320, coarse: 3500 },
    particles: 4096,
    hasGlass: true,
  },
  low: {
    pixelRatio: 0.7,
    antialias: false,
    shadowSize: 0,
    groundDetail: 0.5,
    isPlain: true,
    objects: { nearReach: 70, farReach: 1600 },
    vehicles: { near: 24, fine: 70, coarse: 900 },
    particles: 384,
    hasGlass: false,
  },
}

export interface Options {
  quality: Quality
  fps: number // largest frame rate of the world and of the instruments
  isFixed: boolean // do not adapt to a slow machine
  hasArrows: boolean // mark far vehicles by arrows
}

/**
 * Return the options from `?quality=low|high`, `?fps=5`, `?pixels=0.2` (largest pixel ratio), `?arrows=off` in the page's address,
 * else from the user's choice, else from the detected graphics.
 */
export function optionsFrom(
  query: URLSearchParams,
  { isSoftware, choice }: { isSoftware: boolean; choice: QualityChoice },
): Options {
  const [fps, pixels] = [Number(query.get('fps')), Number(query.get('pixels'))]
  const automatic = isSoftware ? 'low' : 'high'
  const wanted = query.get('quality') ?? (choice === 'automatic' ? automatic : choice)
  const quality = wanted === 'low' ? QUALITIES.low : QUALITIES.high
  return {
    quality: pixels > 0 ? { ...quality, pixelRatio: Math.min(pixels, quality.pixelRatio) } : quality,
    fps: Number.isFinite(fps) && fps > 0 ? fps : 240,
    isFixed: query.has('fps') || query.has('quality') || query.has('pixels') || choice !== 'automatic',
    hasArrows: query.get('arrows') !== 'off',
  }
}

export interface Graphics {
  hasWebGL: boolean
  isSoftware: boolean // rendering by the CPU
}

/** Return the graphics of this browser, from a temporary context. */
export function detectGraphics(): Graphics {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return { hasWebGL: false, isSoftware: false }
  const names = context.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER))
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return { hasWebGL: true, isSoftware: /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer) }
}
