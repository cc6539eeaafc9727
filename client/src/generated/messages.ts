/** Messages of the live page. Written by make generate from motorpool.app.viewer.schema; not to be edited. */

export const VERSION = 1
export const FULL = 1
export const DELTA = 2
export const INTEREST = 3
export const RUTS_KIND = 4
export const CYCLE = 18
export const NO_VEHICLE = -1
export const PAUSED_FLAG = 1
export const DRIVER_MASK = 3
export const BLOCKED_FLAG = 4
export const OFF_MAP_FLAG = 8
export const NOT_FINITE_FLAG = 16
export const ABSENT_FLAG = 32
export const PARKED_FLAG = 64
export const HAND_BRAKE = 1

export const HEADER_BYTES = 36
export const OWN_STATE_BYTES = 48
export const RECORD_BYTES = 24
export const CONTENTS_BYTES = 20
export const NEAR_RECORD_BYTES = 26
export const FAR_RECORD_BYTES = 12
export const DENSITY_CELL_BYTES = 6
export const RUTS_BYTES = 4
export const RUT_TILE_BYTES = 4
export const RUT_CELL_BYTES = 1
export const INPUT_BYTES = 9
export const ACKNOWLEDGEMENT_BYTES = 5
export const VIEWPOINT_BYTES = 24

/** The header of a frame. */
export interface Header {
  kind: number // 1 full, 2 delta, 3 interest
  version: number // 1
  count: number // records that follow
  frame: number // number of the frame; a delta applies to the frame numbered one less
  tick: number // world steps since the start
  time: number // simulated time [s]
  acknowledgedInput: number // sequence of the newest input that came from this browser
  ownVehicle: number // id of the vehicle that this browser drives, -1 for none
  flags: number // bit 0: paused
  measuredHz: number // world steps a wall-clock second [Hz]
  rate: number // simulated seconds a wall-clock second that are asked for
}

export function readHeader(view: DataView, at: number): Header {
  return {
    kind: view.getUint8(at),
    version: view.getUint8(at + 1),
    count: view.getUint16(at + 2, true),
    frame: view.getUint32(at + 4, true),
    tick: view.getUint32(at + 8, true),
    time: view.getFloat64(at + 12, true),
    acknowledgedInput: view.getUint32(at + 20, true),
    ownVehicle: view.getInt32(at + 24, true),
    flags: view.getUint8(at + 28),
    measuredHz: view.getUint16(at + 30, true) / 10,
    rate: view.getFloat32(at + 32, true),
  }
}

/** The state of the own vehicle, zeros without one. */
export interface OwnState {
  x: number // east [m]
  y: number // north [m]
  z: number // up [m]
  yaw: number // counter-clockwise from east [rad]
  pitch: number // nose down positive [rad]
  roll: number // right side down positive [rad]
  speed: number // signed [m/s]
  steer: number // fraction of full lock, left positive
  throttle: number // fraction -1..1
  brake: number // fraction 0..1
  odometer: number // distance driven [m]
  groundSlope: number // steepest slope of the ground under the vehicle [rad]
}

export function readOwnState(view: DataView, at: number): OwnState {
  return {
    x: view.getFloat32(at, true),
    y: view.getFloat32(at + 4, true),
    z: view.getFloat32(at + 8, true),
    yaw: view.getFloat32(at + 12, true),
    pitch: view.getFloat32(at + 16, true),
    roll: view.getFloat32(at + 20, true),
    speed: view.getFloat32(at + 24, true),
    steer: view.getFloat32(at + 28, true),
    throttle: view.getFloat32(at + 32, true),
    brake: view.getFloat32(at + 36, true),
    odometer: view.getFloat32(at + 40, true),
    groundSlope: view.getFloat32(at + 44, true),
  }
}

/** The contents of a frame of interest, after the own state; then come near records, far records and cells. */
export interface Contents {
  x: number // of the middle of the far records, east [m]
  y: number // north [m]
  farCount: number // far records; the header counts the near ones
  firstRow: number // of the density's cells that follow, from the south
  rowCount: number // rows of cells that follow
  columnCount: number // cells in a row
  presentCount: number // vehicles of the world, without rows that are kept free
}

