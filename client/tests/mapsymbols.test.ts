import { describe, expect, test } from 'vitest'
import { fleetColour } from '../src/base/palette'
import type { FleetDescription } from '../src/generated/world'
import { marksOf, meaningsOf, outlineOf, sidesOf } from '../src/world/symbols'

const rectangle = (length: number, width: number): number[][] => [
  [-length / 2, -width / 2],
  [length / 2, -width / 2],
  [length / 2, width / 2],
  [-length / 2, width / 2],
]
const symbol = (length: number, width: number, barrel = 0) => ({
  title: 'x',
  outlines: [rectangle(length, width)],
  barrel,
})
const fleet = (side: string | null) => ({ symbol: symbol(8, 3), side }) as unknown as FleetDescription

describe('symbols on the map', () => {
  test('are the vehicle from above, in units of half a tank', () => {
    const { shapes, barrel } = outlineOf({ symbol: symbol(7.92, 3, 5.94) })
    expect(Math.max(...shapes[0].map(([ahead]) => ahead))).toBeCloseTo(1, 9)
    expect(barrel).toBeCloseTo(1.5, 9)
  })

  test('of small vehicles are as long as one sees, their shape kept', () => {
    const [car, toy] = [symbol(4.4, 1.6), symbol(0.55, 0.2)].map(
      (each) => outlineOf({ symbol: each }).shapes[0],
    )
    const [long, wide] = [0, 1].map((axis) => Math.max(...toy.map((point) => point[axis])))
    expect(long).toBeCloseTo(0.6, 9)
    expect(long / wide).toBeCloseTo(car[1][0] / car[2][1], 9)
  })

  test('tell sides by colour and by dots, and fleets on no side by the colours of fleets', () => {
    const fleets = [fleet('blue'), fleet('red'), fleet(null), fleet('blue')]
    const [blue, red, none, other] = marksOf(fleets)
    expect(sidesOf(fleets)).toEqual(['blue', 'red'])
    expect([blue.dots, red.dots, none.dots, other.dots]).toEqual([0, 1, 0, 0])
    expect(blue.colour).not.toBe(red.colour)
    expect(other.colour).toBe(blue.colour)
    expect(none.colour).toBe(fleetColour(2))
  })

  test('have one meaning for each side and for each fleet on no side, with the mark that is drawn', () => {
    const named = (name: string, side: string | null, count = 1) => ({ ...fleet(side), name, count })
    const fleets = [
      named('tanks', 'blue'),
      named('cars', null),
      named('lorries', 'blue'),
      named('none', 'red', 0),
    ]
    const meanings = meaningsOf(fleets)
    expect(meanings.map(({ words }) => words)).toEqual(['Vehicle of side Blue', 'cars'])
    const marks = marksOf(fleets)
    expect(meanings.map(({ mark }) => mark)).toEqual([marks[0], marks[1]])
  })
})
