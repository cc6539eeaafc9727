import { describe, expect, test } from 'vitest'
import type { PageName } from '../src/base/keytable'
import { allCaps, keysFor } from '../src/base/keytable'
import type { Catalogue, FieldInfo, SetUp, Shape, SideState, State } from '../src/generated/playground'
import { commandsFor, queryFor } from '../src/playground/address'
import { hintFor } from '../src/playground/hint'
import { heldOf, SHORTCUTS } from '../src/playground/keys'
import { areStacked, labelsFor, stackedText } from '../src/playground/labels'
import { checkLink } from '../src/playground/linkcheck'
import { verdict } from '../src/playground/numbers'
import { actsNow } from '../src/playground/parameters'
import {
  degrees,
  distance,
  fixed,
  label,
  reach,
  short,
  TIME_STEPS,
  timeStepIndex,
  timeStepText,
  trim,
  unitText,
} from '../src/playground/scales'
import { playgroundAddress } from '../src/playground/serverlink'
import { Trail } from '../src/playground/trail'
import { trailerAxles } from '../src/playground/trailer'
import { axles, wheelAngle } from '../src/playground/vehicle'
import { gridStep, View } from '../src/playground/view'

const FIELD: FieldInfo = {
  name: 'track_gauge',
  meaning: 'between track centre lines',
  unit: 'm',
  default: 2.8,
  low: 0,
  high: null,
  is_open: true,
  words: [],
  is_choice: false,
}

const ADDITIONS: FieldInfo[] = [
  {
    ...FIELD,
    name: 'steering_return',
    default: 0,
    words: [
      ['by hand', 0],
      ['fixed rate', 2],
    ],
    is_choice: true,
  },
  { ...FIELD, name: 'return_rate', default: 1.8 },
]

const SHAPE: Shape = {
  kind: 'wheeled',
  length: 4,
  width: 2,
  wheelbase: 2.6,
  track_width: 1.5,
  middle: 0,
  axles: [
    [1.3, true],
    [-1.3, false],
  ],
  wheels: [],
  track: [],
  faces: [],
  trailers: [],
}

const STATE: SideState = {
  x: 0,
  y: 0,
  yaw: 0,
  speed: 0,
  yaw_rate: 0,
  wheels: [0, 0],
  centre: null,
  control: [],
  state: [],
  problem: '',
  reached: null,
  turns: 0,
  drawn_yaw: null,
  hitches: [],
}

function setUp(changes: Partial<SetUp> = {}): SetUp {
  const shape = { ...SHAPE, kind: 'tracked' as const, length: 6, width: 3, wheelbase: 4, track_width: 2.8 }
  const side = { model: 'tracked/arc', values: { track_gauge: 2.8 }, shape, additions: {} }
  return {
    type: 'set-up',
    dt: 1 / 60,
    paused: false,
    holding: false,
    autopilot: false,
    demonstrating: false,
    pedals: false,
    rule: 'forward',
    slope: 0,
    target: null,
    scene: { name: 'ground', start: [0, 0, 0], bays: [], cars: [], lines: [] },
    left: side,
    right: side,
    ...changes,
  }
}