export function readContents(view: DataView, at: number): Contents {
  return {
    x: view.getFloat32(at, true),
    y: view.getFloat32(at + 4, true),
    farCount: view.getUint16(at + 8, true),
    firstRow: view.getUint16(at + 10, true),
    rowCount: view.getUint16(at + 12, true),
    columnCount: view.getUint16(at + 14, true),
    presentCount: view.getUint32(at + 16, true),
  }
}

/** In columns: index k is the k-th record of a vehicle in a frame of interest. */
export interface Records {
  id: Uint32Array // of the vehicle
  yaw: Float32Array // counter-clockwise from east [rad]
  pitch: Float32Array // nose down positive [rad]
  roll: Float32Array // right side down positive [rad]
  x: Float64Array // east [m]
  y: Float64Array // north [m]
  z: Float64Array // up [m]
  speed: Float32Array // signed, saturating [m/s]
  steer: Float32Array // fraction of full lock, left positive
  flags: Uint8Array // bits 0-1 driver: 0 autopilot, 1 script, 2 player, 3 another program; 2 blocked; 3 off the map; 4 not finite; 5 absent, which is not drawn; 6 parked
}

export function emptyRecords(count: number): Records {
  return {
    id: new Uint32Array(count),
    yaw: new Float32Array(count),
    pitch: new Float32Array(count),
    roll: new Float32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
    speed: new Float32Array(count),
    steer: new Float32Array(count),
    flags: new Uint8Array(count),
  }
}

export function readRecords(view: DataView, start: number, count: number): Records {
  const columns = emptyRecords(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * RECORD_BYTES
    columns.id[k] = view.getUint16(at, true)
    columns.yaw[k] = view.getInt16(at + 2, true) * 9.587672516830327e-05
    columns.pitch[k] = view.getInt16(at + 4, true) * 9.587672516830327e-05
    columns.roll[k] = view.getInt16(at + 6, true) * 9.587672516830327e-05
    columns.x[k] = view.getInt32(at + 8, true) / 1000
    columns.y[k] = view.getInt32(at + 12, true) / 1000
    columns.z[k] = view.getInt32(at + 16, true) / 1000
    columns.speed[k] = view.getInt16(at + 20, true) / 100
    columns.steer[k] = view.getInt8(at + 22) / 127
    columns.flags[k] = view.getUint8(at + 23)
  }
  return columns
}

export function readNearRecords(view: DataView, start: number, count: number): Records {
  const columns = emptyRecords(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * NEAR_RECORD_BYTES
    columns.id[k] = view.getUint32(at, true)
    columns.yaw[k] = view.getInt16(at + 4, true) * 9.587672516830327e-05
    columns.pitch[k] = view.getInt16(at + 6, true) * 9.587672516830327e-05
    columns.roll[k] = view.getInt16(at + 8, true) * 9.587672516830327e-05
    columns.x[k] = view.getInt32(at + 10, true) / 1000
    columns.y[k] = view.getInt32(at + 14, true) / 1000
    columns.z[k] = view.getInt32(at + 18, true) / 1000
    columns.speed[k] = view.getInt16(at + 22, true) / 100
    columns.steer[k] = view.getInt8(at + 24) / 127
    columns.flags[k] = view.getUint8(at + 25)
  }
  return columns
}

/** In columns: index k is the k-th record of a vehicle farther away; it stands on the ground. */
export interface FarRecords {
  id: Uint32Array // of the vehicle
  x: Float32Array // east of the contents' x
  y: Float32Array // north of the contents' y
  yaw: Float32Array // counter-clockwise from east [rad]
  speed: Float32Array // signed, saturating [m/s]
  flags: Uint8Array // bits 0-1 driver: 0 autopilot, 1 script, 2 player, 3 another program; 2 blocked; 3 off the map; 4 not finite; 5 absent, which is not drawn; 6 parked
}

export function emptyFarRecords(count: number): FarRecords {
  return {
    id: new Uint32Array(count),
    x: new Float32Array(count),
    y: new Float32Array(count),
    yaw: new Float32Array(count),
    speed: new Float32Array(count),
    flags: new Uint8Array(count),
  }
}

