import { describe, expect, test } from 'vitest'
import { HeldKeys, pedals } from '../src/input'
import type { ShortcutActions } from '../src/shortcuts'
import { placeKey, shortcut } from '../src/shortcuts'

const NONE = { forward: 0, backward: 0, left: 0, right: 0, handBrake: false }

describe('held keys', () => {
  test('arrows and WASD mean the same', () => {
    for (const [code, action] of [
      ['ArrowUp', 'forward'],
      ['KeyW', 'forward'],
      ['ArrowDown', 'backward'],
      ['KeyS', 'backward'],
      ['ArrowLeft', 'left'],
      ['KeyA', 'left'],
      ['ArrowRight', 'right'],
      ['KeyD', 'right'],
    ]) {
      const keys = new HeldKeys()
      expect(keys.press(code)).toBe(true)
      expect(keys.wishes()).toEqual({ ...NONE, [action]: 1 })
    }
  })

  test('a key that repeats itself changes nothing', () => {
    const keys = new HeldKeys()
    expect(keys.press('KeyW')).toBe(true)
    expect(keys.press('KeyW')).toBe(false)
  })

  test('forward holds while one of its two keys is held', () => {
    const keys = new HeldKeys()
    keys.press('KeyW')
    keys.press('ArrowUp')
    keys.release('KeyW')
    expect(keys.wishes().forward).toBe(1)
    keys.release('ArrowUp')
    expect(keys.wishes().forward).toBe(0)
  })

  test('losing the window lets every key go', () => {
    const keys = new HeldKeys()
    keys.press('KeyW')
    keys.press('Space')
    expect(keys.clear()).toBe(true)
    expect(keys.wishes()).toEqual(NONE)
    expect(keys.clear()).toBe(false)
  })

  test('other keys are none of its business', () => {
    expect(new HeldKeys().press('KeyQ')).toBe(false)
  })
})

describe('pedals', () => {
  test('backward brakes while rolling forward', () => {
    expect(pedals({ ...NONE, backward: 1 }, 8)).toMatchObject({ throttle: 0, brake: 1 })
  })

  test('backward drives backward from a stand', () => {
    expect(pedals({ ...NONE, backward: 1 }, 0.1)).toMatchObject({ throttle: -1, brake: 0 })
  })

  test('forward brakes while rolling backward', () => {
    expect(pedals({ ...NONE, forward: 1 }, -5)).toMatchObject({ throttle: 0, brake: 1 })
  })

  test('forward and backward together cancel', () => {
    expect(pedals({ ...NONE, forward: 1, backward: 1 }, 0)).toMatchObject({ throttle: 0, brake: 0 })
  })

  test('left is positive, and full only at low speed', () => {
    expect(pedals({ ...NONE, left: 1 }, 3).steer).toBe(1)
    expect(pedals({ ...NONE, right: 1 }, 3).steer).toBe(-1)
    expect(pedals({ ...NONE, left: 1 }, 12).steer).toBeCloseTo(0.5, 12)
  })

  test('the hand brake passes through', () => {
    expect(pedals({ ...NONE, handBrake: true }, 0).handBrake).toBe(true)
  })
})

describe('shortcuts', () => {
  const calls: string[] = []
  const note = (name: string) => (value?: unknown) => {
    calls.push(value === undefined ? name : `${name} ${value}`)
  }
  const actions: ShortcutActions = {
    nextCamera: note('nextCamera'),
    take: note('take'),
    escape: note('escape'),
    next: note('next'),
    map: note('map'),
    help: note('help'),
    devices: note('devices'),
    pause: note('pause'),
    step: note('step'),
    faster: note('faster'),
    tether: note('tether'),
    cruise: note('cruise'),
    sideBrake: note('sideBrake'),
    engine: note('engine'),
    dynamics: note('dynamics'),
    information: note('information'),
    watch: note('watch'),
    people: note('people'),
    places: note('places'),
    view: note('view'),
    go: note('go'),
    store: note('store'),
  }

  test.each([
    ['K', 'nextCamera'],
    ['C', 'cruise'],
    ['B', 'sideBrake'],
    ['X', 'engine'],
    ['y', 'dynamics'],
    ['V', 'watch'],
    ['T', 'tether'],
    ['Enter', 'take'],
    ['Escape', 'escape'],
    ['?', 'help'],
    ['J', 'devices'],
    [']', 'next 1'],
    ['-', 'faster -1'],
  ])('%s means %s', (key, meaning) => {
    calls.length = 0
    shortcut(key, actions)?.()
    expect(calls).toEqual([meaning])
  })

  test.each([
    ['Digit1', false, 'go 0'],
    ['Digit9', false, 'go 8'],
    ['Digit0', false, 'go 9'],
    ['Numpad3', false, 'go 2'],
    ['Digit1', true, 'store 0'],
    ['Digit0', true, 'store 9'],
  ])('%s with Shift %s means %s', (code, shiftKey, meaning) => {
    calls.length = 0
    placeKey({ code, shiftKey }, actions)?.()
    expect(calls).toEqual([meaning])
  })

  test('a letter is no place', () => {
    expect(placeKey({ code: 'KeyG', shiftKey: true }, actions)).toBeUndefined()
  })

  test('driving keys are not shortcuts', () => {
    for (const key of ['w', 'a', 's', 'd', ' ', 'ArrowUp']) expect(shortcut(key, actions)).toBeUndefined()
  })
})