describe('sliders', () => {
  test('a range with ends is the slider, but for the ends that are no values', () => {
    expect(reach({ ...FIELD, low: 0, high: 1, is_open: false })).toEqual({ low: 0, high: 1 })
    const open = reach({ ...FIELD, low: 0, high: 2, is_open: true })
    expect(open.low).toBeGreaterThan(0)
    expect(open.high).toBeLessThan(2)
  })

  test('without an end it goes some way beyond the default, which lies within', () => {
    const { low, high } = reach(FIELD)
    expect(low).toBeGreaterThan(0)
    expect(low).toBeLessThan(2.8)
    expect(high).toBeCloseTo(11.2)
    expect(reach({ ...FIELD, default: 0, is_open: false })).toEqual({ low: 0, high: 1 })
    expect(reach({ ...FIELD, default: 0, low: null, is_open: false })).toEqual({ low: -1, high: 1 })
    const negative = reach({ ...FIELD, default: -3, low: null, is_open: false })
    expect(negative.low).toBeLessThan(-3)
    expect(negative.high).toBeGreaterThan(-3)
  })

  test('time steps are found again and written as people say them', () => {
    TIME_STEPS.forEach((dt, index) => {
      expect(timeStepIndex(dt)).toBe(index)
    })
    expect(timeStepText(1 / 60)).toBe('1/60 s')
    expect(timeStepText(0.5)).toBe('1/2 s')
    expect(timeStepText(0.3)).toBe('0.3 s')
    expect(timeStepIndex(0.017)).toBe(timeStepIndex(1 / 60))
  })
})

describe('numbers', () => {
  test('have a minus, no negative zero, and three digits where that is enough', () => {
    expect(fixed(-1.25, 1)).toBe('−1.3')
    expect(fixed(-0.0001, 2)).toBe('0.00')
    expect(trim(2.8000001)).toBe('2.8')
    expect(trim(57154)).toBe('57200')
    expect(trim(0.0000067)).toBe('6.7e-6')
    expect(trim(0)).toBe('0')
    expect([28600.4, 123.45, 12.345, -0.1254].map(short)).toEqual(['28600', '123.5', '12.35', '−0.125'])
    expect(degrees(Math.PI / 2)).toBe('90.0°')
  })

  test.each([
    [0, '0 m'],
    [0.0000004, '0 m'],
    [0.00042, '0.42 mm'],
    [0.0042, '4.2 mm'],
    [0.117, '11.7 cm'],
    [19.374, '19.37 m'],
    [314.15, '314.1 m'],
    [31415, '31.41 km'],
  ])('%d m is %s', (metres, text) => {
    const { number, unit } = distance(metres)
    expect(`${number} ${unit}`).toBe(text)
  })

  test('a field is called by its words, and its unit is written as people write it', () => {
    expect(label('max_yaw_rate')).toBe('max yaw rate')
    expect(unitText('m/s^2')).toBe(' m/s²')
    expect(unitText('1')).toBe('')
  })
})

describe('the view', () => {
  const view = () => {
    const made = new View()
    made.size = { width: 800, height: 600 }
    made.margins = { top: 40, right: 100, bottom: 60, left: 300 }
    return made
  }

  test('goes from ground to screen and back, north up', () => {
    const one = view()
    one.centre = { x: 3, y: -4 }
    const { x, y } = one.toScreen(5, 6)
    expect(y).toBeLessThan(one.toScreen(5, 5).y)
    expect(one.toGround(x, y).x).toBeCloseTo(5)
    expect(one.toGround(x, y).y).toBeCloseTo(6)
  })

  test('the middle is that of the part which no panel covers', () => {
    expect(view().middle).toEqual({ x: 500, y: 290 })
  })

  test('zooming keeps the place under the pointer', () => {
    const one = view()
    one.follow = 'free'
    const before = one.toGround(420, 180)
    one.zoom(0.5, { x: 420, y: 180 })
    expect(one.toGround(420, 180).x).toBeCloseTo(before.x)
    expect(one.toGround(420, 180).y).toBeCloseTo(before.y)
    expect(one.scale).toBe(52)
  })

  test('dragging moves the ground with the pointer and ends the following', () => {
    const one = view()
    const before = one.toGround(400, 300)
    one.pan(30, -20)
    expect(one.follow).toBe('free')
    expect(one.toGround(430, 280).x).toBeCloseTo(before.x)
    expect(one.toGround(430, 280).y).toBeCloseTo(before.y)
  })

  test('following both keeps both in sight, and the target', () => {
    const one = view()
    const points = [
      { x: -40, y: 0 },
      { x: 90, y: 30 },
      { x: 0, y: -50 },
    ]
    for (let i = 0; i < 300; i++) one.update(points[0], points[1], 0.05, [points[2]])
    for (const { x, y } of points.map((point) => one.toScreen(point.x, point.y))) {
      expect(x).toBeGreaterThan(300)
      expect(x).toBeLessThan(700)
      expect(y).toBeGreaterThan(40)
      expect(y).toBeLessThan(540)
    }
  })

  test('comes to rest, so that nothing is drawn for nothing', () => {
    const one = view()
    for (let i = 0; i < 300; i++) one.update({ x: 1, y: 2 }, { x: 3, y: 4 }, 0.05)
    expect(one.update({ x: 1, y: 2 }, { x: 3, y: 4 }, 0.05)).toBe(false)
  })

  test.each([
    [26, 70, 5],
    [100, 70, 1],
    [7, 70, 10],
    [0.1, 70, 1000],
  ])('at %d pixels a metre, lines at least %d pixels apart are every %d m', (scale, least, step) => {
    expect(gridStep(scale, least)).toBeCloseTo(step)
  })
})

