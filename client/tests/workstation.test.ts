import * as THREE from 'three'
import { describe, expect, test } from 'vitest'
import { cleanName, rememberedName, rememberedView, rememberName } from '../src/base/memory'
import { wordsOf } from '../src/components/autopilot'
import { defaultTitle } from '../src/components/bookmarks'
import { dotPlace } from '../src/components/information'
import { Tracks } from '../src/components/map'
import { plateOpacity } from '../src/components/nameplates'
import { findVehicles } from '../src/components/people'
import { readings, warnings } from '../src/components/readings'
import { remoteText } from '../src/components/vehiclepanel'
import { sliderOf, visibilityOf } from '../src/components/view'
import { DRIVER, FLAG } from '../src/connection/wire'
import type { AutopilotState, Instruments } from '../src/generated/messages'
import { LatestMessages } from '../src/page/latest'
import { ownVehicleOf } from '../src/page/watching'
import { fogDensity } from '../src/scene/atmosphere'
import { sideOf, sightOf } from '../src/scene/autopilot'
import { CameraRig } from '../src/scene/camera'
import { flightOf } from '../src/scene/cameramotion'
import { arrow, band, sector, triangles } from '../src/scene/groundsheet'
import { checkedView, VIEW } from '../src/scene/view'
import { Heightfield } from '../src/world/heightfield'
import { HEIGHTS, legend, SLOPES, soilShader } from '../src/world/soil'

const POSE = { yaw: Math.PI / 2, pitch: 0, roll: 0, speed: 10 }

describe('the information window', () => {
  const of = (values: Record<string, number | null>, pose = POSE) =>
    Object.fromEntries(readings(pose, values).map((one) => [one.name, `${one.value} ${one.unit}`.trim()]))

  test('shows km/h, a compass heading, nose up and right side down as positive', () => {
    const pose = { yaw: 0, pitch: -0.1, roll: 0.05, speed: -5 }
    expect(of({}, pose)).toEqual({
      Speed: '−18 km/h',
      Heading: '090° E',
      Pitch: '+5.7 °',
      Roll: '+2.9 °',
      Gear: 'R',
    })
  })

  test('shows nothing that the model does not have', () => {
    expect(Object.keys(of({}))).not.toContain('Fuel')
    expect(Object.keys(of({ fuel: 10 }))).toContain('Fuel')
    expect(Object.keys(of({ fuel: null }))).not.toContain('Fuel')
    expect(Object.keys(of({ surge_force: 1 }))).not.toContain('Total')
  })

  test('shows the engine in revolutions a minute, fuel in percent, mass in tons', () => {
    const shown = of({ engine_speed: 100 * Math.PI, fuel: 400, fuel_capacity: 1600, mass: 57154 })
    expect(shown).toMatchObject({ Engine: '3000 rpm', Fuel: '25 %', Mass: '57.2 t' })
  })

  test('adds the forces up in kilonewtons', () => {
    const shown = of({ surge_force: 50e3, drag_force: -20e3, gravity_force: -34.9e3 })
    expect(shown).toMatchObject({
      Surge: '+50.0 kN',
      Drag: '−20.0 kN',
      Gravity: '−34.9 kN',
      Total: '−4.9 kN',
    })
  })

  test('fills the bar of a side at half of the greatest force, and never more than whole', () => {
    const bars = (left: number) =>
      readings(POSE, { left_force: left, right_force: -21e3, max_drive_force: 84e3 }).slice(-2)
    expect(bars(42e3).map((bar) => bar.part)).toEqual([1, -0.5])
    expect(bars(63e3).map((bar) => bar.part)).toEqual([1, expect.closeTo(-1 / 3, 9)])
  })

  test('shows how the body of a force model stands and slides, with its gear, load and fuel', () => {
    const values = {
      speed: 20,
      lateral_speed: -2,
      body_pitch: -0.02,
      body_roll: 0.05,
      heave: -0.034,
      gear: -1,
      engine_load: 0.5,
      fuel_used: 1.234,
    }
    expect(of(values)).toMatchObject({
      Sideslip: '−5.7 °',
      'Body pitch': '+1.1 °',
      'Body roll': '+2.9 °',
      Heave: '−3.4 cm',
      Gear: 'R',
      Load: '50 %',
      'Fuel used': '1.23 kg',
    })
    expect(of({ gear: 0 })).toMatchObject({ Gear: 'N' })
    expect(of({ gear: 4 })).toMatchObject({ Gear: '4' })
    expect(of({ speed: 0.001, lateral_speed: 0.4 })).toMatchObject({ Sideslip: '0.0 °' })
    expect(of({ speed: -20, lateral_speed: 2 })).toMatchObject({ Sideslip: '+5.7 °' })
  })

  test('warns of what flies, of what stands on one side and of what lies on it', () => {
    expect(warnings({ is_airborne: 0, rollover_angle: 0 })).toEqual([])
    expect(warnings({})).toEqual([])
    expect(warnings({ is_airborne: 1, rollover_angle: null })).toEqual(['Airborne'])
    expect(warnings({ rollover_angle: 0.2 })).toEqual(['Left side off the ground: 11°'])
    expect(warnings({ is_airborne: 1, rollover_angle: -0.2 })).toEqual([
      'Airborne',
      'Right side off the ground: 11°',
    ])
    expect(warnings({ rollover_angle: Math.PI / 2 })).toEqual(['Overturned onto its right side'])
  })

  test('puts the dot of the forces ahead up, left left, and never beyond the rim', () => {
    expect(dotPlace(0, 0)).toEqual([50, 50])
    const [x, y] = dotPlace(9.81, 0)
    expect([x, y]).toEqual([50, expect.closeTo(50 - 46 / 1.2, 9)])
    expect(dotPlace(0, 9.81)[0]).toBeCloseTo(50 - 46 / 1.2, 9)
    const [farX, farY] = dotPlace(-300, -400)
    expect(Math.hypot(farX - 50, farY - 50)).toBeCloseTo(46, 9)
    expect(farY).toBeGreaterThan(50)
  })

  test('a force that rounds to nothing has no sign', () => {
    expect(of({ surge_force: -12 })).toMatchObject({ Surge: '0.0 kN' })
  })
})

