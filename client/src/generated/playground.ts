/** Messages of the playground. Written by make generate from motorpool.app.viewer.schema; not to be edited. */

export const VERSION = 1

export const SIDES = ['left', 'right'] as const

/** Send the held keys: on every change of them and every 100 ms. */
export interface DriveCommand {
  type: 'drive'
  forward: number // -1..1, backward negative
  left: number // -1..1, right negative
  brake: number // 0..1
  seen: number // number of the newest state that has arrived
}

/** Replace the model of one side; the new one continues from the pose of the old one. */
export interface ChooseCommand {
  type: 'choose'
  side: 'left' | 'right'
  model: string // its name, which may carry settings
}

/** Compare two other models, both from the start position. */
export interface CompareCommand {
  type: 'compare'
  left: string // name of a model, which may carry settings
  right: string // name of a model, which may carry settings
}

/** Change a parameter of one vehicle, or one of its additions, at once. */
export interface SetCommand {
  type: 'set'
  side: 'left' | 'right'
  name: string // of the parameter or the addition
  value: number | string // in its unit, or the word for it
}

/** Set the length of a step; the clock stays real time. */
export interface DtCommand {
  type: 'dt'
  value: number // [s]
}

/** Set the slope of the ground towards the east. */
export interface SlopeCommand {
  type: 'slope'
  value: number // [1]
}

/** Change the scene; both vehicles begin at its start position. */
export interface SceneCommand {
  type: 'scene'
  name: string // of the scene
}

/** Choose the rule by which the autopilots drive to the target. */
export interface RuleCommand {
  type: 'rule'
  name: string // of the rule
}

/** Move the target. */
export interface TargetCommand {
  type: 'target'
  x: number // east [m]
  y: number // north [m]
}

/** Keep speed and steering as they are. */
export interface HoldCommand {
  type: 'hold'
  is_on: boolean
}

/** Switch the autopilots that drive both vehicles to the target on or off. */
export interface AutopilotCommand {
  type: 'autopilot'
  is_on: boolean
}

/** Pause the clock. */
export interface PauseCommand {
  type: 'pause'
}

/** Resume the clock. */
export interface ResumeCommand {
  type: 'resume'
}

/** Pause the clock and make one step. */
export interface StepCommand {
  type: 'step'
}

/** Put both vehicles back to the start, at rest. */
export interface ResetCommand {
  type: 'reset'
}

/** Request the export of one side's vehicle in another language. */
export interface ExportCommand {
  type: 'export'
  side: 'left' | 'right'
  language: string // one of the catalogue's
}

/** A command from the page to the server. */
export type Command =
  | DriveCommand
  | ChooseCommand
  | CompareCommand
  | SetCommand
  | DtCommand
  | SlopeCommand
  | SceneCommand
  | RuleCommand
  | TargetCommand
  | HoldCommand
  | AutopilotCommand
  | PauseCommand
  | ResumeCommand
  | StepCommand
  | ResetCommand
  | ExportCommand

export type Side = 'left' | 'right'

export type Kind = 'wheeled' | 'tracked' | 'point'

export type Bay = [x: number, y: number, yaw: number, length: number, width: number]

/** One side's vehicle in another language, with the drive that it makes now. */
export interface Exported {
  type: 'exported'
  side: 'left' | 'right'
  language: string // its name
  file: string // name of the file that the text belongs into
  text: string
}

/** The Python that drives either side as it is driven now; at most four times a second. */
export interface Programs {
  type: 'programs'
  left: string
  right: string
}

/** Refusal of a valid command, with the reason. */
export interface Refused {
  type: 'refused'
  reason: string // one sentence
}

/** Scene: ground and objects. */
export interface SceneInfo {
  name: string
  start: [x: number, y: number, yaw: number] // of both vehicles [m], [rad]
  bays: [x: number, y: number, yaw: number, length: number, width: number][] // free ones
  cars: [x: number, y: number, yaw: number, length: number, width: number][] // parked ones
  lines: [number, number, number, number][] // painted: x, y of one end and of the other [m]
}

/** Models, scene and settings, after each change. */
export interface SetUp {
  type: 'set-up'
  dt: number // of a step [s]
  paused: boolean
  holding: boolean // speed and steering are kept
  autopilot: boolean
  demonstrating: boolean // both drive by themselves, until a key is pressed
  pedals: boolean // keys press the pedals of both, and command no speed
  rule: string // of the autopilots
  slope: number // of the ground towards the east [1]
  target: [x: number, y: number] | null // null in a scene without one [m]
  scene: SceneInfo
  left: SideSetUp
  right: SideSetUp
}

