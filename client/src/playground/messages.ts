/** What the playground's server says and hears, version 1: one JSON object a message (docs/playground.md). */

export const VERSION = 1

export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]
export type Kind = 'wheeled' | 'tracked' | 'point'

/** A parameter, control or state of a model, as its author described it. */
export interface Field {
  name: string
  meaning: string
  unit: string
  default: number
  low: number | null
  high: number | null
  is_open: boolean
  words: [string, number][]
  is_choice: boolean
}

export interface ModelInfo {
  name: string
  aliases: string[]
  summary: string
  kind: Kind
  feels_slope: boolean
  is_pointed: boolean
  takes_additions: boolean
  limit: string
  parameters: Field[]
  controls: Field[]
  state: Field[]
}

export interface Pair {
  left: string
  right: string
  words: string
}

export interface Named {
  name: string
  words: string
}

export interface Catalogue {
  version: string
  models: ModelInfo[]
  pairs: Pair[]
  scenes: Named[]
  rules: Named[]
  additions: Field[]
  dt: [number, number]
  max_slope: number
  has_world: boolean
}

export interface Shape {
  kind: Kind
  length: number
  width: number
  wheelbase: number
  track_width: number
}

export interface SideSetUp {
  model: string
  values: Record<string, number>
  shape: Shape
  additions: Record<string, number> // none for a model that they do not suit
}

export type Bay = [x: number, y: number, yaw: number, length: number, width: number]

export interface SceneInfo {
  name: string
  start: [number, number, number]
  bays: Bay[]
  cars: Bay[]
  lines: [number, number, number, number][]
}

export interface SetUp extends Record<Side, SideSetUp> {
  dt: number
  paused: boolean
  holding: boolean
  autopilot: boolean
  shown: boolean // the scene presses the keys
  rule: string
  slope: number
  target: [number, number] | null
  scene: SceneInfo
}

export interface SideState {
  x: number
  y: number
  yaw: number
  speed: number
  yaw_rate: number
  wheels: [number, number]
  centre: [number, number] | null
  control: number[]
  state: number[]
  problem: string
  reached: number | null
  turns: number
  drawn_yaw: number | null
  cars?: number[]
  parked?: boolean
  words?: string
  touches?: number
}

export interface State extends Record<Side, SideState> {
  number: number
  tick: number
  time: number
  command: [speed: number, steer: number]
  gap: number
  yaw_gap: number
}

export type Programs = Record<Side, string>

export type ServerMessage =
  | { type: 'welcome'; version: number }
  | ({ type: 'set-up' } & SetUp)
  | ({ type: 'state' } & State)
  | ({ type: 'programs' } & Programs)
  | { type: 'refused'; reason: string }

export type Command =
  | { type: 'drive'; forward: number; left: number; brake: number; seen: number }
  | { type: 'choose'; side: Side; model: string }
  | { type: 'compare'; left: string; right: string }
  | { type: 'set'; side: Side; name: string; value: number | string }
  | { type: 'dt' | 'slope'; value: number }
  | { type: 'scene' | 'rule'; name: string }
  | { type: 'target'; x: number; y: number }
  | { type: 'hold' | 'autopilot'; is_on: boolean }
  | { type: 'pause' | 'resume' | 'step' | 'reset' }