describe('trails', () => {
  test('keep places that differ, and not for ever', () => {
    const trail = new Trail()
    for (let i = 0; i < 20_000; i++) trail.add(i, 0)
    expect(trail.length).toBeLessThanOrEqual(6000)
    expect(trail.xs.at(-1)).toBe(19_999)
    trail.add(19_999, 0.001)
    expect(trail.ys.at(-1)).toBe(0)
    trail.clear()
    expect(trail.length).toBe(0)
  })
})

describe('the keys of both pages', () => {
  const caps = (page: PageName) => keysFor(page).flatMap(({ rows }) => rows.flatMap(([keys]) => keys))

  test('have one meaning each', () => {
    const once = allCaps().filter((cap) => cap !== 'W A S D') // the free camera flies by the driving keys
    expect(once).toEqual([...new Set(once)])
  })

  test('of the playground are those that it listens to', () => {
    const spelt: Record<string, string> = { 'Shift+KeyZ': 'Shift Z', delete: 'Del', escape: 'Esc', '?': 'H' }
    const heard = SHORTCUTS.map((key) => spelt[key] ?? key.toUpperCase())
    const driving = ['W', 'S', 'A', 'D', 'Space', 'Drag', 'Wheel']
    expect([...new Set([...heard, ...driving])].sort()).toEqual(caps('playground').sort())
  })

  test('that both have say the same of driving, the clock and help', () => {
    const [live, playground] = [caps('live'), caps('playground')]
    for (const key of ['W', 'A', 'S', 'D', 'Space', 'C', 'K', 'O', 'P', 'N', 'H', 'Esc', '[', ']']) {
      expect(live).toContain(key)
      expect(playground).toContain(key)
    }
  })
})

describe('driving', () => {
  const none = { forward: 0, backward: 0, left: 0, right: 0, handBrake: false }

  test('opposite keys cancel, keys and fingers add up to one at most', () => {
    expect(heldOf({ ...none, forward: 1, backward: 1 }, none)).toEqual({ forward: 0, left: 0, brake: 0 })
    expect(heldOf({ ...none, forward: 1, right: 1 }, { ...none, forward: 1 })).toEqual({
      forward: 1,
      left: -1,
      brake: 0,
    })
    expect(heldOf({ ...none, handBrake: true }, none).brake).toBe(1)
  })
})

