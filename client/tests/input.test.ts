import { describe, expect, test } from 'vitest'
import { keysOf, shortcut } from '../src/base/shortcuts'
import { digitKeys } from '../src/components/bookmarks'
import { HeldKeys, pedals } from '../src/devices/input'
import type { Page } from '../src/page/page'
import { Selection } from '../src/page/selection'
import { TimeControl } from '../src/page/timecontrol'

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
      expect(keys.input()).toEqual({ ...NONE, [action]: 1 })
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
    expect(keys.input().forward).toBe(1)
    keys.release('ArrowUp')
    expect(keys.input().forward).toBe(0)
  })

  test('losing the window lets every key go', () => {
    const keys = new HeldKeys()
    keys.press('KeyW')
    keys.press('Space')
    expect(keys.clear()).toBe(true)
    expect(keys.input()).toEqual(NONE)
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
  const components = [
    { keys: { m: note('map'), '?': note('help'), '-': note('slower') } },
    { keys: { escape: note('escape'), ']': note('next') } },
    { keys: digitKeys({ go: note('go'), store: note('store') }) },
    {},
  ]
  const pressed = (key: string, code = '', shiftKey = false) => {
    calls.length = 0
    shortcut({ key, code, shiftKey }, keysOf(components))?.()
    return calls
  }

  test.each([
    ['m', 'map'],
    ['M', 'map'],
    ['Escape', 'escape'],
    ['?', 'help'],
    [']', 'next'],
    ['-', 'slower'],
  ])('%s means %s', (key, meaning) => {
    expect(pressed(key)).toEqual([meaning])
  })

  test.each([
    ['1', 'Digit1', false, 'go 0'],
    ['9', 'Digit9', false, 'go 8'],
    ['à', 'Digit0', false, 'go 9'],
    ['3', 'Numpad3', false, 'go 2'],
    ['!', 'Digit1', true, 'store 0'],
    ['=', 'Digit0', true, 'store 9'],
  ])('%s at %s with Shift %s means %s', (key, code, shiftKey, meaning) => {
    expect(pressed(key, code, shiftKey)).toEqual([meaning])
  })

  test('a letter is no place, and driving keys are not shortcuts', () => {
    expect(pressed('g', 'KeyG', true)).toEqual([])
    for (const key of ['w', 'a', 's', 'd', ' ', 'ArrowUp']) expect(pressed(key)).toEqual([])
  })

  test('one key cannot mean two things', () => {
    expect(() => keysOf([...components, { keys: { m: note('other') } }])).toThrow(
      'two components listen to the key m',
    )
  })
})

describe('camera, selection and time', () => {
  const commands: object[] = []
  const page = (session: object) =>
    ({ session, command: (one: object) => commands.push(one) }) as unknown as Page
  const asked = (session: object, act: (time: TimeControl) => void) => {
    commands.length = 0
    act(new TimeControl(page(session)))
    return commands
  }

  test('P pauses a running world and resumes a paused one', () => {
    expect(asked({ newest: { paused: false } }, (time) => time.pause())).toEqual([{ type: 'pause' }])
    expect(asked({ newest: { paused: true } }, (time) => time.pause())).toEqual([{ type: 'resume' }])
  })

  test('plus and minus go up and down the list of rates, to its ends', () => {
    const rateAfter = (rate: number, steps: number) =>
      asked({ newest: { rate } }, (time) => time.faster(steps))
    expect(rateAfter(1, 1)).toEqual([{ type: 'rate', value: 2 }])
    expect(rateAfter(1, -1)).toEqual([{ type: 'rate', value: 0.5 }])
    expect(rateAfter(16, 1)).toEqual([{ type: 'rate', value: 16 }])
    expect(rateAfter(0.25, -1)).toEqual([{ type: 'rate', value: 0.25 }])
  })

  test('the next vehicle after the last is the first', () => {
    let refreshes = 0
    const rig = {
      mode: 'overview',
      drift: 0.03,
      startBlend: () => {},
      setMode: (mode: string) => Object.assign(rig, { mode }),
    }
    const session = { selected: 4, own: -1 }
    const refresh = () => refreshes++
    const selection = new Selection({ session, rig, refresh, world: { vehicleCount: 5 } } as unknown as Page)
    selection.next(1)
    expect(session.selected).toBe(0)
    expect(rig).toMatchObject({ mode: 'chase', drift: 0 }) // one looks at what one has selected
    selection.next(-1)
    expect(session.selected).toBe(4)
    expect(refreshes).toBe(2)
  })
})
