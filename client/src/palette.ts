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