describe('the latest', () => {
  const SWITCHES = { cruise: false, parking_brake: false, engine_stop: false }
  const news = (switches: Instruments['switches']) =>
    ({
      type: 'instruments',
      vehicle: 4,
      model: 'tracked/arc',
      is_dynamic: null,
      switches: switches ?? null,
      soil: null,
      warnings: [] as string[],
      values: {},
    }) as const

  test('knows who drives what', () => {
    const latest = new LatestMessages(() => 0)
    const alice = { vehicle: 3, name: 'Alice', person: 1, mark: '', role: 'driver' } as const
    latest.receive({ type: 'drivers', drivers: [alice] })
    expect(latest.drivers.get(3)).toBe('Alice')
    latest.receive({ type: 'drivers', drivers: [{ ...alice, name: 'Instru\u0441tor', mark: 'role' }] })
    expect(latest.drivers.get(3)).toBe('\u26a0\ufe0e Instru\u0441tor')
    latest.receive({ type: 'drivers', drivers: [] })
    expect(latest.drivers.size).toBe(0)
  })

  test('keeps bookmarks in their slots and ignores slots that it has not', () => {
    const latest = new LatestMessages(() => 0)
    const bookmark = { x: 1, y: 2, yaw: 0, title: 'bridge', owner: 'Anna', may_change: true }
    latest.receive({
      type: 'bookmarks',
      bookmarks: [
        { slot: 15, ...bookmark },
        { slot: 16, ...bookmark },
      ],
    })
    expect(latest.bookmarks[15]?.title).toBe('bridge')
    expect(latest.bookmarks).toHaveLength(16)
  })

  test('does not believe older news of a switch that was just pressed, but believes them later', () => {
    let now = 0
    const latest = new LatestMessages(() => now)
    latest.receive(news(SWITCHES))
    expect(latest.turnOver('cruise')).toEqual({ ...SWITCHES, cruise: true })
    latest.receive(news(SWITCHES)) // was on its way already
    expect(latest.switches?.cruise).toBe(true)
    expect(latest.turnOver('engine_stop')).toEqual({ cruise: true, parking_brake: false, engine_stop: true })
    now = 2
    expect(latest.switches).toEqual(SWITCHES)
  })

  test('has no switches for a vehicle without, and none of the vehicle before', () => {
    const latest = new LatestMessages(() => 0)
    latest.receive(news(null))
    expect(latest.turnOver('cruise')).toBeUndefined()
    latest.receive(news(SWITCHES))
    latest.turnOver('cruise')
    latest.forgetInstruments()
    expect(latest.switches).toBeUndefined()
    expect(latest.instrumentsOf(4)).toBeUndefined()
  })

  test('is deaf to messages of an unknown kind', () => {
    const strange = { type: 'weather', rain: 1 } as unknown as Parameters<LatestMessages['receive']>[0]
    const latest = new LatestMessages(() => 0)
    latest.receive(strange)
    expect([latest.instruments, latest.autopilot, latest.drivers.size]).toEqual([undefined, undefined, 0])
  })
})