/** A vehicle from above; wheels, tracks and faces from the middle of its body. */
export interface Shape {
  kind: 'wheeled' | 'tracked' | 'point'
  length: number // of the body [m]
  width: number // of the body [m]
  wheelbase: number // first to last axle, or length of track on the ground [m]
  track_width: number // between the middles of left and right wheels or tracks [m]
  middle: number // of the body ahead of the reference point [m]
  axles: [offset: number, is_steered: boolean][] // ahead of the reference point [m]
  wheels: [x: number, y: number, radius: number, width: number, is_steered: boolean][] // [m]
  track: number[] // middle and width of a track, its back and its front [m]; empty without tracks
  faces: [part: string, material: string, light: number, corners: number[]][] // from above, the lowest first; x, y of every corner [m]
  trailers: Trailer[]
}

/** Model and parameters of one side. */
export interface SideSetUp {
  model: string // its name
  values: Record<string, number> // of all its parameters, by name
  shape: Shape
  additions: Record<string, number> // by name; none for a model that they do not suit
}

/** Motion of the vehicle of one side. */
export interface SideState {
  x: number // east [m]
  y: number // north [m]
  yaw: number // counter-clockwise from east [rad]
  speed: number // forward positive [m/s]
  yaw_rate: number // left positive [rad/s]
  wheels: [number, number] // steer angles of the left and right front wheel [rad]
  centre: [x: number, y: number] | null // of the rotation, null straight ahead [m]
  control: number[] // in the order of the model's controls
  state: number[] // in the order of the model's state, without the pose
  problem: string // why it did not move, empty if nothing is wrong
  reached: number | null // time to the target, null on the way [s]
  hitches: number[] // yaw of each trailer minus that of what pulls it [rad]
  drawn_yaw: number | null // yaw to draw, null where it is the yaw [rad]
  turns: number // times round since the autopilot began
  cars?: number[] // parked cars that it touches, by index
  parked?: boolean // whether it stands in a free bay
  words?: string // on how it is parked
  touches?: number // of parked cars until now
}

/** Motion of both vehicles, after every step. */
export interface State {
  type: 'state'
  number: number // of the message, for drive's seen
  tick: number // steps since the start
  time: number // simulated [s]
  command: [speed: number, steer: number] // to both vehicles [m/s], [1]
  gap: number // between the two [m]
  yaw_gap: number // right minus left [rad]
  left: SideState
  right: SideState
}

/** A trailer from above; x = 0 is where its model has the axle. */
export interface Trailer {
  hitch: number // behind the reference point, or the axle, of what pulls it [m]
  reach: number // hitch to axle [m]
  front: number // of the body ahead of the axle [m]
  back: number // end of the body ahead of the axle, negative [m]
  width: number // of the body [m]
  wheels: [x: number, y: number, radius: number, width: number, is_steered: boolean][] // [m]
  faces: [part: string, material: string, light: number, corners: number[]][] // from above, the lowest first; x, y of every corner [m]
}

/** The first message of a connection. */
export interface Welcome {
  type: 'welcome'
  version: number // of these messages, 1
}

/** Document in which models were published. */
export interface DocumentInfo {
  number: string
  title: string
  author: string // and year, as far as the document names them
  short: string // its name in a sentence
}

/** A parameter, control or state of a model, as its author described it. */
export interface FieldInfo {
  name: string
  meaning: string
  unit: string
  default: number
  low: number | null // null without a bound
  high: number | null // null without a bound
  is_open: boolean // the bounds themselves are not allowed
  words: [word: string, value: number][] // for values
  is_choice: boolean // only the words' values are allowed
}

/** A language that models are exported to. */
export interface LanguageInfo {
  name: string
  title: string
}

/** Model or vehicle that can be chosen. */
export interface ModelInfo {
  name: string
  title: string // of a vehicle, or the model's name
  is_vehicle: boolean // a vehicle of the motor pool or the user's own, not a bare model
  aliases: string[]
  summary: string
  kind: 'wheeled' | 'tracked' | 'point'
  feels_slope: boolean
  takes_additions: boolean // the additions suit it
  is_pointed: boolean // keys are directions of the world to it
  limit: string // where it stops being right
  parameters: FieldInfo[]
  controls: FieldInfo[]
  state: FieldInfo[]
}

/** Scene or rule that can be chosen. */
export interface NamedInfo {
  name: string
  words: string
}

/** Pair of models that the playground offers for comparison. */
export interface PairInfo {
  left: string
  right: string
  title: string // what the two are
  words: string // what there is to see
  document: string // that one of them comes from, by its number; empty for none
  dt: number // of a step at which they part [s]
}

/** Models, pairs, scenes and rules that can be chosen. */
export interface Catalogue {
  version: string // of motorpool
  models: ModelInfo[]
  pairs: PairInfo[]
  documents: DocumentInfo[]
  scenes: NamedInfo[]
  rules: NamedInfo[]
  additions: FieldInfo[] // to any model that they suit
  dt: [shortest: number, longest: number] // [s]
  max_slope: number // [1]
  languages: LanguageInfo[] // that a program can be in
  has_world: boolean // there is a live page to go back to
}

/** A message from the server to the page. */
export type ServerMessage =
  | Welcome
  | SetUp
  | State
  | Programs
  | Exported
  | Refused
