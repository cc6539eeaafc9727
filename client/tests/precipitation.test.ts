import { expect, test } from 'vitest'
import { fogDensity } from '../src/scene/atmosphere'
import { AIR, Precipitation } from '../src/scene/effects/precipitation'

test('drops fall in rain, flakes in snow, and nothing in fog', () => {
  const falling = new Precipitation(10)
  const shown = (kind: 'dry' | 'rain' | 'snow' | 'fog') => {
    falling.weather = kind
    return falling.group.children.map((one) => one.visible)
  }
  expect(shown('rain')).toEqual([true, false])
  expect(shown('snow')).toEqual([false, true])
  expect(shown('fog')).toEqual([false, false])
  expect(shown('dry')).toEqual([false, false])
})

test('air is clear in dry weather, and dims the sun in any other', () => {
  expect(fogDensity(AIR.dry.visibility)).toBeCloseTo(0)
  expect(AIR.dry.light).toBe(1)
  for (const kind of ['rain', 'snow', 'fog'] as const) expect(AIR[kind].light).toBeLessThan(1)
})