describe('names', () => {
  test('are one visible line of at most 24 characters', () => {
    expect(cleanName('  Alice\u202e \n B ')).toBe('Alice B')
    expect([...cleanName('🚜'.repeat(40))]).toHaveLength(24)
    expect(cleanName('\u200b\u0007')).toBe('')
  })

  test('are remembered, and not missed where storage is forbidden', () => {
    const shelf = new Map<string, string>()
    const store = {
      getItem: (key: string) => shelf.get(key) ?? null,
      setItem: (key: string, value: string) => void shelf.set(key, value),
    }
    rememberName(store, 'Alice')
    expect(rememberedName(store)).toBe('Alice')
    const closed = {
      getItem: () => {
        throw new Error('forbidden')
      },
      setItem: () => {
        throw new Error('forbidden')
      },
    }
    rememberName(closed, 'Alice')
    expect(rememberedName(closed)).toBe('')
    expect(rememberedView({ ...store, getItem: () => '{{' })).toEqual({})
  })

  test('find vehicles by any words of the vehicle and its driver', () => {
    const view = {
      drivers: new Map([[2, 'Álvaro Bob']]),
      fleets: [
        { name: 'Red tanks', member: 'Red tank', first: 0, count: 12 },
        { name: 'M1', member: 'M1', first: 12, count: 3 },
      ],
      titleOf: (id: number) => (id >= 12 ? 'Abrams' : ''),
    }
    expect(findVehicles('abrams', view)).toEqual({ count: 3, first: [12, 13, 14] })
    expect(findVehicles('bob', view).first).toEqual([2])
    expect(findVehicles('3 TANK', view).first).toEqual([2])
    expect(findVehicles('red tanks 3', view).first).toEqual([2])
    expect(findVehicles('1 tank', view).first).toEqual([0, 9, 10, 11])
    expect(findVehicles(' ', view).count).toBe(15)
    expect(findVehicles('nobody', view)).toEqual({ count: 0, first: [] })
  })

  test('find the first of very many vehicles, and how many more there are', () => {
    const fleets = [
      { name: 'Tanks', member: 'Tanks', first: 0, count: 100_000 },
      { name: 'Cars', member: 'Cars', first: 100_000, count: 900_000 },
    ]
    const view = { drivers: new Map<number, string>(), fleets, titleOf: () => '' }
    const all = findVehicles('', view)
    expect(all.count).toBe(1_000_000)
    expect(all.first).toHaveLength(40)
    expect(findVehicles('cars', view)).toMatchObject({ count: 900_000 })
    expect(findVehicles('cars 777777', view)).toEqual({ count: 1, first: [877_776] })
  })

  test('on plates fade with distance and vanish', () => {
    expect(plateOpacity(30)).toBe(1)
    expect(plateOpacity(500)).toBeGreaterThan(plateOpacity(1500))
    expect(plateOpacity(3900)).toBeGreaterThan(0.3)
    expect(plateOpacity(4000)).toBe(0)
  })
})

describe('bookmarks', () => {
  test('a default title fits the server: 24 characters', () => {
    expect(defaultTitle(-430, 1260)).toBe('1.3 km N, 0.4 km W')
    expect(defaultTitle(-99999, -99999).length).toBeLessThanOrEqual(24)
  })
})

describe('tracks', () => {
  test('grow with travel, are bounded, and start anew after a leap', () => {
    const tracks = new Tracks()
    const state = { x: [0], y: [0] }
    for (let k = 0; k < 2000; k++) {
      state.x[0] = 3 * k
      tracks.follow([0, -1, 7], state)
    }
    expect(tracks.all.get(0)?.length).toBe(900)
    expect(tracks.all.get(0)?.at(-1)).toEqual([5997, 0])
    state.x[0] += 1
    tracks.follow([0], state)
    expect(tracks.all.get(0)?.at(-1)).toEqual([5997, 0]) // no step yet
    state.y[0] = 500
    tracks.follow([0], state)
    expect(tracks.all.get(0)).toEqual([[5998, 500]])
    tracks.follow([], state)
    expect(tracks.all.size).toBe(0)
  })
})

