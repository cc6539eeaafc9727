/** The description of a world and the layouts of its files. Written by make generate from motorpool.app.viewer.schema; not to be edited. */

export const HEIGHT_BYTES = 4
export const SQUARE_BYTES = 1
export const ROAD_POINT_BYTES = 8
export const DECK_POINT_BYTES = 12
export const OBJECT_BYTES = 28

/** For each height of a point of the terrain, rows from south to north: z up [m]. */
export function readHeights(buffer: ArrayBuffer): Float32Array {
  return new Float32Array(buffer)
}

/** For each square of the surface, rows from south to north: soilClass number of its class in the surface's classes. */
export function readSquares(buffer: ArrayBuffer): Uint8Array {
  return new Uint8Array(buffer)
}

/** For each point of a road, one road after another: x east [m], y north [m]. */
export function readRoadPoints(buffer: ArrayBuffer): Float32Array {
  return new Float32Array(buffer)
}

/** For each point of a deck, one deck after another, row by row along it, from left to right: x east [m], y north [m], z up [m]. */
export function readDeckPoints(buffer: ArrayBuffer): Float32Array {
  return new Float32Array(buffer)
}

/** In columns: index k is the k-th object. */
export interface Objects {
  x: Float32Array // east [m]
  y: Float32Array // north [m]
  z: Float32Array // up [m]
  yaw: Float32Array // counter-clockwise from east [rad]
  radius: Float32Array // of the circle around it [m]
  height: Float32Array // above the ground [m]
  kind: Uint8Array // number of its kind in the objects' kinds
}

export function emptyObjects(count: number): Objects {
  return {
    x: new Float32Array(count),
    y: new Float32Array(count),
    z: new Float32Array(count),
    yaw: new Float32Array(count),
    radius: new Float32Array(count),
    height: new Float32Array(count),
    kind: new Uint8Array(count),
  }
}

export function readObjects(view: DataView, start: number, count: number): Objects {
  const columns = emptyObjects(count)
  for (let k = 0; k < count; k++) {
    const at = start + k * OBJECT_BYTES
    columns.x[k] = view.getFloat32(at, true)
    columns.y[k] = view.getFloat32(at + 4, true)
    columns.z[k] = view.getFloat32(at + 8, true)
    columns.yaw[k] = view.getFloat32(at + 12, true)
    columns.radius[k] = view.getFloat32(at + 16, true)
    columns.height[k] = view.getFloat32(at + 20, true)
    columns.kind[k] = view.getUint8(at + 24)
  }
  return columns
}

/** The gun of a vehicle and its rounds. */
export interface ArmamentDescription {
  muzzle_speed: number // of a round, relative to the vehicle [m/s]
  reload_duration: number // between two shots [s]
  slew_rate: number // of turret and barrel, at most [rad/s]
  round_damage: number // of one hit; 1 destroys a whole vehicle [1]
  round_drag: number // deceleration by the air over speed squared [1/m]
  barrel_length: number // from the axis of the turret to the muzzle [m]
  min_elevation: number // of the barrel [rad]
  max_elevation: number // of the barrel [rad]
}

/** Outer dimensions of a vehicle without trailers. */
export interface BodyDescription {
  length: number // of the body [m]
  width: number // of the body [m]
  height: number // of the body [m]
  offset: number // centre of the body, ahead of the position [m]
}

/** One deck: a strip that carries a road over other ground, such as a bridge. */
export interface DeckDescription {
  name: string // of its road; empty if unknown
  rows: number // of its points in decks.bin, along it
  columns: number // points across it
}

/** Cells of the map in which vehicles are counted. */
export interface DensityDescription {
  rows: number // from south to north
  columns: number // from west to east
  spacing: number // side of a cell [m]
  x_west: number // western edge [m]
  y_south: number // southern edge [m]
}

/** A material. */
export interface FinishDescription {
  colour: number // 0xRRGGBB
  paint: number // 1: times the coat; 2: times the colour of the side or driver
  gloss: number // share of the sky that it mirrors [1]
  glow: number // own light, as a share of its colour [1]
  is_smooth: boolean // shaded as a curved surface
}

/** Vehicles of one kind; a dimension that the model does not have is null. */
export interface FleetDescription {
  name: string
  member: string // singular of the name, which a vehicle has before its number
  model: string // that moves them
  kind: 'wheeled' | 'tracked' | 'point'
  first: number // id of its first vehicle
  count: number // how many there are
  body: BodyDescription
  wheelbase: number | null // front to rear axle [m]
  track_gauge: number | null // between the middles of the tracks [m]
  track_width: number | null // between the planes of the left and right wheels [m]
  max_steer_angle: number | null // of a full steering command [rad]
  armament: ArmamentDescription | null // null without a gun
  side: string | null // of its vehicles, null for none
  shape: string | null // address of its glTF file, null without one
  vehicle: VehicleDescription | null // null for a plain model
  mesh: MeshDescription
  symbol: SymbolDescription
  trailers: TrailerDescription[] // the first one first
}