export function readFarRecords(view: DataView, start: number, count: number): FarRecords {
  const columns = emptyFarRecords(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * FAR_RECORD_BYTES
    columns.id[k] = view.getUint32(at, true)
    columns.x[k] = view.getInt16(at + 4, true) / 4
    columns.y[k] = view.getInt16(at + 6, true) / 4
    columns.yaw[k] = view.getInt16(at + 8, true) * 9.587672516830327e-05
    columns.speed[k] = view.getInt8(at + 10) / 2
    columns.flags[k] = view.getUint8(at + 11)
  }
  return columns
}

/** In columns: index k is the k-th cell of the density: vehicles in it, saturating, rows from south to north. */
export interface DensityCells {
  wheeled: Uint16Array // wheeled vehicles
  tracked: Uint16Array // tracked vehicles
  point: Uint16Array // points
}

export function emptyDensityCells(count: number): DensityCells {
  return {
    wheeled: new Uint16Array(count),
    tracked: new Uint16Array(count),
    point: new Uint16Array(count),
  }
}

export function readDensityCells(view: DataView, start: number, count: number): DensityCells {
  const columns = emptyDensityCells(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * DENSITY_CELL_BYTES
    columns.wheeled[k] = view.getUint16(at, true)
    columns.tracked[k] = view.getUint16(at + 2, true)
    columns.point[k] = view.getUint16(at + 4, true)
  }
  return columns
}

/** The head of a message with ruts; then come tiles, and the cells of each tile, rows from south to north; no tiles: all ruts are removed. */
export interface Ruts {
  kind: number // 4
  version: number // 1
  count: number // tiles that follow
}

export function readRuts(view: DataView, at: number): Ruts {
  return {
    kind: view.getUint8(at),
    version: view.getUint8(at + 1),
    count: view.getUint16(at + 2, true),
  }
}

/** In columns: index k is the k-th tile of ruts. */
export interface RutTiles {
  column: Uint16Array // tiles west of it
  row: Uint16Array // tiles south of it
}

export function emptyRutTiles(count: number): RutTiles {
  return {
    column: new Uint16Array(count),
    row: new Uint16Array(count),
  }
}

export function readRutTiles(view: DataView, start: number, count: number): RutTiles {
  const columns = emptyRutTiles(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * RUT_TILE_BYTES
    columns.column[k] = view.getUint16(at, true)
    columns.row[k] = view.getUint16(at + 2, true)
  }
  return columns
}

/** The input, on every key event and every 100 ms. */
export interface Input {
  kind: number // 1
  sequence: number // one more with each input, modulo 2**32
  buttons: number // bit 0: hand brake
  throttle: number // fraction -1..1
  brake: number // fraction 0..1
  steer: number // fraction of full lock -1..1, left positive
}

export function writeInput(view: DataView, at: number, values: Input): void {
  view.setUint8(at, values.kind)
  view.setUint32(at + 1, values.sequence, true)
  view.setUint8(at + 5, values.buttons)
  view.setInt8(at + 6, whole(values.throttle, 127, -127, 127))
  view.setUint8(at + 7, whole(values.brake, 255, 0, 255))
  view.setInt8(at + 8, whole(values.steer, 127, -127, 127))
}

/** The acknowledgement of a frame. */
export interface Acknowledgement {
  kind: number // 2
  frame: number // number of the frame that has arrived
}

export function writeAcknowledgement(view: DataView, at: number, values: Acknowledgement): void {
  view.setUint8(at, values.kind)
  view.setUint32(at + 1, values.frame, true)
}

/** The place of the camera, at most ten times a second while it moves. */
export interface Viewpoint {
  kind: number // 3
  x: number // east [m]
  y: number // north [m]
  z: number // up [m]
  gazeX: number // direction of the view, a unit vector: east
  gazeY: number // north
  gazeZ: number // up
  target: number // id of the vehicle that the camera looks at, -1 for none
  selected: number // id of the selected vehicle, -1 for none
}

export function writeViewpoint(view: DataView, at: number, values: Viewpoint): void {
  view.setUint8(at, values.kind)
  view.setFloat32(at + 1, values.x, true)
  view.setFloat32(at + 5, values.y, true)
  view.setFloat32(at + 9, values.z, true)
  view.setInt8(at + 13, whole(values.gazeX, 127, -127, 127))
  view.setInt8(at + 14, whole(values.gazeY, 127, -127, 127))
  view.setInt8(at + 15, whole(values.gazeZ, 127, -127, 127))
  view.setInt32(at + 16, values.target, true)
  view.setInt32(at + 20, values.selected, true)
}

