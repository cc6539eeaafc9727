/** Colours that the scene, the map and the page share. */

const FLEETS = ['#e0b04c', '#58b7a6', '#d9774f', '#7ea6e0', '#b8c46a', '#c58bc9', '#8fd08a', '#d98fa0']

export const OWN_COLOUR = '#ffd166'
export const SELECTED_COLOUR = '#7fe3ff'

export function fleetColour(fleet: number): string {
  return FLEETS[fleet % FLEETS.length]
}
