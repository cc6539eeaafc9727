/** Table of the keys of both pages, so that a key has one meaning. */

export type PageName = 'live' | 'playground'

/** Description of a key by page. */
type Words = Readonly<Partial<Record<PageName, string>>>

type Row = readonly [caps: readonly string[], words: string | Words]

const live = (words: string): Words => ({ live: words })
const playground = (words: string): Words => ({ playground: words })

const TABLE: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    'Drive',
    [
      [['Enter'], live('drive the selected vehicle (or double-click it)')],
      [['W', 'S'], 'drive forward; brake, then reverse (or ↑ ↓)'],
      [['A', 'D'], 'steer (or ← →)'],
      [['Space'], 'full brake'],
      [['C'], { live: 'cruise control', playground: 'cruise control: hold speed and steering' }],
      [['B', 'X'], live('parking brake; engine off and on')],
      [['Y'], live('kinematic or dynamic motion')],
      [['F'], live('fire')],
      [['Q', 'E'], live('turn the turret; PgUp, PgDn raise the gun, Home centres both')],
      [
        ['R'],
        {
          live: 'rewind: set the world back, and go on from there',
          playground: 'back to the start, with the demonstration',
        },
      ],
      [['U'], playground('autopilot, in the scene with the target')],
      [['Esc'], { live: 'release the vehicle; close what is open', playground: 'close what is open' }],
    ],
  ],
  [
    'Look',
    [
      [
        ['K'],
        {
          live: "next camera: chase, driver, orbit, bird's-eye, overview, free",
          playground: 'next view: follow both, the left one, the right one, or stay',
        },
      ],
      [['T'], live('tether the camera to the selected vehicle while you drive')],
      [
        ['Drag', 'Wheel'],
        {
          live: 'look around, zoom; in overview drag moves, right-drag turns',
          playground: 'move the ground, zoom; a click puts the target there',
        },
      ],
      [['Z', 'Shift Z'], playground('closer, farther')],
      [['W A S D'], live('fly the free camera, Q E down and up, Shift faster (not while driving)')],
      [['M'], live('large map')],
      [['V'], live('autopilot overlay of the selected vehicle')],
      [['Shift M'], live('sound of engines and tracks, on or off')],
      [['O'], { live: 'view: theme, scale, quality, fog, ground', playground: 'view: axle lines' }],
      [['I'], live('more about the vehicle: instruments, switches')],
      [['Del'], playground('clear the trails')],
    ],
  ],
  [
    'Choose',
    [
      [['[', ']'], { live: 'previous, next vehicle', playground: 'previous, next pair' }],
      [['L'], live('people and vehicles by name, your display name')],
      [['Shift L'], live('let others in: link and QR code')],
      [['Shift O'], live('session: scenario, simulation speed, weather')],
      [['1', '…', '0'], live('go to a bookmark, with your vehicle or the free camera')],
      [['Shift 1'], live('store your position as that bookmark')],
      [['G'], live('all sixteen bookmarks')],
      [['J'], live('devices: gamepad, SpaceMouse, mouse')],
      [['P', 'N'], 'pause; one step'],
      [['+', '−'], live('simulation speed: faster, slower')],
      [[',', '.'], playground('shorter, longer time step')],
      [['H'], 'these keys'],
    ],
  ],
]

export interface KeyGroup {
  title: string
  rows: (readonly [caps: readonly string[], words: string])[]
}

/** Return the keys of one page, group by group. */
export function keysFor(page: PageName): KeyGroup[] {
  return TABLE.map(([title, rows]) => ({
    title,
    rows: rows.flatMap(([caps, words]) => {
      const text = typeof words === 'string' ? words : words[page]
      return text === undefined ? [] : [[caps, text] as const]
    }),
  }))
}

/** Return all key caps of the table, with repetitions. */
export function allCaps(): string[] {
  return TABLE.flatMap(([, rows]) => rows.flatMap(([caps]) => caps))
}