describe('what is said of a vehicle', () => {
  const chase = setUp({ target: [-7, 7], autopilot: true })

  test('is why it stands, first of all', () => {
    expect(verdict('left', { ...STATE, problem: 'too far.', words: 'on a line' }, setUp())).toBe(
      'Left: too far.',
    )
  })

  test('is how it is parked, or what it touched', () => {
    const parked = { ...STATE, words: 'parked, 3 cm off the middle, 0.1° askew', touches: 0 }
    expect(verdict('right', parked, setUp())).toBe('Right: parked, 3 cm off the middle, 0.1° askew')
    expect(verdict('right', { ...STATE, words: 'on a line', touches: 2 }, setUp())).toContain('2 touched')
  })

  test('is how it gets on with the target', () => {
    expect(verdict('left', STATE, chase)).toBe('Left is on its way')
    expect(verdict('left', { ...STATE, turns: -3.25 }, chase)).toContain('3.3 times')
    expect(verdict('right', { ...STATE, reached: 5.617 }, chase)).toContain('after 5.6 s')
    expect(verdict('right', STATE, setUp({ target: [1, 1] }))).toBe('')
  })
})

describe('the axles', () => {
  test('of a turning Ackermann car meet in one point', () => {
    const radius = 6 // of the middle of the rear axle
    const wheels: [number, number] = [Math.atan(2.6 / (radius - 0.75)), Math.atan(2.6 / (radius + 0.75))]
    const meet = axles(SHAPE, { ...STATE, wheels }).map(([ahead, left, angle]) =>
      angle === 0 ? radius : left + ((ahead + 1.3) * Math.cos(angle)) / Math.sin(angle),
    )
    for (const place of meet) expect(place).toBeCloseTo(radius)
  })
})

describe('trailers and axles', () => {
  test('the axle of a trailer is a hitch and its length behind what pulls it, turned by the hitch angle', () => {
    const trailer = { hitch: 1, reach: 8, front: 9, back: -4, width: 2.5, wheels: [], faces: [] }
    const [first, second] = trailerAxles([trailer, trailer], { ...STATE, hitches: [0, Math.PI / 2] })
    expect(first.x).toBeCloseTo(-9)
    expect([second.x, second.y].map((value) => Math.round(value))).toEqual([-10, -8])
  })

  test('the wheels of a second steered axle point to the centre of the first and the last one', () => {
    const shape = { ...SHAPE, wheelbase: 4 }
    const [front, radius] = [shape.axles[0][0], 10] // of the last axle
    const angle = Math.atan(4 / radius)
    expect(wheelAngle(angle, front - 1.5, shape)).toBeCloseTo(Math.atan(2.5 / radius))
    expect(wheelAngle(angle, front - 4, shape)).toBeCloseTo(0)
  })
})

describe('labels', () => {
  const catalogue = { models: [], additions: [] } as unknown as Catalogue
  const widthOf = (text: string) => 7 * text.length
  const stateAt = (x: number, y: number, yaw = 0): State => ({
    type: 'state',
    number: 1,
    tick: 1,
    time: 1,
    command: [0, 0],
    gap: Math.hypot(x, y),
    yaw_gap: yaw,
    left: STATE,
    right: { ...STATE, x, y, yaw },
  })
  const view = new View()
  view.size = { width: 800, height: 600 }

  test('vehicles in the same place have one label that says so and names both', () => {
    const [label, ...others] = labelsFor({ state: stateAt(0, 0), setUp: setUp(), catalogue }, view, widthOf)
    expect(others).toEqual([])
    expect(label.rows.map(({ side }) => side)).toEqual(['left', 'right', undefined])
    expect(label.rows[2].text).toBe('In the same place: they agree so far')
    expect(stackedText({ ...stateAt(0, 0), tick: 0 })).toBe('Both at the start')
    expect(areStacked(stateAt(0, 0, 1), setUp())).toBe(false)
  })

  test.each([
    [3, 0],
    [0.1, 2],
    [-40, 0],
    [0, 40],
    [5, -5],
  ])('at %d, %d m apart, none covers the other or leaves the view', (x, y) => {
    const [one, other] = labelsFor({ state: stateAt(x, y), setUp: setUp(), catalogue }, view, widthOf)
    const isBeside = 2 * Math.abs(one.at.x - other.at.x) >= one.width + other.width
    const isAbove = 2 * Math.abs(one.at.y - other.at.y) >= one.height + other.height
    expect(isBeside || isAbove).toBe(true)
    for (const { at, width, height } of [one, other]) {
      expect(at.x - width / 2).toBeGreaterThanOrEqual(0)
      expect(at.x + width / 2).toBeLessThanOrEqual(800)
      expect(at.y - height / 2).toBeGreaterThanOrEqual(0)
      expect(at.y + height / 2).toBeLessThanOrEqual(600)
    }
  })
})