describe('autopilot', () => {
  const state: AutopilotState = {
    type: 'autopilot',
    vehicle: 1,
    seen: 'object',
    seen_x: 30,
    seen_y: -2,
    seen_radius: 1,
    desired_yaw: Math.PI / 2,
    course_yaw: 0,
    is_avoiding: true,
    reach: 40,
    half_angle: 0.17,
    route: [],
  }
  const pose = { x: 0, y: 0, yaw: 0, speed: 9 }

  test('say what is seen on which side; dead ahead is left', () => {
    const side = (x: number, y: number, yaw: number) =>
      sideOf({ what: 'object', x, y, radius: 1 }, { ...pose, yaw })
    expect(side(30, -2, 0)).toBe('right')
    expect(side(30, 0, 0)).toBe('left')
    expect(side(-30, 1, Math.PI)).toBe('right') // west-bound, north is right
    expect(wordsOf(state, pose)).toEqual([
      'Sees an object 30 m ahead, right',
      'Avoids: steers for 000°',
      'Course 090°',
    ])
  })

  test('of nothing have no place', () => {
    const blind: AutopilotState = {
      ...state,
      seen: 'nothing',
      seen_x: null,
      seen_y: null,
      seen_radius: null,
    }
    expect(sightOf(blind)).toBeUndefined()
    const calm = { ...blind, is_avoiding: false }
    expect(wordsOf(calm, pose)).toEqual(['Sees nothing within 40 m', 'Keeps its course', 'Course 090°'])
    expect(wordsOf(calm, { ...pose, speed: 0 })).toContain('Stands')
  })

  test('of a vehicle that stands say why and what it does, not what it would steer for', () => {
    expect(wordsOf(state, { ...pose, speed: 0 }, ['Stuck in mud', 'Backs out'])).toEqual([
      'Stuck in mud',
      'Backs out',
      'Course 090°',
    ])
  })
})

describe('shapes on the ground', () => {
  /** Area [m²] of the triangles of a grid. */
  const area = (grid: Parameters<typeof triangles>[0]) => {
    const corners = triangles(grid)
    let sum = 0
    for (let k = 0; k < corners.length; k += 3) {
      const [[ax, ay], [bx, by], [cx, cy]] = corners.slice(k, k + 3).map((index) => grid.points[index])
      sum += Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
    }
    return sum
  }

  test('a sector has the area of its part of the disc', () => {
    expect(area(sector({ x: 5, y: -3, reach: 40 }, 0.2, 0.4))).toBeCloseTo(0.5 * 40 ** 2 * 0.2, 0)
  })

  test('an arrow points where it is told', () => {
    const { points } = arrow({ x: 1, y: 2 }, Math.PI / 2, { start: 3, end: 20, width: 1 })
    const [x, y] = points.at(-1) ?? [0, 0]
    expect([x, y]).toEqual([expect.closeTo(1, 9), expect.closeTo(22, 9)])
    for (const point of points) expect(point[1]).toBeGreaterThan(4.9)
  })

  test('a band is as long and wide as its line, however it bends, and skips points that repeat', () => {
    const line: [number, number][] = [
      [0, 0],
      [0, 0],
      [30, 0],
      [30, 40],
    ]
    const grid = band(line, 2, 7)
    for (let k = 0; k + 1 < grid.points.length; k += 2) {
      const [[ax, ay], [bx, by]] = [grid.points[k], grid.points[k + 1]]
      expect(Math.hypot(ax - bx, ay - by)).toBeCloseTo(2, 9)
    }
    expect(band([[1, 1]], 2, 7).points).toEqual([])
  })
})

describe('the air and the ground', () => {
  test('a twentieth of the contrast is left at the visibility', () => {
    expect(Math.exp(-fogDensity(300) * 300)).toBeCloseTo(0.05, 9)
  })

  test('the slider reaches both ends, in round numbers between', () => {
    expect(visibilityOf(0)).toBe(50)
    expect(visibilityOf(1)).toBe(10000)
    for (let k = 0; k <= 100; k++) {
      const metres = visibilityOf(k / 100)
      expect(Number(metres.toPrecision(2))).toBe(metres)
      expect(Math.abs(sliderOf(metres) - k / 100)).toBeLessThan(0.05)
    }
  })

  test('a view found in storage is not believed', () => {
    expect(checkedView({ hasHaze: 'no', visibility: 1e9, soil: 'lava' })).toEqual(VIEW)
    expect(checkedView({ hasFog: true, soil: 'slope', visibility: 200 })).toMatchObject({
      hasFog: true,
      soil: 'slope',
      visibility: 200,
    })
  })

  test('legend and shader have the same colours', () => {
    expect(legend('natural', 0, 1)).toEqual([])
    expect(legend('slope', 0, 1).map((entry) => entry.words)).toEqual([
      '0–3°',
      '3–8°',
      '8–15°',
      '15–25°',
      '25–35°',
      'over 35°',
    ])
    expect(legend('height', 100, 600).map((entry) => entry.words)).toContain('300 m')
    for (const [red, green, blue] of [...HEIGHTS, ...SLOPES.map(([, colour]) => colour)])
      expect(soilShader()).toContain(`srgb(${red}.0, ${green}.0, ${blue}.0)`)
  })
})

