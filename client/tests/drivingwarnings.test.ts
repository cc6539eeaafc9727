import { describe, expect, test } from 'vitest'
import { SteadyWarnings } from '../src/components/warnings'

const BRAKE = ['The parking brake is on']

describe('warnings of a vehicle that does not go', () => {
  test('are shown after they have held for a moment', () => {
    const steady = new SteadyWarnings()
    expect(steady.of(BRAKE, 1)).toEqual([])
    expect(steady.of(BRAKE, 1.2)).toEqual([])
    expect(steady.of(BRAKE, 1.5)).toEqual(BRAKE)
  })

  test('stay long enough to be read, and are gone after that', () => {
    const steady = new SteadyWarnings()
    steady.of(BRAKE, 1)
    steady.of(BRAKE, 2)
    expect(steady.of([], 3)).toEqual(BRAKE)
    expect(steady.of([], 4)).toEqual([])
  })

  test('are void with another vehicle', () => {
    const steady = new SteadyWarnings()
    steady.of(BRAKE, 1)
    steady.of(BRAKE, 2)
    steady.forget()
    expect(steady.of([], 2.1)).toEqual([])
  })
})
