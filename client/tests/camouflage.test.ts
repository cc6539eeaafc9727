import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FleetDescription } from '../src/generated/world'
import { camouflageOf, civilCoat, coloursOf, isCivil } from '../src/scene/vehicles/camouflage'

const [tank, , quad] = JSON.parse(
  readFileSync(new URL('../mock/generated/fleets.json', import.meta.url), 'utf-8'),
) as FleetDescription[]

const GUN = {
  ...{ muzzle_speed: 850, reload_duration: 0.5, slew_rate: 1.5, round_damage: 0.1, round_drag: 0 },
  ...{ barrel_length: 1.6, min_elevation: -0.1, max_elevation: 0.4 },
}

/** A ground with these shares of soils. */
function groundOf(shares: Record<string, number>) {
  return {
    present: Object.entries(shares).map(([name, share]) => ({
      soil: { name, colour: '#808080', friction: 0.6 },
      share,
    })),
  }
}

describe('the camouflage', () => {
  test('is olive without soils, and on earth with some sand', () => {
    expect(camouflageOf(undefined)).toBe('olive')
    expect(camouflageOf(groundOf({ 'dry-earth': 0.8, 'dry-sand': 0.2 }))).toBe('olive')
  })

  test('is that of the ground, or of the season', () => {
    expect(camouflageOf(groundOf({ 'dry-sand': 0.6, gravel: 0.4 }))).toBe('sand')
    expect(camouflageOf(groundOf({ 'fresh-snow': 0.3, ice: 0.2, 'dry-earth': 0.5 }))).toBe('winter')
    expect(camouflageOf(groundOf({ 'dry-sand': 1 }), true)).toBe('winter')
  })

  test('has no saturated colour, and is light in winter', () => {
    for (const kind of ['olive', 'sand', 'winter'] as const)
      for (const colour of coloursOf(kind)) expect(colour.getHSL({ h: 0, s: 0, l: 0 }).s).toBeLessThan(0.6)
    const lightness = (kind: 'olive' | 'winter') => coloursOf(kind)[0].getHSL({ h: 0, s: 0, l: 0 }).l
    expect(lightness('winter')).toBeGreaterThan(2 * lightness('olive'))
  })
})

describe('a civil vehicle', () => {
  test('is one of a civil look without a gun and a side, also with a trailer', () => {
    const plain = { armament: null, side: null }
    const titled = (title: string) => ({ ...plain, symbol: { ...quad.symbol, title } })
    for (const title of ['Quad', 'Car', 'Lorry with trailer']) expect(isCivil(titled(title))).toBe(true)
    expect(isCivil(titled('Truck'))).toBe(false)
    expect(isCivil({ ...tank, ...plain })).toBe(false)
    expect(isCivil({ ...titled('Car'), side: 'blue' })).toBe(false)
    expect(isCivil({ ...titled('Car'), armament: GUN })).toBe(false)
  })

  test('keeps its coat, and others have other ones', () => {
    expect(civilCoat(7).getHex()).toBe(civilCoat(7).getHex())
    expect(new Set(Array.from({ length: 40 }, (_, id) => civilCoat(id).getHex())).size).toBeGreaterThan(4)
  })
})
