import { describe, expect, test } from 'vitest'
import type { StandingVehicle } from '../src/generated/messages'
import type { Sheet } from '../src/map/layers'
import {
  counted,
  drawReasons,
  marked,
  reason,
  reasonsOf,
  shortReason,
  standingLines,
  standingNear,
} from '../src/map/standing'
import { LatestMessages } from '../src/page/latest'

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

  describe('on the map', () => {
    const standing = new Map([stuck, fresh].map((one) => [one.vehicle, one]))
    const nowhere = { x: new Float64Array(5).fill(Number.NaN), y: new Float64Array(5).fill(Number.NaN) }

    test('are found under the pointer by their marks', () => {
      expect(standingNear(standing, nowhere, { x: 104, y: -53 }, 6)).toBe(3)
      expect(standingNear(standing, nowhere, { x: 104, y: -53 }, 4)).toBe(-1)
      expect(standingNear(new Map([[4, fresh]]), nowhere, { x: 100, y: -50 }, 6)).toBe(-1) // it has no mark
    })

    test('say why if the user looks at them, with figures where there is room', () => {
      const own = reasonsOf(standing, nowhere, [-1, 3, 3], true)
      expect(own).toEqual([{ x: 100, y: -50, words: 'Stuck in mud: needs 38 kN, has 21' }])
      expect(reasonsOf(standing, nowhere, [0, 4], false).map(({ words }) => words)).toEqual(['stuck in mud'])
      expect(reasonsOf(standing, nowhere, [0, 1], true)).toEqual([])
    })

    test('have the reason below them, within the map', () => {
      const written: [string, number, number][] = []
      const context = {
        measureText: (words: string) => ({ width: 5 * words.length }),
        strokeText: () => undefined,
        fillText: (words: string, x: number, y: number) => written.push([words, x, y]),
      } as unknown as CanvasRenderingContext2D
      const sheet: Sheet = { context, toScreen: (x, y) => [x, y], scale: 1, width: 200, height: 100 }
      const at = (x: number, y: number) => ({ x, y, words: 'Stuck in mud' })
      drawReasons(sheet, [at(100, 50), at(2, 50), at(199, 98), at(250, 50)], 10)
      expect(written).toEqual([
        ['Stuck in mud', 70, 72],
        ['Stuck in mud', 4, 72],
        ['Stuck in mud', 136, 92],
      ])
    })
  })
})