function whole(value: number, perUnit: number, least: number, most: number): number {
  const rounded = Number.isFinite(value) ? Math.round(perUnit * value) : 0
  return Math.min(most, Math.max(least, rounded))
}

/** Set all three switches of the own vehicle. */
export interface SwitchesCommand {
  type: 'switches'
  cruise: boolean // cruise control
  parking_brake: boolean // parking brake
  engine_stop: boolean // engine stopped
}

/** Move the own vehicle to another position, at the next step. */
export interface TeleportCommand {
  type: 'teleport'
  x: number // east [m]
  y: number // north [m]
  yaw: number // counter-clockwise from east [rad]
}

/** Move the own vehicle by its dynamic or by its kinematic model. */
export interface DynamicsCommand {
  type: 'dynamics'
  is_on: boolean // true for the dynamic model
}

/** Turn the turret of the own vehicle; at most 20 times a second. */
export interface AimCommand {
  type: 'aim'
  yaw: number // from the hull, left positive [rad]
  elevation: number // from the hull, up positive [rad]
}

/** Fire a round from the own vehicle. */
export interface FireCommand {
  type: 'fire'
}

/** Repair a vehicle; for instructors. */
export interface RepairCommand {
  type: 'repair'
  vehicle: number // its id
}

/** Change the weather; for instructors. */
export interface WeatherCommand {
  type: 'weather'
  kind: 'dry' | 'rain' | 'snow' | 'fog' // from the next step on
}

/** Add another vehicle of the kind of one, beside it; for instructors. */
export interface AddAnotherCommand {
  type: 'add-another'
  vehicle: number // its id
}

/** Remove a vehicle from the world; for instructors. */
export interface RemoveVehicleCommand {
  type: 'remove-vehicle'
  vehicle: number // its id
}

/** Drive a vehicle. */
export interface TakeCommand {
  type: 'take'
  vehicle: number // its id
}

/** Release the own vehicle to its autopilot. */
export interface ReleaseCommand {
  type: 'release'
}

/** Store a position as a bookmark for all users; a driver in an empty slot or one of its own. */
export interface BookmarkCommand {
  type: 'bookmark'
  slot: number // 0 to 15
  x: number // east [m]
  y: number // north [m]
  yaw: number // counter-clockwise from east [rad]
  title: string // 1 to 24 characters
}

/** Pause the world; for instructors. */
export interface PauseCommand {
  type: 'pause'
}

/** Resume the world; for instructors. */
export interface ResumeCommand {
  type: 'resume'
}

/** Pause the world and advance it by one step; for instructors. */
export interface StepCommand {
  type: 'step'
}

/** Set the rate of simulated time; for instructors. */
export interface RateCommand {
  type: 'rate'
  value: number // simulated seconds a wall-clock second, 0.05 to 20
}

/** Build the world of another scenario and show it to all users, one at a time; for instructors. */
export interface ScenarioCommand {
  type: 'scenario'
  name: string // its name, of those that the server offers
}

/** Go to a moment of the recording that is played; for instructors. */
export interface SeekCommand {
  type: 'seek'
  time: number // simulated [s]
}

/** Rewind the running world, which continues from there; for instructors. */
export interface RewindCommand {
  type: 'rewind'
  seconds: number // how far, 1 to 60 [s]
}

/** Request the track of a vehicle in the recording that is played. */
export interface TrailCommand {
  type: 'trail'
  vehicle: number // its id
}

/** Set the name that others see. Characters that are invisible or change the direction of writing are removed; a second Anna becomes Anna 2. */
export interface NameCommand {
  type: 'name'
  name: string // 1 to 24 characters
}

/** Request the state of a vehicle's autopilot. */
export interface WatchCommand {
  type: 'watch'
  vehicle: number // its id, -1 for none
}

/** Remove a driver; the vehicle returns to its autopilot; for instructors. */
export interface RemoveCommand {
  type: 'remove'
  person: number // number of the person
}

/** Remove a driver, and admit no further driver from that address; for instructors. */
export interface BanCommand {
  type: 'ban'
  person: number // number of the person
}

/** Admit drivers from an address again; for instructors. */
export interface LiftBanCommand {
  type: 'lift-ban'
  address: string // as in the list of bans
}