describe('the hint', () => {
  const still = { left: STATE, right: STATE } as unknown as State

  test('says what drives, and how to take over, by keys or by fingers', () => {
    expect(hintFor(setUp({ demonstrating: true }), still, false)).toContain('press an arrow key')
    expect(hintFor(setUp({ demonstrating: true }), still, true)).toContain('touch an arrow')
    expect(hintFor(setUp({ holding: true }), still, false)).toContain('held')
    expect(hintFor(setUp({ paused: true, demonstrating: true }), still, false)).toContain('P goes on')
    expect(hintFor(setUp(), still, false)).toContain('drive both')
    const rolling = { left: { ...STATE, speed: 1 }, right: STATE } as unknown as State
    expect(hintFor(setUp(), rolling, false)).toBe('')
  })
})

describe('the link', () => {
  test('is beside the page, encrypted where the page is', () => {
    expect(playgroundAddress('http://host:1/playground?x=1')).toBe('ws://host:1/playground/socket')
    expect(playgroundAddress('https://host/playground')).toBe('wss://host/playground/socket')
  })

  const catalogue = {
    models: [
      { name: 'tracked/arc', aliases: ['tracked'], parameters: [FIELD] },
      { name: 'T-72A', aliases: [], is_vehicle: true, parameters: [] },
    ],
    additions: ADDITIONS,
    scenes: ['ground', 'parking', 'target'].map((name) => ({ name })),
    dt: [1 / 240, 0.5],
  } as unknown as Catalogue
  const check = (query: string) => checkLink(new URLSearchParams(query), catalogue)

  test('a new connection is told everything that was changed', () => {
    const changed = setUp({ dt: 0.1, target: [3, 4] })
    changed.left = { ...changed.left, values: { track_gauge: 3.5 } }
    const commands = commandsFor(changed, catalogue)
    expect(commands).toContainEqual({ type: 'dt', value: 0.1 })
    expect(commands).toContainEqual({
      type: 'compare',
      left: 'tracked/arc:track_gauge=3.5',
      right: 'tracked/arc',
    })
    expect(commands).toContainEqual({ type: 'target', x: 3, y: 4 })
  })

  test('the address says what is compared, readably, and means it', () => {
    const changed = setUp({ dt: 1 / 3 })
    changed.scene = { ...changed.scene, name: 'target' }
    changed.left = { ...changed.left, values: { track_gauge: 3.5 } }
    const query = queryFor(changed, catalogue)
    expect(query).toBe('left=tracked/arc:track_gauge=3.5&right=tracked/arc&scene=target&dt=1/3')
    expect(check(query).problems).toEqual([])
    expect(check(query).commands).toEqual([
      { type: 'scene', name: 'target' },
      { type: 'compare', left: 'tracked/arc:track_gauge=3.5', right: 'tracked/arc' },
      { type: 'dt', value: 1 / 3 },
    ])
  })

  test('the address and a new connection keep what is switched on', () => {
    const changed = setUp()
    changed.left = { ...changed.left, additions: { steering_return: 2, return_rate: 2.5 } }
    const query = queryFor(changed, catalogue)
    expect(query).toBe(
      'left=tracked/arc&left_with=steering_return=fixed+rate,return_rate=2.5&right=tracked/arc',
    )
    const switched = [
      { type: 'set', side: 'left', name: 'steering_return', value: 'fixed rate' },
      { type: 'set', side: 'left', name: 'return_rate', value: 2.5 },
    ]
    expect(check(query).commands.slice(1)).toEqual(switched)
    expect(commandsFor(changed, catalogue)).toEqual(expect.arrayContaining(switched))
  })

  test('a rate is shown where its law is chosen', () => {
    const shown = (values: Record<string, number>) =>
      ADDITIONS.map(({ name }) => name).filter((name) => actsNow(name, values, ADDITIONS))
    expect(shown({ steering_return: 0, return_rate: 1 })).toEqual(['steering_return'])
    expect(shown({ steering_return: 2, return_rate: 1 })).toEqual(['steering_return', 'return_rate'])
  })

  test('a word is said where a value has one', () => {
    const field = {
      ...FIELD,
      default: 1,
      words: [['corrected', 0] as [string, number], ['as-published', 1] as [string, number]],
    }
    const words = {
      models: [{ name: 'tracked/arc', parameters: [field] }],
      additions: ADDITIONS,
    } as unknown as Catalogue
    const changed = setUp()
    changed.left = { ...changed.left, values: { track_gauge: 0 } }
    changed.right = { ...changed.right, values: { track_gauge: 1 } }
    expect(queryFor(changed, words)).toBe('left=tracked/arc:track_gauge=corrected&right=tracked/arc')
  })

  test('a link that says nothing asks for nothing, and spellings and time steps of all kinds are understood', () => {
    expect(check('')).toEqual({ commands: [], problems: [] })
    expect(check('token=x&quality=low')).toEqual({ commands: [], problems: [] })
    expect(check('right=t72a').commands).toEqual([{ type: 'choose', side: 'right', model: 't72a' }])
    expect(check('left=tracked:track_gauge=3.5').problems).toEqual([])
    expect(check('dt=1/60').commands).toEqual([{ type: 'dt', value: 1 / 60 }])
    expect(check('dt=0.15').commands).toEqual([{ type: 'dt', value: 0.15 }])
  })

  test.each([
    ['left=tracked/acr', 'no model “tracked/acr”; did you mean “tracked/arc”?'],
    ['left=T72', 'did you mean “T-72A”?'],
    ['left=submarine', 'there are tracked/arc, tracked, T-72A. The left one is the default.'],
    ['scene=parkin', 'no scene “parkin”; did you mean “parking”? Shown: ground.'],
    [
      'left=tracked/arc:track_gage=3',
      'tracked/arc has no parameter “track_gage”; did you mean “track_gauge”?',
    ],
    ['left=T-72A:mass=3', 'T-72A has no parameter “mass”; it has none.'],
    ['left=tracked/arc:track_gauge=-3', 'track_gauge is -3 m; it must be more than 0. Shown: 2.8 m.'],
    ['left=tracked/arc:track_gauge=wide', 'track_gauge is “wide”; it must be a number.'],
    ['left_with=steering_return=fixd+rate', 'did you mean “fixed rate”? Shown: by hand.'],
    ['dt=fast', 'write 1/60 or 0.1, from 1/240 s to 1/2 s'],
    ['dt=1', 'is no time step'],
    ['lef=tracked/arc', 'no setting “lef”; did you mean “left”?'],
    ['rihgt=tracked/arc', 'no setting “rihgt”; did you mean “right”?'],
  ])('%s is answered: %s', (query, words) => {
    const { commands, problems } = check(query)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
    const rest = commands.filter(({ type }) => type !== 'choose')
    expect(rest).toEqual([])
  })

  test('what is right in a wrong link is shown', () => {
    expect(check('left=tracked/acr&right=tracked/arc&scene=target').commands).toEqual([
      { type: 'scene', name: 'target' },
      { type: 'choose', side: 'right', model: 'tracked/arc' },
    ])
    expect(check('left=tracked/arc:track_gauge=3,width=2').commands).toEqual([
      { type: 'choose', side: 'left', model: 'tracked/arc:track_gauge=3' },
    ])
  })
})
