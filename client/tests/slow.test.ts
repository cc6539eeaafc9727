import { describe, expect, test } from 'vitest'
import { SlowWatch } from '../src/components/slownotice'
import { InputRepeater } from '../src/connection/inputrepeater'
import { encodeInput } from '../src/connection/wire'

const HELD = encodeInput(7, { handBrake: false, throttle: 1, brake: 0, steer: 0 })

function numberOf(data: ArrayBuffer): number {
  return new DataView(data).getUint32(1, true)
}

describe('what the driver holds, while the page is busy', () => {
  let now = 0
  const sent: { at: number; data: ArrayBuffer }[] = []
  const started = () => {
    now = 1000
    sent.length = 0
    const repeater = new InputRepeater(
      (data) => sent.push({ at: now, data }),
      () => now,
    )
    return repeater
  }
  const wait = (repeater: InputRepeater, milliseconds: number) => {
    for (const end = now + milliseconds; now < end; ) {
      now += 25
      repeater.repeat()
    }
  }

  test('is said again ten times a second, each time with the next number', () => {
    const repeater = started()
    const first = numberOf(repeater.pass(HELD) as ArrayBuffer)
    wait(repeater, 1500)
    expect(sent.length).toBe(15)
    expect(sent.map(({ data }) => numberOf(data))).toEqual(sent.map((_, index) => first + index + 1))
    expect(new Uint8Array(sent[0].data).slice(5)).toEqual(new Uint8Array(HELD).slice(5))
  })

  test('is not repeated while the page speaks often enough itself', () => {
    const repeater = started()
    for (let k = 0; k < 20; k++) {
      repeater.pass(HELD)
      wait(repeater, 75)
    }
    expect(sent).toEqual([])
  })

  test('is left to the dead-man brake after three seconds without a word from the page', () => {
    const repeater = started()
    repeater.pass(HELD)
    wait(repeater, 10_000)
    expect(sent[sent.length - 1].at).toBeLessThan(1000 + 3000)
    expect(sent[sent.length - 1].at).toBeGreaterThan(1000 + 2800)
  })

  test('is repeated through pictures of five seconds, from the second one on', () => {
    const repeater = started()
    for (let picture = 0; picture < 4; picture++) {
      repeater.pass(HELD)
      wait(repeater, 5000)
    }
    const pauses = sent.map(({ at }, index) => (index ? at - sent[index - 1].at : 0))
    expect(Math.max(...pauses.filter((_, index) => sent[index].at > 1000 + 5000 + 100))).toBeLessThanOrEqual(
      200,
    )
  })

  test('ends after twenty seconds on a page that has drawn slowly, and after three when that was a minute ago', () => {
    const repeater = started()
    repeater.pass(HELD)
    wait(repeater, 15_000)
    repeater.pass(HELD)
    wait(repeater, 40_000)
    expect(sent[sent.length - 1].at).toBeGreaterThan(1000 + 15_000 + 19_800)
    expect(sent[sent.length - 1].at).toBeLessThan(1000 + 15_000 + 20_000)
    for (let second = 0; second < 130; second++) {
      repeater.pass(HELD)
      wait(repeater, 1000)
    }
    const last = now - 1000
    wait(repeater, 10_000)
    expect(sent[sent.length - 1].at - last).toBeLessThan(3000)
  })

  test.each([
    ['a hidden page', (repeater: InputRepeater) => Object.assign(repeater, { isVisible: false })],
    ['a released vehicle', (repeater: InputRepeater) => repeater.pass('{"type":"release"}')],
    ['a new connection', (repeater: InputRepeater) => repeater.forget()],
  ])('is not repeated for %s', (_, happen) => {
    const repeater = started()
    repeater.pass(HELD)
    happen(repeater)
    wait(repeater, 2000)
    expect(sent).toEqual([])
  })

  test('leaves acknowledgements and other commands as they are', () => {
    const acknowledgement = new Uint8Array([2, 9, 0, 0, 0]).buffer
    const repeater = started()
    expect(repeater.pass(acknowledgement)).toBe(acknowledgement)
    expect(repeater.pass('{"type":"pause"}')).toBe('{"type":"pause"}')
  })
})

describe('slow drawing', () => {
  test('is told after three seconds and forgotten when it is well again', () => {
    const watch = new SlowWatch()
    expect(watch.see(2, 10)).toBe(false)
    expect(watch.see(2, 12.9)).toBe(false)
    expect(watch.see(2, 13)).toBe(true)
    expect(watch.see(7, 14)).toBe(true)
    expect(watch.see(30, 15)).toBe(false)
  })

  test('is no hiccup, and no page that has not drawn yet', () => {
    const watch = new SlowWatch()
    expect(watch.see(2, 10)).toBe(false)
    expect(watch.see(60, 11)).toBe(false)
    expect(watch.see(2, 14)).toBe(false)
    for (let now = 20; now < 30; now++) expect(watch.see(0, now)).toBe(false)
  })

  test('is told once: who has read it is left alone', () => {
    const watch = new SlowWatch()
    watch.see(2, 0)
    expect(watch.see(2, 5)).toBe(true)
    watch.dismiss()
    expect(watch.see(2, 6)).toBe(false)
  })
})
