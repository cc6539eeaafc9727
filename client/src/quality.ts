/** How much to draw: for a workstation, or for software WebGL and old laptops. */

export interface Quality {
  pixelRatio: number // at most
  antialias: boolean
  shadowSize: number // [texels], 0 for none
  groundDetail: number
  isPlain: boolean
  objects: { nearReach: number; farReach: number } // [m]
  vehicles: { wheels: number; bodies: number } // [m]
}

export const QUALITIES: Record<'high' | 'low', Quality> = {
  high: {
    pixelRatio: 2,
    antialias: true,
    shadowSize: 2048,
    groundDetail: 1,
    isPlain: false,
    objects: { nearReach: 380, farReach: 5200 },
    vehicles: { wheels: 700, bodies: 3500 },
  },
  low: {
    pixelRatio: 0.75,
    antialias: false,
    shadowSize: 0,
    groundDetail: 0.6,
    isPlain: true,
    objects: { nearReach: 120, farReach: 2200 },
    vehicles: { wheels: 250, bodies: 1500 },
  },
}

export interface Options {
  quality: Quality
  fps: number // pictures a second at most
  isFixed: boolean // do not adapt to a slow machine
}

/** `?quality=low`, `?fps=5` in the page's address. */
export function optionsFrom(query: URLSearchParams): Options {
  const fps = Number(query.get('fps'))
  const isLow = query.get('quality') === 'low'
  return {
    quality: isLow ? QUALITIES.low : QUALITIES.high,
    fps: Number.isFinite(fps) && fps > 0 ? fps : 240,
    isFixed: query.has('fps') || query.has('quality'),
  }
}
