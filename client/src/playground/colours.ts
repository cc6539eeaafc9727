/** The playground's colours: bright ground, two vehicles in Okabe and Ito's colours, told apart by pattern, too. */

import type { Side } from '../generated/playground'

export const GROUND = '#dfe4de'
export const GRID_FINE = '#d3dad2'
export const GRID_COARSE = '#bcc6bd'
export const INK = '#26302d'
export const TARGET = '#009e73'
export const ASPHALT = '#b4bcb7'
export const PAINT = '#ffffff'
export const PARKED = '#8b9591'
export const CONTOUR = 'rgba(110, 84, 48, 0.75)'
export const ALARM = '#cc3311'

export const LABEL = 'rgba(255, 255, 255, 0.88)'
export const LABEL_INK = '#1b2422'

export interface Look {
  body: string // of the vehicle and its trail
  dark: string // its outline
  dash: number[] // of the trail [pixels]
  hasHatch: boolean
}

export const LOOKS: Record<Side, Look> = {
  left: { body: '#d55e00', dark: '#7d3800', dash: [9, 7], hasHatch: true },
  right: { body: '#0072b2', dark: '#003f66', dash: [], hasHatch: false },
}
