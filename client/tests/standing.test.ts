import { describe, expect, test } from 'vitest'
import type { StandingVehicle } from '../src/generated/messages'
import { counted, reason, shortReason, standingLines } from '../src/standing'
import { LatestMessages } from '../src/workstation/latest'
import { marked } from '../src/workstation/standingmarks'

const stuck: StandingVehicle = {
  vehicle: 3,
  words: 'stuck in mud: needs 38 kN, has 21',
  action: 'backs out',
  is_counted: true,
  since: 40,
  x: 100,
  y: -50,
}
const fresh = { ...stuck, vehicle: 4, is_counted: false, since: 80 }

describe('vehicles that stand', () => {
  test('say why in the words of the server', () => {
    expect(reason(stuck)).toBe('Stuck in mud: needs 38 kN, has 21')
    expect(shortReason(stuck)).toBe('stuck in mud')
    expect(standingLines(stuck)).toEqual(['Stuck in mud: needs 38 kN, has 21', 'Backs out'])
    expect(standingLines({ ...stuck, action: '' })).toHaveLength(1)
    expect([reason(undefined), shortReason(undefined), standingLines(undefined)]).toEqual(['', '', []])
  })

  test('are listed once they have stood for long, the longest standing first', () => {
    const older = { ...stuck, vehicle: 9, since: 10 }
    expect(counted([stuck, fresh, older]).map(({ vehicle }) => vehicle)).toEqual([9, 3])
  })

  test('are those of the newest message', () => {
    const latest = new LatestMessages()
    latest.receive({ type: 'standing', summary: '1 stands: in mud', vehicles: [stuck, fresh] })
    expect([...latest.standing.keys(), latest.standingSummary]).toEqual([3, 4, '1 stands: in mud'])
    latest.receive({ type: 'standing', summary: '', vehicles: [] })
    expect([latest.standing.size, latest.standingSummary]).toEqual([0, ''])
  })

  test('are marked on the map where they are, and where the server has put those that are not sent', () => {
    const standing = new Map([stuck, fresh].map((one) => [one.vehicle, one]))
    const [x, y] = [new Float64Array(5).fill(Number.NaN), new Float64Array(5).fill(Number.NaN)]
    expect(marked(standing, { x, y }, [])).toEqual([{ x: 100, y: -50 }])
    ;[x[3], y[3], x[4], y[4]] = [1, 2, 3, 4]
    expect(marked(standing, { x, y }, [-1, 4])).toEqual([
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ])
  })
})
