/** Colours of the playground: bright ground, and two vehicles in colours of Okabe and Ito with different patterns. */

import type { Side } from '../generated/playground'

export const INK = '#26302d'

/** Colours of the ground and of objects on it. */
export interface Palette {
  ground: string
  gridFine: string
  gridCoarse: string
  halo: string // outline for contrast with the ground
  ink: string
  target: string
  asphalt: string
  paint: string // lines on asphalt
  parked: string // parked cars
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
  body: string // the vehicle and its trail
  dark: string // outline
  tyre: string
  dash: number[] // dash pattern of the trail [pixels]
  hasHatch: boolean
}

export const LOOKS: Record<Side, Look> = {
  left: { body: '#d55e00', dark: '#7d3800', tyre: INK, dash: [9, 7], hasHatch: true },
  right: { body: '#0072b2', dark: '#003f66', tyre: INK, dash: [], hasHatch: false },
}