describe('cameras', () => {
  const flat = () =>
    new Heightfield(
      { rows: 3, columns: 3, spacing: 1000, x_west: -1000, y_south: -1000 },
      new Float32Array(9).fill(50),
    )
  const SUBJECT = {
    x: 100,
    y: 200,
    z: 50,
    yaw: 0.5,
    pitch: 0,
    roll: 0,
    length: 6,
    width: 3,
    height: 2,
    speed: 0,
    isTracked: true,
  }
  const settle = (rig: CameraRig, subject = SUBJECT) => {
    for (let k = 0; k < 60; k++) rig.update(subject, 0.1)
    return rig.camera
  }

  test("the bird's-eye camera is tethered above its vehicle and looks down", () => {
    const rig = new CameraRig(flat())
    rig.setMode('bird')
    const position = settle(rig).position.clone()
    expect(Math.hypot(position.x - 100, position.y - 200)).toBeLessThan(30)
    expect(position.z).toBeGreaterThan(120)
    const moved = settle(rig, { ...SUBJECT, x: 400 }).position
    expect(moved.x - position.x).toBeCloseTo(300, 0)
    expect(rig.camera.getWorldDirection(new THREE.Vector3()).z).toBeLessThan(-0.9)
  })

  test('the free camera starts where the view was, flies where it looks, and stays above ground', () => {
    const rig = new CameraRig(flat())
    rig.setMode('chase')
    const before = settle(rig).position.clone()
    rig.setMode('free')
    expect(settle(rig).position.distanceTo(before)).toBeLessThan(0.01)
    rig.flyTo(-300, 0, Math.PI / 2)
    settle(rig)
    rig.fly({ ahead: 1, left: 0, up: 0 }, 2)
    const { position } = settle(rig)
    expect(position.x).toBeCloseTo(-300, 3)
    expect(position.y).toBeGreaterThan(20)
    for (let k = 0; k < 50; k++) rig.fly({ ahead: 0, left: 0, up: -1 }, 1)
    expect(settle(rig).position.z).toBeGreaterThan(51)
    for (let k = 0; k < 500; k++) rig.fly({ ahead: 1, left: 0, up: 0 }, 10)
    expect(settle(rig).position.y).toBeLessThanOrEqual(1000)
  })

  test('flight keys of both hands mean the same; Shift trebles; against each other they rest', () => {
    expect(flightOf(new Set(['KeyW', 'ArrowUp']))).toEqual({ ahead: 1, left: 0, up: 0 })
    expect(flightOf(new Set(['KeyA', 'ShiftLeft'])).left).toBe(3)
    expect(flightOf(new Set(['KeyW', 'KeyS', 'KeyE']))).toEqual({ ahead: 0, left: 0, up: 1 })
  })
})

test('a remote vehicle tells where it comes from and how old its state is', () => {
  const latest = new LatestMessages(() => 0)
  const remote = { vehicle: 7, host: '10.0.0.5', marking: 'ALPHA', age: 0.31 }
  latest.receive({ type: 'remotes', remotes: [remote] })
  expect(remoteText(latest.remotes.get(7))).toBe('“ALPHA” from 10.0.0.5, 0.3 s old')
  expect(remoteText({ ...remote, marking: '', age: 12.4 })).toBe('from 10.0.0.5, 12 s old')
  latest.receive({ type: 'remotes', remotes: [] })
  expect(remoteText(latest.remotes.get(7))).toBe('moved by another program')
})

describe('the vehicle of commands', () => {
  const newest = { flags: [DRIVER.autopilot, DRIVER.remote, FLAG.absent, DRIVER.player] }
  const of = (own: number, selected: number) => ownVehicleOf({ session: { own, selected }, newest })

  test('is the driven one, else the followed one', () => {
    expect(of(3, 0)).toBe(3)
    expect(of(-1, 0)).toBe(0)
  })

  test('is none where there is none, it was removed, or another program moves it', () => {
    expect([of(-1, -1), of(-1, 1), of(-1, 2)]).toEqual([-1, -1, -1])
  })
})
