import { describe, expect, test } from 'vitest'
import { checkedDisplay } from '../src/base/display'
import { assumedEngineSpeed, loudest, loudness, voiceOf } from '../src/sound/voice'

const TANK = { speed: 5, isTracked: true, length: 8, distance: 20, closing: 0 }

describe('the sound of a vehicle', () => {
  test('is off at first, and only a stored yes turns it on', () => {
    expect(checkedDisplay({}).hasSound).toBe(false)
    expect(checkedDisplay({ hasSound: 'yes' }).hasSound).toBe(false)
    expect(checkedDisplay({ hasSound: true }).hasSound).toBe(true)
  })

  test('has the pitch of its engine: eight cylinders fire four times a turn', () => {
    const turns = 30 // a second
    expect(voiceOf({ ...TANK, engineSpeed: 2 * Math.PI * turns }).pitch).toBeCloseTo(4 * turns, 9)
    expect(voiceOf({ ...TANK, length: 4, engineSpeed: 2 * Math.PI * turns }).pitch).toBeCloseTo(2 * turns, 9)
  })

  test('follows the speed where there is no engine: idle at rest, up in a gear, down at a shift', () => {
    const speeds = [0, 4, 8.9, 9.1, 17.9].map(assumedEngineSpeed)
    expect(speeds[1]).toBeGreaterThan(speeds[0])
    expect(speeds[2]).toBeGreaterThan(speeds[1])
    expect(speeds[3]).toBeLessThan(speeds[2])
    expect(speeds[4]).toBeGreaterThan(speeds[3])
    expect(voiceOf({ ...TANK, speed: -4 }).pitch).toBe(voiceOf({ ...TANK, speed: 4 }).pitch)
  })

  test('is softer with distance, and nothing far away', () => {
    const gains = [5, 30, 100, 200, 400].map((distance) => loudness(distance, 8))
    expect([...gains].sort((a, b) => b - a)).toEqual(gains)
    expect(gains[4]).toBe(0)
    expect(loudness(60, 8)).toBeGreaterThan(loudness(60, 3))
  })

  test('clatters on tracks that move, and not on wheels or at rest', () => {
    expect(voiceOf(TANK).clatter).toBeGreaterThan(10)
    expect(voiceOf({ ...TANK, speed: 0 }).clatter).toBe(0)
    expect(voiceOf({ ...TANK, isTracked: false }).clatter).toBe(0)
  })

  test('is higher while it comes nearer', () => {
    expect(voiceOf({ ...TANK, closing: 10 }).pitch).toBeGreaterThan(voiceOf(TANK).pitch)
    expect(voiceOf({ ...TANK, closing: -10 }).pitch).toBeLessThan(voiceOf(TANK).pitch)
  })

  test('is that of the loudest few', () => {
    const gains = new Map([
      [1, 0.2],
      [2, 0],
      [3, 0.9],
      [4, 0.5],
    ])
    expect(loudest(gains, 2)).toEqual([3, 4])
    expect(loudest(gains, 9)).toEqual([3, 4, 1])
  })
})
