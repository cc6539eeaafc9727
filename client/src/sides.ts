/** Colours of sides: those of their names, otherwise the next of a list. */

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
