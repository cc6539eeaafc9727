import { describe, expect, test } from 'vitest'
import type { PeopleListView } from '../src/components/peoplelist'
import { entriesOf } from '../src/components/peoplelist'
import { vehicleWords } from '../src/components/statusbar'
import type { Driver, Person } from '../src/generated/messages'
import { shownName } from '../src/world/names'

const ANNA: Person = { person: 4, name: 'Anna', mark: '', role: 'driver', vehicle: 2, address: '192.0.2.7' }
const TEACHER: Person = { ...ANNA, person: 1, name: 'Ms Lee', role: 'instructor', vehicle: -1 }
const driverOf = ({ person, name, mark, role, vehicle }: Person): Driver => ({
  person,
  name,
  mark,
  role,
  vehicle,
})
const BEN: Driver = { ...driverOf(ANNA), person: 5, name: 'Ben', vehicle: 3 }

const view = (more: Partial<PeopleListView>): PeopleListView => ({
  role: 'driver',
  own: -1,
  person: 0,
  selected: -1,
  drivers: [BEN, driverOf(ANNA)],
  people: [],
  barred: [],
  nameOf: (vehicle) => `Tanks ${vehicle}`,
  ...more,
})

describe('the list of people', () => {
  test('shows a driver who drives what, and lets nobody be sent away', () => {
    expect(entriesOf(view({})).map(({ name, aside, mayGo }) => [name, aside, mayGo])).toEqual([
      ['Anna', 'Tanks 2', false],
      ['Ben', 'Tanks 3', false],
    ])
  })

  test('shows an instructor everybody, with addresses, and lets drivers be sent away who are there', () => {
    const entries = entriesOf(view({ role: 'instructor', people: [TEACHER, ANNA] }))
    expect(entries.map(({ name, aside, mayGo }) => [name, aside, mayGo])).toEqual([
      ['Anna', 'Tanks 2 \u00b7 192.0.2.7', true],
      ['Ben', 'Tanks 3 \u00b7 away', false],
      ['Ms Lee', 'watches \u00b7 192.0.2.7', false],
    ])
  })
})

describe('names that could deceive', () => {
  test('have a sign before them wherever they are shown', () => {
    expect(shownName({ name: 'Instru\u0441tor', mark: 'role' })).toMatch(/^\u26a0.*tor$/u)
    expect(shownName({ name: 'Anna', mark: '' })).toBe('Anna')
  })
})

describe('the number of vehicles', () => {
  test('is that of the world, and of those that are shown where not all are', () => {
    expect(vehicleWords(100_000, 2752)).toBe('100\u202f000 vehicles, 2\u202f752 shown')
    expect(vehicleWords(240, 240)).toBe('240 vehicles')
    expect(vehicleWords(1, 1)).toBe('1 vehicle')
  })
})