/** Solids of a vehicle or a trailer: x ahead, y left, z up from the ground under the middle of its body. */
export interface MeshDescription {
  parts: PartDescription[]
  finishes: Record<string, FinishDescription> // materials by name
  turret: number[] // axis that it turns about: x, y, z [m]
  track: TrackDescription | null // null without tracks
  dust: number[][] // where it touches the ground: x, y [m]
  exhaust: number[] // where smoke rises after a hit: x, y, z [m]
}

/** Trees, rocks and buildings. */
export interface ObjectsDescription {
  count: number // how many there are
  kinds: string[] // by their number in objects.bin
}

/** Solids that move together. */
export interface PartDescription {
  levels: ('near' | 'mid' | 'far')[] // of detail, that show it
  solids: SolidDescription[]
  places: number[][] // joint (0 hull, 1 wheel, 2 turret, 3 gun, 4 link, 5 pennant, 6 arrow, 7 pointer), x, y, z [m], 1 if turned by half a turn, channel, radius [m], extra, x, y, z of the pivot [m]
}

/** One road. */
export interface RoadDescription {
  kind: string // name of the soil class that it is made of
  width: number // [m]
  lanes: number[] // numbers of lanes forward and backward; empty if unknown
  count: number // of its points in roads.bin
}

/** Grid of the ruts. */
export interface RutsDescription {
  x_west: number // western border of the cells [m]
  y_south: number // southern border of the cells [m]
  cell: number // side of a cell [m]
  side: number // cells along a side of a tile
  reach: number // tiles around the camera's that are sent, in both directions
}

/** One kind of ground. */
export interface SoilClass {
  name: string // such as "dry-asphalt" or "mud"
  colour: string // "#rrggbb"
  friction: number // greatest friction of a tyre [1]
}

/** Rings of corners: faces join each to the next one, and close the first and the last. */
export interface SolidDescription {
  finish: string // name of its material
  corners: number // of a ring
  points: number[] // x, y, z of every corner, ring after ring [m]
}

/** Soil classes of the squares of a grid. */
export interface SurfaceDescription {
  rows: number // from south to north
  columns: number // from west to east
  spacing: number // side of a square [m]
  x_west: number // outer edge of the western squares [m]
  y_south: number // outer edge of the southern squares [m]
  classes: SoilClass[]
}

/** A symbol on maps. */
export interface SymbolDescription {
  title: string // in the legend
  outlines: number[][][] // from above, ahead and left [m]
  barrel: number // end of its gun, ahead of the middle [m]; 0 without one
}

/** Heights of the ground at the points of a square grid. */
export interface TerrainDescription {
  rows: number // from south to north
  columns: number // from west to east
  spacing: number // of the points [m]
  x_west: number // of the western column [m]
  y_south: number // of the southern row [m]
  name: string
  source: string // of the heights
  warnings: string[] // sentences about the source that its user should read
}

/** The path of a track. */
export interface TrackDescription {
  length: number // [m]
  points: number[][] // evenly spaced: x, z [m], direction of its links
}

/** A trailer; its mesh starts at the middle of its axles. */
export interface TrailerDescription {
  hitch: number // behind the middle of what draws it; of a trailer, behind its axles [m]
  reach: number // from the hitch to its axles [m]
  length: number // of the body [m]
  width: number // of the body [m]
  height: number // of the body [m]
  middle: number // of its body ahead of its axles [m]
  mesh: MeshDescription
}

/** A vehicle of the motor pool. */
export interface VehicleDescription {
  name: string // such as "M1A1"
  title: string // such as "M1A1 Abrams"
  look: string // its shape, such as "tank" or "quad"
  gun_overhang: number // of a gun that points forward, beyond the hull [m]
}

/** A world. */
export interface WorldDescription {
  id: string // of this world, as in the welcome; another one has another
  version: string // of motorpool
  name: string
  attribution: string // licence line of its map; empty if there is none
  dt: number // of a step [s]
  terrain: TerrainDescription
  surface: SurfaceDescription | null // null where the world has no soils
  roads: RoadDescription[]
  decks: DeckDescription[]
  objects: ObjectsDescription
  fleets: FleetDescription[]
  ruts: RutsDescription | null // null in a world without ruts
  density: DensityDescription | null // null where every frame may hold every vehicle
}

/** A scenario that may be chosen. */
export interface ScenarioDescription {
  name: string // by which it is chosen
  title: string
  description: string // of the file
  vehicles: number // how many there are
}

/** All scenarios that may be chosen. */
export interface ScenarioList {
  scenarios: ScenarioDescription[]
}
