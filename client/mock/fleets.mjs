/** The fleets of the mock world. */

/** @typedef {import('../src/generated/world').FleetDescription} FleetDescription */

const PLAIN = {
  wheelbase: null,
  track_gauge: null,
  track_width: null,
  max_steer_angle: null,
  side: null,
  armament: null,
  shape: null,
  vehicle: null,
  trailers: [],
}

/**
 * Half of them tanks, some lorries with two trailers, quads, the rest four-wheel drives.
 *
 * @returns {FleetDescription[]}
 */
export function makeFleets(count) {
  const lorries = Math.min(12, Math.floor(count / 8))
  const tanks = Math.floor(count / 2)
  /** @type {Omit<FleetDescription, 'first'>[]} */
  const parts = [
    {
      ...PLAIN,
      name: 'M1A1',
      model: 'skid-steer',
      kind: 'tracked',
      count: tanks,
      body: { length: 7.92, width: 3.66, height: 2.44 },
      track_gauge: 2.845,
      vehicle: { name: 'M1A1', title: 'M1A1 Abrams', look: 'tank', gun_overhang: 1.85 },
    },
    {
      ...PLAIN,
      name: 'lorry',
      model: 'tractor-trailer/chain',
      kind: 'wheeled',
      count: lorries,
      body: { length: 6, width: 2.5, height: 3.4 },
      wheelbase: 3.6,
      vehicle: { name: 'lorry', title: 'Articulated lorry', look: 'lorry', gun_overhang: 0 },
      trailers: [
        { hitch_offset: 1.6, trailer_length: 8.1 },
        { hitch_offset: 1.5, trailer_length: 5.5 },
      ],
    },
    {
      ...PLAIN,
      name: 'quad',
      model: 'single-track',
      kind: 'wheeled',
      count: lorries,
      body: { length: 2.1, width: 1.2, height: 1.2 },
      wheelbase: 1.3,
      vehicle: { name: 'quad', title: 'Farm quad', look: 'quad', gun_overhang: 0 },
    },
    {
      ...PLAIN,
      name: 'Wheeled',
      model: 'single-track',
      kind: 'wheeled',
      count: count - tanks - 2 * lorries,
      body: { length: 4.6, width: 1.95, height: 1.95 },
      wheelbase: 2.8,
    },
  ]
  let first = 0
  return parts.map((fleet) => {
    const placed = { ...fleet, first }
    first += fleet.count
    return placed
  })
}
