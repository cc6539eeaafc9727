import { describe, expect, test } from 'vitest'
import type { FleetDescription } from '../src/generated/world'
import { marksOf, OUTLINES, sidesOf, symbolOf } from '../src/mapsymbols'
import { fleetColour } from '../src/palette'

const fleet = (look: string | null, side: string | null) =>
  ({
    vehicle: look === null ? null : { name: 'x', title: 'x', look, gun_overhang: 0 },
    side,
  }) as FleetDescription

describe('symbols on the map', () => {
  test('are those of the look of a named vehicle, and an arrow for a plain model', () => {
    expect(
      ['cast-tank', 'fighting-vehicle', 'lorry', 'van'].map((look) => symbolOf(fleet(look, null))),
    ).toEqual(['tank', 'fighting-vehicle', 'lorry', 'car'])
    expect(symbolOf(fleet(null, null))).toBe('other')
  })

  test('no two kinds have the same outline', () => {
    const texts = Object.values(OUTLINES).map(({ title: _, ...outline }) => JSON.stringify(outline))
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('tell sides by colour and by dots, and fleets on no side by the colours of fleets', () => {
    const fleets = [fleet('tank', 'blue'), fleet('tank', 'red'), fleet('tank', null), fleet('quad', 'blue')]
    const [blue, red, none, other] = marksOf(fleets)
    expect(sidesOf(fleets)).toEqual(['blue', 'red'])
    expect([blue.dots, red.dots, none.dots, other.dots]).toEqual([0, 1, 0, 0])
    expect(blue.colour).not.toBe(red.colour)
    expect(other.colour).toBe(blue.colour)
    expect(none.colour).toBe(fleetColour(2))
  })
})
