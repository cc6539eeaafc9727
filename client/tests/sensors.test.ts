import { expect, test } from 'vitest'
import { ScanPoints } from '../src/components/sensors'

test('points are exact far from the origin, and go when a scan hits nothing', () => {
  const points = new ScanPoints()
  points.show([1_000_000.25, 2, 3, 1_000_001.5, 2.5, 3.25])
  const { position, geometry } = points.object
  const local = geometry.getAttribute('position')
  expect(geometry.drawRange.count).toBe(2)
  expect([position.x + local.getX(1), position.y + local.getY(1), position.z + local.getZ(1)]).toEqual([
    1_000_001.5, 2.5, 3.25,
  ])
  points.show([])
  expect(points.object.visible).toBe(false)
})