/** Replace a link: the old one admits no further browser; for instructors. */
export interface RotateLinkCommand {
  type: 'rotate-link'
  role: 'instructor' | 'driver' // of the users of the link
  drop: boolean // true to remove the users of the old link, too
}

/** Make a drivers' link that admits one browser; for instructors. */
export interface InviteCommand {
  type: 'invite'
}

/** A command from the page to the server. */
export type Command =
  | SwitchesCommand
  | TeleportCommand
  | DynamicsCommand
  | AimCommand
  | FireCommand
  | RepairCommand
  | WeatherCommand
  | AddAnotherCommand
  | RemoveVehicleCommand
  | TakeCommand
  | ReleaseCommand
  | BookmarkCommand
  | PauseCommand
  | ResumeCommand
  | StepCommand
  | RateCommand
  | ScenarioCommand
  | SeekCommand
  | RewindCommand
  | TrailCommand
  | NameCommand
  | WatchCommand
  | RemoveCommand
  | BanCommand
  | LiftBanCommand
  | RotateLinkCommand
  | InviteCommand

export type Role = 'instructor' | 'driver'

export type WeatherKind = 'dry' | 'rain' | 'snow' | 'fog'

export type NameMark = '' | 'mixed-scripts' | 'role' | 'like-another'

/** State of the watched vehicle's autopilot, ten times a second. */
export interface AutopilotState {
  type: 'autopilot'
  vehicle: number // id of the watched vehicle
  seen: 'nothing' | 'object' | 'vehicle' // in its way
  seen_x: number | null // east, null without anything in its way [m]
  seen_y: number | null // north [m]
  seen_radius: number | null // of what is seen [m]
  desired_yaw: number // yaw that it steers for now [rad]
  course_yaw: number // yaw of its course [rad]
  is_avoiding: boolean
  reach: number // how far it searches [m]
  half_angle: number // of the search [rad]
  route: [x: number, y: number][] // waypoints to come, east and north [m]
}

/** Banned address, from which no driver is admitted. */
export interface Barred {
  address: string
  name: string // of the person who was banned
}

/** Bookmark: one of the sixteen positions that all browsers of a world share. */
export interface Bookmark {
  slot: number // 0 to 15
  title: string
  x: number // east [m]
  y: number // north [m]
  yaw: number // counter-clockwise from east [rad]
  owner: string // name of the person who stored it; empty for one of the scenario
  may_change: boolean // whether this browser may replace it
}

/** All bookmarks, sent on connection and on each change. */
export interface Bookmarks {
  type: 'bookmarks'
  bookmarks: Bookmark[]
}

/** Condition of a vehicle, sent when it changes, and on connection for each damaged vehicle. */
export interface Damage {
  type: 'damage'
  vehicle: number // its id
  state: 'whole' | 'hit' | 'dead'
}

/** Driver of a vehicle. */
export interface Driver {
  vehicle: number // id of the vehicle
  name: string // of the driver
  mark: '' | 'mixed-scripts' | 'role' | 'like-another' // warning about the name: letters of several scripts in a word, the name of a role, or a name that looks like another person's; empty for none
  role: 'instructor' | 'driver'
  person: number // number of the person
}

/** All drivers, sent on connection and on each change; a driver stays for a minute after the connection is lost. */
export interface Drivers {
  type: 'drivers'
  drivers: Driver[]
}

/** Time by which the running world can be rewound, sent on connection and on changes, at most once a second. */
export interface History {
  type: 'history'
  seconds: number // how far back [s]
  reason: string // why not at all; empty where it can
}

/** Event: a round has hit the ground, an object or a vehicle. */
export interface Impact {
  type: 'impact'
  shooter: number // id of the vehicle that fired the round
  x: number | null // east [m]
  y: number | null // north [m]
  z: number | null // up [m]
  on: 'ground' | 'object' | 'vehicle' // what it met
  index: number // number of the object or the vehicle, -1 on the ground
  time: number // simulated [s]
}

/** Instruments of the driven vehicle, ten times a second. */
export interface Instruments {
  type: 'instruments'
  vehicle: number // id of the own vehicle
  model: string // that moves it
  is_dynamic: boolean | null // true for a dynamic model; null without an alternate model
  switches: Switches | null // null where there is nothing to switch
  soil: Soil | null // null in a world without soils
  warnings: string[] // why it does not follow its driver, in a sentence each
  values: Record<string, number | null> // SI units, by the names of the model's fields; null if not finite
}

