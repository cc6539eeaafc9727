/** Common colours of the scene, the map and the page. */

const FLEETS = ['#e0b04c', '#58b7a6', '#d9774f', '#7ea6e0', '#b8c46a', '#c58bc9', '#8fd08a', '#d98fa0']

export const OWN_COLOUR = '#ffd166'
export const SELECTED_COLOUR = '#7fe3ff'
export const REMOTE_COLOUR = '#f4f1ff'

export function fleetColour(fleet: number): string {
  return FLEETS[fleet % FLEETS.length]
}

const GOLDEN_TURN = 0.618034 // step on the colour circle between two vehicles; keeps successive colours distinct

/** Return the colour of a driven vehicle's pennant and stripes: gold for the user's own, individual for the others. */
export function driverColour(id: number, own: number): string {
  return id === own ? OWN_COLOUR : `hsl(${Math.round((360 * id * GOLDEN_TURN) % 360)}, 85%, 58%)`
}

const KNOWN: Record<string, string> = {
  blue: '#4f9dff',
  friendly: '#4f9dff',
  red: '#ff5a4d',
  opposing: '#ff5a4d',
  green: '#54c46b',
  neutral: '#54c46b',
  yellow: '#f2d14b',
}
const OTHERS = ['#c58bff', '#ff9f4d', '#49d3c7', '#f27fc0']

/** Return the colour of a side, which depends only on its name. */
export function sideColour(side: string): string {
  const known = KNOWN[side.toLowerCase()]
  if (known) return known
  let sum = 0
  for (const letter of side) sum = (31 * sum + letter.charCodeAt(0)) % 9973
  return OTHERS[sum % OTHERS.length]
}
