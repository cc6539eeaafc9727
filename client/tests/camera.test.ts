import type * as THREE from 'three'
import { describe, expect, test } from 'vitest'
import { CameraRig } from '../src/scene/camera'
import { TravelDirection } from '../src/scene/cameramotion'
import { groundShare, Obstructions } from '../src/scene/obstruction'
import { Heightfield } from '../src/world/heightfield'
import type { WorldObjects } from '../src/world/world'

const TARGET = { x: 0, y: 0, z: 2 }
const EYE = { x: -20, y: 0, z: 5 }

/** Objects of one kind at (x, 0). */
function objectsAt(kind: string, places: number[], [radius, height]: [number, number]): WorldObjects {
  const fill = (value: number) => new Float32Array(places.length).fill(value)
  return {
    count: places.length,
    kinds: [kind],
    kind: new Uint8Array(places.length),
    x: Float32Array.from(places),
    y: fill(0),
    z: fill(0),
    yaw: fill(0),
    radius: fill(radius),
    height: fill(height),
  }
}

function ground(heightAt: (column: number) => number): Heightfield {
  const [rows, columns, spacing] = [41, 41, 5]
  const description = {
    ...{ rows, columns, spacing, x_west: -100, y_south: -100 },
    ...{ name: 'test', source: '', warnings: [] },
  }
  const heights = Float32Array.from({ length: rows * columns }, (_, k) => heightAt(k % columns))
  return new Heightfield(description, heights)
}

const SUBJECT = {
  ...{ x: 0, y: 0, z: 0, yaw: 0, pitch: 0, roll: 0, speed: 5 },
  ...{ length: 5, width: 2.5, height: 2, isTracked: false },
}

/** A chase camera after some seconds behind the subject. */
function chasing(rig: CameraRig, subject = SUBJECT, seconds = 6): THREE.Vector3 {
  rig.setMode('chase')
  for (let k = 0; k < 20 * seconds; k++) rig.update(subject, 0.05)
  return rig.camera.position
}

describe('the line from a vehicle to the camera', () => {
  test('ends before a house, and before the nearest of two', () => {
    const house = new Obstructions(objectsAt('building', [-12], [3, 8]))
    expect(house.solidShare(TARGET, EYE)).toBeCloseTo((12 - 3.6) / 20, 6)
    const two = new Obstructions(objectsAt('building', [-16, -9], [3, 8]))
    expect(two.solidShare(TARGET, EYE)).toBeCloseTo((9 - 3.6) / 20, 6)
  })

  test('passes over a low rock and beside a house', () => {
    expect(new Obstructions(objectsAt('rock', [-12], [2, 1])).solidShare(TARGET, EYE)).toBe(1)
    const house = new Obstructions(objectsAt('building', [-12], [3, 8]))
    expect(house.solidShare(TARGET, { x: 0, y: 20, z: 5 })).toBe(1)
  })

  test('goes through a tree, but does not end inside its crown', () => {
    const between = new Obstructions(objectsAt('broadleaf', [-10], [0.5, 10]))
    expect(between.solidShare(TARGET, EYE)).toBe(1)
    expect(between.crownShare(TARGET, EYE, 1)).toBe(1)
    const around = new Obstructions(objectsAt('broadleaf', [-19], [0.5, 10]))
    const share = around.crownShare(TARGET, EYE, 1)
    expect(share).toBeLessThan(1)
    expect(20 * share).toBeLessThan(19 - 3 - 0.5)
  })

  test('never becomes shorter than the vehicle needs', () => {
    const close = new Obstructions(objectsAt('building', [-4.5], [3, 8]))
    expect(close.solidShare(TARGET, EYE)).toBeGreaterThan(0.1)
  })

  test('ends before a ridge', () => {
    const ridge = ground((column) => (column === 18 ? 9 : 0)) // at x = -10
    expect(groundShare(ridge, TARGET, EYE, 0.5)).toBeGreaterThan(0.2)
    expect(groundShare(ridge, TARGET, EYE, 0.5)).toBeLessThan(0.5)
    expect(groundShare(ridge, TARGET, { ...EYE, x: 20 }, 0.5)).toBe(1)
  })
})

describe('the chase camera', () => {
  test('stays on the near side of a house behind the vehicle', () => {
    const free = chasing(new CameraRig(ground(() => 0)))
    expect(free.x).toBeLessThan(-11)
    const blocked = chasing(
      new CameraRig(
        ground(() => 0),
        objectsAt('building', [-10], [3, 8]),
      ),
    )
    expect(blocked.x).toBeGreaterThan(-7)
    expect(blocked.x).toBeLessThan(-2)
  })

  test('looks over a hill or stays before it', () => {
    const hill = ground((column) => (column <= 18 ? 30 : 0)) // a cliff between x = -10 and -5
    const eye = chasing(new CameraRig(hill))
    expect(eye.z).toBeGreaterThan(hill.height(eye.x, eye.y))
    expect(groundShare(hill, { x: 0, y: 0, z: 1.5 }, eye, 0)).toBe(1)
  })

  test('faces the way of travel of a vehicle that keeps going backwards', () => {
    const rig = new CameraRig(ground(() => 0))
    expect(chasing(rig).x).toBeLessThan(-5)
    expect(chasing(rig, { ...SUBJECT, speed: -3 }, 1).x).toBeLessThan(-5)
    expect(chasing(rig, { ...SUBJECT, speed: -3 }, 5).x).toBeGreaterThan(5)
    expect(chasing(rig, { ...SUBJECT, speed: 0 }, 5).x).toBeGreaterThan(5)
    expect(chasing(rig, { ...SUBJECT, speed: 3 }, 5).x).toBeLessThan(-5)
  })

  test('is behind another vehicle at once', () => {
    const rig = new CameraRig(ground(() => 0))
    chasing(rig)
    rig.startBlend()
    const eye = chasing(rig, { ...SUBJECT, yaw: Math.PI / 2 }, 1)
    expect(eye.y).toBeLessThan(-10)
    expect(Math.abs(eye.x)).toBeLessThan(0.5)
  })
})

test('a stop and a short move backwards do not turn the view', () => {
  const travel = new TravelDirection()
  for (const speed of [0, -2, -2, 3, -2, -2, 0]) expect(travel.update(speed, 0.6)).toBe(false)
  for (const speed of [-2, -2, -2]) travel.update(speed, 0.6)
  expect(travel.isAstern).toBe(true)
  expect(travel.update(0, 5)).toBe(true)
  expect(travel.update(1, 0.5)).toBe(false)
})