/** Drivers' link that admits one browser, sent to the instructor that requested it. */
export interface Invitation {
  type: 'invitation'
  links: JoinLink[] // the same by each address of the server, the best one first
}

/** A link for drivers. */
export interface JoinLink {
  url: string // with a token
  code: string // path of its QR code
}

/** Notice that a link was replaced; only the instructor that requested it gets the new links. */
export interface LinksChanged {
  type: 'links'
  role: 'instructor' | 'driver' // of the users of the link
  links: JoinLink[] // the same by each address of the server, the best one first
}

/** Event on the timeline of a recording. */
export interface Mark {
  time: number // simulated [s]
  kind: string // taken, released, contact, shot, impact, destroyed, ...
  vehicle: number // its id
  other: number // id of the other vehicle, -1 for none
}

/** Connected users and bans, sent to instructors on connection and on each change. */
export interface People {
  type: 'people'
  people: Person[]
  barred: Barred[]
}

/** Connected user. */
export interface Person {
  person: number // number of the person
  name: string // empty if the person has none yet
  mark: '' | 'mixed-scripts' | 'role' | 'like-another' // warning about the name: letters of several scripts in a word, the name of a role, or a name that looks like another person's; empty for none
  role: 'instructor' | 'driver'
  vehicle: number // id of the vehicle that is driven, -1 for none
  address: string // that counts as one, such as that of a proxy or an IPv6 network
}

/** Recording that is played, sent on connection; no vehicle can be driven in it. */
export interface Recording {
  type: 'recording'
  file: string // its name
  start: number // simulated time of its first state [s]
  end: number // simulated time of its last state [s]
  step: number // simulated time between two states [s]
  note: string // what is missing in it; empty for nothing
  people: number[] // ids of the vehicles that people drove
  marks: Mark[] // by time
}

/** Refusal of a valid command, with the reason. */
export interface Refused {
  type: 'refused'
  reason: string // one sentence
}

/** Confirmation that the browser drives no vehicle any more. */
export interface Released {
  type: 'released'
  vehicle: number // id of the vehicle that it drove, -1 for none
  is_parked: boolean // whether that vehicle parks instead of driving by its autopilot
}

/** Vehicle that another program moves. */
export interface RemoteVehicle {
  vehicle: number // its id
  host: string // network address of that program's host
  marking: string // what its program calls it
  age: number // simulated time since its newest state came [s]
}

/** Vehicles that other programs move, once a second; in a large world those near the camera. */
export interface Remotes {
  type: 'remotes'
  remotes: RemoteVehicle[]
}

/** Notice that the world was rewound; it continues from that time. */
export interface Rewound {
  type: 'rewound'
  seconds: number // how far [s]
  time: number // simulated [s]
  name: string // of the person who did it
}

/** Scores of all sides, sent on connection and on each change if the world has sides. */
export interface Score {
  type: 'score'
  sides: SideScore[]
}

/** Last reading of a sensor. */
export interface SensorReading {
  name: string // of the sensor
  text: string // the reading in a few words, with units
}

/** Readings of the sensors that the driven vehicle's file declares, ten times a second. */
export interface SensorReadings {
  type: 'sensors'
  vehicle: number // id of the own vehicle, which carries them
  readings: SensorReading[]
  points: number[] // positions that the last scans hit: east, north, up of each, in turn [m]
}

/** The world that runs and the one that is being built: on arrival and on each change. */
export interface SessionState {
  type: 'session'
  scenario: string // name of the one that runs; empty before the first
  building: string | null // name of the scenario that is being built; null for none
  seconds: number // since building or else compiling began [s]
  is_compiling: boolean // something is being compiled, which happens once
  kernels: number[] // work on the world being built: done, in all; 0 if not known
}

/** Event: a gun has fired a round. */
export interface Shot {
  type: 'shot'
  shooter: number // id of the vehicle
  x: number // of the muzzle, east [m]
  y: number // north [m]
  z: number // up [m]
  vx: number // velocity of the round, east [m/s]
  vy: number // north [m/s]
  vz: number // up [m/s]
  time: number // simulated [s]
}

