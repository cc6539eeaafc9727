/** The playground's colours: bright ground, two vehicles in Okabe and Ito's colours, told apart by pattern, too. */

import type { Side } from '../generated/playground'

export const INK = '#26302d'

/** Colours of the ground and of what stands on it. */
export interface Palette {
  ground: string
  gridFine: string
  gridCoarse: string
  halo: string // around what must stand out from the ground
  ink: string
  target: string
  asphalt: string
  paint: string // of lines on asphalt
  parked: string // cars
  alarm: string
}

export const PALETTE: Palette = {
  ground: '#dfe4de',
  gridFine: '#d3dad2',
  gridCoarse: '#bcc6bd',
  halo: 'rgba(255, 255, 255, 0.75)',
  ink: INK,
  target: '#009e73',
  asphalt: '#b4bcb7',
  paint: '#ffffff',
  parked: '#8b9591',
  alarm: '#cc3311',
}

export const CONTOUR = 'rgba(110, 84, 48, 0.75)'

export const LABEL = 'rgba(255, 255, 255, 0.88)'
export const LABEL_INK = '#1b2422'

export interface Look {
  body: string // of the vehicle and its trail
  dark: string // its outline
  tyre: string
  dash: number[] // of the trail [pixels]
  hasHatch: boolean
}

export const LOOKS: Record<Side, Look> = {
  left: { body: '#d55e00', dark: '#7d3800', tyre: INK, dash: [9, 7], hasHatch: true },
  right: { body: '#0072b2', dark: '#003f66', tyre: INK, dash: [], hasHatch: false },
}
