/** The fleets of the mock world. */

import { readFileSync } from 'node:fs'

/** @typedef {import('../src/generated/world').FleetDescription} FleetDescription */

/** @type {FleetDescription[]} */
const FLEETS = JSON.parse(readFileSync(new URL('./generated/fleets.json', import.meta.url), 'utf-8'))

/**
 * Half of them tanks, some lorries with two trailers, quads, the rest four-wheel drives.
 *
 * @returns {FleetDescription[]}
 */
export function makeFleets(count) {
  const few = Math.min(12, Math.floor(count / 8))
  const tanks = Math.floor(count / 2)
  const counts = [tanks, few, few, count - tanks - 2 * few]
  let first = 0
  return FLEETS.map((fleet, index) => {
    const placed = { ...fleet, first, count: counts[index] }
    first += counts[index]
    return placed
  })
}