/** Score of one side. */
export interface SideScore {
  side: string // its name
  shots: number // rounds fired
  hits: number // on vehicles of others
  destroyed: number // vehicles of others
  lost: number // vehicles of its own
}

/** The ground under a vehicle. */
export interface Soil {
  name: string // of its class
  friction: number // greatest friction [1]
}

/** Standing vehicles, sent on connection and changes, at most once a second; in a large world the nearest ones. */
export interface Standing {
  type: 'standing'
  summary: string // how many of the whole world are counted, and why; empty for none
  vehicles: StandingVehicle[]
}

/** Vehicle that stands although it has a goal. */
export interface StandingVehicle {
  vehicle: number // its id
  words: string // why, to follow on its name and 'is'
  action: string // what it does about it; empty for nothing
  is_counted: boolean // whether it has stood long enough to be counted
  since: number // simulated time at which it came to a stand [s]
  x: number // where it came to a stand, east [m]
  y: number // north [m]
}

/** Event: a vehicle has come to a stand, moves again, or was recovered. */
export interface Standstill {
  type: 'standstill'
  vehicle: number // its id
  words: string // what happened, to follow on its name
  x: number // east [m]
  y: number // north [m]
  time: number // simulated [s]
}

/** Switches of a vehicle. */
export interface Switches {
  cruise: boolean // cruise control
  parking_brake: boolean // parking brake
  engine_stop: boolean // engine stopped
}

/** Confirmation that the browser drives a vehicle. */
export interface Taken {
  type: 'taken'
  vehicle: number // its id
}

/** States of the traffic lights, sent on connection and on each change, at most ten times a second. */
export interface TrafficLightStates {
  type: 'traffic_light_states'
  states: string // letter for each light: g green, y yellow, r red
}

/** Traffic lights, sent on connection to a world that has some. */
export interface TrafficLights {
  type: 'traffic_lights'
  x: number[] // of each light, at the edge of the road where vehicles stop, east [m]
  y: number[] // north [m]
  yaw: number[] // direction of the vehicles that it is for [rad]
}

/** Track of a vehicle in the recording, sent to the browser that requested it. */
export interface Trail {
  type: 'trail'
  vehicle: number // its id
  points: [number, number, number][] // simulated time [s], east and north [m]
}

/** Articulation angles of all trailers, sent on connection and at up to 20 Hz on changes (10 Hz above 100). */
export interface Trailers {
  type: 'trailers'
  trailers: [vehicle: number, ...angles: (number | null)[]][] // id, then each trailer's angle from what draws it, the first one first, left positive [rad]
}

/** Directions of all turrets that have ever turned, sent on connection and at up to 10 Hz while one turns. */
export interface Turrets {
  type: 'turrets'
  turrets: [vehicle: number, yaw: number | null, elevation: number | null][] // in the hull, left and up [rad]
}

/** Weather, sent on connection and on each change. */
export interface Weather {
  type: 'weather'
  kind: 'dry' | 'rain' | 'snow' | 'fog' // all over the world
}

/** The first message of a connection. */
export interface Welcome {
  type: 'welcome'
  client: string // id for a reconnection, to get the same vehicle back
  role: 'instructor' | 'driver' // a driver may send all commands but those for instructors
  person: number // public number of this person
  vehicle: number // id of the own vehicle, -1 for none
  world: string // id as in /world.json; a page that has loaded another world reloads
  only_watched: string // reason why the world can only be watched; empty if it can be driven and changed
}

/** Answer to a page that has not loaded a world yet. */
export interface SessionDescription {
  world: string | null // id of the world that runs; null while the first is being built
  state: SessionState
  links: JoinLink[] // for other machines; none for drivers, and where the server is alone
  network_command: string // serves the page to the network; empty for drivers, and for a server in another program
}

/** A message from the server to the page. */
export type ServerMessage =
  | Welcome
  | Taken
  | Released
  | Refused
  | Invitation
  | LinksChanged
  | SessionState
  | Drivers
  | Turrets
  | Shot
  | Impact
  | Damage
  | Score
  | Trailers
  | Remotes
  | Standing
  | Standstill
  | Weather
  | Bookmarks
  | People
  | Recording
  | Trail
  | History
  | Rewound
  | TrafficLights
  | TrafficLightStates
  | Instruments
  | AutopilotState
  | SensorReadings
