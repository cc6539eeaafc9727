// Stages of motorpool.World: guidance, avoidance, drivers, contacts; made of the package's own text by
// tools/generated/page_world.py. SPDX-License-Identifier: MIT
export type Column = Float64Array | Float32Array | Int8Array | Uint8Array | Int32Array | Uint32Array;
export type Span = [number, number]; // from the first on, to before the second

// Numbers in rows and columns, row after row.
export interface Table {
  values: Column;
  shape: [number, number];
}

export const DRIFT = 3.0;
export const BACK_OFF_TIME = 2.5;
export const PI = 3.141592653589793;
export const AUTOPILOT = 0;
export const HOLD = 1;
export const WANDER = 0;
export const BLOCKED = 2;
export const OFF_MAP = 4;
export const NEW_COURSE = 0.7853981633974483;
export const ROUTE = 2;
export const BESIDE = 1.5;
export const STANDING = 0.3;
export const NEAR_LEG = 3.0;
export const FIRST_DURATION = 2.5;
export const MORE_DURATION = 0.75;
export const WIDEST = 3.0;
export const DETOUR = 0.7853981633974483;
export const FORWARD = 0;
export const REVERSE = 2;
export const MOST = 60;
export const WIDER = 1.1;
export const TURN_SPEED = 2.0;
export const PIVOT = 1;
export const PIVOT_END = 0.17453292519943295;
export const PIVOT_BEGIN = 1.3089969389957472;
export const MARGIN = 1.3;
export const LOOP = 3;
export const PIVOTS = 0.05;
export const LOOK_TIME = 0.8;
export const NEAREST_SHARE = 0.8;
export const GAIN = 2.0;
export const CRAWL = 0.5;
export const TURN_SHARE = 0.4;
export const BEND_SHARE = 0.7;
export const SLOWEST_BEND = 2.0;
export const BRAKING_SHARE = 0.5;
export const LARGEST = 1000000.0;
export const DETOUR_SPEED = 5.0;
export const TRAIL_SPACING = 2.0;
export const FOLLOWING_LOOK_TIME = 0.3;
export const STABLE = 4.0;
export const LAG = 0.2;
export const GAP_GAIN = 0.6;
export const ARC = 2;
export const TRAIL_STRIDE = 2;
export const FOLLOW = 3;
export const CATCH_UP = 3.0;
export const CREEP = 0.05;
export const NOTHING = 0;
export const FAR = Infinity;
export const LAG_PENALTY = 1.5;
export const WALL_REACH = 25.0;
export const STOREY = 2.5;
export const CLOSER = 0.005;
export const ROUNDING = 0.001;
export const OBJECT_MARGIN = 0.3;
export const SPEED_MARGIN = 0.02;
export const MOST_DISCS = 256;
export const LONG_SIGHT = 1000000000.0;
export const VEHICLE_SIGHT = 70.0;
export const ON_RAMP = 0.03;
export const DISCS = 3.0;
export const HALT = 0.3;
export const SHORT_SIGHT = 1.0;
export const VEHICLE_MARGIN = 0.8;
export const VEHICLE_GROWTH = 0.3;
export const CAUTION = 0.8;
export const MOST_TURN = 0.5;
export const MOST_SEEN = 85;
export const TRAILER_MARGIN = 0.5;
export const MOST_STEPS = 25.0;
export const STEP = 0.2;
export const COMFORT = 1.5;
export const BACK_OFF_SPEED = -2.0;
export const ALIGNED = 0.15;
export const STANDSTILL = 0.5;
export const BACK_OFF_DISTANCE = 7.0;
export const ARRIVING = 0.75;
export const DYNAMIC_WINDOW_COSTS_CRAWL = 2.0;
export const PIVOTING = 0.05;
export const STRAIGHT = 0.05;
export const LONGEST = 5.0;
export const SWERVE = 0.5;
export const FASTER = 0.5;
export const SLACK = 1.000001;
export const SLOWEST = 1e-06;
export const NARROWINGS = 3;
export const MOST_NEAR = 64;
export const DIRECTIONS = 16.0;
export const TURNING = 0.15;
export const CHANGING = 0.15;
export const HEADING_SPACING = 0.17453292519943295;
export const WAIT = 2.0;
export const PROGRESS = 1.0;
export const PATIENCE = 40.0;
export const WALL_SPEED = 6.0;
export const SPARE = 1.0;
export const SWEEP = 5.235987755982989;
export const OTHER_SIDE = 0.7;
export const KEEP_RIGHT = 0.4;
export const LAST_SAMPLE = 3;
export const SPEED_SAMPLES = [1.0, 0.5, 0.2];
export const SLOWNESS = 0.7;
export const NARROWNESS = 0.3;
export const STOPPING = 1.2;
export const OBJECT = 1;
export const VEHICLE = 2;
export const STUCK = 1.3962634015954636;
export const SIDE_MEMORY = 2.0;
export const LEAST_BACK_OFF = 1.0;
export const STUCK_SPEED = 0.02;
export const OFF_DUTY = 0;
export const LOOK_AROUND = 2;
export const HIT_MOBILITY = 0.4;
export const FULL_GRIP = 8.0;
export const LEAST_GRIP = 1.0;
export const STARTING = 2.0;
export const NO_LIMIT = 1000000.0;
export const DRIVEN_SHARE = 0.5;
export const STAGES_SLOWEST = 3.0;
export const SLIDING_FRICTION = 0.7;
export const GRAVITY = 9.81;
export const OTHERS = 4294967293;
export const NEARBY = 0.1;
export const MOST_PARTNERS = 64;
export const OWN_END = 1;
export const OWN_SIDE = 2;
export const OTHER_END = 3;
export const CONTACT_POINTS_OTHER_SIDE = 4;
export const TIE = 1e-09;
export const MOST_ADVANCES = 64;
export const TOUCH = 0.0001;
export const SHARE = 0.5;
export const LONG = 1000000000.0;
export const FIRST_CONTACT_SLOWEST = 1e-09;
export const NEVER = 1.0;
export const FLAT = 1e-12;
export const PENETRATION_TIME = 0.06;
export const SETTLED = 1e-09;
export const LEAST_CRUSH = 0.001;
export const HALVINGS = 8;
export const SHIFT = 0.01;
export const CRUSH_TIME = 0.04;
export const GRID_NOTHING = -1;
export const IMPULSES_STANDING = { velocityX: 0.0, velocityY: 0.0, yawRate: 0.0, inverseMass: 0.0, inverseInertia: 0.0 };
export const HEAD_ON_SHARE = 0.7;
export const REST_SPEED = 0.2;
export const ELASTIC_SPEED = 0.6;
export const MAX_RESTITUTION = 0.5;
export const PLASTIC_SPEED = 10.0;
export const MIN_RESTITUTION = 0.1;
export const BODY_MOTION_ROUNDING = 1e-12;
export const FRICTION = 0.4;
export const IMPACTS_A_ROW = 4;
export const IMPULSES_A_PASS = 4;
export const SLOP = 0.01;
export const SEPARATION_SHARE = 0.8;
export const IMPULSE_PASSES = 10;
export const STAGES_HALT = 0.2;
export const SEPARATION_PASSES = 10;
export const APART = 0.0001;
export const COMPONENT_OTHERS = 4294967291;

// Position and attitude.
export interface Pose {
  x: Float64Array; // east [m]
  y: Float64Array; // north [m]
  z: Float64Array; // of the surface under the vehicle, up [m]
  yaw: Float64Array; // counter-clockwise from east [rad]
  pitch: Float64Array; // nose down positive [rad]
  roll: Float64Array; // right side down positive [rad]
  level: Int32Array; // 0 on the ground, else the number of the deck that carries it, from 1
}

// Positions of the vehicles when the grid was built.
export interface Filed {
  x: Float64Array; // (vehicles,) [m]
  y: Float64Array; // [m]
  hasMoved: Int8Array; // farther than ``DRIFT`` since then, or not finite
}

// Points sorted by square cells; row 0 is south, column 0 is west.
export interface Grid {
  xWest: number; // western border [m]
  ySouth: number; // southern border [m]
  cell: number; // side of a cell [m]
  columns: number;
  rows: number;
  first: Int32Array; // (columns * rows + 1,): beginning of each cell in ``item``
  item: Int32Array; // (points,): indices of points by cell, increasing within a cell
}

// Circles on the ground with a grid of their centres: objects or vehicles.
export interface Circles {
  x: Float64Array; // (circles,): east [m]
  y: Float64Array; // north [m]
  radius: Float64Array; // at most the grid's cell [m]
  grid: Grid;
  z: Float64Array; // up, of their feet; as ``level``, only of objects in a world with decks [m]
  level: Int32Array; // 0 on the ground, else the number of the deck
}

// Vehicles by cell; none has moved farther than DRIFT since the grid was built.
export interface Neighbourhood {
  circles: Circles; // around the present positions of the vehicles
  places: Table; // (vehicles, 2): x and y [m] in the grid, in the order of its items
}

// Edges of a rectangle, for stages.
export interface Bounds {
  xWest: number; // [m]
  ySouth: number; // [m]
  xEast: number; // [m]
  yNorth: number; // [m]
}

// Velocities, and the vehicle's status.
export interface Motion {
  speed: Float64Array; // forward positive [m/s]
  lateralSpeed: Float64Array; // of the model and of the residual motion, left positive [m/s]
  yawRate: Float64Array; // of the model or the steering, and of the residual motion, counter-clockwise [rad/s]
  odometer: Float64Array; // distance driven [m]
  status: Uint32Array; // bits of ``errors.Status``
}

// Driver, its inputs (pedals, steering, switches), and the commands to the vehicle.
export interface DriverInputs {
  driver: Int8Array; // a constant of ``drivers.kinds``
  throttle: Float64Array; // -1..1, backward negative [1]
  brake: Float64Array; // 0..1 [1]
  targetSteer: Float64Array; // commanded by the driver, -1..1, left positive [1]
  commandedSpeed: Float64Array; // for this step, forward positive [m/s]
  steer: Float64Array; // steering command of this step, -1..1, left positive [1]
  cruise: Float64Array; // switch of the cruise control: 1 on, 0 off
  parkingBrake: Float64Array; // 1 on, 0 off
  engineStop: Float64Array; // 1 on, 0 off
  isCruising: Float64Array; // 1 while the cruise control drives, else 0
  cruiseSpeed: Float64Array; // that the cruise control holds [m/s]
}

// Goal of an autopilot.
export interface Goal {
  goal: Int8Array; // a constant of ``guidance.goal_kinds``
  goalX: Float64Array; // east; infinite while it is bound for no place [m]
  goalY: Float64Array; // north [m]
  desiredSpeed: Float64Array; // [m/s]
}

// Heading and speed that lead an autopilot to its goal, and its manoeuvres on the way.
export interface Course {
  courseYaw: Float64Array; // [rad]
  courseSpeed: Float64Array; // when nothing is in the way [m/s]
  courseReach: Float64Array; // how far the course leads: what stands beyond does not matter [m]
  backOffTime: Float64Array; // how long it still drives back [s]
  turning: Int8Array; // a constant of ``navigation.turning``
  detourTime: Float64Array; // how long it still drives aside of what it ran into [s]
  detours: Int8Array; // since the last waypoint
}

// The nearest obstacle that an autopilot sees ahead.
export interface Perception {
  seen: Int8Array; // a constant of ``avoidance.perception``
  seenIndex: Int32Array; // of the object or vehicle
  seenDistance: Float64Array; // of its centre [m]
  seenRight: Float64Array; // offset of its centre to the right [m]
  seenRadius: Float64Array; // [m]
}

// Avoidance state of an autopilot.
export interface Avoidance {
  avoidanceRule: Int8Array; // index of a rule in ``avoidance.rules.RULES``
  desiredYaw: Float64Array; // commanded heading [rad]
  isAvoiding: Float64Array; // 1 while it turns away from something, else 0
  avoidanceSpeed: Float64Array; // target speed, of rules that set one [m/s]
}

// Limits that the ground sets an autopilot, found every ground_ahead.DECISION_TIME.
export interface GroundLimits {
  groundAcceleration: Float64Array; // that engine and grip leave [m/s^2]
  groundBraking: Float64Array; // that grip and slope leave [m/s^2]
  groundLateralAcceleration: Float64Array; // that grip and side slope leave in a bend [m/s^2]
  slowSpeed: Float64Array; // that the ground ahead allows ... [m/s]
  slowOdometer: Float64Array; // ... from this reading of the odometer on [m]
  turnAcceleration: Float64Array; // more than for going straight, that a start at full steer asks for on tracks [m/s^2]
  refusedHeadings: Int32Array; // bits of directions in which the ground is bad, see ``navigation.refused_headings``
}

// Goal, course, perception and decision of an autopilot, and the limits of the ground.
export interface Autopilot {
  goal: Goal;
  course: Course;
  perception: Perception;
  avoidance: Avoidance;
  ground: GroundLimits;
}

// Traits of the avoidance rules that other stages read, a row for each rule; 1 for yes.
export interface RuleTraits {
  setsSpeed: Int8Array; // it writes ``avoidance_speed``; else a vehicle slows down for what it sees in the search cone
  recovers: Int8Array; // it finds a way out by itself; else guidance backs off what stopped the vehicle
}

// A vehicle's stretch of the shared waypoints, see guidance.component.Guidance.
export interface Route {
  routeFirst: Int32Array; // of its waypoints
  routeCount: Int32Array; // of its waypoints
  routeIndex: Int32Array; // of the next waypoint, counted from 0
  routeLoops: Int8Array; // 1 if it goes on from the last waypoint to the first
  arrivalRadius: Float64Array; // of a waypoint that counts as reached [m]
  hasArrived: Int8Array; // 1 once it is at the end of its route
}

// Waypoints of all routes.
export interface Waypoints {
  x: Float64Array; // (waypoints,): east [m]
  y: Float64Array; // north [m]
  speed: Float64Array; // of the leg that leads there [m/s]
}

// Size and inertia.
export interface Body {
  vehicleId: Int32Array; // the row in the vehicle table
  worldId: Int32Array; // by which turns are taken: in a region the id of the whole world, 0 for those that are alone
  fleetIndex: Int32Array; // of the fleet in ``World.fleets``
  halfLength: Float64Array; // of its own body, without trailers [m]
  halfWidth: Float64Array; // [m]
  bodyHeight: Float64Array; // [m]
  bodyOffset: Float64Array; // centre of the body, ahead of the reference point [m]
  circleOffset: Float64Array; // centre of the circle around body and stretched trailers, ahead of the reference point [m]
  circleRadius: Float64Array; // of that circle [m]
  frontReach: Float64Array; // front end of the body, ahead of the reference point [m]
  rearReach: Float64Array; // rear end of the body or, stretched out, of its trailers, behind the reference point [m]
  radius: Float64Array; // of the circle around the reference point that has body and trailers inside, at any angles [m]
  pullsTrailers: Int8Array; // 1 for a vehicle with trailers of its model; 0 for a remote vehicle in its row
  mass: Float64Array; // without trailers: of the model, or estimated from the body, see ``inertia.DENSITY`` [kg]
  yawInertia: Float64Array; // of the model, or that of a box of the body's size [kg m^2]
}

// Limits of how a vehicle turns, accelerates and brakes; see drivers.manual_control.Handling.
export interface Performance {
  fullCurvature: Float64Array; // of the path at full steer, less that of pivoting [1/m]
  pivotYawRate: Float64Array; // at full steer, standing [rad/s]
  fullLateralAcceleration: Float64Array; // at full steer and speed, which tracked models keep; 1000 for others [m/s^2]
  turnLag: Float64Array; // how long a turn takes to build up [s]
  maxSpeed: Float64Array; // [m/s]
  maxReverseSpeed: Float64Array; // [m/s]
  acceleration: Float64Array; // [m/s^2]
  braking: Float64Array; // [m/s^2]
  coasting: Float64Array; // [m/s^2]
  steerRate: Float64Array; // [1/s]
  maxLateralAcceleration: Float64Array; // [m/s^2]
}

// The vehicles themselves: place, motion and limits.
export interface Entity {
  pose: Pose;
  motion: Motion;
  body: Body;
  performance: Performance;
}

// Point that a vehicle steers for.
export interface Aim {
  x: number; // east [m]
  y: number; // north [m]
  ahead: number; // lookahead distance at which it was chosen [m]
}

// The leader that a vehicle follows, and the trail that it leaves for its own followers.
export interface Convoy {
  leader: Int32Array; // vehicle id, or -1
  convoy: Int32Array; // id of the first vehicle of its column, or -1
  gap: Float64Array; // to its leader when they stand, from bumper to bumper [m]
  headway: Float64Array; // what the gap grows by with each metre a second [s]
  trailMark: Int32Array; // number of the nearest point of its leader's trail
  trailSlot: Int32Array; // which trail is its own, or -1
  trailCount: Int32Array; // trail points that it has left
}

// Last points of each leader.
export interface Trails {
  x: Table; // (trails, points): east [m]
  y: Table; // north [m]
}

// Columns of the leaders that followers read.
export interface Leaders {
  entity: Entity; // every vehicle
  convoys: Convoy;
  trails: Trails;
}

// Position beside a trail, seen from its nearest point.
export interface Offset {
  along: number; // ahead of the point positive [m]
  aside: number; // [m]
}

// Share of a vehicle's greatest speed that the ground allows.
export interface SpeedRaster {
  classes: Table; // (rows, columns): of the cells, row 0 south
  xWest: number; // outer corner of cell (0, 0) [m]
  ySouth: number; // [m]
  spacing: number; // side of a cell [m]
  speedFactor: Float64Array; // of each class [1]
}

// Memory of an autopilot's avoidance, see dynamic_window_costs.
export interface AvoidanceMemory {
  passingSide: Float64Array; // side on which it passes what is in its way: 1 left, -1 right, 0 neither
  passingTime: Float64Array; // how long it still keeps to that side [s]
  isFollowingWall: Float64Array; // 1 while it looks for a way out along the wall that stopped it, else 0
  trapX: Float64Array; // where it was stopped, east [m]
  trapY: Float64Array; // north [m]
  trapTime: Float64Array; // how long it has followed the wall on this side [s]
  patience: Float64Array; // how long it will, before it tries the other side [s]
  waitingTime: Float64Array; // how long it has stood [s]
  isCalm: Int8Array; // 1 if its last check found the way clear: it skips the check at most decisions
  decisionTurn: Int32Array; // steps from its check of the way to the end of the rota's period
}

// Decisions of this step, applied after all drivers have decided.
export interface Decisions {
  heading: Float64Array; // (vehicles,) [rad]
  speed: Float64Array; // [m/s]
}

// Manoeuvre with which a vehicle frees itself.
export interface Freeing {
  freeingYaw: Float64Array; // heading that it keeps to [rad]
  freeingSpeed: Float64Array; // and speed, backward negative [m/s]
  throttleCut: Float64Array; // share of its acceleration that its driver does without; negative for more throttle [1]
  phaseTime: Float64Array; // since the phase began [s]
  phaseX: Float64Array; // where it began, east [m]
  phaseY: Float64Array; // north [m]
  stuckX: Float64Array; // where it has stood first, east [m]
  stuckY: Float64Array; // north [m]
  stuckTime: Float64Array; // since then, while it stays near; 0 without [s]
  attempts: Int8Array; // to get out of there
  setbacks: Int8Array; // times that it was recovered from near there
  towPoint: Int32Array; // number of the point of its own track that it is towed to
  towEnd: Int32Array; // and of the last one
}

// State of the autopilots that decide.
export interface Mind {
  autopilot: Autopilot;
  memory: AvoidanceMemory;
  decisions: Decisions;
  freeing: Freeing;
}

// Trailers of all vehicles, a row each; those of a vehicle are adjacent rows, the first one first.
export interface Trailers {
  first: Int32Array; // (vehicles,): row of the first trailer
  count: Int32Array; // (vehicles,): number of trailers, in the rows from ``first`` on
  ownCount: Int32Array; // (vehicles,): number of trailers of a vehicle that is there and pulls them
  vehicle: Int32Array; // (trailers,): id of the vehicle that pulls it
  hitchAngle: Float64Array; // yaw minus that of what pulls it [rad]
  yawRate: Float64Array; // counter-clockwise [rad/s]
  yaw: Float64Array; // counter-clockwise from east [rad]
  hitchX: Float64Array; // hitch, east of the vehicle's reference point [m]
  hitchY: Float64Array; // north of it [m]
  axleX: Float64Array; // middle of the axles, east of the vehicle's reference point [m]
  axleY: Float64Array; // north of it [m]
  x: Float64Array; // centre of the body, east of the vehicle's reference point [m]
  y: Float64Array; // north of it [m]
  z: Float64Array; // floor under the centre of the body, up; see ``rest_trailers`` [m]
  pitch: Float64Array; // nose down positive [rad]
  roll: Float64Array; // right side down positive [rad]
  hitch: Float64Array; // hitch behind the reference point of what pulls it, which of a trailer is its axles [m]
  reach: Float64Array; // from the hitch to its axles [m]
  middle: Float64Array; // centre of the body, ahead of its axles [m]
  halfLength: Float64Array; // [m]
  halfWidth: Float64Array; // [m]
  height: Float64Array; // [m]
  mass: Float64Array; // [kg]
  yawInertia: Float64Array; // [kg m^2]
  centreOffset: Float64Array; // centre of mass, behind the hitch [m]
  swings: Int8Array; // 1 if the model has its yaw rate: its hitch is then a joint in impacts, else it is stiff
}

// First trailer of a vehicle that tries a way; one without length for none.
export interface Trailer {
  yaw: number; // [rad]
  hitch: number; // behind the reference point of the vehicle [m]
  reach: number; // from the hitch to its axles [m]
  middle: number; // centre of its body, ahead of its axles [m]
  halfLength: number; // [m]
  halfWidth: number; // [m]
}

// Limits of a vehicle, from its columns in the vehicle table.
export interface Ability {
  halfLength: number; // [m]
  halfWidth: number; // [m]
  fullCurvature: number; // [1/m]
  pivotYawRate: number; // [rad/s]
  acceleration: number; // [m/s^2]
  braking: number; // [m/s^2]
  steerRate: number; // rate of the steering command, the vehicle's lag included [1/s]
  maxLateralAcceleration: number; // [m/s^2]
  bodyOffset: number; // centre of the body, ahead of the reference point [m]
  trailer: Trailer;
}

// Lower bounds of the distance to the nearest object, by cell.
export interface ClearanceMap {
  metres: Table; // (rows, columns), row 0 south: lower bound for every point of the cell [m]
  xWest: number; // outer corner of cell (0, 0) [m]
  ySouth: number; // outer corner of cell (0, 0) [m]
  cell: number; // side of a cell [m]
}

// Height and level of a vehicle that looks for circles near it.
export interface Storey {
  z: number; // [m]
  level: number;
}

// Rectangle of cells, inclusive.
export interface Cells {
  firstColumn: number;
  lastColumn: number;
  firstRow: number;
  lastRow: number;
}

// Pose and motion of a vehicle.
export interface RolloutMotion {
  x: number; // [m]
  y: number; // [m]
  yaw: number; // [rad]
  speed: number; // [m/s]
  steer: number; // -1..1, left positive
}

// Discs of the obstacles; the distance to each centre must stay above need, which grows by growth.
export interface Discs {
  x: Float64Array; // [m]
  y: Float64Array; // [m]
  speedX: Float64Array; // [m/s]
  speedY: Float64Array; // [m/s]
  radius: Float64Array; // [m]
  need: Float64Array; // radius and clearance [m]
  growth: Float64Array; // rate of ``need`` [m/s]
  until: Float64Array; // time after which the disc is ignored [s]
  changeX: Float64Array; // acceleration, east [m/s^2]
  changeY: Float64Array; // acceleration, north [m/s^2]
  changeTime: Float64Array; // duration of the acceleration [s]
  obstacleIndex: Int32Array; // index of an object, or -1 - id of a vehicle
  trailerNeed: Float64Array; // ``need`` of the driver's own trailer [m]
  since: Float64Array; // time before which the vehicle cannot reach it [s]
}

// A vehicle that has somewhere to go and makes no headway.
export interface Standstill {
  standingTime: Float64Array; // how long it has made no headway; 0 while it moves or is meant to stand [s]
  standingReason: Int8Array; // a constant of ``recovery.reasons``; 0 while it moves or is meant to stand
  blockedBy: Int32Array; // id of the vehicle, or index of the object, that it stands against or waits for; -1
  neededForce: Float64Array; // to drive on here: resistance of the soil and grade; 0 where that is not the reason [N]
  availableForce: Float64Array; // that grip and engine give here; 0 where that is not the reason [N]
  recoveryPhase: Int8Array; // a constant of ``recovery.phases``
}

// All objects, for the search along a way.
export interface Standing {
  circles: Circles; // in a fine grid
  largestRadius: number; // largest radius of all objects [m]
  clearance: ClearanceMap;
}

// All that a driver may have to avoid.
export interface Surroundings {
  entity: Entity; // every vehicle
  convoys: Convoy;
  avoidance: Avoidance;
  inputs: DriverInputs;
  standstill: Standstill;
  near: Neighbourhood; // the vehicles
  objects: Circles;
  standing: Standing; // the same objects
  edge: Bounds;
  rule: number; // index of this rule
  trailers: Trailers; // of every vehicle
}

// Place of a rectangle that a row of discs covers.
export interface Row {
  x: number; // of a point on its centre line, from the driver's vehicle, east [m]
  y: number; // north [m]
  yaw: number; // [rad]
  offset: number; // centre of the rectangle, ahead of that point [m]
}

// Motion that a driver expects of another vehicle.
export interface SurroundingsCourse {
  speed: number; // now, forward positive [m/s]
  turn: number; // direction of the motion minus the yaw [rad]
  change: number; // acceleration [m/s^2]
  changeTime: number; // duration of the acceleration [s]
  until: number; // it matters for this long [s]
  number: number; // as in ``Discs.obstacle_index``
  trailerMargin: number; // clearance that the driver's own trailer keeps from it [m]
}

// Obstacles of a trial: discs, and the edge of the ground.
export interface Obstacles {
  discs: Discs;
  discCount: number; // of the discs that are there
  edge: Bounds; // west, south, east and north end of the ground [m]
  soonest: number; // least ``since`` of the discs [s]
}

// Outcome of a trial.
export interface Trial {
  isFree: boolean; // until its end
  time: number; // until it ended or something was hit [s]
  distance: number; // driven until then [m]
  room: number; // the least that was ever beside the vehicle, at most ``COMFORT`` [m]
  hit: number; // the disc that was hit, or -1
}

// Preferred heading and speed of a decision.
export interface Preference {
  reference: number; // the best heading [rad]
  only: number; // 1 or -1 to try only those left or right of it, else 0
  last: number; // the heading chosen before [rad]
  side: number; // on which it goes round what is in its way: 1 left, -1 right, 0 neither
  speed: number; // [m/s]
  leastStraight: number; // how far a heading must be free, at least [m]
  straightTime: number; // and for how long [s]
  mostStraight: number; // and at most [m]
}

// Bounds of the path of a vehicle that turns to a heading and drives straight on.
export interface ClearWayStraightWay {
  isStraight: boolean; // if false, only ``length`` is a valid bound
  sine: number; // sine of the heading
  cosine: number;
  leastSpeed: number; // [m/s]
  mostSpeed: number; // [m/s]
  time: number; // upper bound [s]
  length: number; // upper bound [m]
  turn: number; // deviation from the heading, upper bound [rad]
  aside: number; // distance of the centre of the body from the straight line, upper bound [m]
  swing: number; // part of that because the centre is not the reference point [m]
}

// Centre of a body.
export interface Centre {
  x: number; // east [m]
  y: number; // north [m]
}

// Another vehicle, as far as a driver sees it.
export interface Other {
  dx: number; // of the centre of its body from that of the driver's [m]
  dy: number; // [m]
  speed: number; // [m/s]
  intendedSpeed: number; // [m/s]
  yaw: number; // [rad]
  intendedYaw: number; // [rad]
  halfRow: number; // from its middle to that of the last disc of those that cover it [m]
  radius: number; // of these discs [m]
  until: number; // it matters for this long [s]
}

// Speed of the vehicle along its way, as the controllers of a trial change it.
export interface Pace {
  speed: number; // at the beginning [m/s]
  targetSpeed: number; // [m/s]
  acceleration: number; // greatest of the vehicle [m/s^2]
  braking: number; // greatest of the vehicle [m/s^2]
  straight: number; // distance after which a trial ends [m]
}

// Result of a look along the preferred way.
export interface GlanceGlance {
  isFree: boolean; // nothing can be met, and there is room beside it
  isCalm: boolean; // no vehicle comes near: the driver skips the check at its next decisions
  heading: number; // that is preferred [rad]
  speed: number; // [m/s]
}

// Chosen heading and speed.
export interface Choice {
  isFree: boolean; // something was found that hits nothing
  heading: number; // [rad]
  speed: number; // [m/s]
  deviation: number; // of the heading from the best, left positive [rad]
  directHit: number; // the disc that is hit on the best heading at full speed, or -1
  isDirectFree: boolean;
}

// Rota of the decisions.
export interface Rota {
  every: number; // steps between two decisions of a driver
  duty: Int8Array; // (steps of a period,): duty in this step of those with each ``decision_turn``
}

// Limits of a driver of a vehicle; none is negative.
export interface Handling {
  maxSpeed: number; // forward [m/s]
  maxReverseSpeed: number; // backward, a magnitude [m/s]
  acceleration: number; // at full throttle, resistance already taken off [m/s^2]
  braking: number; // at full brake, or full throttle against the motion, resistance not counted [m/s^2]
  coasting: number; // deceleration by resistance, input or not [m/s^2]
  steerRate: number; // of the steering command: 2 is half a second from the middle to full [1/s]
  maxLateralAcceleration: number; // the steering allows no more [m/s^2]
  fullCurvature: number; // of the path at full steer; a radius of 5 m is 0.2 [1/m]
}

// Damage of a vehicle.
export interface Damage {
  damage: Float64Array; // 0 whole, 1 dead; see ``gunnery.damage`` [1]
  damageTime: Float64Array; // since the last hit, while it is not whole [s]
}

// Drivers that command_autopilots leaves to command_others, and their direct pedals.
export interface Turns {
  isOther: Int8Array; // a person or a script drives it, or it is dead
  takesPedals: Int8Array; // 1: its model has pedals
  pedalShare: Float64Array;
}

// Motion after an impact that the state of the vehicle's model cannot represent.
export interface ResidualMotion {
  residualLateralSpeed: Float64Array; // left positive [m/s]
  residualYawRate: Float64Array; // beyond what the steering makes, counter-clockwise [rad/s]
}

// Velocities, besides the speed, in the state of the model that moves a vehicle; contacts change them.
export interface ModelVelocity {
  modelLateralSpeed: Float64Array; // left positive; 0 of a model without it [m/s]
  modelYawRate: Float64Array; // counter-clockwise; 0 of a model without it [rad/s]
  hasLateralSpeed: Int8Array; // 1 if the model's state has a lateral speed, else 0
  hasYawRate: Int8Array; // 1 if the model's state has a yaw rate, else 0
}

// Positions of the vehicles at the last search, and their numbers of candidates.
export interface CandidatesFiled {
  x: Float64Array; // (vehicles,) [m]
  y: Float64Array; // [m]
  hasMoved: Int8Array; // farther than allowed since
  partners: Int32Array; // candidates of higher id
  isNearObject: Int8Array;
}

// Pairs that may touch, a row each, sorted by the lower id in the whole world, then by the higher.
export interface Pairs {
  first: Int32Array; // number of a body of the vehicle that has the lower id in the whole world
  second: Int32Array; // number of a body of the other one
  touches: Int8Array; // now, or nearly
}

// All bodies of a world.
export interface Bodies {
  pose: Pose;
  motion: Motion;
  body: Body;
  trailers: Trailers;
}

// Two rectangles, seen from the centre of the first.
export interface TwoRectangles {
  dx: number; // from the first centre to the second, east [m]
  dy: number; // north [m]
  yaw: number; // of the first, counter-clockwise from east [rad]
  halfLength: number; // [m]
  halfWidth: number; // [m]
  otherYaw: number; // of the second [rad]
  otherHalfLength: number; // [m]
  otherHalfWidth: number; // [m]
}

// Velocity of a body's centre, its inverse mass and its inverse yaw inertia.
export interface ImpulsesMoving {
  velocityX: number; // east [m/s]
  velocityY: number; // north [m/s]
  yawRate: number; // counter-clockwise [rad/s]
  inverseMass: number; // 0 for an immovable body [1/kg]
  inverseInertia: number; // [1/(kg m^2)]
}

// Rectangle at the end of a step, and its velocity during the step.
export interface FirstContactMovingRectangle {
  x: number; // centre, east [m]
  y: number; // centre, north [m]
  yaw: number; // counter-clockwise from east [rad]
  velocityX: number; // of the centre, east [m/s]
  velocityY: number; // north [m/s]
  yawRate: number; // counter-clockwise [rad/s]
  halfLength: number; // [m]
  halfWidth: number; // [m]
}

// Rectangle around its centre.
export interface _Rectangle {
  cosine: number; // of the yaw
  sine: number;
  halfLength: number; // [m]
  halfWidth: number; // [m]
}

// Contact of two bodies: penetration depth, normal and point.
export interface Contact {
  depth: number; // penetration depth; 0 if the bodies are apart [m]
  normalX: number; // unit vector of the smallest separation, from the first body to the second [1]
  normalY: number;
  x: number; // contact point, relative to the first body's centre [m]
  y: number;
}

// Two bodies at the time at which they touch.
export interface Touch {
  face: number; // face that is touched first, of ``OWN_END`` to ``OTHER_SIDE``
  contact: Contact; // contact of depth 0, its point relative to the reference point of the first one's vehicle
  two: TwoRectangles;
}

// Train as one rigid body.
export interface BodyMotionWholeTrain {
  mass: number; // [kg]
  yawInertia: number; // about its centre of mass [kg m^2]
  x: number; // centre of mass, east of the reference point [m]
  y: number; // north of it [m]
}

// Changes of the velocities of tractor and trailer by an impulse.
export interface BodyMotionResponse {
  x: number; // of the tractor, east [m/s]
  y: number; // north [m/s]
  yawRate: number; // of the tractor [rad/s]
  trailerYawRate: number; // [rad/s]
}

// Rigid body that answers an impulse at one point as a body does.
export interface BodyMotionCollider {
  moving: ImpulsesMoving;
  x: number; // its centre of mass, east of the reference point of the vehicle [m]
  y: number; // north of it [m]
}

// Two colliders, and their contact as seen from the centre of mass of the first.
export interface BodyMotionMeeting {
  first: BodyMotionCollider;
  second: BodyMotionCollider;
  dx: number; // from the first centre of mass to the second, east [m]
  dy: number; // north [m]
  contact: Contact;
}

// Bodies of vehicles that may touch an object, a row each, sorted by vehicle.
export interface NearObjects {
  vehicle: Int32Array; // number of the body
  touches: Int8Array; // now, or nearly
}

// Contacts of a step with the sums of their impulses, a row each; rows from count on are not used.
export interface ContactList {
  count: Int32Array; // (1,): number of contacts
  vehicle: Int32Array; // id; of a pair, the lower one
  other: Int32Array; // id of the other vehicle, or index of the object, -1 for none
  impulse: Float64Array; // sum of the normal impulses [N s]
  closingSpeed: Float64Array; // greatest of its impulses [m/s]
  x: Float64Array; // contact point, east [m]
  y: Float64Array; // north [m]
  lateralSpeed: Float64Array; // of the vehicle, before the contact [m/s]
  yawRate: Float64Array; // of the vehicle, before the contact [rad/s]
  isHeadOn: Int8Array; // 1 if the contact is mostly frontal
  face: Int8Array; // that touched first within the step, of ``contact_points``; 0 for the face of smallest penetration
  impactTime: Float64Array; // of an unresolved impact within the step, relative to its end; or ``NEVER`` [s]
  tree: Int32Array; // (2 * rows,): rows of the earlier impacts, see ``pending``
  next: Int32Array; // (2 * rows,): of the chains of the vehicles' pairs: the entry after each, -1 for none
}

// Contacts of a step.
export interface ContactLists {
  pairs: ContactList; // of two vehicles
  onObjects: ContactList; // of vehicles with objects, a row for each vehicle that touches anything
  isStruck: Int8Array; // (vehicles,): 1 for a vehicle that touches something, while contacts are listed
  ownRow: Int32Array; // (vehicles,): of ``on_objects``, of a vehicle that touches something
  firstEntry: Int32Array; // (vehicles,): of the chain of its pairs, -1 for none
}

// Contact compliance: change of the relative velocity at the contact point by an impulse there.
export interface Impulses_Compliance {
  normal: number; // along the normal, for an impulse along it; 1 if nothing can move [1/kg]
  tangential: number; // along the tangent, for an impulse along it; 1 if nothing can move [1/kg]
  turned: number; // sliding speed for a normal impulse of 1 m/s [1]
  lifted: number; // parting speed for a tangential impulse of 1 m/s [1]
  isMovable: boolean;
}

// A change of relative velocity at a contact point.
export interface _Change {
  wayX: number; // its direction [1]
  wayY: number;
  speed: number; // [m/s]
  compliance: number; // in that direction [1/kg]
}

// Result of a contact of two bodies: their velocities, the impulse and the closing speed.
export interface ContactImpulse {
  first: ImpulsesMoving;
  second: ImpulsesMoving;
  impulse: number; // along the normal, 0 or more [N s]
  closingSpeed: number; // along the normal, before; 0 if they part [m/s]
}

// Posts and their heights, for stages.
export interface Heightfield {
  heights: Table; // (rows, columns); row 0 is south, column 0 is west [m]
  xWest: number; // x of column 0 [m]
  ySouth: number; // y of row 0 [m]
  spacing: number; // between neighbouring posts [m]
}

// State of the suspension, by the vehicle's model; 0 of a model without one.
export interface Suspension {
  heave: Float64Array; // of the body above its height at rest [m]
  bodyPitch: Float64Array; // of the body on its springs, nose down positive [rad]
  bodyRoll: Float64Array; // of the body on its springs, right side down positive [rad]
  rolloverAngle: Float64Array; // onto one side, wheels or track off the ground, right side down positive [rad]
}

function minimum(a: number, b: number): number { // NaN if either is
  return b < a || b !== b ? b : a;
}

function maximum(a: number, b: number): number { // NaN if either is
  return b > a || b !== b ? b : a;
}

function clamp(value: number, low: number, high: number): number {
  return minimum(maximum(value, low), high);
}

function modulo(a: number, b: number): number { // of b's sign
  return a - b * Math.floor(a / b);
}

function wrapAngle(angle: number): number { // into (-pi, pi]
  if (-Math.PI < angle && angle <= Math.PI) {
    return angle;
  }
  const rest = angle % (2 * Math.PI);
  const wrapped = Math.abs(rest) > Math.PI ? rest - Math.sign(rest) * 2 * Math.PI : rest;
  return wrapped <= -Math.PI ? Math.PI : wrapped;
}

// Find the vehicles that have moved farther than DRIFT since the grid was built.
export function noticeDrift(pose: Pose, filed: Filed): void {
  for (let i = 0; i < pose.x.length; i++) {
    const dx = pose.x[i] - filed.x[i];
    const dy = pose.y[i] - filed.y[i];
    filed.hasMoved[i] = !(dx * dx + dy * dy <= DRIFT * DRIFT) ? 1 : 0;
  }
}

// Return the index of the cell at an offset [m] in a row of cells, limited to the row; 0 for NaN.
export function cellOf(offset: number, cell: number, count: number): number {
  const position = offset / cell;
  if (position >= 1.0) {
    return Math.trunc(minimum(position, count - 1.0));
  }
  return 0;
}

// Return the cell of a position x, y [m], limited to the grid, as an index into grid.first.
export function placeOf(x: number, y: number, grid: Grid): number {
  const row = cellOf(y - grid.ySouth, grid.cell, grid.rows);
  return row * grid.columns + cellOf(x - grid.xWest, grid.cell, grid.columns);
}

// Sort moved points [m], as many as before, into the cells of a grid, in its own arrays; for compiled kernels.
// Points that are not finite are in some cell, but no query finds them because their distance is not finite.
export function sortIntoCells(x: Float64Array, y: Float64Array, grid: Grid): void {
  const first = grid.first;
  const cells = grid.columns * grid.rows;
  for (let cell = 0; cell < cells + 1; cell++) {
    first[cell] = 0;
  }
  for (let i = 0; i < x.length; i++) {
    first[placeOf(x[i], y[i], grid) + 1] = first[placeOf(x[i], y[i], grid) + 1] + 1;
  }
  for (let place = 0; place < cells; place++) {
    first[place + 1] = first[place + 1] + first[place];
  }
  let place: number;
  for (let i = 0; i < x.length; i++) {
    place = placeOf(x[i], y[i], grid);
    grid.item[first[place]] = i;
    first[place] = first[place] + 1;
  }
  for (let place = cells; place > 0; place--) {
    first[place] = first[place - 1];
  }
  first[0] = 0;
}

// Sort the vehicles into the cells of their present positions.
export function fileVehicles(near: Neighbourhood, filed: Filed): void {
  const circles: Circles = near.circles;
  const places = near.places;
  sortIntoCells(circles.x, circles.y, circles.grid);
  for (let i = 0; i < circles.x.length; i++) {
    const next = circles.x[i];
    const next2 = circles.y[i];
    filed.x[i] = next;
    filed.y[i] = next2;
  }
  for (let entry = 0; entry < circles.x.length; entry++) {
    const i = circles.grid.item[entry];
    const next3 = circles.x[i];
    const next4 = circles.y[i];
    places.values[entry * places.shape[1] + 0] = next3;
    places.values[entry * places.shape[1] + 1] = next4;
  }
}

// Return the remaining time of driving backward [s]: it begins when the vehicle is blocked, and falls to 0.
export function backOff(timeLeft: number, isBlocked: number, dt: number): number {
  return timeLeft > 0.0 ? maximum(timeLeft - dt, 0.0) : isBlocked > 0.5 ? BACK_OFF_TIME : 0.0;
}

// Return the course [rad], reflected at the side of the area that (x, y) [m] has reached or crossed outward.
export function keepInside(x: number, y: number, courseYaw: number, west: number, south: number, east: number, north: number): number {
  const sine = Math.sin(courseYaw);
  const cosine = Math.cos(courseYaw);
  const leavesEastWest = (cosine > 0.0 ? x - east : west - x) >= 0.0;
  const leavesNorthSouth = (sine > 0.0 ? y - north : south - y) >= 0.0;
  const reflected = leavesEastWest ? 3.141592653589793 - courseYaw : courseYaw;
  return wrapAngle(leavesNorthSouth ? -reflected : reflected);
}

// Return a heading [rad] that does not lead out of the area; inside of it, the given one.
export function turnedBack(x: number, y: number, yaw: number, area: Bounds): number {
  if (area.xWest < x && x < area.xEast && area.ySouth < y && y < area.yNorth && Math.abs(yaw) < PI) {
    return yaw;
  }
  return keepInside(x, y, yaw, area.xWest, area.ySouth, area.xEast, area.yNorth);
}

// Set desired heading and speed of wandering autopilots: straight on, and back from the edge of their area. They
// turn away from an obstruction, too, unless their avoidance rule does so. An autopilot that holds stands, on the
// heading that it has; guidance.stages leads those on routes and in convoys.
export function keepCourses(pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, area: Bounds, traits: RuleTraits, dt: number): void {
  const goal: Goal = autopilot.goal;
  const course: Course = autopilot.course;
  const rule = autopilot.avoidance.avoidanceRule;
  for (let i = 0; i < pose.x.length; i++) {
    if (inputs.driver[i] !== AUTOPILOT) {
      continue;
    }
    if (goal.goal[i] === HOLD) {
      course.courseYaw[i] = pose.yaw[i];
      course.courseSpeed[i] = 0.0;
      course.backOffTime[i] = 0.0;
    } else {
      if (goal.goal[i] === WANDER) {
        const wasBacking = course.backOffTime[i] > 0.0;
        if (traits.recovers[rule[i]] === 0) {
          const stopped = (motion.status[i] & (BLOCKED | OFF_MAP));
          course.backOffTime[i] = backOff(course.backOffTime[i], stopped, dt);
          if (wasBacking && course.backOffTime[i] <= 0.0) {
            course.courseYaw[i] = wrapAngle(course.courseYaw[i] + NEW_COURSE);
          }
        }
        course.courseYaw[i] = turnedBack(pose.x[i], pose.y[i], course.courseYaw[i], area);
        course.courseSpeed[i] = goal.desiredSpeed[i];
      }
    }
  }
}

// Return the numbers of the next waypoint and of the one before it; for the first, the first twice.
export function legOf(i: number, route: Route): [number, number] {
  const first = route.routeFirst[i];
  const index = route.routeIndex[i];
  return [first + index, first + Math.max(index - 1, 0)];
}

// Return the distance of two points [m].
export function distanceTo(x: number, y: number, targetX: number, targetY: number): number {
  return Math.sqrt((targetX - x) * (targetX - x) + (targetY - y) * (targetY - y));
}

// Return the bearing of a point [m] relative to the heading [rad], left positive, in (-pi, pi] [rad].
export function bearingTo(x: number, y: number, yaw: number, targetX: number, targetY: number): number {
  return wrapAngle(Math.atan2(targetY - y, targetX - x) - yaw);
}

// Return the lookahead point of a leg, ahead [m] but at most its end, and two distances. The values are x and y of
// the point, the remaining distance along the leg (negative: passed), and the distance of the vehicle from the
// line of the leg [m]. A leg of length 0 is its end.
export function pointOnLeg(x: number, y: number, ahead: number, startX: number, startY: number, endX: number, endY: number): [number, number, number, number] {
  let east = endX - startX;
  let north = endY - startY;
  const length = Math.sqrt(east * east + north * north);
  const safe = length > 0.0 ? length : 1.0;
  east = east / safe;
  north = north / safe;
  const done = (x - startX) * east + (y - startY) * north;
  const aside = Math.abs((x - startX) * north - (y - startY) * east);
  const along = clamp(done + ahead, 0.0, length);
  return [startX + along * east, startY + along * north, length - done, aside];
}

// Update the next waypoint and the arrival of each vehicle on a route, for all kinds of drivers.
export function passWaypoints(pose: Pose, motion: Motion, autopilot: Autopilot, route: Route, waypoints: Waypoints): void {
  for (let i = 0; i < pose.x.length; i++) {
    if (autopilot.goal.goal[i] !== ROUTE || route.hasArrived[i] !== 0) {
      continue;
    }
    const x = pose.x[i];
    const y = pose.y[i];
    const count = route.routeCount[i];
    const arrivalRadius = route.arrivalRadius[i];
    for (let _ = 0; _ < count; _++) {
      const index = route.routeIndex[i];
      const [here, before] = legOf(i, route);
      const isNear = distanceTo(x, y, waypoints.x[here], waypoints.y[here]) < arrivalRadius;
      if (index === count - 1 && route.routeLoops[i] === 0) {
        const isBeside = Math.abs(bearingTo(x, y, pose.yaw[i], waypoints.x[here], waypoints.y[here])) > BESIDE;
        const isThere = isNear && (isBeside || Math.abs(motion.speed[i]) < STANDING);
        route.hasArrived[i] = isThere ? 1 : 0;
        break;
      }
      const made: [number, number, number, number] = pointOnLeg(
        x,
        y,
        0.0,
        waypoints.x[before],
        waypoints.y[before],
        waypoints.x[here],
        waypoints.y[here],
      );
      const left = made[2];
      const aside = made[3];
      const isPast = index > 0 && left < 0.0 && aside < NEAR_LEG * arrivalRadius;
      if (!(isNear || isPast)) {
        break;
      }
      route.routeIndex[i] = modulo(index + 1, count);
      autopilot.course.detours[i] = 0;
    }
  }
}

// Return the remaining time of driving backward [s]: it begins when the vehicle is blocked, and falls to 0.
export function wanderBackOff(timeLeft: number, isBlocked: number, dt: number): number {
  return timeLeft > 0.0 ? maximum(timeLeft - dt, 0.0) : isBlocked > 0.5 ? BACK_OFF_TIME : 0.0;
}

// Return the duration [s] of the number-th detour.
export function detourDuration(number: number): number {
  return FIRST_DURATION + MORE_DURATION * minimum(number - 1.0, 20.0);
}

// Return the direction [rad] of the number-th detour, counted from 1, relative to the course, left positive.
export function detourAngle(number: number): number {
  const pair = Math.floor(0.5 * (number - 1.0));
  const step = pair - WIDEST * Math.floor(pair / WIDEST) + 1.0;
  return DETOUR * step * (number - 1.0 > 2.0 * pair ? -1.0 : 1.0);
}

// Back off from an obstruction on a route and begin a detour, unless the avoidance rule recovers itself.
export function backOffOnRoutes(pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, route: Route, waypoints: Waypoints, traits: RuleTraits, dt: number): void {
  const course: Course = autopilot.course;
  for (let i = 0; i < pose.x.length; i++) {
    if (autopilot.goal.goal[i] !== ROUTE) {
      continue;
    }
    if (inputs.driver[i] !== AUTOPILOT || route.hasArrived[i] !== 0) {
      course.turning[i] = FORWARD;
      course.backOffTime[i] = 0.0;
      course.detourTime[i] = 0.0;
      continue;
    }
    if (traits.recovers[autopilot.avoidance.avoidanceRule[i]] !== 0) {
      continue;
    }
    course.detourTime[i] = maximum(course.detourTime[i] - dt, 0.0);
    const wasBacking = course.backOffTime[i] > 0.0;
    if (course.turning[i] !== REVERSE) {
      const isBlocked = (motion.status[i] & (BLOCKED | OFF_MAP)) !== 0;
      course.backOffTime[i] = wanderBackOff(course.backOffTime[i], isBlocked ? 1.0 : 0.0, dt);
    }
    if (wasBacking && course.backOffTime[i] <= 0.0) {
      course.detours[i] = Math.min(course.detours[i] + 1, MOST);
      const number = course.detours[i];
      const here = route.routeFirst[i] + route.routeIndex[i];
      course.detourTime[i] = detourDuration(number);
      const way = Math.atan2(waypoints.y[here] - pose.y[i], waypoints.x[here] - pose.x[i]);
      course.courseYaw[i] = wrapAngle(way + detourAngle(number));
    }
  }
}

// Return the radius of the tightest turn at TURN_SPEED [m].
export function tightestRadius(fullCurvature: number, pivotYawRate: number): number {
  return WIDER / maximum(fullCurvature + pivotYawRate / TURN_SPEED, 0.001);
}

// Return whether a point lies inside the turning circle of radius [m]; the bearing is left positive [rad].
export function isWithinCircle(bearing: number, distance: number, radius: number): boolean {
  const sine = Math.sin(bearing);
  return distance < 2.0 * radius * Math.abs(sine);
}

// Return the kind of turn toward a point.
export function nextTurning(turning: number, bearing: number, distance: number, radius: number, canPivot: boolean, canBack: boolean, isBlocked: boolean, isBusy: boolean): number {
  const aside = Math.abs(bearing);
  let pivot = aside > (turning === PIVOT ? PIVOT_END : PIVOT_BEGIN) ? PIVOT : FORWARD;
  pivot = isWithinCircle(bearing, distance, radius) && aside > PIVOT_END ? PIVOT : pivot;
  const wide = isWithinCircle(bearing, distance, turning === FORWARD ? radius : MARGIN * radius);
  let back = turning === LOOP || (isBlocked && turning === REVERSE) ? LOOP : REVERSE;
  back = isBlocked && turning === LOOP ? REVERSE : back;
  back = canBack ? back : LOOP;
  return isBusy ? FORWARD : canPivot ? pivot : wide ? back : FORWARD;
}

// Decide whether a vehicle must turn round for its next waypoint; return the distance to it [m].
export function turnForWaypoint(i: number, entity: Entity, autopilot: Autopilot, route: Route, waypoints: Waypoints): number {
  const pose: Pose = entity.pose;
  const limits: Performance = entity.performance;
  const course: Course = autopilot.course;
  const goal: Goal = autopilot.goal;
  const [here, ] = legOf(i, route);
  const index = route.routeIndex[i];
  const isLast = route.routeIndex[i] === route.routeCount[i] - 1;
  const next = waypoints.x[here];
  const next2 = waypoints.y[here];
  goal.goalX[i] = next;
  goal.goalY[i] = next2;
  const distance = distanceTo(pose.x[i], pose.y[i], waypoints.x[here], waypoints.y[here]);
  const bearing = bearingTo(pose.x[i], pose.y[i], pose.yaw[i], waypoints.x[here], waypoints.y[here]);
  let isBusy = autopilot.avoidance.isAvoiding[i] > 0.5 || course.backOffTime[i] > 0.0;
  if (index > 0 && !(isLast && route.routeLoops[i] === 0)) {
    isBusy = isBusy || (course.turning[i] === FORWARD && Math.abs(bearing) < BESIDE);
  }
  course.turning[i] = nextTurning(course.turning[i], bearing, distance, tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]), limits.pivotYawRate[i] > PIVOTS, limits.maxReverseSpeed[i] > 0.0, (entity.motion.status[i] & (BLOCKED | OFF_MAP)) !== 0, isBusy);
  return distance;
}

// Return the lookahead distance along the line [m] at magnitude [m/s]: more than the vehicle's length.
export function lookaheadDistance(magnitude: number, halfLength: number): number {
  return 2.0 * halfLength + LOOK_TIME * magnitude;
}

// Return the least lookahead distance [m] for a turning circle of radius [m]; with less, vehicles weave.
export function minimumLookahead(radius: number): number {
  return NEAREST_SHARE * radius;
}

// Return the point of its leg that a vehicle steers for; the waypoint, if it is beside the leg or turns round.
export function aimOnRoute(i: number, entity: Entity, course: Course, route: Route, waypoints: Waypoints): Aim {
  const pose: Pose = entity.pose;
  const limits: Performance = entity.performance;
  const [here, before] = legOf(i, route);
  const endX = waypoints.x[here];
  const endY = waypoints.y[here];
  const radius = tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]);
  let ahead = lookaheadDistance(Math.abs(entity.motion.speed[i]), entity.body.halfLength[i]);
  ahead = maximum(ahead, minimumLookahead(radius));
  const [legX, legY, , aside] = pointOnLeg(pose.x[i], pose.y[i], ahead, waypoints.x[before], waypoints.y[before], endX, endY);
  const isOnLeg = course.turning[i] === FORWARD && route.routeIndex[i] > 0 && aside < ahead;
  return { x: isOnLeg ? legX : endX, y: isOnLeg ? legY : endY, ahead };
}

// Return the curvature [1/m] of the circle tangent to the heading through a point; half for a point behind.
export function pursuitCurvature(bearing: number, distance: number): number {
  const sine = Math.sin(bearing);
  const cosine = Math.cos(bearing);
  const sharpest = bearing < 0.0 ? -1.0 : 1.0;
  return 2.0 * (cosine > 0.0 ? sine : sharpest) / maximum(distance, 0.1);
}

// Return the course [rad] for which steer_toward steers as pure pursuit does toward a point. It steers GAIN for
// each radian; the course therefore deviates less than the bearing for points farther than the radius of the
// tightest turn.
export function courseTo(yaw: number, bearing: number, distance: number, fullCurvature: number): number {
  const command = pursuitCurvature(bearing, distance) / maximum(fullCurvature, 0.001);
  const error = minimum(Math.abs(bearing), Math.abs(command) / GAIN);
  return wrapAngle(yaw + (Math.abs(command) >= 1.0 ? bearing : bearing < 0.0 ? -error : error));
}

// Return the heading to steer [rad]: straight on in a loop, toward the point in other turns, else course.
export function turningCourse(turning: number, yaw: number, bearing: number, course: number): number {
  return turning === LOOP ? yaw : turning === FORWARD ? course : wrapAngle(yaw + bearing);
}

// Set the heading that leads to a point at bearing [rad], left positive, reach [m] away.
export function steerCourse(i: number, entity: Entity, course: Course, bearing: number, reach: number): void {
  const yaw = entity.pose.yaw[i];
  const limits: Performance = entity.performance;
  const magnitude = maximum(Math.abs(entity.motion.speed[i]), CRAWL);
  const curvatureNow = limits.fullCurvature[i] + limits.pivotYawRate[i] / magnitude;
  const way = courseTo(yaw, bearing, reach, curvatureNow);
  course.courseYaw[i] = turningCourse(course.turning[i], yaw, bearing, way);
}

// Return the curvature [1/m] for the choice of speed on the way to a point; it grows with the bearing.
export function requiredCurvature(bearing: number, distance: number, tightestRadius: number): number {
  const angle = 0.5 * bearing;
  const sine = Math.sin(angle);
  return maximum(Math.abs(pursuitCurvature(bearing, distance)), TURN_SHARE * sine * sine / tightestRadius);
}

// Return the speed [m/s] for a bend of curvature [1/m].
export function bendSpeed(curvature: number, maxLateralAcceleration: number): number {
  const tight = maximum(Math.abs(curvature), 1e-09);
  return maximum(Math.sqrt(BEND_SHARE * maxLateralAcceleration / tight), SLOWEST_BEND);
}

// Return the speed [m/s] from which gentle braking leads to end_speed [m/s] in distance [m].
export function approachSpeed(distance: number, endSpeed: number, braking: number): number {
  return Math.sqrt(endSpeed * endSpeed + 2.0 * BRAKING_SHARE * braking * maximum(distance, 0.0));
}

// Return the curvature [1/m] of the arc that rounds a corner of turn [rad], cut [m] before and after it.
export function cornerCurvature(turn: number, cut: number): number {
  const angle = 0.5 * minimum(Math.abs(turn), 3.141592653589793);
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return sine / maximum(cosine * cut, 0.001);
}

// Return the speed [m/s], at most target, that allows gentle braking for all corners ahead and the end.
export function slowForCorners(i: number, target: number, braking: number, entity: Entity, route: Route, waypoints: Waypoints): number {
  const speed = entity.motion.speed[i];
  const first = route.routeFirst[i];
  const count = route.routeCount[i];
  const index = route.routeIndex[i];
  let [at, before] = legOf(i, route);
  let way = distanceTo(entity.pose.x[i], entity.pose.y[i], waypoints.x[at], waypoints.y[at]);
  const far = (speed * speed + target * target) / braking; // twice the distance of gentle braking, plus that of accelerating
  let fromX = entity.pose.x[i];
  let fromY = entity.pose.y[i];
  if (index > 0) {
    fromX = waypoints.x[before];
    fromY = waypoints.y[before];
  }
  for (let step = 0; step < count; step++) {
    if (way > far) {
      break;
    }
    if (index + step === count - 1 && route.routeLoops[i] === 0) {
      target = minimum(target, approachSpeed(way, 0.0, braking));
      break;
    }
    const after = first + modulo(index + step + 1, count);
    const inX = waypoints.x[at] - fromX;
    const inY = waypoints.y[at] - fromY;
    const outX = waypoints.x[after] - waypoints.x[at];
    const outY = waypoints.y[after] - waypoints.y[at];
    const turn = Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY);
    const radius = route.arrivalRadius[i];
    const most = entity.performance.maxLateralAcceleration[i];
    let corner = bendSpeed(cornerCurvature(turn, radius), most);
    corner = minimum(corner, waypoints.speed[after]);
    target = minimum(target, approachSpeed(way - radius, corner, braking));
    way = way + distanceTo(0.0, 0.0, outX, outY);
    fromX = waypoints.x[at];
    fromY = waypoints.y[at];
    at = after;
  }
  return target;
}

// Return the speed [m/s] during a turn; target without one.
export function turningSpeed(turning: number, target: number, maxReverseSpeed: number): number {
  const slow = minimum(target, TURN_SPEED);
  const back = -minimum(TURN_SPEED, maxReverseSpeed);
  return turning === FORWARD ? target : turning === PIVOT ? 0.0 : turning === REVERSE ? back : slow;
}

// Set the desired heading and speed of each autopilot on a route.
export function followRoutes(entity: Entity, inputs: DriverInputs, autopilot: Autopilot, route: Route, waypoints: Waypoints): void {
  const pose: Pose = entity.pose;
  const limits: Performance = entity.performance;
  const course: Course = autopilot.course;
  for (let i = 0; i < pose.x.length; i++) {
    if (autopilot.goal.goal[i] !== ROUTE || inputs.driver[i] !== AUTOPILOT) {
      continue;
    }
    if (route.hasArrived[i] !== 0) {
      course.courseYaw[i] = pose.yaw[i];
      course.courseSpeed[i] = 0.0;
      course.courseReach[i] = 0.0;
      continue;
    }
    const here = route.routeFirst[i] + route.routeIndex[i];
    let target = waypoints.speed[here] < LARGEST ? waypoints.speed[here] : autopilot.goal.desiredSpeed[i];
    target = minimum(target, limits.maxSpeed[i]);
    if (course.detourTime[i] > 0.0) {
      course.courseSpeed[i] = minimum(target, DETOUR_SPEED);
      course.courseReach[i] = LARGEST;
      continue;
    }
    const distance = turnForWaypoint(i, entity, autopilot, route, waypoints);
    const aim: Aim = aimOnRoute(i, entity, course, route, waypoints);
    const bearing = bearingTo(pose.x[i], pose.y[i], pose.yaw[i], aim.x, aim.y);
    const toAim = distanceTo(pose.x[i], pose.y[i], aim.x, aim.y);
    steerCourse(i, entity, course, bearing, minimum(toAim, aim.ahead));
    const radius = tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]);
    const most = minimum(limits.maxLateralAcceleration[i], autopilot.ground.groundLateralAcceleration[i]);
    target = minimum(target, bendSpeed(requiredCurvature(bearing, toAim, radius), most));
    const braking = minimum(limits.braking[i], autopilot.ground.groundBraking[i]);
    target = slowForCorners(i, target, braking, entity, route, waypoints);
    course.courseSpeed[i] = turningSpeed(course.turning[i], target, limits.maxReverseSpeed[i]);
    course.courseReach[i] = course.turning[i] === FORWARD ? distance + entity.body.frontReach[i] : 0.0;
  }
}

// Add points to the trail of each leader, TRAIL_SPACING apart, up to its position.
export function leaveTrails(pose: Pose, convoys: Convoy, trails: Trails): void {
  const trailCount = convoys.trailCount;
  for (let i = 0; i < pose.x.length; i++) {
    const slot = convoys.trailSlot[i];
    if (slot < 0) {
      continue;
    }
    const length = trails.x.shape[1];
    if (trailCount[i] === 0) {
      const next = pose.x[i];
      const next2 = pose.y[i];
      trails.x.values[slot * trails.x.shape[1] + 0] = next;
      trails.y.values[slot * trails.y.shape[1] + 0] = next2;
      trailCount[i] = 1;
    }
    for (let _ = 0; _ < length; _++) {
      const last = modulo(trailCount[i] - 1, length);
      const east = pose.x[i] - trails.x.values[slot * trails.x.shape[1] + last];
      const north = pose.y[i] - trails.y.values[slot * trails.y.shape[1] + last];
      const distance = distanceTo(0.0, 0.0, east, north);
      if (!(distance >= TRAIL_SPACING)) {
        break;
      }
      const share = TRAIL_SPACING / distance;
      const place = modulo(trailCount[i], length);
      trails.x.values[slot * trails.x.shape[1] + place] = trails.x.values[slot * trails.x.shape[1] + last] + share * east;
      trails.y.values[slot * trails.y.shape[1] + place] = trails.y.values[slot * trails.y.shape[1] + last] + share * north;
      trailCount[i] = trailCount[i] + 1;
    }
  }
}

// Return the number of the nearest point of a trail, searched from the last result on.
export function nearestTrailPoint(x: number, y: number, mark: number, slot: number, count: number, trails: Trails): number {
  const length = trails.x.shape[1];
  mark = Math.max(mark, count - length);
  for (let _ = 0; _ < length; _++) {
    if (mark >= count - 1) {
      break;
    }
    const toX = trails.x.values[slot * trails.x.shape[1] + modulo(mark, length)] - x;
    const toY = trails.y.values[slot * trails.y.shape[1] + modulo(mark, length)] - y;
    const nextX = trails.x.values[slot * trails.x.shape[1] + modulo(mark + 1, length)] - x;
    const nextY = trails.y.values[slot * trails.y.shape[1] + modulo(mark + 1, length)] - y;
    if (nextX * nextX + nextY * nextY > toX * toX + toY * toY) {
      break;
    }
    mark = mark + 1;
  }
  return mark;
}

// Return where a follower is, seen from the nearest point of its leader's trail.
export function placeOnTrail(x: number, y: number, mark: number, leader: number, leaders: Leaders): Offset {
  const trails: Trails = leaders.trails;
  const poses: Pose = leaders.entity.pose;
  const slot = leaders.convoys.trailSlot[leader];
  const count = leaders.convoys.trailCount[leader];
  const length = trails.x.shape[1];
  const before = Math.max(mark - 1, Math.max(count - length, 0));
  const nearX = trails.x.values[slot * trails.x.shape[1] + modulo(mark, length)];
  const nearY = trails.y.values[slot * trails.y.shape[1] + modulo(mark, length)];
  let nextX = poses.x[leader];
  let nextY = poses.y[leader];
  if (mark + 1 < count) {
    nextX = trails.x.values[slot * trails.x.shape[1] + modulo(mark + 1, length)];
    nextY = trails.y.values[slot * trails.y.shape[1] + modulo(mark + 1, length)];
  }
  const onwardX = nextX - trails.x.values[slot * trails.x.shape[1] + modulo(before, length)];
  const onwardY = nextY - trails.y.values[slot * trails.y.shape[1] + modulo(before, length)];
  const span = maximum(distanceTo(0.0, 0.0, onwardX, onwardY), 0.001);
  const along = ((x - nearX) * onwardX + (y - nearY) * onwardY) / span;
  const aside = Math.abs((x - nearX) * onwardY - (y - nearY) * onwardX) / span;
  return { along, aside };
}

// Return the lookahead distance [m] of a follower along the trail at magnitude [m/s].
export function closeLook(magnitude: number, halfLength: number): number {
  return maximum(halfLength + TRAIL_SPACING + FOLLOWING_LOOK_TIME * magnitude, STABLE * LAG * magnitude);
}

// Return the point of the trail that a follower steers for; at the end of the trail, the leader.
export function aimOnTrail(i: number, entity: Entity, leader: number, mark: number, offset: Offset, leaders: Leaders): Aim {
  const limits: Performance = entity.performance;
  const trails: Trails = leaders.trails;
  const poses: Pose = leaders.entity.pose;
  const slot = leaders.convoys.trailSlot[leader];
  const count = leaders.convoys.trailCount[leader];
  const length = trails.x.shape[1];
  const radius = tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]);
  let look = closeLook(Math.abs(entity.motion.speed[i]), entity.body.halfLength[i]);
  look = maximum(look, minimumLookahead(radius));
  const points = maximum(look + offset.along - offset.aside, 0.0) / TRAIL_SPACING;
  const whole = Math.trunc(points);
  const here = mark + whole;
  if (here >= count) {
    return { x: poses.x[leader], y: poses.y[leader], ahead: look };
  }
  const fromX = trails.x.values[slot * trails.x.shape[1] + modulo(here, length)];
  const fromY = trails.y.values[slot * trails.y.shape[1] + modulo(here, length)];
  let toX = poses.x[leader];
  let toY = poses.y[leader];
  if (here + 1 < count) {
    toX = trails.x.values[slot * trails.x.shape[1] + modulo(here + 1, length)];
    toY = trails.y.values[slot * trails.y.shape[1] + modulo(here + 1, length)];
  }
  let share = (points - whole) * TRAIL_SPACING / maximum(distanceTo(fromX, fromY, toX, toY), 0.001);
  share = minimum(share, 1.0);
  return { x: fromX + share * (toX - fromX), y: fromY + share * (toY - fromY), ahead: look };
}

// Return the distance [m] along the trail from a follower to the centre of its leader.
export function distanceToLeader(x: number, y: number, leader: number, mark: number, offset: Offset, leaders: Leaders): number {
  const trails: Trails = leaders.trails;
  const poses: Pose = leaders.entity.pose;
  const slot = leaders.convoys.trailSlot[leader];
  const count = leaders.convoys.trailCount[leader];
  const length = trails.x.shape[1];
  const toNear = distanceTo(
    x,
    y,
    trails.x.values[slot * trails.x.shape[1] + modulo(mark, length)],
    trails.y.values[slot * trails.y.shape[1] + modulo(mark, length)],
  );
  const lastX = trails.x.values[slot * trails.x.shape[1] + modulo(count - 1, length)];
  const lastY = trails.y.values[slot * trails.y.shape[1] + modulo(count - 1, length)];
  const along = toNear > TRAIL_SPACING ? toNear : -offset.along;
  return along + (count - 1 - mark) * TRAIL_SPACING + distanceTo(lastX, lastY, poses.x[leader], poses.y[leader]);
}

// Return the speed [m/s] of a follower, zero or positive, at a distance [m] from bumper to bumper. It is limited
// to the speed from which the follower stops behind a leader that brakes equally hard. The gap [m] is that at
// standstill, headway [s] the time behind the leader.
export function gapSpeed(distance: number, leaderSpeed: number, gap: number, headway: number, braking: number): number {
  const leaderMagnitude = maximum(leaderSpeed, 0.0);
  const room = distance - gap;
  const target = (leaderMagnitude + GAP_GAIN * room) / (1.0 + GAP_GAIN * headway);
  const safe = Math.sqrt(maximum(leaderMagnitude * leaderMagnitude + braking * room, 0.0));
  return maximum(minimum(target, safe), 0.0);
}

// Return the cross and the dot product of the chords over ARC points before and after a point of a trail.
export function chordsOfTrail(point: number, slot: number, trails: Trails): [number, number] {
  const length = trails.x.shape[1];
  const here = modulo(point, length);
  const before = here >= ARC ? here - ARC : here - ARC + length;
  const after = here + ARC < length ? here + ARC : here + ARC - length;
  const inX = trails.x.values[slot * trails.x.shape[1] + here] - trails.x.values[slot * trails.x.shape[1] + before];
  const inY = trails.y.values[slot * trails.y.shape[1] + here] - trails.y.values[slot * trails.y.shape[1] + before];
  const outX = trails.x.values[slot * trails.x.shape[1] + after] - trails.x.values[slot * trails.x.shape[1] + here];
  const outY = trails.y.values[slot * trails.y.shape[1] + after] - trails.y.values[slot * trails.y.shape[1] + here];
  return [inX * outY - inY * outX, inX * outX + inY * outY];
}

// Return the speed [m/s], at most target, that allows gentle braking for all bends of the trail ahead.
export function slowForTrail(target: number, most: number, braking: number, leader: number, mark: number, offset: Offset, leaders: Leaders): number {
  const slot = leaders.convoys.trailSlot[leader];
  const count = leaders.convoys.trailCount[leader];
  const oldest = Math.max(count - leaders.trails.x.shape[1], 0);
  const gentle = BEND_SHARE * most * ARC * TRAIL_SPACING;
  const first = Math.max(mark + 1, oldest + ARC);
  for (let point = first + modulo(first, TRAIL_STRIDE); point < count - ARC; point += 2) {
    const way = (point - mark - 1) * TRAIL_SPACING - offset.along;
    const room = target * target - 2.0 * BRAKING_SHARE * braking * way;
    if (room < 0.0) {
      break;
    }
    const [cross, along] = chordsOfTrail(point, slot, leaders.trails);
    if (Math.abs(cross) * room >= gentle * along) {
      const curvature = Math.atan2(cross, along) / (ARC * TRAIL_SPACING);
      target = minimum(target, approachSpeed(way, bendSpeed(curvature, most), braking));
    }
  }
  return target;
}

// Decide whether a follower backs off, or must turn round for the point that it steers for.
export function turnForLeader(i: number, entity: Entity, autopilot: Autopilot, bearing: number, distance: number, isWaiting: boolean, traits: RuleTraits, dt: number): void {
  const limits: Performance = entity.performance;
  const course: Course = autopilot.course;
  const avoidance: Avoidance = autopilot.avoidance;
  const isBlocked = (entity.motion.status[i] & (BLOCKED | OFF_MAP)) !== 0;
  if (isWaiting) {
    course.backOffTime[i] = 0.0;
  } else {
    if (course.turning[i] !== REVERSE && traits.recovers[avoidance.avoidanceRule[i]] === 0) {
      course.backOffTime[i] = wanderBackOff(course.backOffTime[i], isBlocked ? 1.0 : 0.0, dt);
    }
  }
  let isBusy = avoidance.isAvoiding[i] > 0.5 || course.backOffTime[i] > 0.0 || isWaiting;
  isBusy = isBusy || (course.turning[i] === FORWARD && Math.abs(bearing) < BESIDE);
  const isSlow = entity.motion.speed[i] < CRAWL || course.turning[i] === REVERSE; // others follow a faster one closely
  const canBack = limits.maxReverseSpeed[i] > 0.0 && isSlow;
  course.turning[i] = nextTurning(course.turning[i], bearing, distance, tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]), limits.pivotYawRate[i] > PIVOTS, canBack, isBlocked, isBusy);
}

// Update each follower's point on its leader's trail, its desired heading and its desired speed.
export function followLeaders(entity: Entity, inputs: DriverInputs, autopilot: Autopilot, convoys: Convoy, leaders: Leaders, traits: RuleTraits, dt: number): void {
  const pose: Pose = entity.pose;
  const limits: Performance = entity.performance;
  const course: Course = autopilot.course;
  for (let i = 0; i < pose.x.length; i++) {
    const leader = convoys.leader[i];
    if (autopilot.goal.goal[i] !== FOLLOW || leader < 0) {
      continue;
    }
    const slot = leaders.convoys.trailSlot[leader];
    const count = leaders.convoys.trailCount[leader];
    const mark = nearestTrailPoint(
      pose.x[i],
      pose.y[i],
      convoys.trailMark[i],
      slot,
      count,
      leaders.trails,
    );
    convoys.trailMark[i] = mark;
    if (inputs.driver[i] !== AUTOPILOT) {
      course.turning[i] = FORWARD;
      course.backOffTime[i] = 0.0;
      continue;
    }
    const offset: Offset = placeOnTrail(pose.x[i], pose.y[i], mark, leader, leaders);
    const aim: Aim = aimOnTrail(i, entity, leader, mark, offset, leaders);
    const bearing = bearingTo(pose.x[i], pose.y[i], pose.yaw[i], aim.x, aim.y);
    const toAim = distanceTo(pose.x[i], pose.y[i], aim.x, aim.y);
    const radius = tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]);
    let distance = distanceToLeader(pose.x[i], pose.y[i], leader, mark, offset, leaders);
    distance = distance - entity.body.frontReach[i] - leaders.entity.body.rearReach[leader];
    const speed = leaders.entity.motion.speed[leader];
    let target = gapSpeed(distance, speed, convoys.gap[i], convoys.headway[i], limits.braking[i]);
    target = minimum(target, maximum(autopilot.goal.desiredSpeed[i], maximum(speed, 0.0) + CATCH_UP));
    target = minimum(target, limits.maxSpeed[i]);
    const most = minimum(limits.maxLateralAcceleration[i], autopilot.ground.groundLateralAcceleration[i]);
    target = minimum(target, bendSpeed(requiredCurvature(bearing, toAim, radius), most));
    const braking = minimum(limits.braking[i], autopilot.ground.groundBraking[i]);
    target = slowForTrail(target, most, braking, leader, mark, offset, leaders);
    target = target < CREEP && speed < CREEP ? 0.0 : target;
    turnForLeader(i, entity, autopilot, bearing, toAim, target < STANDING, traits, dt);
    steerCourse(i, entity, course, bearing, minimum(toAim, aim.ahead));
    course.courseSpeed[i] = turningSpeed(course.turning[i], target, limits.maxReverseSpeed[i]);
    course.courseReach[i] = course.turning[i] === FORWARD ? LARGEST : 0.0;
  }
}

// Return the class of the cell at a position, of (rows, columns), row 0 south; limited to the raster, NaN gives 0.
// x_west and y_south are the outer corner of cell (0, 0); all in metres.
export function classAt(classes: Table, xWest: number, ySouth: number, spacing: number, x: number, y: number): number {
  const rows = classes.shape[0];
  const columns = classes.shape[1];
  const u = (x - xWest) / spacing;
  const v = (y - ySouth) / spacing;
  const isLost = u !== u || v !== v;
  const column = Math.trunc(clamp(isLost ? 0.0 : u, 0.0, columns - 1.0));
  const row = Math.trunc(clamp(isLost ? 0.0 : v, 0.0, rows - 1.0));
  return isLost ? 0 : classes.values[row * classes.shape[1] + column];
}

// Limit each autopilot to the speed of the ground under it, and to that from which it can brake for ground ahead.
// The first is a share of the vehicle's greatest speed; the second comes from the last evaluation of the ground.
export function slowOnSoftGround(entity: Entity, inputs: DriverInputs, autopilot: Autopilot, ground: SpeedRaster): void {
  const pose: Pose = entity.pose;
  const course: Course = autopilot.course;
  const limits: GroundLimits = autopilot.ground;
  for (let i = 0; i < pose.x.length; i++) {
    const kind = classAt(
      ground.classes,
      ground.xWest,
      ground.ySouth,
      ground.spacing,
      pose.x[i],
      pose.y[i],
    );
    const room = maximum(limits.slowOdometer[i] - entity.motion.odometer[i], 0.0);
    const slow = minimum(limits.slowSpeed[i], LARGEST);
    const braking = minimum(limits.groundBraking[i], entity.performance.braking[i]);
    const ahead = Math.sqrt(slow * slow + 2.0 * BRAKING_SHARE * braking * room);
    const limit = minimum(entity.performance.maxSpeed[i] * ground.speedFactor[kind], ahead);
    const wanted = course.courseSpeed[i]; // for all rows: a condition would prevent vector code
    course.courseSpeed[i] = inputs.driver[i] === AUTOPILOT ? clamp(wanted, -limit, limit) : wanted;
  }
}

// Clear the perception of a vehicle.
export function clearPerception(i: number, perception: Perception): void {
  if (perception.seen[i] !== NOTHING || perception.seenDistance[i] !== FAR) {
    perception.seen[i] = NOTHING;
    perception.seenIndex[i] = -1;
    perception.seenDistance[i] = FAR;
    perception.seenRight[i] = 0.0;
    perception.seenRadius[i] = 0.0;
  }
}

// Stop a driver where its course ends.
export function stay(i: number, mind: Mind): void {
  const autopilot: Autopilot = mind.autopilot;
  const memory: AvoidanceMemory = mind.memory;
  const decisions: Decisions = mind.decisions;
  clearPerception(i, autopilot.perception);
  const next = autopilot.course.courseYaw[i];
  const next2 = autopilot.course.courseSpeed[i];
  decisions.heading[i] = next;
  decisions.speed[i] = next2;
  autopilot.avoidance.isAvoiding[i] = 0.0;
  memory.waitingTime[i] = 0.0;
}

// Return the acceleration that a driver counts on [m/s^2].
export function accelerationOf(i: number, limits: Performance, ground: GroundLimits, throttleCut: number): number {
  return minimum((1.0 - throttleCut) * limits.acceleration[i], ground.groundAcceleration[i]);
}

// Return the braking that a driver counts on, reduced where turns take time to build up [m/s^2].
export function brakingOf(i: number, limits: Performance, ground: GroundLimits): number {
  const share = 1.0 / (1.0 + LAG_PENALTY * limits.turnLag[i]);
  return share * minimum(limits.braking[i], ground.groundBraking[i]);
}

// Return the first trailer of a vehicle as its trials take it.
export function firstTrailer(i: number, trailers: Trailers): Trailer {
  if (trailers.count[i] === 0) {
    return { yaw: 0.0, hitch: 0.0, reach: 1.0, middle: 0.0, halfLength: 0.0, halfWidth: 0.0 };
  }
  const t = trailers.first[i];
  return {
    yaw: trailers.yaw[t],
    hitch: trailers.hitch[t],
    reach: trailers.reach[t],
    middle: trailers.middle[t],
    halfLength: trailers.halfLength[t],
    halfWidth: trailers.halfWidth[t],
  };
}

// Return the limits of a vehicle on its ground; its lag slows the steering down, not the turn that it leads to.
export function abilityOf(i: number, entity: Entity, ground: GroundLimits, throttleCut: number, trailers: Trailers): Ability {
  const body: Body = entity.body;
  const limits: Performance = entity.performance;
  const wheelRate = limits.steerRate[i] / (1.0 + limits.turnLag[i] * limits.steerRate[i]);
  return {
    halfLength: body.halfLength[i],
    halfWidth: body.halfWidth[i],
    fullCurvature: limits.fullCurvature[i],
    pivotYawRate: limits.pivotYawRate[i],
    acceleration: accelerationOf(i, limits, ground, throttleCut),
    braking: brakingOf(i, limits, ground),
    steerRate: wheelRate,
    maxLateralAcceleration: minimum(minimum(limits.maxLateralAcceleration[i], limits.fullLateralAcceleration[i]), ground.groundLateralAcceleration[i]),
    bodyOffset: body.bodyOffset[i],
    trailer: firstTrailer(i, trailers),
  };
}

// Return the range, from its middle, within which a driver looks for objects [m].
export function sight(halfLength: number, courseSpeed: number): number {
  return halfLength + maximum(WALL_REACH, 2.5 * courseSpeed + 4.0);
}

// Return a distance [m] around x (east), y (north) [m] without objects; 0 beyond the map.
export function clearanceAt(x: number, y: number, clearance: ClearanceMap): number {
  const east = x - clearance.xWest;
  const north = y - clearance.ySouth;
  const rows = clearance.metres.shape[0];
  const columns = clearance.metres.shape[1];
  if (!(0.0 <= east && east < columns * clearance.cell && 0.0 <= north && north < rows * clearance.cell)) {
    return 0.0;
  }
  const row = cellOf(north, clearance.cell, rows);
  const column = cellOf(east, clearance.cell, columns);
  return clearance.metres.values[row * clearance.metres.shape[1] + column];
}

// Return height and level of a vehicle.
export function storeyOf(i: number, pose: Pose): Storey {
  return { z: pose.z[i], level: pose.level[i] };
}

// Return the cells of a rectangle in world coordinates [m], limited to the grid.
export function cellsBetween(grid: Grid, west: number, east: number, south: number, north: number): Cells {
  return {
    firstColumn: cellOf(west - grid.xWest, grid.cell, grid.columns),
    lastColumn: cellOf(east - grid.xWest, grid.cell, grid.columns),
    firstRow: cellOf(south - grid.ySouth, grid.cell, grid.rows),
    lastRow: cellOf(north - grid.ySouth, grid.cell, grid.rows),
  };
}

// Return the cells of the square around a circle [m]. A kernel iterates over neighbours by     cells =
// cells_near(grid, x, y, radius)     for row in range(cells.first_row, cells.last_row + 1):         for entry in
// entries_in(grid, cells, row):             other: int = grid.item[entry] (As one loop over a generator it takes
// nearly three times as long.)
export function cellsNear(grid: Grid, x: number, y: number, radius: number): Cells {
  return cellsBetween(grid, x - radius, x + radius, y - radius, y + radius);
}

// Return the range of entries of grid.item in one row, counted in the grid, of a rectangle of cells.
export function entriesIn(grid: Grid, cells: Cells, row: number): Span {
  const line = row * grid.columns;
  return [grid.first[line + cells.firstColumn], grid.first[line + cells.lastColumn + 1]];
}

// Return whether a circle is on another level, too far above or below a vehicle to touch it.
export function isElsewhere(index: number, circles: Circles, storey: Storey): boolean {
  if (circles.level.length === 0 || circles.level[index] === storey.level) {
    return false;
  }
  return Math.abs(circles.z[index] - storey.z) > STOREY;
}

// Return the distance [m] of the point (dx, dy), from a rectangle's middle, to the rectangle; 0 inside it.
export function gapTo(dx: number, dy: number, sine: number, cosine: number, halfLength: number, halfWidth: number): number {
  const ahead = maximum(Math.abs(dx * cosine + dy * sine) - halfLength, 0.0);
  const beside = maximum(Math.abs(dy * cosine - dx * sine) - halfWidth, 0.0);
  return Math.sqrt(ahead * ahead + beside * beside);
}

// Return the distance [m] of the point (dx, dy), from a vehicle's reference point, to its body; 0 inside it.
export function gapBeside(dx: number, dy: number, sine: number, cosine: number, ability: Ability): number {
  const x = dx - ability.bodyOffset * cosine;
  const y = dy - ability.bodyOffset * sine;
  return gapTo(x, y, sine, cosine, ability.halfLength, ability.halfWidth);
}

// Return the clearance that trials keep from an obstacle: a margin, or most of a smaller gap that there is [m]. A
// share of the gap, not a length: with a length, a vehicle that creeps comes to touch. Discs overlap vehicles at
// their ends, where the gap is negative and may not become smaller.
export function clearanceKept(margin: number, gap: number): number {
  return minimum(margin, gap - CLOSER * maximum(gap, 0.0) - ROUNDING);
}

// Return the centre of a trailer, east and north of the reference point of its vehicle [m].
export function trailerCentre(yaw: number, trailerYaw: number, trailer: Trailer): [number, number] {
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  const trailerSine = Math.sin(trailerYaw);
  const trailerCosine = Math.cos(trailerYaw);
  const back = trailer.reach - trailer.middle;
  return [-trailer.hitch * cosine - back * trailerCosine, -trailer.hitch * sine - back * trailerSine];
}

// Return the distance [m] that the driver's own trailer must keep from the centre of a disc at (dx, dy).
export function needOfTrailer(dx: number, dy: number, radius: number, margin: number, start: RolloutMotion, ability: Ability): number {
  const trailer: Trailer = ability.trailer;
  if (trailer.halfLength === 0.0) {
    return 0.0;
  }
  const [x, y] = trailerCentre(start.yaw, trailer.yaw, trailer);
  const sine = Math.sin(trailer.yaw);
  const cosine = Math.cos(trailer.yaw);
  const gap = gapTo(dx - x, dy - y, sine, cosine, trailer.halfLength, trailer.halfWidth) - radius;
  return radius + clearanceKept(margin, gap);
}

// Enter the objects within reach [m]; returns their number, and how far and where [rad] the nearest is.
export function addObjects(start: RolloutMotion, ability: Ability, reach: number, discs: Discs, objects: Circles, storey: Storey): [number, number, number] {
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const margin = OBJECT_MARGIN + SPEED_MARGIN * Math.abs(start.speed);
  let nearest = FAR;
  let nearestYaw = start.yaw;
  let count = 0;
  const cells: Cells = cellsNear(objects.grid, start.x, start.y, reach + objects.grid.cell);
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span261 = entriesIn(objects.grid, cells, row);
    for (let entry = span261[0]; entry < span261[1]; entry++) {
      const index = objects.grid.item[entry];
      const radius = objects.radius[index];
      const dx = objects.x[index] - start.x;
      const dy = objects.y[index] - start.y;
      if (dx * dx + dy * dy > (reach + radius) * (reach + radius) || isElsewhere(index, objects, storey)) {
        continue;
      }
      if (count === MOST_DISCS) {
        continue;
      }
      const gap = gapBeside(dx, dy, sine, cosine, ability) - radius;
      if (gap < nearest) {
        nearest = gap;
        nearestYaw = Math.atan2(dy, dx);
      }
      discs.x[count] = dx + start.x;
      discs.y[count] = dy + start.y;
      discs.speedX[count] = 0.0;
      discs.speedY[count] = 0.0;
      const next = radius;
      const next2 = radius + clearanceKept(margin, gap);
      discs.radius[count] = next;
      discs.need[count] = next2;
      discs.trailerNeed[count] = needOfTrailer(dx, dy, radius, margin, start, ability);
      discs.growth[count] = 0.0;
      discs.until[count] = LONG_SIGHT;
      discs.obstacleIndex[count] = index;
      discs.changeX[count] = 0.0;
      discs.changeY[count] = 0.0;
      discs.changeTime[count] = 0.0;
      count = count + 1;
    }
  }
  return [count, nearest, nearestYaw];
}

// Return whether a vehicle may be near enough to be looked at, from where it was filed.
export function mayBeSeen(entry: number, start: RolloutMotion, places: Table): boolean {
  const dx = places.values[entry * places.shape[1] + 0] - start.x;
  const dy = places.values[entry * places.shape[1] + 1] - start.y;
  return dx * dx + dy * dy <= (VEHICLE_SIGHT + DRIFT) * (VEHICLE_SIGHT + DRIFT);
}

// Return whether two vehicles are over each other, so that they can neither touch nor hinder each other.
export function areOnOtherLevels(i: number, j: number, pose: Pose): boolean {
  if (pose.level[i] === pose.level[j]) {
    return false;
  }
  const apart = Math.abs(pose.z[i] - pose.z[j]) - STOREY;
  const dx = pose.x[i] - pose.x[j];
  const dy = pose.y[i] - pose.y[j];
  return apart > 0.0 && apart * apart > ON_RAMP * ON_RAMP * (dx * dx + dy * dy);
}

// Return whether a vehicle of the same convoy drives before or behind one, and is no danger to it. One beside it,
// or that comes towards it after a turn, is a danger like any other vehicle; the gap to the one ahead is kept by
// the law of following.
export function isInLine(other: number, start: RolloutMotion, own: number, entity: Entity): boolean {
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const pose: Pose = entity.pose;
  const body: Body = entity.body;
  const ahead = (pose.x[other] - start.x) * cosine + (pose.y[other] - start.y) * sine;
  const angle = pose.yaw[other];
  const headingSine = Math.sin(angle);
  const headingCosine = Math.cos(angle);
  const hasSameDirection = headingCosine * cosine + headingSine * sine > 0.0;
  const isBefore = ahead > body.frontReach[own] + body.rearReach[other];
  const isBehind = -ahead > body.rearReach[own] + body.frontReach[other];
  return hasSameDirection && (isBefore || isBehind);
}

// Return whether another vehicle is an obstacle: near, and not ahead or behind in the same convoy.
export function isSeen(other: number, start: RolloutMotion, own: number, around: Surroundings): boolean {
  const convoy = around.convoys.convoy;
  const circles: Circles = around.near.circles;
  const dx = circles.x[other] - start.x;
  const dy = circles.y[other] - start.y;
  let reach = minimum(15.0 + 3.0 * (Math.abs(start.speed) + Math.abs(around.entity.motion.speed[other])), VEHICLE_SIGHT);
  if (around.trailers.count[other] > 0) {
    reach = reach + around.entity.body.rearReach[other];
  }
  if (around.trailers.count[own] > 0) {
    reach = reach + around.entity.body.rearReach[own];
  }
  if (dx * dx + dy * dy > reach * reach || other === own) {
    return false;
  }
  if (areOnOtherLevels(own, other, around.entity.pose)) {
    return false;
  }
  return convoy[own] < 0 || convoy[other] !== convoy[own] || !isInLine(other, start, own, around.entity);
}

// Insert a vehicle into count sorted ones of ids, of which the lowest are kept; return their number.
export function insert(number: number, ids: Int32Array, count: number, worldIds: Int32Array): number {
  const own = worldIds[number];
  if (count === ids.length) {
    if (own > worldIds[ids[count - 1]]) {
      return count;
    }
    count = count - 1;
  }
  let place = count;
  while (place > 0 && worldIds[ids[place - 1]] > own) {
    ids[place] = ids[place - 1];
    place = place - 1;
  }
  ids[place] = number;
  return count + 1;
}

// Write the ids of the vehicles that are obstacles in ascending order; return their number.
export function seenVehicles(start: RolloutMotion, own: number, ids: Int32Array, around: Surroundings): number {
  const grid: Grid = around.near.circles.grid;
  let count = 0;
  const cells: Cells = cellsNear(grid, start.x, start.y, VEHICLE_SIGHT + DRIFT);
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span328 = entriesIn(grid, cells, row);
    for (let entry = span328[0]; entry < span328[1]; entry++) {
      if (mayBeSeen(entry, start, around.near.places) && isSeen(grid.item[entry], start, own, around)) {
        count = insert(grid.item[entry], ids, count, around.entity.body.worldId);
      }
    }
  }
  return count;
}

// From one place to the other [m].
export function distance(x: number, y: number, goalX: number, goalY: number): number {
  return Math.sqrt((goalX - x) * (goalX - x) + (goalY - y) * (goalY - y));
}

// Return half of the distance of the discs that cover a rectangle, and their radius [m].
export function rowOfDiscs(halfLength: number, halfWidth: number): [number, number] {
  const length = halfLength / DISCS;
  return [length, distance(0.0, 0.0, length, halfWidth)];
}

// Return half of the distance of the discs that cover a vehicle, and their radius [m].
export function discSize(other: number, body: Body): [number, number] {
  return rowOfDiscs(body.halfLength[other], body.halfWidth[other]);
}

// Return whether a driver heading yaw [rad] gives way to a vehicle whose middle is ahead [m] of its own. It does
// to a vehicle in front, from the right, or oncoming; oncoming vehicles give way to each other.
export function mustYield(yaw: number, ahead: number, otherYaw: number): boolean {
  const turn = wrapAngle(otherYaw - yaw);
  if (Math.abs(turn) < 0.25 * 3.141592653589793) {
    return ahead > 0.0;
  }
  return turn > 0.0 || turn < -0.75 * 3.141592653589793;
}

// Return the time for which a vehicle is an obstacle [s]; if the driver yields, until it could have stopped.
export function timeThatMatters(yields: boolean, start: RolloutMotion, otherSpeed: number, braking: number): number {
  const isMinded = yields || Math.abs(otherSpeed) < HALT;
  return isMinded ? LONG_SIGHT : SHORT_SIGHT + Math.abs(start.speed) / braking;
}

// Return the speed [m/s] and heading [rad] that a vehicle is about to reach, as far as its driver shows. One
// without an autopilot, or that makes no headway, shows what it does.
export function intention(other: number, around: Surroundings): [number, number] {
  const isGoing = around.inputs.driver[other] === AUTOPILOT && !(around.standstill.standingTime[other] > 0.0);
  if (isGoing && around.avoidance.avoidanceRule[other] === around.rule) {
    return [around.avoidance.avoidanceSpeed[other], around.avoidance.desiredYaw[other]];
  }
  return [around.entity.motion.speed[other], around.entity.pose.yaw[other]];
}

// Enter a row of discs that cover a rectangle; return the new number.
export function addRow(place: Row, length: number, radius: number, course: SurroundingsCourse, start: RolloutMotion, ability: Ability, discs: Discs, count: number): number {
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const otherSine = Math.sin(place.yaw);
  const otherCosine = Math.cos(place.yaw);
  const angle = place.yaw + course.turn;
  const waySine = Math.sin(angle);
  const wayCosine = Math.cos(angle);
  const speed = course.speed;
  const speedMagnitude = Math.abs(course.speed);
  for (let disc = 0; disc < DISCS; disc++) {
    const along = place.offset + 2.0 * length * (disc - 1);
    const discX = place.x + along * otherCosine;
    const discY = place.y + along * otherSine;
    const gap = gapBeside(discX, discY, sine, cosine, ability) - radius;
    discs.x[count] = discX + start.x;
    discs.y[count] = discY + start.y;
    discs.speedX[count] = speed * wayCosine;
    discs.speedY[count] = speed * waySine;
    const next = radius;
    const next2 = radius + clearanceKept(VEHICLE_MARGIN, gap);
    discs.radius[count] = next;
    discs.need[count] = next2;
    discs.trailerNeed[count] = needOfTrailer(discX, discY, radius, course.trailerMargin, start, ability);
    discs.growth[count] = speedMagnitude > HALT && gap > VEHICLE_MARGIN ? VEHICLE_GROWTH : 0.0;
    discs.changeX[count] = course.change * wayCosine;
    discs.changeY[count] = course.change * waySine;
    discs.changeTime[count] = course.changeTime;
    discs.until[count] = course.until;
    discs.obstacleIndex[count] = course.number;
    count = count + 1;
  }
  return count;
}

// Enter the discs that cover a vehicle, moving as its driver intends; returns the new number.
export function addVehicle(other: number, start: RolloutMotion, ability: Ability, takesPriority: boolean, trailerMargin: number, discs: Discs, count: number, around: Surroundings): number {
  const body: Body = around.entity.body;
  const speed = around.entity.motion.speed[other];
  const yaw = around.entity.pose.yaw[other];
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const dx = around.near.circles.x[other] - start.x;
  const dy = around.near.circles.y[other] - start.y;
  const otherSine = Math.sin(yaw);
  const otherCosine = Math.cos(yaw);
  let [length, radius] = discSize(other, body);
  const toward = body.bodyOffset[other] * (otherCosine * cosine + otherSine * sine);
  const ahead = dx * cosine + dy * sine + toward - ability.bodyOffset;
  const yields = !takesPriority && mustYield(start.yaw, ahead, yaw);
  const until = timeThatMatters(yields, start, speed, ability.braking);
  const [intendedSpeed, intendedYaw] = intention(other, around);
  const more = intendedSpeed - speed;
  const change = CAUTION * (more > 0.0 ? ability.acceleration : -ability.braking);
  const turn = clamp(wrapAngle(intendedYaw - yaw), -MOST_TURN, MOST_TURN);
  const course: SurroundingsCourse = {
    speed,
    turn,
    change,
    changeTime: more / change,
    until,
    number: -1 - other,
    trailerMargin,
  };
  let place: Row = { x: dx, y: dy, yaw, offset: body.bodyOffset[other] };
  count = addRow(place, length, radius, course, start, ability, discs, count);
  const trailers: Trailers = around.trailers;
  const first = around.trailers.first[other];
  for (let t = first; t < first + trailers.count[other]; t++) {
    const made: [number, number] = rowOfDiscs(trailers.halfLength[t], trailers.halfWidth[t]);
    length = made[0];
    radius = made[1];
    place = { x: dx + trailers.x[t], y: dy + trailers.y[t], yaw: trailers.yaw[t], offset: 0.0 };
    count = addRow(place, length, radius, course, start, ability, discs, count);
  }
  return count;
}

// Enter the discs of the vehicles that may be met after the count that are there; returns the new number. They
// come in the order of their ids in the whole world, whatever the order in which the grid holds them.
export function addVehicles(start: RolloutMotion, ability: Ability, own: number, takesPriority: boolean, discs: Discs, count: number, around: Surroundings): number {
  const ids = new Int32Array(MOST_SEEN);
  const convoy = around.convoys.convoy;
  for (let k = 0; k < seenVehicles(start, own, ids, around); k++) {
    if (count + DISCS * (1 + around.trailers.count[ids[k]]) <= MOST_DISCS) {
      const isOfConvoy = convoy[own] >= 0 && convoy[ids[k]] === convoy[own]; // it keeps its gap to the trailer
      const margin = isOfConvoy ? -FAR : TRAILER_MARGIN;
      count = addVehicle(ids[k], start, ability, takesPriority, margin, discs, count, around);
    }
  }
  return count;
}

// Set since of the discs, before which no trial can hit them or find less room; returns the least of them [s]. The
// vehicle moves at most at fastest, a disc at most at the greater of its speeds at the beginning and the end.
export function noteReach(start: RolloutMotion, ability: Ability, fastest: number, discs: Discs, count: number): number {
  let soonest = MOST_STEPS * STEP;
  const trailer: Trailer = ability.trailer;
  let reach = ability.halfLength + Math.abs(ability.bodyOffset);
  reach = trailer.halfLength > 0.0 ? maximum(reach, trailer.hitch + trailer.reach + trailer.halfLength) : reach;
  const own = Math.sqrt(reach * reach + ability.halfWidth * ability.halfWidth) + ROUNDING;
  for (let j = 0; j < count; j++) {
    const dx = discs.x[j] - start.x;
    const dy = discs.y[j] - start.y;
    const speedX = discs.speedX[j];
    const speedY = discs.speedY[j];
    const endX = speedX + discs.changeX[j] * discs.changeTime[j];
    const endY = speedY + discs.changeY[j] * discs.changeTime[j];
    const square = maximum(speedX * speedX + speedY * speedY, endX * endX + endY * endY);
    const far = maximum(discs.radius[j] + COMFORT, discs.need[j] + discs.growth[j] * MOST_STEPS * STEP);
    const gap = Math.sqrt(dx * dx + dy * dy) - own - far;
    discs.since[j] = gap / (fastest + Math.sqrt(square));
    soonest = minimum(soonest, discs.since[j]);
  }
  return soonest;
}

// Return the obstacles of a driver's trials, and how far [m] and in which direction [rad] the nearest object is.
export function lookAround(i: number, start: RolloutMotion, ability: Ability, takesPriority: boolean, entity: Entity, course: Course, around: Surroundings, discs: Discs): [Obstacles, number, number] {
  const reach = sight(ability.halfLength + Math.abs(ability.bodyOffset), course.courseSpeed[i]);
  let count = 0;
  let nearest = FAR;
  let nearestYaw = start.yaw;
  if (clearanceAt(start.x, start.y, around.standing.clearance) <= reach) {
    const made: [number, number, number] = addObjects(
      start,
      ability,
      reach,
      discs,
      around.objects,
      storeyOf(i, entity.pose),
    );
    count = made[0];
    nearest = made[1];
    nearestYaw = made[2];
  }
  count = addVehicles(start, ability, entity.body.vehicleId[i], takesPriority, discs, count, around);
  const fastest = maximum(maximum(Math.abs(start.speed), course.courseSpeed[i]), Math.abs(BACK_OFF_SPEED));
  const obstacles: Obstacles = {
    discs,
    discCount: count,
    edge: around.edge,
    soonest: noteReach(start, ability, fastest, discs, count),
  };
  return [obstacles, nearest, nearestYaw];
}

// Return the distance [m] of a position from the ground's area; 0 within it.
export function beyond(x: number, y: number, edge: Bounds): number {
  const west = edge.xWest;
  const south = edge.ySouth;
  const east = edge.xEast;
  const north = edge.yNorth;
  return maximum(maximum(west - x, x - east), maximum(maximum(south - y, y - north), 0.0));
}

// Time [s] in which braking [m/s^2] ends a speed of magnitude [m/s], not negative; 0 without brakes.
export function timeToStop(magnitude: number, braking: number): number {
  return magnitude / (braking > 0.0 ? braking : 1.0) * (braking > 0.0 ? 1.0 : 0.0);
}

// Return the speed [m/s] after dt on the way to a desired one; it never overshoots. For the other direction the
// vehicle brakes first, and accelerates in the remaining part of dt. Speeds are forward positive; acceleration
// (from standstill) and braking (toward it) are not negative.
export function keepSpeed(speed: number, desiredSpeed: number, acceleration: number, braking: number, dt: number): number {
  const direction = speed < 0.0 ? -1.0 : 1.0;
  const magnitude = Math.abs(speed);
  const target = direction * desiredSpeed;
  const faster = minimum(magnitude + acceleration * dt, target);
  const slower = maximum(magnitude - braking * dt, maximum(target, 0.0));
  const timeLeft = maximum(dt - timeToStop(magnitude, braking), 0.0);
  const turned = maximum(-acceleration * timeLeft, target);
  const hasTurned = (target < 0.0 ? slower : 1.0) <= 0.0;
  return direction * (target >= magnitude ? faster : hasTurned ? turned : slower);
}

// Return the largest steering command, in (0, 1], at which the lateral acceleration keeps its limit.
export function steerLimit(speed: number, fullCurvature: number, maxLateralAcceleration: number): number {
  const lateralAcceleration = fullCurvature * speed * speed;
  const isSlow = lateralAcceleration <= maxLateralAcceleration;
  return isSlow ? 1.0 : maxLateralAcceleration / (isSlow ? 1.0 : lateralAcceleration);
}

// Return the largest command that can be returned to 0 before the heading error vanishes. It is proportional to
// small errors, up to the angle at which the square root has the same slope; odd in error and full_yaw_rate.
export function straighteningCommand(error: number, steerRate: number, fullYawRate: number): number {
  const yawRate = maximum(Math.abs(fullYawRate), 0.001);
  const linear = steerRate / (yawRate * GAIN * GAIN);
  const size = Math.abs(error);
  const root = Math.sqrt(2.0 * steerRate / yawRate * maximum(size - 0.5 * linear, 0.5 * linear));
  const command = minimum(GAIN * size, root);
  return (error < 0.0 ? -command : command) * (fullYawRate < 0.0 ? -1.0 : 1.0);
}

// Return a steering command moved toward its target, at its greatest rate; exact for any dt.
export function turnWheel(steer: number, target: number, steerRate: number, dt: number): number {
  return clamp(target, steer - steerRate * dt, steer + steerRate * dt);
}

// Return the steering command after dt of turning, by the shorter way, toward a desired yaw. To return from a
// command s to 0 takes s / steer_rate, in which the vehicle turns by another s^2 full_yaw_rate / (2 steer_rate);
// this decides when to straighten. A vehicle that turns faster than full_yaw_rate overshoots; one that turns more
// slowly takes longer. Yaws are counter-clockwise from east [rad]; full_yaw_rate [rad/s] is negative while the
// vehicle rolls backward. The largest command is limit, 0..1; see steer_limit.
export function steerToward(yaw: number, desiredYaw: number, steer: number, steerRate: number, dt: number, fullYawRate: number, limit: number): number {
  const error = wrapAngle(desiredYaw - yaw);
  const target = clamp(straighteningCommand(error, steerRate, fullYawRate), -limit, limit);
  return turnWheel(steer, target, steerRate, dt);
}

// Return the change of a trailer's yaw [rad] in a step, of a trailer whose wheels do not slip.
export function towedYaw(bend: number, driven: number, turn: number, trailer: Trailer): number {
  const sine = Math.sin(bend);
  const cosine = Math.cos(bend);
  return (driven * sine - trailer.hitch * turn * cosine) / trailer.reach;
}

// Return the disc that the driver's own trailer hits, or -1.
export function hitOfTrailer(x: number, y: number, yaw: number, trailerYaw: number, trailer: Trailer, time: number, obstacles: Obstacles): number {
  const discs: Discs = obstacles.discs;
  const [asideX, asideY] = trailerCentre(yaw, trailerYaw, trailer);
  const sine = Math.sin(trailerYaw);
  const cosine = Math.cos(trailerYaw);
  for (let j = 0; j < obstacles.discCount; j++) {
    if (time > discs.until[j]) {
      continue;
    }
    const changing = minimum(time, discs.changeTime[j]);
    const gained = changing * (time - 0.5 * changing);
    const dx = discs.x[j] + discs.speedX[j] * time + discs.changeX[j] * gained - x - asideX;
    const dy = discs.y[j] + discs.speedY[j] * time + discs.changeY[j] * gained - y - asideY;
    if (gapTo(dx, dy, sine, cosine, trailer.halfLength, trailer.halfWidth) < discs.trailerNeed[j]) {
      return j;
    }
  }
  return -1;
}

// Turn to heading [rad] on the way to the speed target_speed [m/s], then drive straight [m].
export function tryHeading(start: RolloutMotion, ability: Ability, obstacles: Obstacles, heading: number, targetSpeed: number, straight: number, pivots: boolean): Trial {
  const discs: Discs = obstacles.discs;
  const edge: Bounds = obstacles.edge;
  let x = start.x;
  let y = start.y;
  let yaw = start.yaw;
  let speed = start.speed;
  let steer = start.steer;
  const outside = beyond(x, y, edge);
  let room = COMFORT;
  let driven = 0.0;
  let ahead = 0.0;
  let time = 0.0;
  const trailer: Trailer = ability.trailer;
  let trailerYaw = ability.trailer.yaw;
  for (let _ = 0; _ < MOST_STEPS; _++) {
    const isAligned = Math.abs(wrapAngle(heading - yaw)) < ALIGNED;
    const target = pivots && !isAligned ? 0.0 : targetSpeed;
    speed = keepSpeed(speed, target, CAUTION * ability.acceleration, CAUTION * ability.braking, STEP);
    const fullYawRate = CAUTION * (ability.pivotYawRate + ability.fullCurvature * speed);
    const curvature = ability.fullCurvature + ability.pivotYawRate / maximum(Math.abs(speed), STANDSTILL);
    const limit = steerLimit(speed, curvature, ability.maxLateralAcceleration);
    steer = steerToward(yaw, heading, steer, ability.steerRate, STEP, fullYawRate, limit);
    const turn = steer * fullYawRate * STEP;
    if (trailer.halfLength > 0.0) {
      trailerYaw = towedYaw(yaw - trailerYaw, speed * STEP, turn, trailer) + trailerYaw;
    }
    const angle = yaw + 0.5 * turn;
    let sine = Math.sin(angle);
    let cosine = Math.cos(angle);
    x = x + speed * STEP * cosine;
    y = y + speed * STEP * sine;
    yaw = yaw + turn;
    time = time + STEP;
    if (beyond(x, y, edge) > outside) {
      return { isFree: false, time, distance: driven, room: 0.0, hit: -1 };
    }
    const discCount = time >= obstacles.soonest ? obstacles.discCount : 0;
    const made: [number, number] = discCount > 0 ? [Math.sin(yaw), Math.cos(yaw)] : [0.0, 1.0];
    sine = made[0];
    cosine = made[1];
    for (let j = 0; j < discCount; j++) {
      if (time < discs.since[j] || time > discs.until[j]) {
        continue;
      }
      const changing = minimum(time, discs.changeTime[j]);
      const gained = changing * (time - 0.5 * changing);
      const dx = discs.x[j] + discs.speedX[j] * time + discs.changeX[j] * gained - x;
      const dy = discs.y[j] + discs.speedY[j] * time + discs.changeY[j] * gained - y;
      const along = maximum(Math.abs(dx * cosine + dy * sine - ability.bodyOffset) - ability.halfLength, 0.0);
      const beside = maximum(Math.abs(dy * cosine - dx * sine) - ability.halfWidth, 0.0);
      const square = along * along + beside * beside;
      const need = discs.need[j] + discs.growth[j] * time;
      if (square < need * Math.abs(need)) {
        return { isFree: false, time, distance: driven, room: 0.0, hit: j };
      }
      const far = discs.radius[j] + COMFORT;
      if (square < far * far) {
        room = minimum(room, Math.sqrt(square) - discs.radius[j]);
      }
    }
    if (trailer.halfLength > 0.0 && discCount > 0) {
      const hit = hitOfTrailer(x, y, yaw, trailerYaw, trailer, time, obstacles);
      if (hit >= 0) {
        return { isFree: false, time, distance: driven, room: 0.0, hit };
      }
    }
    driven = driven + Math.abs(speed) * STEP;
    if (isAligned) {
      ahead = ahead + Math.abs(speed) * STEP;
      if (ahead >= straight) {
        break;
      }
    }
  }
  return { isFree: true, time, distance: driven, room, hit: -1 };
}

// Turn on the spot or back as guidance asks, if a trial of that hits nothing; else stand, and ask for another way.
// A driver that avoids something is asked to drive forward, and then chooses among its trials.
export function turnRound(i: number, start: RolloutMotion, entity: Entity, mind: Mind, around: Surroundings, discs: Discs): void {
  const autopilot: Autopilot = mind.autopilot;
  const memory: AvoidanceMemory = mind.memory;
  const decisions: Decisions = mind.decisions;
  const course: Course = autopilot.course;
  const avoidance: Avoidance = autopilot.avoidance;
  clearPerception(i, autopilot.perception);
  const ability: Ability = abilityOf(
    i,
    entity,
    autopilot.ground,
    mind.freeing.throttleCut[i],
    around.trailers,
  );
  const made: [Obstacles, number, number] = lookAround(
    i,
    start,
    ability,
    false,
    entity,
    course,
    around,
    discs,
  );
  const obstacles: Obstacles = made[0];
  const trial: Trial = tryHeading(
    start,
    ability,
    obstacles,
    course.courseYaw[i],
    course.courseSpeed[i],
    BACK_OFF_DISTANCE,
    false,
  );
  decisions.heading[i] = trial.isFree ? course.courseYaw[i] : start.yaw;
  decisions.speed[i] = trial.isFree ? course.courseSpeed[i] : 0.0;
  avoidance.isAvoiding[i] = trial.isFree ? 0.0 : 1.0;
  memory.waitingTime[i] = 0.0;
}

// Keep heading and speed of the last decision until a new one is made, and count the time at standstill.
export function beginDecision(i: number, start: RolloutMotion, mind: Mind, pause: number): void {
  const autopilot: Autopilot = mind.autopilot;
  const memory: AvoidanceMemory = mind.memory;
  const decisions: Decisions = mind.decisions;
  clearPerception(i, autopilot.perception);
  const avoidance: Avoidance = autopilot.avoidance;
  const next = avoidance.desiredYaw[i];
  const next2 = avoidance.avoidanceSpeed[i];
  decisions.heading[i] = next;
  decisions.speed[i] = next2;
  memory.waitingTime[i] = Math.abs(start.speed) < HALT ? memory.waitingTime[i] + pause : 0.0;
}

// Return the speed [m/s] at which a vehicle that must still turn [rad] does not circle about its goal for ever. A
// circle of radius r through the vehicle, along its heading, meets what lies in the direction turn after 2 r
// sin(turn).
export function arrivingSpeed(goalDistance: number, turn: number, maxLateralAcceleration: number): number {
  const across = 2.0 * maximum(Math.abs(Math.sin(turn)), 0.001);
  return maximum(ARRIVING * Math.sqrt(maxLateralAcceleration * minimum(goalDistance, 1000000.0) / across), DYNAMIC_WINDOW_COSTS_CRAWL);
}

// Return the preference on the course; straight on, if the goal lies within the turning circle. The side of going
// round what is in its way is 1 left, -1 right, 0 neither.
export function preferenceOnCourse(i: number, start: RolloutMotion, autopilot: Autopilot, side: number, limits: Performance): Preference {
  const goal: Goal = autopilot.goal;
  const course: Course = autopilot.course;
  const goalDistance = minimum(distance(start.x, start.y, goal.goalX[i], goal.goalY[i]), course.courseReach[i]);
  const turn = wrapAngle(course.courseYaw[i] - start.yaw);
  const arriving = arrivingSpeed(goalDistance, turn, limits.maxLateralAcceleration[i]);
  const wanted = minimum(course.courseSpeed[i], arriving);
  const isTooNear = goalDistance * limits.fullCurvature[i] < 2.0 * Math.abs(Math.sin(turn)) && Math.abs(limits.pivotYawRate[i]) < PIVOTING;
  const reference = isTooNear ? start.yaw : course.courseYaw[i];
  return {
    reference,
    only: 0.0,
    last: autopilot.avoidance.desiredYaw[i],
    side,
    speed: wanted,
    leastStraight: 8.0,
    straightTime: 2.5,
    mostStraight: goalDistance,
  };
}

// Return the distance over which a heading must be free at a speed [m].
export function straightDistance(preference: Preference, triedSpeed: number): number {
  const straight = 0.5 * preference.straightTime * (preference.speed + triedSpeed);
  return minimum(maximum(preference.leastStraight, straight), preference.mostStraight);
}

// Return the way of a trial: to heading [rad] and target_speed [m/s], then straight [m] on.
export function straightWay(start: RolloutMotion, heading: number, targetSpeed: number, straight: number, bodyOffset: number): ClearWayStraightWay {
  const error = Math.abs(wrapAngle(heading - start.yaw));
  const steer = Math.abs(start.steer);
  const sine = Math.sin(heading);
  const cosine = Math.cos(heading);
  const least = minimum(start.speed, targetSpeed);
  const most = maximum(Math.abs(start.speed), targetSpeed);
  const isStraight = error < STRAIGHT && steer < STRAIGHT && start.speed >= 0.0;
  let time = LONGEST;
  if (isStraight && least * LONGEST > straight) {
    time = minimum(straight / least + STEP, LONGEST);
  }
  const length = most * time;
  const turn = error + SWERVE * steer;
  const swing = Math.abs(bodyOffset) * turn;
  return {
    isStraight,
    sine,
    cosine,
    leastSpeed: least,
    mostSpeed: most,
    time,
    length,
    turn,
    aside: length * turn + swing,
    swing,
  };
}

// Return whether a way does not reach the edge of the ground.
export function staysInside(start: RolloutMotion, way: ClearWayStraightWay, edge: Bounds): boolean {
  const west = edge.xWest;
  const south = edge.ySouth;
  const east = edge.xEast;
  const north = edge.yNorth;
  const fromX = minimum(start.x - west, east - start.x);
  return minimum(fromX, minimum(start.y - south, north - start.y)) > way.length;
}

// Return whether a driver prefers its earlier choice, within the tolerance of the clear way.
export function goesOn(i: number, preference: Preference, avoidance: Avoidance): boolean {
  const turn = Math.abs(wrapAngle(preference.reference - avoidance.desiredYaw[i]));
  return turn < STRAIGHT && preference.speed < avoidance.avoidanceSpeed[i] + FASTER;
}

// Return the motion of a vehicle with the centre of its body as its place.
export function centreMotion(start: RolloutMotion, offset: number): RolloutMotion {
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  return {
    x: start.x + offset * cosine,
    y: start.y + offset * sine,
    yaw: start.yaw,
    speed: start.speed,
    steer: start.steer,
  };
}

// Return the cells of a corridor along a way, from behind to ahead and beside to either side [m].
export function cellsAlong(start: RolloutMotion, way: ClearWayStraightWay, behind: number, ahead: number, beside: number, grid: Grid): Cells {
  const fromX = start.x - behind * way.cosine;
  const fromY = start.y - behind * way.sine;
  const toX = start.x + ahead * way.cosine;
  const toY = start.y + ahead * way.sine;
  const more = SLACK * beside;
  return cellsBetween(
    grid,
    minimum(fromX, toX) - more,
    maximum(fromX, toX) + more,
    minimum(fromY, toY) - more,
    maximum(fromY, toY) + more,
  );
}

// Return whether a way leaves all objects aside by COMFORT; farther away than reach [m] none counts.
export function clearsObjects(start: RolloutMotion, way: ClearWayStraightWay, reach: number, halfLength: number, halfWidth: number, standing: Standing, storey: Storey): boolean {
  const objects: Circles = standing.circles;
  const clearance: ClearanceMap = standing.clearance;
  if (clearanceAt(start.x, start.y, clearance) > reach) {
    return true;
  }
  if (!way.isStraight) {
    return false;
  }
  const aheadAtMost = way.length + halfLength + COMFORT;
  const besideAtMost = halfWidth + way.aside + COMFORT;
  const middle = 0.5 * way.length;
  const half = 0.5 * way.length + halfLength + COMFORT;
  const farthest = Math.sqrt(half * half + besideAtMost * besideAtMost);
  if (clearanceAt(start.x + middle * way.cosine, start.y + middle * way.sine, clearance) > farthest) {
    return true;
  }
  const cells: Cells = cellsAlong(
    start,
    way,
    halfLength + COMFORT,
    aheadAtMost,
    besideAtMost + standing.largestRadius,
    objects.grid,
  );
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span108 = entriesIn(objects.grid, cells, row);
    for (let entry = span108[0]; entry < span108[1]; entry++) {
      const index = objects.grid.item[entry];
      const radius = objects.radius[index];
      const dx = objects.x[index] - start.x;
      const dy = objects.y[index] - start.y;
      const ahead = dx * way.cosine + dy * way.sine;
      const beside = Math.abs(dy * way.cosine - dx * way.sine);
      const isPassed = ahead < -halfLength - COMFORT - radius || ahead > aheadAtMost + radius;
      const isBeyond = dx * dx + dy * dy > (reach + radius) * (reach + radius);
      const isInWay = !isPassed && !isBeyond && beside < besideAtMost + radius;
      if (isInWay && !isElsewhere(index, objects, storey)) {
        return false;
      }
    }
  }
  return true;
}

// Write the ids of possible obstacles, the vehicle itself included; return their number. It is written without a
// condition, which processors would guess wrong half of the time.
export function nearVehicles(start: RolloutMotion, ids: Int32Array, around: Surroundings): number {
  const grid: Grid = around.near.circles.grid;
  const places = around.near.places;
  let count = 0;
  const cells: Cells = cellsNear(grid, start.x, start.y, VEHICLE_SIGHT + DRIFT);
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span179 = entriesIn(grid, cells, row);
    for (let entry = span179[0]; entry < span179[1]; entry++) {
      ids[Math.min(count, ids.length - 1)] = grid.item[entry];
      count = count + (mayBeSeen(entry, start, places) ? 1 : 0);
    }
  }
  return Math.min(count, ids.length);
}

// Return the vector from a vehicle's reference point to the centre of its body, in the world's axes.
export function centreOffset(i: number, pose: Pose, body: Body): Centre {
  const angle = pose.yaw[i];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return { x: body.bodyOffset[i] * cosine, y: body.bodyOffset[i] * sine };
}

// Return another vehicle as a driver sees it that does not insist on its right of way.
export function lookAt(other: number, start: RolloutMotion, braking: number, around: Surroundings): Other {
  const body: Body = around.entity.body;
  const speed = around.entity.motion.speed[other];
  const yaw = around.entity.pose.yaw[other];
  const [intendedSpeed, intendedYaw] = intention(other, around);
  const offset: Centre = centreOffset(other, around.entity.pose, body);
  const dx = around.near.circles.x[other] + offset.x - start.x;
  const dy = around.near.circles.y[other] + offset.y - start.y;
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const yields = mustYield(start.yaw, dx * cosine + dy * sine, yaw);
  const [length, radius] = discSize(other, body);
  const until = timeThatMatters(yields, start, speed, braking);
  return {
    dx,
    dy,
    speed,
    intendedSpeed,
    yaw,
    intendedYaw,
    halfRow: (DISCS - 1) * length,
    radius,
    until,
  };
}

// Return the parts of a vector ahead and to the left of a way.
export function along(x: number, y: number, way: ClearWayStraightWay): [number, number] {
  return [x * way.cosine + y * way.sine, y * way.cosine - x * way.sine];
}

// Return the direction of another vehicle's row of discs and that of its motion, each ahead and to the left.
export function directionsAlong(way: ClearWayStraightWay, other: Other): [number, number, number, number] {
  const turn = clamp(wrapAngle(other.intendedYaw - other.yaw), -MOST_TURN, MOST_TURN);
  const rowSine = Math.sin(other.yaw);
  const rowCosine = Math.cos(other.yaw);
  const angle = other.yaw + turn;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const [rowAhead, rowBeside] = along(rowCosine, rowSine, way);
  const [toAhead, toBeside] = along(cosine, sine, way);
  return [rowAhead, rowBeside, toAhead, toBeside];
}

// Return when something at offset [m] with speed [m/s] is first and last within reach [m] of 0.
export function overlapTimes(offset: number, speed: number, reach: number): [number, number] {
  speed = Math.abs(speed) < SLOWEST ? SLOWEST : speed;
  const one = (-reach - offset) / speed;
  const other = (reach - offset) / speed;
  return [minimum(one, other), maximum(one, other)];
}

// Return whether another vehicle and one on a straight way stay apart. Both speeds lie between the present and the
// intended one, so their means are wrong by half of the difference. In the axes of the way the other's box moves
// straight on: the two are apart unless they overlap along both axes at one time.
export function staysClear(way: ClearWayStraightWay, halfLength: number, halfWidth: number, other: Other): boolean {
  if (!way.isStraight) {
    return false;
  }
  const [rowAhead, rowBeside, toAhead, toBeside] = directionsAlong(way, other);
  const [ahead, beside] = along(other.dx, other.dy, way);
  const mean = 0.5 * (other.speed + other.intendedSpeed);
  const change = 0.5 * Math.abs(other.intendedSpeed - other.speed);
  const closing = mean * toAhead - 0.5 * (way.leastSpeed + way.mostSpeed);
  const aheadChange = change * Math.abs(toAhead) + 0.5 * (way.mostSpeed - way.leastSpeed);
  let time = minimum(way.time, other.until);
  for (let _ = 0; _ < NARROWINGS; _++) {
    const margin = other.radius + maximum(COMFORT, VEHICLE_MARGIN + VEHICLE_GROWTH * time);
    const long = halfLength + margin + other.halfRow * Math.abs(rowAhead) + aheadChange * time;
    const wide = halfWidth + margin + other.halfRow * Math.abs(rowBeside) + way.aside + change * Math.abs(toBeside) * time;
    const [first, last] = overlapTimes(ahead, closing, long);
    const [firstBeside, lastBeside] = overlapTimes(beside, mean * toBeside, wide);
    time = minimum(minimum(last, lastBeside), time);
    if (maximum(maximum(first, firstBeside), 0.0) > time) {
      return true;
    }
  }
  return false;
}

// Return whether another vehicle and one on a straight way stay apart at each step of a trial. Both speeds are
// those of the trial, so only the direction of the way is uncertain. In the axes of the way the two are apart at a
// step unless they overlap along both axes.
export function staysClearAtEachStep(way: ClearWayStraightWay, pace: Pace, halfLength: number, halfWidth: number, other: Other): boolean {
  if (!way.isStraight) {
    return false;
  }
  const [rowAhead, rowBeside, toAhead, toBeside] = directionsAlong(way, other);
  const [ahead, beside] = along(other.dx, other.dy, way);
  const acceleration = CAUTION * pace.acceleration;
  const braking = CAUTION * pace.braking;
  const more = other.intendedSpeed - other.speed;
  const change = more > 0.0 ? acceleration : -braking;
  const changeTime = more / change;
  const long = halfLength + other.radius + other.halfRow * Math.abs(rowAhead) + halfWidth * way.turn + ROUNDING;
  const wide = halfWidth + other.radius + other.halfRow * Math.abs(rowBeside) + halfLength * way.turn + way.swing + ROUNDING;
  let speed = pace.speed;
  let time = 0.0;
  let driven = 0.0;
  for (let _ = 0; _ < MOST_STEPS; _++) {
    if (driven > pace.straight + ROUNDING) {
      return true;
    }
    speed = keepSpeed(speed, pace.targetSpeed, acceleration, braking, STEP);
    time = time + STEP;
    driven = driven + speed * STEP;
    if (time > other.until) {
      return true;
    }
    const changing = minimum(time, changeTime);
    const moved = other.speed * time + change * changing * (time - 0.5 * changing);
    const margin = maximum(COMFORT, VEHICLE_MARGIN + VEHICLE_GROWTH * time) + driven * way.turn;
    if (Math.abs(ahead + moved * toAhead - driven) < long + margin && Math.abs(beside + moved * toBeside) < wide + margin) {
      return false;
    }
  }
  return true;
}

// Return a trailer of another vehicle as a driver sees it.
export function lookAtTrailer(t: number, seen: Other, other: number, start: RolloutMotion, around: Surroundings): Other {
  const trailers: Trailers = around.trailers;
  const circles: Circles = around.near.circles;
  const dx = circles.x[other] + trailers.x[t] - start.x;
  const dy = circles.y[other] + trailers.y[t] - start.y;
  const [length, radius] = rowOfDiscs(trailers.halfLength[t], trailers.halfWidth[t]);
  const yaw = trailers.yaw[t];
  const intendedYaw = yaw + (seen.intendedYaw - seen.yaw);
  const halfRow = (DISCS - 1) * length;
  return {
    dx,
    dy,
    speed: seen.speed,
    intendedSpeed: seen.intendedSpeed,
    yaw,
    intendedYaw,
    halfRow,
    radius,
    until: seen.until,
  };
}

// Return whether the way of row i leaves all vehicles aside, and whether it does at any speed in between. The
// first answer is that of a trial wherever it is true. The second is coarser, and true for certain only where no
// vehicle comes near.
export function clearsVehicles(start: RolloutMotion, way: ClearWayStraightWay, pace: Pace, i: number, entity: Entity, around: Surroundings): [boolean, boolean] {
  const own = entity.body.vehicleId[i];
  const halfLength = entity.body.halfLength[i];
  const halfWidth = entity.body.halfWidth[i];
  const ids = new Int32Array(MOST_NEAR);
  const count = nearVehicles(start, ids, around);
  let isFar = true;
  const centre: RolloutMotion = centreMotion(start, entity.body.bodyOffset[i]);
  if (count === MOST_NEAR) {
    return [false, false];
  }
  for (let k = 0; k < count; k++) {
    if (isSeen(ids[k], start, own, around)) {
      const seen: Other = lookAt(ids[k], centre, pace.braking, around);
      if (!staysClear(way, halfLength, halfWidth, seen)) {
        isFar = false;
        if (!staysClearAtEachStep(way, pace, halfLength, halfWidth, seen)) {
          return [false, false];
        }
      }
      const first = around.trailers.first[ids[k]];
      for (let t = first; t < first + around.trailers.count[ids[k]]; t++) {
        const trailer: Other = lookAtTrailer(t, seen, ids[k], centre, around);
        if (!staysClear(way, halfLength, halfWidth, trailer)) {
          isFar = false;
          if (!staysClearAtEachStep(way, pace, halfLength, halfWidth, trailer)) {
            return [false, false];
          }
        }
      }
    }
  }
  return [true, isFar];
}

// Return whether a heading, counter-clockwise from east [rad], is refused.
export function isRefused(refusedHeadings: number, heading: number): boolean {
  if (refusedHeadings === 0) {
    return false;
  }
  const turns = heading / (2.0 * 3.141592653589793);
  const number = Math.trunc((turns - Math.floor(turns)) * DIRECTIONS + 0.5);
  let bit = 1;
  for (let _ = 0; _ < (number < DIRECTIONS ? number : 0); _++) {
    bit = bit + bit;
  }
  return (refusedHeadings & bit) !== 0;
}

// Return whether a choice by trials ends at the preferred heading and speed if these are free, with room beside.
// It does unless that heading is refused, by a bit of refused, or costs more than the least that another one
// costs; see choose.
export function isChosenFirst(start: RolloutMotion, preference: Preference, refused: number): boolean {
  const heading = wrapAngle(preference.reference);
  const cost = TURNING * Math.abs(wrapAngle(heading - start.yaw)) + CHANGING * Math.abs(wrapAngle(heading - preference.last));
  return cost < HEADING_SPACING && !isRefused(refused, heading);
}

// Return whether a driver's preferred way is free for certain, with its heading and speed. A vehicle whose last
// check found its way clear, and goes on as before, is checked at each CALM-th decision only.
export function glance(i: number, start: RolloutMotion, entity: Entity, mind: Mind, around: Surroundings, maySkip: boolean): GlanceGlance {
  const autopilot: Autopilot = mind.autopilot;
  const memory: AvoidanceMemory = mind.memory;
  const isBusy = autopilot.course.backOffTime[i] > 0.0 || memory.isFollowingWall[i] > 0.5;
  if (isBusy || memory.waitingTime[i] > WAIT) {
    return { isFree: false, isCalm: false, heading: 0.0, speed: 0.0 };
  }
  const preference: Preference = preferenceOnCourse(
    i,
    start,
    autopilot,
    memory.passingSide[i],
    entity.performance,
  );
  const straight = straightDistance(preference, preference.speed);
  const offset = entity.body.bodyOffset[i];
  const way: ClearWayStraightWay = straightWay(
    start,
    preference.reference,
    preference.speed,
    straight,
    offset,
  );
  if (!staysInside(start, way, around.edge)) {
    return { isFree: false, isCalm: false, heading: 0.0, speed: 0.0 };
  }
  const free: GlanceGlance = {
    isFree: true,
    isCalm: true,
    heading: wrapAngle(preference.reference),
    speed: preference.speed,
  };
  if (memory.isCalm[i] !== 0 && maySkip && goesOn(i, preference, autopilot.avoidance)) {
    return free;
  }
  const halfLength = entity.body.halfLength[i];
  const halfWidth = entity.body.halfWidth[i];
  const reach = sight(halfLength + 2.0 * Math.abs(offset), autopilot.course.courseSpeed[i]);
  const centre: RolloutMotion = centreMotion(start, offset);
  if (!clearsObjects(centre, way, reach, halfLength, halfWidth, around.standing, storeyOf(i, entity.pose))) {
    return { isFree: false, isCalm: false, heading: 0.0, speed: 0.0 };
  }
  const acceleration = accelerationOf(
    i,
    entity.performance,
    autopilot.ground,
    mind.freeing.throttleCut[i],
  );
  const braking = brakingOf(i, entity.performance, autopilot.ground);
  const pace: Pace = {
    speed: start.speed,
    targetSpeed: preference.speed,
    acceleration,
    braking,
    straight,
  };
  const [isFree, isCalm] = clearsVehicles(start, way, pace, i, entity, around);
  if (isCalm) {
    return free;
  }
  const isAlone = around.trailers.count[i] === 0; // the look does not see where an own trailer cuts the corner
  if (isFree && isAlone && isChosenFirst(start, preference, autopilot.ground.refusedHeadings[i])) {
    return { isFree: true, isCalm: false, heading: free.heading, speed: free.speed };
  }
  return { isFree: false, isCalm: false, heading: 0.0, speed: 0.0 };
}

// Decide for the preferred heading and speed of a driver.
export function followCourse(i: number, seen: GlanceGlance, mind: Mind, pause: number): void {
  const autopilot: Autopilot = mind.autopilot;
  const memory: AvoidanceMemory = mind.memory;
  const decisions: Decisions = mind.decisions;
  if (memory.passingTime[i] > 0.0) {
    memory.passingTime[i] = memory.passingTime[i] - pause;
  } else {
    memory.passingSide[i] = 0.0;
  }
  decisions.heading[i] = seen.heading;
  decisions.speed[i] = seen.speed;
  autopilot.avoidance.isAvoiding[i] = 0.0;
}

// Decrease of the distance to the goal [m] since the vehicle was stopped; along its course if it has no goal.
export function progress(x: number, y: number, trapX: number, trapY: number, goalX: number, goalY: number, courseYaw: number): number {
  if (goalX - goalX !== 0.0) {
    const sine = Math.sin(courseYaw);
    const cosine = Math.cos(courseYaw);
    return (x - trapX) * cosine + (y - trapY) * sine;
  }
  return distance(trapX, trapY, goalX, goalY) - distance(x, y, goalX, goalY);
}

// Stop following an edge that has ended, or once the goal is nearer than where the vehicle was stopped.
export function leaveWall(i: number, start: RolloutMotion, autopilot: Autopilot, memory: AvoidanceMemory, nearest: number): void {
  if (memory.isFollowingWall[i] > 0.5) {
    const gained = progress(
      start.x,
      start.y,
      memory.trapX[i],
      memory.trapY[i],
      autopilot.goal.goalX[i],
      autopilot.goal.goalY[i],
      autopilot.course.courseYaw[i],
    ); // fmt: skip
    if (nearest > WALL_REACH || gained > PROGRESS) {
      memory.isFollowingWall[i] = 0.0;
      memory.patience[i] = PATIENCE;
    }
  }
}

// Count the time along a wall; after the driver's patience, change to its other side.
export function keepToWall(i: number, memory: AvoidanceMemory, pause: number): void {
  memory.trapTime[i] = memory.trapTime[i] + pause;
  if (memory.trapTime[i] > memory.patience[i]) {
    memory.passingSide[i] = -memory.passingSide[i];
    memory.trapTime[i] = 0.0;
    memory.patience[i] = 2.0 * memory.patience[i];
  }
}

// Return the preference while following a wall, which stays on one side; last is the heading before.
export function preferenceAlongWall(i: number, nearestYaw: number, last: number, desiredSpeed: number, memory: AvoidanceMemory): Preference {
  const side = memory.passingSide[i];
  const speed = minimum(desiredSpeed, WALL_SPEED);
  return {
    reference: nearestYaw,
    only: side,
    last,
    side,
    speed,
    leastStraight: 6.0,
    straightTime: 1.2,
    mostStraight: FAR,
  };
}

// Return whether a disc moves against a heading.
export function isComing(discs: Discs, disc: number, heading: number): boolean {
  const sine = Math.sin(heading);
  const cosine = Math.cos(heading);
  return discs.speedX[disc] * cosine + discs.speedY[disc] * sine < -HALT;
}

// Return whether a disc belongs to a moving vehicle.
export function isMoving(discs: Discs, disc: number): boolean {
  return Math.abs(discs.speedX[disc]) + Math.abs(discs.speedY[disc]) > HALT;
}

// Return the speed [m/s] from which a vehicle stops before an obstacle at a distance of room [m].
export function stoppingSpeed(room: number, braking: number): number {
  return Math.sqrt(braking * maximum(room - SPARE, 0.0));
}

// Return the cheapest heading and speed that hit nothing; if all do, those that hit last, and a speed to stop
// from.
export function choose(start: RolloutMotion, ability: Ability, obstacles: Obstacles, preference: Preference, refused: number): Choice {
  const discs: Discs = obstacles.discs;
  let best = Infinity;
  let heading = start.yaw;
  let speed = 0.0;
  let deviation = 0.0;
  let longest = -1.0;
  let way = 0.0;
  let lateHeading = start.yaw;
  let lateDeviation = 0.0;
  let directHit = -1;
  let isDirectFree = false;
  let meets = false;
  let cost: number;
  let tried: number;
  for (let step = 0; step < Math.round((preference.only === 0.0 ? 3.141592653589793 : SWEEP) / HEADING_SPACING) + 1; step++) {
    const off = step * HEADING_SPACING;
    if (off >= best) {
      break;
    }
    for (const side of [-1.0, 1.0]) {
      tried = wrapAngle(preference.reference + side * off);
      if ((step === 0 && side > 0.0) || side * preference.only < 0.0 || isRefused(refused, tried)) {
        continue;
      }
      let extra = off + TURNING * Math.abs(wrapAngle(tried - start.yaw));
      extra = extra + CHANGING * Math.abs(wrapAngle(tried - preference.last));
      if (step > 0 && preference.only === 0.0) {
        extra = extra + (side * preference.side < 0.0 ? OTHER_SIDE : 0.0);
        extra = extra + (meets && side > 0.0 ? KEEP_RIGHT : 0.0);
      }
      let before = -1.0;
      for (let sample = 0; sample < LAST_SAMPLE + 1; sample++) {
        const pivots = sample === LAST_SAMPLE;
        const slowest = minimum(preference.speed, DYNAMIC_WINDOW_COSTS_CRAWL);
        const triedSpeed = maximum(SPEED_SAMPLES[minimum(sample, LAST_SAMPLE - 1)] * preference.speed, slowest);
        if (pivots ? Math.abs(ability.pivotYawRate) < PIVOTING : triedSpeed === before) {
          continue;
        }
        before = triedSpeed;
        cost = extra + SLOWNESS * (1.0 - (pivots ? 0.0 : triedSpeed / preference.speed));
        if (cost >= best) {
          continue;
        }
        const straight = straightDistance(preference, triedSpeed);
        const trial: Trial = tryHeading(start, ability, obstacles, tried, triedSpeed, straight, pivots);
        if (step === 0 && sample === 0) {
          directHit = trial.hit;
          isDirectFree = trial.isFree;
          meets = directHit >= 0 && isComing(discs, directHit, preference.reference);
        }
        if (trial.isFree) {
          cost = cost + NARROWNESS * (1.0 - trial.room / COMFORT);
          if (cost < best) {
            best = cost;
            heading = tried;
            speed = triedSpeed;
            deviation = side * off;
          }
        } else {
          if (trial.time > longest) {
            longest = trial.time;
            way = trial.distance;
            lateHeading = tried;
            lateDeviation = side * off;
          }
        }
      }
    }
  }
  let isWay = best < Infinity;
  if (!isWay || (best > STOPPING && directHit >= 0 && isMoving(discs, directHit))) {
    for (const turn of [0.0, -2.0 * HEADING_SPACING, 2.0 * HEADING_SPACING]) {
      tried = wrapAngle(start.yaw + turn);
      cost = STOPPING + TURNING * Math.abs(turn);
      if (cost < best && tryHeading(start, ability, obstacles, tried, 0.0, FAR, false).isFree) {
        best = cost;
        heading = tried;
        speed = 0.0;
        deviation = 0.0;
        isWay = false;
      }
    }
  }
  if (best < Infinity) {
    return { isFree: isWay, heading, speed, deviation, directHit, isDirectFree };
  }
  const stop = minimum(stoppingSpeed(way, ability.braking), preference.speed);
  lateHeading = stop > DYNAMIC_WINDOW_COSTS_CRAWL ? lateHeading : start.yaw; // a vehicle that pivots while it stops hits who passes
  return {
    isFree: false,
    heading: lateHeading,
    speed: stop,
    deviation: lateDeviation,
    directHit,
    isDirectFree,
  };
}

// Write the obstacle in a driver's preferred way into its perception, if there is one.
export function perceive(i: number, start: RolloutMotion, choice: Choice, discs: Discs, seen: Perception): void {
  const hit = choice.directHit;
  if (hit < 0) {
    return;
  }
  const index = discs.obstacleIndex[hit];
  const dx = discs.x[hit] - start.x;
  const dy = discs.y[hit] - start.y;
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const made: [number, number] = index >= 0 ? [OBJECT, index] : [VEHICLE, -1 - index];
  seen.seen[i] = made[0];
  seen.seenIndex[i] = made[1];
  seen.seenDistance[i] = distance(0.0, 0.0, dx, dy);
  seen.seenRight[i] = dx * sine - dy * cosine;
  seen.seenRadius[i] = discs.radius[hit];
}

// Return whether the obstacle in a driver's preferred way stays there.
export function staysInWay(choice: Choice, takesPriority: boolean, discs: Discs): boolean {
  const hit = choice.directHit;
  if (hit < 0) {
    return false;
  }
  return discs.obstacleIndex[hit] >= 0 || (takesPriority && !isMoving(discs, hit));
}

// Remember the side on which a driver passes an obstacle; if there is no way, follow its edge.
export function keepSide(i: number, start: RolloutMotion, choice: Choice, isObstructed: boolean, memory: AvoidanceMemory, pause: number): void {
  const side = memory.passingSide;
  const isWay = choice.deviation !== 0.0 && (side[i] === 0.0 || Math.abs(choice.deviation) < STUCK);
  if (isObstructed && isWay) {
    side[i] = choice.deviation > 0.0 ? 1.0 : -1.0;
    memory.passingTime[i] = SIDE_MEMORY;
  } else {
    if (memory.passingTime[i] > 0.0) {
      memory.passingTime[i] = memory.passingTime[i] - pause;
    } else {
      side[i] = 0.0;
    }
  }
  if (isObstructed && (!choice.isFree || Math.abs(choice.deviation) > STUCK)) {
    memory.isFollowingWall[i] = 1.0;
    memory.trapTime[i] = 0.0;
    memory.trapX[i] = start.x;
    memory.trapY[i] = start.y;
    if (side[i] === 0.0) {
      side[i] = -1.0;
    }
  }
}

// Back off where there is most room behind, if there is any.
export function beginToBackOff(i: number, start: RolloutMotion, ability: Ability, obstacles: Obstacles, autopilot: Autopilot, memory: AvoidanceMemory, decisions: Decisions): void {
  const toward = memory.passingSide[i] !== 0.0 ? memory.passingSide[i] : -1.0;
  let best = LEAST_BACK_OFF;
  let bestTurn = 0.0;
  for (const turn of [toward, 0.0, -toward]) {
    const heading = wrapAngle(start.yaw + turn);
    if (isRefused(autopilot.ground.refusedHeadings[i], heading + 3.141592653589793)) {
      continue;
    }
    const behind: Trial = tryHeading(
      start,
      ability,
      obstacles,
      heading,
      BACK_OFF_SPEED,
      BACK_OFF_DISTANCE,
      false,
    );
    if (behind.distance > best + 1.0) {
      best = minimum(behind.distance, BACK_OFF_DISTANCE);
      bestTurn = turn;
    }
  }
  if (best > LEAST_BACK_OFF) {
    autopilot.course.backOffTime[i] = 0.8 * best / Math.abs(BACK_OFF_SPEED);
    decisions.heading[i] = wrapAngle(start.yaw + bestTurn);
    memory.waitingTime[i] = 0.0;
  }
}

// Choose a driver's heading and speed until its next decision, pause [s] later, by trials.
export function decide(i: number, start: RolloutMotion, entity: Entity, mind: Mind, around: Surroundings, discs: Discs, pause: number): void {
  const autopilot: Autopilot = mind.autopilot;
  const memory: AvoidanceMemory = mind.memory;
  const decisions: Decisions = mind.decisions;
  const course: Course = autopilot.course;
  const avoidance: Avoidance = autopilot.avoidance;
  const takesPriority = memory.waitingTime[i] > WAIT + 0.5 * modulo(entity.body.worldId[i], 4);
  const ability: Ability = abilityOf(
    i,
    entity,
    autopilot.ground,
    mind.freeing.throttleCut[i],
    around.trailers,
  );
  const [obstacles, nearest, nearestYaw] = lookAround(i, start, ability, takesPriority, entity, course, around, discs);
  if (course.backOffTime[i] > 0.0) {
    const behind: Trial = tryHeading(
      start,
      ability,
      obstacles,
      avoidance.desiredYaw[i],
      BACK_OFF_SPEED,
      1.0,
      false,
    );
    if (!behind.isFree && behind.time < 0.7) {
      course.backOffTime[i] = 0.0;
    }
    return;
  }
  let preference: Preference = preferenceOnCourse(
    i,
    start,
    autopilot,
    memory.passingSide[i],
    entity.performance,
  );
  leaveWall(i, start, autopilot, memory, nearest);
  const isFollowing = memory.isFollowingWall[i] > 0.5;
  if (isFollowing) {
    keepToWall(i, memory, pause);
    preference = preferenceAlongWall(i, nearestYaw, avoidance.desiredYaw[i], preference.speed, memory);
  }
  const choice: Choice = choose(
    start,
    ability,
    obstacles,
    preference,
    autopilot.ground.refusedHeadings[i],
  );
  perceive(i, start, choice, discs, autopilot.perception);
  const isObstructed = staysInWay(choice, takesPriority, discs);
  if (!isFollowing) {
    keepSide(i, start, choice, isObstructed, memory, pause);
  }
  decisions.heading[i] = choice.heading;
  decisions.speed[i] = choice.speed;
  avoidance.isAvoiding[i] = choice.deviation === 0.0 && !isFollowing ? 0.0 : 1.0;
  const isHeld = !choice.isFree && memory.waitingTime[i] > (isObstructed ? 0.5 : WAIT);
  const isStuck = choice.isFree && memory.waitingTime[i] > WAIT && choice.speed > HALT;
  if (isHeld || (isStuck && Math.abs(start.speed) < STUCK_SPEED)) {
    beginToBackOff(i, start, ability, obstacles, autopilot, memory, decisions);
  }
}

// Decide heading and speed of the autopilots under this rule that are due in this step.
export function decideInDynamicWindow(entity: Entity, inputs: DriverInputs, mind: Mind, around: Surroundings, rota: Rota, dt: number): void {
  const discs: Discs = {
    x: new Float64Array(MOST_DISCS),
    y: new Float64Array(MOST_DISCS),
    speedX: new Float64Array(MOST_DISCS),
    speedY: new Float64Array(MOST_DISCS),
    radius: new Float64Array(MOST_DISCS),
    need: new Float64Array(MOST_DISCS),
    growth: new Float64Array(MOST_DISCS),
    until: new Float64Array(MOST_DISCS),
    changeX: new Float64Array(MOST_DISCS),
    changeY: new Float64Array(MOST_DISCS),
    changeTime: new Float64Array(MOST_DISCS),
    obstacleIndex: new Int32Array(MOST_DISCS),
    trailerNeed: new Float64Array(MOST_DISCS),
    since: new Float64Array(MOST_DISCS),
  };
  const course: Course = mind.autopilot.course;
  const avoidance: Avoidance = mind.autopilot.avoidance;
  const count = entity.pose.x.length;
  for (let i = 0; i < count; i++) {
    const isOwn = inputs.driver[i] === AUTOPILOT && avoidance.avoidanceRule[i] === around.rule;
    if (course.backOffTime[i] > 0.0 && isOwn) {
      course.backOffTime[i] = maximum(course.backOffTime[i] - dt, 0.0);
    }
  }
  for (let i = 0; i < count; i++) {
    const duty = rota.duty[mind.memory.decisionTurn[i]];
    if (duty === OFF_DUTY || inputs.driver[i] !== AUTOPILOT || avoidance.avoidanceRule[i] !== around.rule) {
      continue;
    }
    if (course.courseSpeed[i] < HALT && course.turning[i] === FORWARD) {
      stay(i, mind);
      continue;
    }
    const start: RolloutMotion = {
      x: entity.pose.x[i],
      y: entity.pose.y[i],
      yaw: entity.pose.yaw[i],
      speed: entity.motion.speed[i],
      steer: inputs.steer[i],
    };
    if (course.courseSpeed[i] < HALT) {
      turnRound(i, start, entity, mind, around, discs);
      continue;
    }
    const pause = rota.every * dt;
    beginDecision(i, start, mind, pause);
    const seen: GlanceGlance = glance(i, start, entity, mind, around, duty !== LOOK_AROUND);
    mind.memory.isCalm[i] = seen.isCalm ? 1 : 0;
    if (seen.isFree) {
      followCourse(i, seen, mind, pause);
    } else {
      decide(i, start, entity, mind, around, discs, pause);
    }
  }
}

// Set heading and speed of the drivers that have decided.
export function adoptDecisions(inputs: DriverInputs, avoidance: Avoidance, memory: AvoidanceMemory, decisions: Decisions, rota: Rota, rule: number): void {
  for (let i = 0; i < inputs.driver.length; i++) {
    const isDue = rota.duty[memory.decisionTurn[i]] !== OFF_DUTY;
    if (isDue && inputs.driver[i] === AUTOPILOT && avoidance.avoidanceRule[i] === rule) {
      const next = decisions.heading[i];
      const next2 = decisions.speed[i];
      avoidance.desiredYaw[i] = next;
      avoidance.avoidanceSpeed[i] = next2;
    }
  }
}

// Return the remaining share of a vehicle's top speed and acceleration, 0 for a dead one.
export function mobility(damage: number): number {
  return damage >= 1.0 ? 0.0 : damage > 0.0 ? HIT_MOBILITY : 1.0;
}

// Return the curvature of the path at full steer [1/m], of which tracked models keep the lateral acceleration.
export function fullSteerCurvature(speed: number, fullCurvature: number, pivotYawRate: number, fullLateralAcceleration: number): number {
  const magnitude = maximum(Math.abs(speed), STANDSTILL);
  return minimum(fullCurvature + pivotYawRate / magnitude, fullLateralAcceleration / (magnitude * magnitude));
}

// Return the handling that damage has left of a vehicle: shares of its mobility and of the acceleration in use.
export function handlingLeft(i: number, limits: Performance, speed: number, left: number, throttle: number): Handling {
  const curvature = fullSteerCurvature(
    speed,
    limits.fullCurvature[i],
    limits.pivotYawRate[i],
    limits.fullLateralAcceleration[i],
  );
  return {
    maxSpeed: left * limits.maxSpeed[i],
    maxReverseSpeed: left * limits.maxReverseSpeed[i],
    acceleration: left * throttle * limits.acceleration[i],
    braking: limits.braking[i],
    coasting: limits.coasting[i],
    steerRate: limits.steerRate[i],
    maxLateralAcceleration: limits.maxLateralAcceleration[i],
    fullCurvature: curvature,
  };
}

// Return the deceleration [m/s^2] for which a bend leaves grip; a car that brakes harder there spins. The sum of
// both accelerations is limited, not the root of their squares (the friction circle): brakes lock the unloaded
// rear wheels before the front ones.
export function gripLeft(lateralAcceleration: number): number {
  return maximum(FULL_GRIP - Math.abs(lateralAcceleration), LEAST_GRIP);
}

// Return whether an autopilot is to stand: its course has no speed, and it neither turns on the spot nor backs.
export function isToStand(i: number, course: Course): boolean {
  return course.courseSpeed[i] === 0.0 && course.turning[i] === FORWARD && course.backOffTime[i] <= 0.0;
}

// Return the speed [m/s] at which to approach something ahead: the desired one if there is room to stop. Else the
// speed that braking ends in that distance, v^2 = 2 a s, but never less than the least speed.
export function slowFor(distance: number, desiredSpeed: number, leastSpeed: number, braking: number): number {
  const room = maximum(distance, 0.0);
  return minimum(desiredSpeed, maximum(Math.sqrt(2.0 * braking * room), leastSpeed));
}

// Return an autopilot's speed [m/s] and steering command. One that is to stand brakes with its steering at rest,
// whatever its avoidance rule has decided.
export function commandByAutopilot(i: number, entity: Entity, autopilot: Autopilot, steer: number, handling: Handling, traits: RuleTraits, dt: number): [number, number] {
  const speed = entity.motion.speed[i];
  const limits: Performance = entity.performance;
  const seen: Perception = autopilot.perception;
  const avoidance: Avoidance = autopilot.avoidance;
  const course: Course = autopilot.course;
  const ground: GroundLimits = autopilot.ground;
  let braking = minimum(handling.braking, ground.groundBraking[i]);
  let acceleration = minimum(handling.acceleration, ground.groundAcceleration[i]);
  const lateral = minimum(handling.maxLateralAcceleration, ground.groundLateralAcceleration[i]);
  const canSlide = limits.turnLag[i] > 0.0 && Math.abs(speed) > STARTING; // kinematic vehicles turn at once and never slide
  const left = canSlide ? gripLeft(speed * entity.motion.yawRate[i]) : NO_LIMIT;
  braking = minimum(braking, left);
  acceleration = minimum(acceleration, DRIVEN_SHARE * left);
  acceleration = acceleration + Math.abs(steer) * ground.turnAcceleration[i];
  const most = limits.fullLateralAcceleration[i] / maximum(Math.abs(speed), STANDSTILL);
  const fullYawRate = clamp(limits.pivotYawRate[i] + limits.fullCurvature[i] * speed, -most, most);
  const limit = steerLimit(Math.abs(speed), handling.fullCurvature, lateral);
  const turned = steerToward(
    entity.pose.yaw[i],
    avoidance.desiredYaw[i],
    steer,
    handling.steerRate,
    dt,
    fullYawRate,
    limit,
  );
  const stands = isToStand(i, course);
  const room = seen.seenDistance[i] - seen.seenRadius[i] - entity.body.frontReach[i];
  let target = slowFor(room, course.courseSpeed[i], STAGES_SLOWEST, braking);
  target = traits.setsSpeed[avoidance.avoidanceRule[i]] !== 0 ? avoidance.avoidanceSpeed[i] : target;
  target = clamp(target, -handling.maxReverseSpeed, handling.maxSpeed);
  target = course.backOffTime[i] > 0.0 ? BACK_OFF_SPEED : target;
  target = stands ? 0.0 : target;
  steer = stands ? turnWheel(steer, 0.0, handling.steerRate, dt) : turned;
  return [keepSpeed(speed, target, acceleration, braking, dt), steer];
}

// Set each autopilot's commanded speed [m/s] and steering command, and note the vehicles that have no autopilot.
export function commandAutopilots(entity: Entity, inputs: DriverInputs, autopilot: Autopilot, damages: Damage, freeing: Freeing, turns: Turns, traits: RuleTraits, dt: number): void {
  const speed = entity.motion.speed; // fmt: skip
  const limits: Performance = entity.performance;
  const steer = inputs.steer;
  const commandedSpeed = inputs.commandedSpeed;
  for (let i = 0; i < speed.length; i++) {
    const left = mobility(damages.damage[i]);
    const isOther = inputs.driver[i] !== AUTOPILOT || left <= 0.0;
    const handling: Handling = handlingLeft(i, limits, speed[i], left, 1.0 - freeing.throttleCut[i]);
    const [driven, turned] = commandByAutopilot(i, entity, autopilot, steer[i], handling, traits, dt);
    turns.isOther[i] = isOther ? 1 : 0;
    commandedSpeed[i] = isOther ? commandedSpeed[i] : driven;
    steer[i] = isOther ? steer[i] : turned;
  }
}

// Move vehicles by their residual lateral speed and yaw rate, which friction reduces. Lateral speed, and yaw rate
// times the radius of gyration, are the components of one sliding speed, which decreases linearly to 0.
export function moveResidually(pose: Pose, residual: ResidualMotion, body: Body, dt: number): void {
  const x = pose.x;
  const y = pose.y;
  const yaw = pose.yaw;
  const lateralSpeed = residual.residualLateralSpeed;
  const yawRate = residual.residualYawRate;
  for (let i = 0; i < x.length; i++) {
    if (lateralSpeed[i] !== 0.0 || yawRate[i] !== 0.0) {
      const turning = yawRate[i] * yawRate[i] * body.yawInertia[i] / body.mass[i];
      const sliding = Math.sqrt(lateralSpeed[i] * lateralSpeed[i] + turning);
      const left = maximum(sliding - SLIDING_FRICTION * GRAVITY * dt, 0.0) / sliding;
      const mean = 0.5 * (1.0 + left) * minimum(dt, sliding / (SLIDING_FRICTION * GRAVITY));
      const along = lateralSpeed[i] * mean;
      const turn = yawRate[i] * mean;
      const angle = yaw[i] + 0.5 * turn;
      const sine = Math.sin(angle);
      const cosine = Math.cos(angle);
      const next = x[i] - sine * along;
      const next2 = y[i] + cosine * along;
      const next3 = wrapAngle(yaw[i] + turn);
      x[i] = next;
      y[i] = next2;
      yaw[i] = next3;
      const next4 = left * lateralSpeed[i];
      const next5 = left * yawRate[i];
      lateralSpeed[i] = next4;
      yawRate[i] = next5;
    }
  }
}

// Set lateral speed and yaw rate: the model's, or those of the steering, and residual motion.
export function refreshVelocities(motion: Motion, velocity: ModelVelocity, residual: ResidualMotion, inputs: DriverInputs, limits: Performance): void {
  for (let i = 0; i < motion.speed.length; i++) {
    const full = limits.pivotYawRate[i] + limits.fullCurvature[i] * motion.speed[i];
    const steered = inputs.steer[i] * full + residual.residualYawRate[i];
    const modelled = velocity.modelYawRate[i] + residual.residualYawRate[i];
    motion.yawRate[i] = velocity.hasYawRate[i] !== 0 ? modelled : steered;
    motion.lateralSpeed[i] = velocity.modelLateralSpeed[i] + residual.residualLateralSpeed[i];
  }
}

// Clear BLOCKED, and mark vehicles that have moved farther than farthest or have no finite position.
export function noticeMoves(pose: Pose, motion: Motion, filed: CandidatesFiled, farthest: number): void {
  for (let i = 0; i < pose.x.length; i++) {
    const dx = pose.x[i] - filed.x[i];
    const dy = pose.y[i] - filed.y[i];
    filed.hasMoved[i] = !(dx * dx + dy * dy <= farthest * farthest) ? 1 : 0;
    motion.status[i] = (motion.status[i] & OTHERS);
  }
}

// Count the vehicles of higher id that may touch one, and write as many to found as fit.
export function findPartners(own: number, others: Neighbourhood, largestRadius: number, skin: number, found: Int32Array, place: number): number {
  const circles: Circles = others.circles;
  const places = others.places;
  if (circles.x.length === 0) {
    return 0;
  }
  const ownX = circles.x[own];
  const ownY = circles.y[own];
  const more = circles.radius[own] + 2.0 * NEARBY + skin;
  const farthest = largestRadius + more;
  const cells: Cells = cellsNear(circles.grid, ownX, ownY, SLACK * farthest);
  let count = 0;
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span296 = entriesIn(circles.grid, cells, row);
    for (let entry = span296[0]; entry < span296[1]; entry++) {
      const dx = places.values[entry * places.shape[1] + 0] - ownX;
      const dy = places.values[entry * places.shape[1] + 1] - ownY;
      if (!(dx * dx + dy * dy <= farthest * farthest)) {
        continue;
      }
      const other = circles.grid.item[entry];
      const apart = circles.radius[other] + more;
      if (other > own && dx * dx + dy * dy < apart * apart && count < MOST_PARTNERS) {
        if (place + count < found.length) {
          found[place + count] = other;
        }
        count = count + 1;
      }
    }
  }
  return count;
}

// Return whether a circle touches any object.
export function isAnyWithin(x: number, y: number, radius: number, objects: Circles, largestRadius: number): boolean {
  const cells: Cells = cellsNear(objects.grid, x, y, SLACK * (radius + largestRadius));
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span320 = entriesIn(objects.grid, cells, row);
    for (let entry = span320[0]; entry < span320[1]; entry++) {
      const index = objects.grid.item[entry];
      const dx = objects.x[index] - x;
      const dy = objects.y[index] - y;
      const apart = radius + objects.radius[index];
      if (dx * dx + dy * dy < apart * apart) {
        return true;
      }
    }
  }
  return false;
}

// Count each vehicle's candidates of higher id, and store its position and whether an object is near.
export function countCandidates(entity: Entity, filed: CandidatesFiled, others: Neighbourhood, objects: Circles, clearance: ClearanceMap, largestRadius: number, largestObject: number, skin: number): void {
  const pose: Pose = entity.pose;
  const body: Body = entity.body;
  for (let i = 0; i < pose.x.length; i++) {
    const next = pose.x[i];
    const next2 = pose.y[i];
    filed.x[i] = next;
    filed.y[i] = next2;
    const own = body.vehicleId[i];
    filed.partners[i] = findPartners(own, others, largestRadius, skin, filed.partners, filed.partners.length);
    const radius = body.radius[i] + 2.0 * NEARBY + 0.5 * skin;
    filed.isNearObject[i] = 0;
    if (clearanceAt(pose.x[i], pose.y[i], clearance) < radius) {
      filed.isNearObject[i] = isAnyWithin(pose.x[i], pose.y[i], radius, objects, largestObject) ? 1 : 0;
    }
  }
}

// List the pairs that count_candidates has counted.
export function listPairs(pairs: Pairs, filed: CandidatesFiled, others: Neighbourhood, largestRadius: number, skin: number): void {
  let place = 0;
  for (let i = 0; i < filed.partners.length; i++) {
    if (filed.partners[i] > 0) {
      const found = findPartners(i, others, largestRadius, skin, pairs.second, place);
      for (let k = place; k < place + found; k++) {
        pairs.first[k] = i;
      }
      place = place + found;
    }
  }
}

// Return the id of the vehicle that a body belongs to.
export function ownerOf(b: number, bodies: Bodies): number {
  const count = bodies.pose.x.length;
  if (b < count) {
    return b;
  }
  return bodies.trailers.vehicle[b - count];
}

// Return an upper bound of the speed of any point of a vehicle [m/s]; twice that of its own body with trailers.
export function waySpeed(i: number, bodies: Bodies): number {
  const motion: Motion = bodies.motion;
  const trailers: Trailers = bodies.trailers;
  let speed = Math.abs(motion.speed[i]) + Math.abs(motion.lateralSpeed[i]) + Math.abs(motion.yawRate[i]) * bodies.body.radius[i];
  for (let t = trailers.first[i]; t < trailers.first[i] + trailers.count[i]; t++) {
    speed = speed + Math.abs(trailers.yawRate[t]) * (trailers.halfLength[t] + trailers.halfWidth[t] + trailers.reach[t]);
  }
  return speed;
}

// Return whether a body is there: a vehicle may have fewer trailers than its model.
export function isThere(b: number, bodies: Bodies): boolean {
  const count = bodies.pose.x.length;
  if (b < count) {
    return true;
  }
  const i = bodies.trailers.vehicle[b - count];
  return b - count < bodies.trailers.first[i] + bodies.trailers.count[i];
}

// Return the vector from the reference point of the vehicle to the centre of a body.
export function offsetOf(b: number, bodies: Bodies): Centre {
  const count = bodies.pose.x.length;
  if (b < count) {
    return centreOffset(b, bodies.pose, bodies.body);
  }
  return { x: bodies.trailers.x[b - count], y: bodies.trailers.y[b - count] };
}

// Return half of the length and half of the width of a body [m].
export function halfSizeOf(b: number, bodies: Bodies): [number, number] {
  const count = bodies.pose.x.length;
  if (b < count) {
    return [bodies.body.halfLength[b], bodies.body.halfWidth[b]];
  }
  return [bodies.trailers.halfLength[b - count], bodies.trailers.halfWidth[b - count]];
}

// Return the yaw of a body [rad].
export function yawOf(b: number, bodies: Bodies): number {
  const count = bodies.pose.x.length;
  if (b < count) {
    return bodies.pose.yaw[b];
  }
  return bodies.trailers.yaw[b - count];
}

// Return the rectangles of two bodies.
export function rectanglesOf(b: number, other: number, bodies: Bodies): TwoRectangles {
  const pose: Pose = bodies.pose;
  const i = ownerOf(b, bodies);
  const j = ownerOf(other, bodies);
  const own: Centre = offsetOf(b, bodies);
  const there: Centre = offsetOf(other, bodies);
  const [halfLength, halfWidth] = halfSizeOf(b, bodies);
  const [otherHalfLength, otherHalfWidth] = halfSizeOf(other, bodies);
  return {
    dx: pose.x[j] - pose.x[i] + (there.x - own.x),
    dy: pose.y[j] - pose.y[i] + (there.y - own.y),
    yaw: yawOf(b, bodies),
    halfLength,
    halfWidth,
    otherYaw: yawOf(other, bodies),
    otherHalfLength,
    otherHalfWidth,
  };
}

// Return whether two rectangles overlap by more than an edge.
export function overlap(dx: number, dy: number, yaw: number, halfLength: number, halfWidth: number, otherYaw: number, otherHalfLength: number, otherHalfWidth: number): boolean {
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  const otherSine = Math.sin(otherYaw);
  const otherCosine = Math.cos(otherYaw);
  const along = Math.abs(cosine * otherCosine + sine * otherSine);
  const across = Math.abs(sine * otherCosine - cosine * otherSine);
  return Math.abs(dx * cosine + dy * sine) < halfLength + otherHalfLength * along + otherHalfWidth * across && Math.abs(dy * cosine - dx * sine) < halfWidth + otherHalfLength * across + otherHalfWidth * along && Math.abs(dx * otherCosine + dy * otherSine) < otherHalfLength + halfLength * along + halfWidth * across && Math.abs(dy * otherCosine - dx * otherSine) < otherHalfWidth + halfLength * across + halfWidth * along;
}

// Return whether two bodies touch, or nearly touch.
export function nearlyTouch(b: number, other: number, bodies: Bodies): boolean {
  const two: TwoRectangles = rectanglesOf(b, other, bodies);
  return overlap(
    two.dx,
    two.dy,
    two.yaw,
    two.halfLength + NEARBY,
    two.halfWidth + NEARBY,
    two.otherYaw,
    two.otherHalfLength + NEARBY,
    two.otherHalfWidth + NEARBY,
  );
}

// Return the motion of a vehicle's own body in the world's axes.
export function moving(i: number, bodies: Bodies): ImpulsesMoving {
  const motion: Motion = bodies.motion;
  const body: Body = bodies.body;
  const angle = bodies.pose.yaw[i];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return {
    velocityX: motion.speed[i] * cosine - motion.lateralSpeed[i] * sine,
    velocityY: motion.speed[i] * sine + motion.lateralSpeed[i] * cosine,
    yawRate: motion.yawRate[i],
    inverseMass: 1.0 / body.mass[i],
    inverseInertia: 1.0 / body.yawInertia[i],
  };
}

// Return the velocity of the hitch of a trailer, east and north [m/s].
export function velocityOfHitch(t: number, trailers: Trailers, pose: Pose, motion: Motion): [number, number] {
  const i = trailers.vehicle[t];
  const angle = pose.yaw[i];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  let x = motion.speed[i] * cosine - motion.lateralSpeed[i] * sine;
  let y = motion.speed[i] * sine + motion.lateralSpeed[i] * cosine;
  let yawRate = motion.yawRate[i];
  let fromX = 0.0;
  let fromY = 0.0;
  for (let k = trailers.first[i]; k < t + 1; k++) {
    x = x - yawRate * (trailers.hitchY[k] - fromY);
    y = y + yawRate * (trailers.hitchX[k] - fromX);
    yawRate = trailers.yawRate[k];
    fromX = trailers.hitchX[k];
    fromY = trailers.hitchY[k];
  }
  return [x, y];
}

// Return the velocity of a point of a body, east and north [m/s], and the body's yaw rate [rad/s].
export function velocityAt(b: number, x: number, y: number, bodies: Bodies): [number, number, number] {
  const count = bodies.pose.x.length;
  let yawRate: number;
  if (b < count) {
    const motion: ImpulsesMoving = moving(b, bodies);
    yawRate = motion.yawRate;
    return [motion.velocityX - yawRate * y, motion.velocityY + yawRate * x, yawRate];
  }
  const t = b - count;
  const trailers: Trailers = bodies.trailers;
  const [hitchX, hitchY] = velocityOfHitch(t, trailers, bodies.pose, bodies.motion);
  yawRate = trailers.yawRate[t];
  return [
    hitchX - yawRate * (y - trailers.hitchY[t]),
    hitchY + yawRate * (x - trailers.hitchX[t]),
    yawRate,
  ];
}

// Return the outline of a body and the velocity of its centre.
export function movingRectangle(b: number, bodies: Bodies): FirstContactMovingRectangle {
  const i = ownerOf(b, bodies);
  const offset: Centre = offsetOf(b, bodies);
  const [velocityX, velocityY, yawRate] = velocityAt(b, offset.x, offset.y, bodies);
  const [halfLength, halfWidth] = halfSizeOf(b, bodies);
  return {
    x: bodies.pose.x[i] + offset.x,
    y: bodies.pose.y[i] + offset.y,
    yaw: yawOf(b, bodies),
    velocityX,
    velocityY,
    yawRate,
    halfLength,
    halfWidth,
  };
}

export function Length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

// Return the distance of the corners from the centre [m].
export function Corner(body: FirstContactMovingRectangle): number {
  return Length(body.halfLength, body.halfWidth);
}

// Return the speed of the corners around the centre [m/s].
export function RimSpeed(body: FirstContactMovingRectangle): number {
  return Math.abs(body.yawRate) * Corner(body);
}

// Return an upper bound of the speed of any point of one rectangle relative to the other [m/s].
export function greatestRelativeSpeed(first: FirstContactMovingRectangle, second: FirstContactMovingRectangle): number {
  const x = second.velocityX - first.velocityX;
  const y = second.velocityY - first.velocityY;
  return Length(x, y) + RimSpeed(first) + RimSpeed(second);
}

// Return two rectangles at a time of the step, relative to its end [s].
export function rectanglesAt(first: FirstContactMovingRectangle, second: FirstContactMovingRectangle, time: number): TwoRectangles {
  return {
    dx: second.x - first.x + time * (second.velocityX - first.velocityX),
    dy: second.y - first.y + time * (second.velocityY - first.velocityY),
    yaw: first.yaw + time * first.yawRate,
    halfLength: first.halfLength,
    halfWidth: first.halfWidth,
    otherYaw: second.yaw + time * second.yawRate,
    otherHalfLength: second.halfLength,
    otherHalfWidth: second.halfWidth,
  };
}

// Return the penetration of two rectangles along the axes of the first, then of the second; below 0 gaps [m].
export function penetrations(two: TwoRectangles): [number, number, number, number] {
  const dx = two.dx;
  const dy = two.dy;
  const yaw = two.yaw;
  const halfLength = two.halfLength;
  const halfWidth = two.halfWidth;
  const otherYaw = two.otherYaw;
  const otherHalfLength = two.otherHalfLength;
  const otherHalfWidth = two.otherHalfWidth;
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  const otherSine = Math.sin(otherYaw);
  const otherCosine = Math.cos(otherYaw);
  const along = Math.abs(cosine * otherCosine + sine * otherSine);
  const across = Math.abs(cosine * otherSine - sine * otherCosine);
  const ahead = dx * cosine + dy * sine;
  const left = dy * cosine - dx * sine;
  const otherAhead = dx * otherCosine + dy * otherSine;
  const otherLeft = dy * otherCosine - dx * otherSine;
  const end = halfLength + otherHalfLength * along + otherHalfWidth * across - Math.abs(ahead);
  const side = halfWidth + otherHalfLength * across + otherHalfWidth * along - Math.abs(left);
  const otherEnd = otherHalfLength + halfLength * along + halfWidth * across - Math.abs(otherAhead);
  const otherSide = otherHalfWidth + halfLength * across + halfWidth * along - Math.abs(otherLeft);
  return [end, side, otherEnd, otherSide];
}

// Return the face of smallest penetration of two rectangles, and that penetration, below 0 for a gap [m].
export function nearestFace(two: TwoRectangles): [number, number] {
  const [end, side, otherEnd, otherSide] = penetrations(two);
  const depth = minimum(end, side);
  const otherDepth = minimum(otherEnd, otherSide);
  const own = end <= side ? OWN_END : OWN_SIDE;
  const other = otherEnd <= otherSide ? OTHER_END : CONTACT_POINTS_OTHER_SIDE;
  return [depth <= otherDepth + TIE ? own : other, minimum(depth, otherDepth)];
}

// Return the widest gap of two rectangles along an axis, negative if they overlap [m], and its closing speed
// [m/s]. The third result says whether the axis is one of the first rectangle. Rotation is not part of the closing
// speed.
export function widestGap(two: TwoRectangles, velocityX: number, velocityY: number): [number, number, boolean] {
  const [face, depth] = nearestFace(two);
  const isOwn = face <= OWN_SIDE;
  const angle = isOwn ? two.yaw : two.otherYaw;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const isEnd = face === OWN_END || face === OTHER_END;
  const axisX = isEnd ? cosine : -sine;
  const axisY = isEnd ? sine : cosine;
  const parting = velocityX * axisX + velocityY * axisY;
  return [-depth, two.dx * axisX + two.dy * axisY < 0.0 ? parting : -parting, isOwn];
}

// Return the time at which two rectangles first touch, from start to 0, or NEVER [s]. It is start if they overlap
// then.
export function firstTouch(first: FirstContactMovingRectangle, second: FirstContactMovingRectangle, start: number): number {
  const velocityX = second.velocityX - first.velocityX;
  const velocityY = second.velocityY - first.velocityY;
  let time = start;
  for (let _ = 0; _ < MOST_ADVANCES; _++) {
    const two: TwoRectangles = rectanglesAt(first, second, time);
    const [gap, closing, isOwn] = widestGap(two, velocityX, velocityY);
    if (gap <= TOUCH) {
      return time;
    }
    const distance = Length(two.dx, two.dy);
    const turning = Math.abs(isOwn ? first.yawRate : second.yawRate);
    const corner = isOwn ? Corner(second) : Corner(first);
    const spin = Math.abs(second.yawRate - first.yawRate) * corner + (1.0 + SHARE) * distance * turning;
    const speed = closing + spin;
    let advance = speed > 0.0 ? gap / (speed > 0.0 ? speed : 1.0) : LONG;
    if (turning > 0.0) {
      advance = minimum(advance, SHARE * distance / maximum(Length(velocityX, velocityY), FIRST_CONTACT_SLOWEST));
    }
    time = time + advance;
    if (!(time <= 0.0)) {
      return NEVER;
    }
  }
  return NEVER;
}

// Return the vector from the reference point of the vehicle to the centre of a body at a time of the step.
export function offsetAt(b: number, bodies: Bodies, time: number): Centre {
  const offset: Centre = offsetOf(b, bodies);
  const count = bodies.pose.x.length;
  if (b < count) {
    const yawRate = bodies.motion.yawRate[b];
    return { x: offset.x - time * yawRate * offset.y, y: offset.y + time * yawRate * offset.x };
  }
  const motion: ImpulsesMoving = moving(ownerOf(b, bodies), bodies);
  const [x, y, ] = velocityAt(b, offset.x, offset.y, bodies);
  return { x: offset.x + time * (x - motion.velocityX), y: offset.y + time * (y - motion.velocityY) };
}

// Return the normal of the reference face, and the point between it and the other's edge, from its centre.
export function BetweenFaces(dx: number, dy: number, isEnd: boolean, touched: _Rectangle, touching: _Rectangle): [number, number, number, number] {
  const cosine = touched.cosine;
  const sine = touched.sine;
  const halfLength = touched.halfLength;
  const halfWidth = touched.halfWidth;
  const otherCosine = touching.cosine;
  const otherSine = touching.sine;
  const otherHalfLength = touching.halfLength;
  const otherHalfWidth = touching.halfWidth;
  const axisX = isEnd ? cosine : -sine;
  const axisY = isEnd ? sine : cosine;
  const toward = dx * axisX + dy * axisY < 0.0 ? -1.0 : 1.0;
  const normalX = toward * axisX;
  const normalY = toward * axisY;
  const reach = isEnd ? halfLength : halfWidth;
  const halfFace = isEnd ? halfWidth : halfLength;
  const facingEnd = normalX * otherCosine + normalY * otherSine;
  const facingSide = normalY * otherCosine - normalX * otherSine;
  const byEnd = Math.abs(facingEnd) >= Math.abs(facingSide);
  const back = (byEnd ? facingEnd : facingSide) < 0.0 ? 1.0 : -1.0;
  const faceX = back * (byEnd ? otherCosine : -otherSine);
  const faceY = back * (byEnd ? otherSine : otherCosine);
  const faceDistance = byEnd ? otherHalfLength : otherHalfWidth;
  const halfEdge = byEnd ? otherHalfWidth : otherHalfLength;
  const middleX = dx + faceDistance * faceX;
  const middleY = dy + faceDistance * faceY;
  const edgeX = -faceY;
  const edgeY = faceX;
  const middleOut = middleX * normalX + middleY * normalY;
  const middleOver = middleY * normalX - middleX * normalY;
  const edgeOut = edgeX * normalX + edgeY * normalY;
  const edgeOver = edgeY * normalX - edgeX * normalY;
  const divisor = edgeOver === 0.0 ? 1.0 : edgeOver; // at least 0.7 for the chosen edge
  const one = (-halfFace - middleOver) / divisor;
  const two = (halfFace - middleOver) / divisor;
  const low = clamp(minimum(one, two), -halfEdge, halfEdge);
  const high = clamp(maximum(one, two), -halfEdge, halfEdge);
  const lowDepth = maximum(reach - middleOut - low * edgeOut, 0.0);
  const highDepth = maximum(reach - middleOut - high * edgeOut, 0.0);
  const total = lowDepth + highDepth;
  const weighted = (low * lowDepth + high * highDepth) / (total > 0.0 ? total : 1.0);
  const place = total > 0.0 ? weighted : 0.5 * (low + high);
  const halfGap = 0.5 * (reach - middleOut - place * edgeOut);
  return [
    normalX,
    normalY,
    middleX + place * edgeX + halfGap * normalX,
    middleY + place * edgeY + halfGap * normalY,
  ];
}

// Return the contact of two rectangles on a given face of one of them. The contact point is the centre of the part
// of the other's nearest edge between the ends of this face, weighted by the depths at its two ends.
export function contactOnFace(face: number, depth: number, two: TwoRectangles): Contact {
  const dx = two.dx;
  const dy = two.dy;
  const yaw = two.yaw;
  const halfLength = two.halfLength;
  const halfWidth = two.halfWidth;
  const otherYaw = two.otherYaw;
  const otherHalfLength = two.otherHalfLength;
  const otherHalfWidth = two.otherHalfWidth;
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  const otherSine = Math.sin(otherYaw);
  const otherCosine = Math.cos(otherYaw);
  const isOwn = face <= OWN_SIDE;
  const isEnd = face === OWN_END || face === OTHER_END;
  const sign = isOwn ? 1.0 : -1.0;
  const touched: _Rectangle = {
    cosine: isOwn ? cosine : otherCosine,
    sine: isOwn ? sine : otherSine,
    halfLength: isOwn ? halfLength : otherHalfLength,
    halfWidth: isOwn ? halfWidth : otherHalfWidth,
  }; // fmt: skip
  const touching: _Rectangle = {
    cosine: isOwn ? otherCosine : cosine,
    sine: isOwn ? otherSine : sine,
    halfLength: isOwn ? otherHalfLength : halfLength,
    halfWidth: isOwn ? otherHalfWidth : halfWidth,
  }; // fmt: skip
  const [normalX, normalY, pointX, pointY] = BetweenFaces(sign * dx, sign * dy, isEnd, touched, touching);
  return {
    depth,
    normalX: sign * normalX,
    normalY: sign * normalY,
    x: pointX + (isOwn ? 0.0 : dx),
    y: pointY + (isOwn ? 0.0 : dy),
  };
}

// Return a contact whose point is relative to another point.
export function moved(contact: Contact, offset: Centre): Contact {
  return {
    depth: contact.depth,
    normalX: contact.normalX,
    normalY: contact.normalY,
    x: contact.x + offset.x,
    y: contact.y + offset.y,
  };
}

// Return the touch of two bodies at a time of the step [s].
export function touchAt(b: number, c: number, bodies: Bodies, time: number): Touch {
  const two: TwoRectangles = rectanglesAt(movingRectangle(b, bodies), movingRectangle(c, bodies), time);
  const [face, ] = nearestFace(two);
  return { face, contact: moved(contactOnFace(face, 0.0, two), offsetAt(b, bodies, time)), two };
}

// Return half of the extent of a rectangle along a direction of length one [m].
export function halfExtent(body: FirstContactMovingRectangle, wayX: number, wayY: number): number {
  const sine = Math.sin(body.yaw);
  const cosine = Math.cos(body.yaw);
  const along = Math.abs(wayX * cosine + wayY * sine);
  const across = Math.abs(wayY * cosine - wayX * sine);
  return body.halfLength * along + body.halfWidth * across;
}

// Return the area in a box between its rear and an edge, and its first moments; negative for an edge downwards.
export function UnderEdge(x: number, y: number, wayX: number, wayY: number, halfLength: number, halfWidth: number): [number, number, number] {
  const slope = wayX / (Math.abs(wayY) < FLAT ? 1.0 : wayY);
  const low = clamp(y, -halfWidth, halfWidth);
  const high = clamp(y + wayY, -halfWidth, halfWidth);
  const start = x + slope * (low - y);
  const change = slope * (high - low);
  const divisor = change === 0.0 ? 1.0 : change;
  const rear = clamp((-halfLength - start) / divisor, 0.0, 1.0);
  const front = clamp((halfLength - start) / divisor, 0.0, 1.0);
  let area = 0.0;
  let momentX = 0.0;
  let momentY = 0.0;
  for (let piece = 0; piece < 3; piece++) {
    const begin = piece === 0 ? 0.0 : piece === 1 ? minimum(rear, front) : maximum(rear, front);
    const end = piece === 0 ? minimum(rear, front) : piece === 1 ? maximum(rear, front) : 1.0;
    const x0 = clamp(start + begin * change, -halfLength, halfLength);
    const x1 = clamp(start + end * change, -halfLength, halfLength);
    const y0 = low + begin * (high - low);
    const y1 = low + end * (high - low);
    const depth0 = x0 + halfLength;
    const depth1 = x1 + halfLength;
    const height = y1 - y0;
    area = area + 0.5 * (depth0 + depth1) * height;
    momentX = momentX + ((x0 * x0 + x0 * x1 + x1 * x1) / 6.0 - 0.5 * halfLength * halfLength) * height;
    momentY = momentY + (y0 * (2.0 * depth0 + depth1) + y1 * (depth0 + 2.0 * depth1)) / 6.0 * height;
  }
  return [area, momentX, momentY];
}

// Return the area of the overlap of two rectangles [m^2], and its centroid from the first centre [m]. All three
// are 0 if the rectangles are apart.
export function overlapCentre(two: TwoRectangles): [number, number, number] {
  const sine = Math.sin(two.yaw);
  const cosine = Math.cos(two.yaw);
  const angle = two.otherYaw - two.yaw;
  const otherSine = Math.sin(angle);
  const otherCosine = Math.cos(angle);
  const x = two.dx * cosine + two.dy * sine;
  const y = two.dy * cosine - two.dx * sine;
  const alongX = two.otherHalfLength * otherCosine;
  const alongY = two.otherHalfLength * otherSine;
  const acrossX = -two.otherHalfWidth * otherSine;
  const acrossY = two.otherHalfWidth * otherCosine;
  let area = 0.0;
  let momentX = 0.0;
  let momentY = 0.0;
  for (let edge = 0; edge < 4; edge++) {
    const side = edge < 2 ? 1.0 : -1.0;
    const isEnd = modulo(edge, 2) === 0;
    const outX = side * (isEnd ? alongX : acrossX);
    const outY = side * (isEnd ? alongY : acrossY);
    const halfX = side * (isEnd ? acrossX : -alongX);
    const halfY = side * (isEnd ? acrossY : -alongY);
    const [part, partX, partY] = UnderEdge(x + outX - halfX, y + outY - halfY, 2.0 * halfX, 2.0 * halfY, two.halfLength, two.halfWidth);
    area = area + part;
    momentX = momentX + partX;
    momentY = momentY + partY;
  }
  const isThere = area > 0.0;
  const divisor = isThere ? area : 1.0;
  const ahead = isThere ? momentX / divisor : 0.0;
  const left = isThere ? momentY / divisor : 0.0;
  return [isThere ? area : 0.0, ahead * cosine - left * sine, ahead * sine + left * cosine];
}

// Return the face at which two bodies touch at a time of the step [s], and the contact in which the impulse acts.
// The bodies move on with their approach velocity for PENETRATION_TIME, at most until the face of one reaches the
// centre of the other; the contact point is the centroid of their overlap. The contact's depth is the penetration,
// its point is relative to the reference point of the first one's vehicle. The second and third result lead from
// there to the reference point of the second's, east and north [m].
export function contactAt(b: number, c: number, bodies: Bodies, time: number): [number, number, number, Contact] {
  const first: FirstContactMovingRectangle = movingRectangle(b, bodies);
  const second: FirstContactMovingRectangle = movingRectangle(c, bodies);
  const own: Centre = offsetAt(b, bodies, time);
  const other: Centre = offsetAt(c, bodies, time);
  const made: Touch = touchAt(b, c, bodies, time);
  const face = made.face;
  const touch: Contact = made.contact;
  const two: TwoRectangles = made.two;
  const normalX = touch.normalX;
  const normalY = touch.normalY;
  let x = touch.x - own.x;
  let y = touch.y - own.y;
  const velocityX = second.velocityX - second.yawRate * (y - two.dy) - (first.velocityX - first.yawRate * y);
  const velocityY = second.velocityY + second.yawRate * (x - two.dx) - (first.velocityY + first.yawRate * x);
  const closing = -(velocityX * normalX + velocityY * normalY);
  const limit = minimum(halfExtent(first, normalX, normalY), halfExtent(second, normalX, normalY));
  const duration = minimum(PENETRATION_TIME, limit / maximum(closing, SETTLED));
  const depth = clamp(duration * closing, LEAST_CRUSH, limit);
  const dx = two.dx - depth * normalX;
  const dy = two.dy - depth * normalY;
  let wayX = duration * (velocityX + closing * normalX);
  let wayY = duration * (velocityY + closing * normalY);
  for (let _ = 0; _ < HALVINGS; _++) {
    const [area, centreX, centreY] = overlapCentre({ dx: dx + wayX, dy: dy + wayY, yaw: two.yaw, halfLength: two.halfLength, halfWidth: two.halfWidth, otherYaw: two.otherYaw, otherHalfLength: two.otherHalfLength, otherHalfWidth: two.otherHalfWidth }); // fmt: skip
    if (area > 0.0) {
      x = centreX;
      y = centreY;
      break;
    }
    wayX = 0.5 * wayX;
    wayY = 0.5 * wayY;
  }
  const point: Contact = { depth, normalX, normalY, x, y };
  return [face, dx + wayX + own.x - other.x, dy + wayY + own.y - other.y, moved(point, own)];
}

// Return whether a train is two bodies with a joint between them.
export function isJoint(i: number, bodies: Bodies): boolean {
  return bodies.trailers.count[i] === 1 && bodies.trailers.swings[bodies.trailers.first[i]] !== 0;
}

// Return the centre of mass of a trailer, relative to the reference point of its vehicle.
export function centreOfMass(t: number, trailers: Trailers): Centre {
  const angle = trailers.yaw[t];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const behind = trailers.centreOffset[t];
  return { x: trailers.hitchX[t] - behind * cosine, y: trailers.hitchY[t] - behind * sine };
}

// Return a train as one rigid body at its present hitch angles.
export function wholeTrain(i: number, bodies: Bodies): BodyMotionWholeTrain {
  const trailers: Trailers = bodies.trailers;
  const first = bodies.trailers.first[i];
  let mass = bodies.body.mass[i];
  let x = 0.0;
  let y = 0.0;
  let at: Centre;
  for (let t = first; t < first + trailers.count[i]; t++) {
    at = centreOfMass(t, trailers);
    mass = mass + trailers.mass[t];
    x = x + trailers.mass[t] * at.x;
    y = y + trailers.mass[t] * at.y;
  }
  x = x / mass;
  y = y / mass;
  let inertia = bodies.body.yawInertia[i] + bodies.body.mass[i] * (x * x + y * y);
  for (let t = first; t < first + trailers.count[i]; t++) {
    at = centreOfMass(t, trailers);
    const square = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y);
    inertia = inertia + (trailers.yawInertia[t] + trailers.mass[t] * square);
  }
  return { mass, yawInertia: inertia, x, y };
}

// Return the changes of the velocities of tractor and trailer: those of free bodies, which the joint then joins.
export function responseOfJoint(b: number, x: number, y: number, impulseX: number, impulseY: number, bodies: Bodies): BodyMotionResponse {
  const i = ownerOf(b, bodies);
  const trailers: Trailers = bodies.trailers;
  const t = bodies.trailers.first[i];
  const at: Centre = centreOfMass(t, trailers);
  const onTrailer = b === i ? 0.0 : 1.0;
  const mass = 1.0 / bodies.body.mass[i];
  const inertia = 1.0 / bodies.body.yawInertia[i];
  const trailerMass = 1.0 / trailers.mass[t];
  const trailerInertia = 1.0 / trailers.yawInertia[t];
  const ownX = (1.0 - onTrailer) * impulseX;
  const ownY = (1.0 - onTrailer) * impulseY;
  const theirX = onTrailer * impulseX;
  const theirY = onTrailer * impulseY;
  const turn = inertia * (x * ownY - y * ownX);
  const trailerTurn = trailerInertia * ((x - at.x) * theirY - (y - at.y) * theirX);
  const hitchX = trailers.hitchX[t];
  const hitchY = trailers.hitchY[t];
  const armX = hitchX - at.x;
  const armY = hitchY - at.y;
  const gapX = trailerMass * theirX - trailerTurn * armY - (mass * ownX - turn * hitchY);
  const gapY = trailerMass * theirY + trailerTurn * armX - (mass * ownY + turn * hitchX);
  const xx = mass + trailerMass + inertia * hitchY * hitchY + trailerInertia * armY * armY;
  const yy = mass + trailerMass + inertia * hitchX * hitchX + trailerInertia * armX * armX;
  const xy = -inertia * hitchX * hitchY - trailerInertia * armX * armY;
  const determinant = xx * yy - xy * xy;
  const jointX = (xy * gapY - yy * gapX) / determinant;
  const jointY = (xy * gapX - xx * gapY) / determinant;
  return {
    x: mass * (ownX - jointX),
    y: mass * (ownY - jointY),
    yawRate: turn - inertia * (hitchX * jointY - hitchY * jointX),
    trailerYawRate: trailerTurn + trailerInertia * (armX * jointY - armY * jointX),
  };
}

// Return the changes of the velocities of a train by an impulse on one of its bodies.
export function response(b: number, x: number, y: number, impulseX: number, impulseY: number, bodies: Bodies): BodyMotionResponse {
  const i = ownerOf(b, bodies);
  if (isJoint(i, bodies)) {
    return responseOfJoint(b, x, y, impulseX, impulseY, bodies);
  }
  const train: BodyMotionWholeTrain = wholeTrain(i, bodies);
  const turn = ((x - train.x) * impulseY - (y - train.y) * impulseX) / train.yawInertia;
  return {
    x: impulseX / train.mass + turn * train.y,
    y: impulseY / train.mass - turn * train.x,
    yawRate: turn,
    trailerYawRate: turn,
  };
}

// Return the change of the velocity of a point of a train with a joint, east and north.
export function changeAt(b: number, x: number, y: number, change: BodyMotionResponse, bodies: Bodies): [number, number] {
  const i = ownerOf(b, bodies);
  if (b === i) {
    return [change.x - change.yawRate * y, change.y + change.yawRate * x];
  }
  const trailers: Trailers = bodies.trailers;
  const t = bodies.trailers.first[i];
  const hitchX = trailers.hitchX[t];
  const hitchY = trailers.hitchY[t];
  const turn = change.trailerYawRate;
  const atHitchX = change.x - change.yawRate * hitchY;
  const atHitchY = change.y + change.yawRate * hitchX;
  return [atHitchX - turn * (y - hitchY), atHitchY + turn * (x - hitchX)];
}

// Return the rigid body that answers an impulse as a body does.
export function collider(b: number, x: number, y: number, bodies: Bodies): BodyMotionCollider {
  const i = ownerOf(b, bodies);
  if (bodies.trailers.count[i] === 0) {
    return { moving: moving(i, bodies), x: 0.0, y: 0.0 };
  }
  const [velocityX, velocityY, ] = velocityAt(b, x, y, bodies);
  if (!isJoint(i, bodies)) {
    const train: BodyMotionWholeTrain = wholeTrain(i, bodies);
    return {
      moving: { velocityX, velocityY, yawRate: 0.0, inverseMass: 1.0 / train.mass, inverseInertia: 1.0 / train.yawInertia },
      x: train.x,
      y: train.y,
    };
  }
  const east: BodyMotionResponse = response(b, x, y, 1.0, 0.0, bodies);
  const north: BodyMotionResponse = response(b, x, y, 0.0, 1.0, bodies);
  const [xx, xy] = changeAt(b, x, y, east, bodies);
  const [, yy] = changeAt(b, x, y, north, bodies);
  const half = 0.5 * (xx - yy);
  const spread = Math.sqrt(half * half + xy * xy);
  const angle = 0.5 * Math.atan2(xy, half);
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const moves: ImpulsesMoving = {
    velocityX,
    velocityY,
    yawRate: 0.0,
    inverseMass: 0.5 * (xx + yy) - spread,
    inverseInertia: 2.0 * spread,
  };
  return { moving: moves, x: x - sine, y: y + cosine };
}

// Return the colliders of two bodies that touch.
export function meeting(b: number, other: number, dx: number, dy: number, contact: Contact, bodies: Bodies): BodyMotionMeeting {
  const one: BodyMotionCollider = collider(b, contact.x, contact.y, bodies);
  const two: BodyMotionCollider = collider(other, contact.x - dx, contact.y - dy, bodies);
  return {
    first: one,
    second: two,
    dx: dx + two.x - one.x,
    dy: dy + two.y - one.y,
    contact: moved(contact, { x: -one.x, y: -one.y }),
  };
}

export function RelativeVelocity(first: ImpulsesMoving, second: ImpulsesMoving, dx: number, dy: number, contact: Contact): [number, number] {
  const x = contact.x - dx;
  const y = contact.y - dy;
  return [
    second.velocityX - second.yawRate * y - (first.velocityX - first.yawRate * contact.y),
    second.velocityY + second.yawRate * x - (first.velocityY + first.yawRate * contact.x),
  ];
}

// Return the closing speed [m/s] at a contact, seen from the first body; (dx, dy) [m] leads to the second.
export function closingSpeed(first: ImpulsesMoving, second: ImpulsesMoving, dx: number, dy: number, contact: Contact): number {
  const [velocityX, velocityY] = RelativeVelocity(first, second, dx, dy, contact);
  return -(velocityX * contact.normalX + velocityY * contact.normalY);
}

// Return the time at which two bodies collide, from start to 0, or NEVER [s]. It is start for bodies that overlap
// then and approach each other.
export function timeOfImpact(b: number, other: number, bodies: Bodies, start: number, dt: number): number {
  const one: FirstContactMovingRectangle = movingRectangle(b, bodies);
  const two: FirstContactMovingRectangle = movingRectangle(other, bodies);
  if (!(greatestRelativeSpeed(one, two) * dt > SHIFT)) {
    return NEVER;
  }
  const time = firstTouch(one, two, start);
  if (time !== NEVER) {
    const [, dx, dy, contact] = contactAt(b, other, bodies, time);
    const met: BodyMotionMeeting = meeting(b, other, dx, dy, contact, bodies);
    if (!(closingSpeed(met.first.moving, met.second.moving, met.dx, met.dy, met.contact) > SETTLED)) {
      return NEVER;
    }
  }
  return time;
}

// Find the pairs that touch, or nearly touch, or have met during a step of dt [s]. Two vehicles at exactly the
// same position are not placed yet and have no direction of separation: they are left out.
export function markTouchingPairs(pairs: Pairs, bodies: Bodies, dt: number): void {
  const pose: Pose = bodies.pose;
  const radius = bodies.body.radius;
  for (let k = 0; k < pairs.first.length; k++) {
    const b = pairs.first[k];
    const other = pairs.second[k];
    const i = ownerOf(b, bodies);
    const j = ownerOf(other, bodies);
    const dx = pose.x[j] - pose.x[i];
    const dy = pose.y[j] - pose.y[i];
    const square = dx * dx + dy * dy;
    const apart = radius[i] + radius[j] + 4.0 * NEARBY;
    const way = dt * (waySpeed(i, bodies) + waySpeed(j, bodies));
    pairs.touches[k] = 0;
    if (!(0.0 < square && square < (apart + way) * (apart + way)) || !(isThere(b, bodies) && isThere(other, bodies))) {
      continue;
    }
    if (areOnOtherLevels(i, j, pose)) {
      continue;
    }
    pairs.touches[k] = square < apart * apart && nearlyTouch(b, other, bodies) ? 1 : 0;
    if (way > 2.0 * NEARBY && pairs.touches[k] === 0) {
      pairs.touches[k] = timeOfImpact(b, other, bodies, -dt, dt) !== NEVER ? 1 : 0;
    }
  }
}

// Return the contact of a rectangle and a circle; see contact.push_out.
export function circleContact(dx: number, dy: number, yaw: number, halfLength: number, halfWidth: number, radius: number): Contact {
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  const ahead = dx * cosine + dy * sine;
  const left = dy * cosine - dx * sine;
  let nearAhead = clamp(ahead, -halfLength, halfLength);
  let nearLeft = clamp(left, -halfWidth, halfWidth);
  const outAhead = ahead - nearAhead;
  const outLeft = left - nearLeft;
  const distance = Math.sqrt(outAhead * outAhead + outLeft * outLeft);
  const isInside = distance === 0.0;
  const toEnd = halfLength - Math.abs(ahead);
  const toSide = halfWidth - Math.abs(left);
  const isEnd = toEnd < toSide;
  const endSign = ahead < 0.0 ? -1.0 : 1.0;
  const sideSign = left < 0.0 ? -1.0 : 1.0;
  const divisor = isInside ? 1.0 : distance;
  const depth = isInside ? radius + (isEnd ? toEnd : toSide) : radius - distance;
  const normalAhead = isInside ? (isEnd ? endSign : 0.0) : outAhead / divisor;
  const normalLeft = isInside ? (isEnd ? 0.0 : sideSign) : outLeft / divisor;
  nearAhead = isInside && isEnd ? endSign * halfLength : nearAhead;
  nearLeft = isInside && toEnd >= toSide ? sideSign * halfWidth : nearLeft;
  return {
    depth: depth > 0.0 ? depth : 0.0,
    normalX: normalAhead * cosine - normalLeft * sine,
    normalY: normalAhead * sine + normalLeft * cosine,
    x: nearAhead * cosine - nearLeft * sine,
    y: nearAhead * sine + nearLeft * cosine,
  };
}

// Return whether a rectangle touches any object; circumscribed circles exclude most objects first.
export function isNearAny(x: number, y: number, yaw: number, halfLength: number, halfWidth: number, objects: Circles, largestRadius: number, storey: Storey): boolean {
  const radius = Math.sqrt(halfLength * halfLength + halfWidth * halfWidth);
  const cells: Cells = cellsNear(objects.grid, x, y, SLACK * (radius + largestRadius));
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span421 = entriesIn(objects.grid, cells, row);
    for (let entry = span421[0]; entry < span421[1]; entry++) {
      const index = objects.grid.item[entry];
      const dx = objects.x[index] - x;
      const dy = objects.y[index] - y;
      const apart = radius + objects.radius[index];
      const isNear = dx * dx + dy * dy < apart * apart && !isElsewhere(index, objects, storey);
      if (isNear && circleContact(dx, dy, yaw, halfLength, halfWidth, objects.radius[index]).depth > 0.0) {
        return true;
      }
    }
  }
  return false;
}

// Return an upper bound of the speed of any point of a rectangle [m/s].
export function greatestSpeed(body: FirstContactMovingRectangle): number {
  return Length(body.velocityX, body.velocityY) + RimSpeed(body);
}

// Return the time at which a rectangle first touches a fixed circle, from start to 0, or NEVER [s]. It is start if
// they overlap then.
export function firstTouchOfCircle(body: FirstContactMovingRectangle, x: number, y: number, radius: number, start: number): number {
  let time = start;
  for (let _ = 0; _ < MOST_ADVANCES; _++) {
    const angle = body.yaw + time * body.yawRate;
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    const dx = x - body.x - time * body.velocityX;
    const dy = y - body.y - time * body.velocityY;
    const ahead = dx * cosine + dy * sine;
    const left = dy * cosine - dx * sine;
    const outAhead = ahead - clamp(ahead, -body.halfLength, body.halfLength);
    const outLeft = left - clamp(left, -body.halfWidth, body.halfWidth);
    const distance = Length(outAhead, outLeft);
    const gap = distance - radius;
    if (gap <= TOUCH) {
      return time;
    }
    const speedAhead = body.velocityX * cosine + body.velocityY * sine;
    const speedLeft = body.velocityY * cosine - body.velocityX * sine;
    const speed = (speedAhead * outAhead + speedLeft * outLeft) / distance + RimSpeed(body);
    if (!(speed * -time >= gap)) {
      return NEVER;
    }
    time = time + gap / speed;
  }
  return NEVER;
}

// Return the vector from a vehicle's reference point to an object [m], and their contact, at a time [s] of a step.
// The contact is that after the object has crushed the body: its depth is the crush.
export function circleContactAt(b: number, bodies: Bodies, index: number, objects: Circles, time: number): [number, number, Contact] {
  const body: FirstContactMovingRectangle = movingRectangle(b, bodies);
  const offset: Centre = offsetAt(b, bodies, time);
  const dx = objects.x[index] - body.x - time * body.velocityX;
  const dy = objects.y[index] - body.y - time * body.velocityY;
  const contact: Contact = circleContact(
    dx,
    dy,
    body.yaw + time * body.yawRate,
    body.halfLength,
    body.halfWidth,
    objects.radius[index],
  );
  const normalX = contact.normalX;
  const normalY = contact.normalY;
  const closing = body.velocityX * normalX + body.velocityY * normalY;
  const crush = clamp(CRUSH_TIME * closing, LEAST_CRUSH, body.halfWidth);
  const x = offset.x - crush * normalX;
  const y = offset.y - crush * normalY;
  return [dx + x, dy + y, { depth: crush, normalX, normalY, x: contact.x + x, y: contact.y + y }];
}

// Return the time at which a body first strikes an object, or NEVER [s], and the object.
export function firstObject(b: number, bodies: Bodies, objects: Circles, start: number, dt: number): [number, number] {
  const body: FirstContactMovingRectangle = movingRectangle(b, bodies);
  const grid: Grid = objects.grid;
  const storey: Storey = storeyOf(ownerOf(b, bodies), bodies.pose);
  let first = NEVER;
  let found = GRID_NOTHING;
  const shift = dt * greatestSpeed(body);
  if (!(shift > SHIFT)) {
    return [first, found];
  }
  const margin = Math.sqrt(body.halfLength * body.halfLength + body.halfWidth * body.halfWidth) + grid.cell + shift;
  const cells: Cells = cellsNear(grid, body.x, body.y, SLACK * margin);
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span181 = entriesIn(grid, cells, row);
    for (let entry = span181[0]; entry < span181[1]; entry++) {
      const index = grid.item[entry];
      if (isElsewhere(index, objects, storey)) {
        continue;
      }
      const time = firstTouchOfCircle(
        body,
        objects.x[index],
        objects.y[index],
        objects.radius[index],
        start,
      );
      if (time < first || (time === first && time !== NEVER && index < found)) {
        const [dx, dy, contact] = circleContactAt(b, bodies, index, objects, time);
        const one: BodyMotionCollider = collider(b, contact.x, contact.y, bodies);
        const seen: Contact = moved(contact, { x: -one.x, y: -one.y });
        if (closingSpeed(one.moving, IMPULSES_STANDING, dx - one.x, dy - one.y, seen) > SETTLED) {
          first = time;
          found = index;
        }
      }
    }
  }
  return [first, found];
}

// Find the vehicles that touch an object, or nearly touch one, or have struck one during the step.
export function markTouchingObjects(near: NearObjects, bodies: Bodies, objects: Circles, largestObject: number, dt: number): void {
  const pose: Pose = bodies.pose;
  const radius = bodies.body.radius;
  for (let k = 0; k < near.vehicle.length; k++) {
    const b = near.vehicle[k];
    const i = ownerOf(b, bodies);
    const way = 2.0 * dt * waySpeed(i, bodies); // of any point, also while the body turns about its centre
    const reach = radius[i] + 2.0 * NEARBY + way;
    near.touches[k] = 0;
    if (!(isAnyWithin(pose.x[i], pose.y[i], reach, objects, largestObject) && isThere(b, bodies))) {
      continue;
    }
    const offset: Centre = offsetOf(b, bodies);
    const [halfLength, halfWidth] = halfSizeOf(b, bodies);
    near.touches[k] = isNearAny(pose.x[i] + offset.x, pose.y[i] + offset.y, yawOf(b, bodies), halfLength + NEARBY, halfWidth + NEARBY, objects, largestObject, storeyOf(i, pose)) ? 1 : 0;
    if (way > 2.0 * NEARBY && near.touches[k] === 0) {
      const [time, ] = firstObject(b, bodies, objects, -dt, dt);
      near.touches[k] = time !== NEVER ? 1 : 0;
    }
  }
}

// Write a contact without an impulse.
export function beginContact(contacts: ContactList, row: number, vehicle: number, other: number): void {
  contacts.vehicle[row] = vehicle;
  contacts.other[row] = other;
  contacts.impulse[row] = 0.0;
  contacts.closingSpeed[row] = 0.0;
  contacts.x[row] = 0.0;
  contacts.y[row] = 0.0;
  contacts.isHeadOn[row] = 0;
  contacts.impactTime[row] = NEVER;
  contacts.face[row] = 0;
}

// List the pairs that touch, in their order, and the vehicles that touch anything, in the order of their ids. All
// bodies of such a vehicle are listed: an impact on one of them moves the others.
export function listContacts(touching: Pairs, near: NearObjects, lists: ContactLists, bodies: Bodies): void {
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  const isStruck = lists.isStruck;
  let count = 0;
  for (let k = 0; k < touching.first.length; k++) {
    if (touching.touches[k] !== 0) {
      isStruck[ownerOf(touching.first[k], bodies)] = 1;
      isStruck[ownerOf(touching.second[k], bodies)] = 1;
      beginContact(pairs, count, touching.first[k], touching.second[k]);
      count = count + 1;
    }
  }
  pairs.count[0] = count;
  for (let k = 0; k < near.vehicle.length; k++) {
    if (near.touches[k] !== 0) {
      isStruck[ownerOf(near.vehicle[k], bodies)] = 1;
    }
  }
  count = 0;
  for (let i = 0; i < isStruck.length; i++) {
    if (isStruck[i] !== 0) {
      isStruck[i] = 0;
      beginContact(onObjects, count, i, GRID_NOTHING);
      count = count + 1;
      const first = isStruck.length + bodies.trailers.first[i];
      for (let b = first; b < first + bodies.trailers.count[i]; b++) {
        beginContact(onObjects, count, b, GRID_NOTHING);
        count = count + 1;
      }
    }
  }
  onObjects.count[0] = count;
}

// Write the times of all impacts; return whether there are any.
export function predictImpacts(pairs: ContactList, onObjects: ContactList, bodies: Bodies, objects: Circles, start: number, dt: number): boolean {
  let isAny = false;
  for (let k = 0; k < pairs.count[0]; k++) {
    pairs.impactTime[k] = timeOfImpact(pairs.vehicle[k], pairs.other[k], bodies, start, dt);
    isAny = isAny || pairs.impactTime[k] !== NEVER;
  }
  for (let m = 0; m < onObjects.count[0]; m++) {
    const made: [number, number] = firstObject(onObjects.vehicle[m], bodies, objects, start, dt);
    onObjects.impactTime[m] = made[0];
    isAny = isAny || onObjects.impactTime[m] !== NEVER;
  }
  return isAny;
}

// Chain the pairs of each vehicle, and note where its contacts with objects are.
export function chainContacts(lists: ContactLists, bodies: Bodies): void {
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const b = onObjects.vehicle[m];
    if (b < bodies.pose.x.length) {
      lists.ownRow[b] = m;
      lists.firstEntry[b] = GRID_NOTHING;
    }
  }
  for (let k = 0; k < pairs.count[0]; k++) {
    const i = ownerOf(pairs.vehicle[k], bodies);
    const j = ownerOf(pairs.other[k], bodies);
    pairs.next[2 * k] = lists.firstEntry[i];
    lists.firstEntry[i] = 2 * k;
    pairs.next[2 * k + 1] = lists.firstEntry[j];
    lists.firstEntry[j] = 2 * k + 1;
  }
}

// Return the row with the earlier impact of the two below a node of the tree, of equal times the first.
export function earlierBelow(node: number, contacts: ContactList): number {
  const one = contacts.tree[2 * node];
  const other = contacts.tree[2 * node + 1];
  const time = contacts.impactTime[one];
  const otherTime = contacts.impactTime[other];
  if (otherTime < time || (otherTime === time && other < one)) {
    return other;
  }
  return one;
}

// Fill the tree of a list from the times of its impacts.
export function rankImpacts(contacts: ContactList): void {
  const count = contacts.count[0];
  for (let row = 0; row < count; row++) {
    contacts.tree[count + row] = row;
  }
  for (let above = 1; above < count; above++) {
    contacts.tree[count - above] = earlierBelow(count - above, contacts);
  }
}

// Return the row of the earliest pending impact, of equal times the first, and its time or NEVER [s].
export function earliest(contacts: ContactList): [number, number] {
  if (contacts.count[0] === 0) {
    return [0, NEVER];
  }
  const row = contacts.tree[1];
  return [row, contacts.impactTime[row]];
}

// Set the time of an impact, and update the tree.
export function setImpactTime(contacts: ContactList, row: number, time: number): void {
  if (time === contacts.impactTime[row]) {
    return;
  }
  contacts.impactTime[row] = time;
  let node = Math.floor((contacts.count[0] + row) / 2);
  while (node > 0) {
    contacts.tree[node] = earlierBelow(node, contacts);
    node = Math.floor(node / 2);
  }
}

// Return whether more than a given share of a vehicle's speed points in a direction.
export function drivesToward(wayX: number, wayY: number, yaw: number, speed: number, share: number): boolean {
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  return (wayX * cosine + wayY * sine) * speed > share * Math.abs(speed);
}

// Mark a vehicle that drives toward the struck body as blocked; return whether it does.
export function markBlocked(b: number, wayX: number, wayY: number, bodies: Bodies): boolean {
  const motion: Motion = bodies.motion;
  const i = ownerOf(b, bodies);
  const isHeadOn = drivesToward(wayX, wayY, yawOf(b, bodies), motion.speed[i], HEAD_ON_SHARE);
  if (isHeadOn) {
    motion.status[i] = (motion.status[i] | BLOCKED);
  }
  return isHeadOn;
}

// Return the position at which an impact happens, on the face that is not crushed yet [m].
export function contactPlace(b: number, bodies: Bodies, contact: Contact, time: number): [number, number] {
  const pose: Pose = bodies.pose;
  const i = ownerOf(b, bodies);
  const motion: ImpulsesMoving = moving(i, bodies);
  return [
    pose.x[i] + time * motion.velocityX + contact.x + contact.depth * contact.normalX,
    pose.y[i] + time * motion.velocityY + contact.y + contact.depth * contact.normalY,
  ];
}

// Return the coefficient of restitution [1] at a closing speed [m/s]: 0.5 if slow, 0.1 from 8 m/s on. It is 0
// below 0.2 m/s, too, so that a vehicle that leans on another comes to rest.
export function restitutionAt(closingSpeed: number): number {
  const wakes = clamp((closingSpeed - REST_SPEED) / (ELASTIC_SPEED - REST_SPEED), 0.0, 1.0);
  return wakes * maximum(MAX_RESTITUTION * (1.0 - closingSpeed / PLASTIC_SPEED), MIN_RESTITUTION);
}

export function Compliance(first: ImpulsesMoving, second: ImpulsesMoving, dx: number, dy: number, contact: Contact): Impulses_Compliance {
  const x = contact.x;
  const y = contact.y;
  const normalX = contact.normalX;
  const normalY = contact.normalY;
  const lever = x * normalY - y * normalX;
  const otherLever = (x - dx) * normalY - (y - dy) * normalX;
  const arm = x * normalX + y * normalY;
  const otherArm = (x - dx) * normalX + (y - dy) * normalY;
  const inverseMass = first.inverseMass + second.inverseMass;
  const own = first.inverseInertia;
  const other = second.inverseInertia;
  let normal = inverseMass + lever * lever * own + otherLever * otherLever * other;
  let tangential = inverseMass + arm * arm * own + otherArm * otherArm * other;
  const coupled = lever * arm * own + otherLever * otherArm * other;
  const isMovable = normal > 0.0 && tangential > 0.0;
  normal = isMovable ? normal : 1.0;
  tangential = isMovable ? tangential : 1.0;
  return { normal, tangential, turned: coupled / normal, lifted: coupled / tangential, isMovable };
}

// Return the tangential impulse, limited so that the energy does not grow. For a given parting speed the energy is
// a parabola of the tangential impulse. Its minimum is at the impulse that ends the sliding at the greatest
// compression; without friction the energy does not exceed that before. The allowed values are therefore an
// interval that contains 0, and a reduced friction lies within the friction cone, too.
export function WithoutGain(held: number, closing: number, sliding: number, compliance: Impulses_Compliance, restitution: number): number {
  const determinant = 1.0 - compliance.turned * compliance.lifted; // of the compliance, over that without coupling [1]
  const lowest = -(sliding + compliance.turned * closing) / determinant;
  const spare = (1.0 - restitution * restitution) * closing * closing * compliance.tangential / compliance.normal;
  const reach = Math.sqrt(lowest * lowest + spare / determinant);
  return clamp(held, minimum(lowest - reach, 0.0), maximum(lowest + reach, 0.0));
}

// Return the tangential impulse, as the change of the sliding speed [m/s] that it alone would cause. Routh: the
// point slides with friction at its limit until the sliding ends or the bodies part. If the sliding ends first,
// the point sticks, or slides in the other direction if the limit cannot hold it. The sliding does not change its
// sign again, so that the path in the plane of both impulses has two straight parts.
export function Friction(closing: number, sliding: number, compliance: Impulses_Compliance, restitution: number, friction: number): number {
  const turned = compliance.turned;
  const lifted = compliance.lifted;
  const steepest = friction * compliance.tangential / compliance.normal; // tangential for a normal impulse of 1 m/s [1]
  const direction = sliding < 0.0 ? -1.0 : 1.0;
  const magnitude = Math.abs(sliding);
  const parting = (1.0 + restitution) * closing; // the change of the closing speed that ends the impact
  const slowing = steepest - direction * turned; // of the sliding, for a normal impulse of 1 m/s [1]
  const opening = 1.0 - direction * steepest * lifted; // of the parting speed, while it slides [1]
  const stops = magnitude * opening < parting * slowing && closing > 0.0;
  const untilStop = magnitude / (stops ? slowing : 1.0);
  const holding = clamp(-turned, -steepest, steepest); // impulse that keeps the point from sliding, up to the limit
  const afterStop = (parting - untilStop * opening) / (1.0 + holding * lifted);
  const stopped = -sliding - turned * untilStop + holding * afterStop;
  const slid = -direction * steepest * parting / (stops ? 1.0 : opening);
  return WithoutGain(stops ? stopped : slid, closing, sliding, compliance, restitution);
}

// Return both bodies after the impulse that changes their relative velocity at the point as wanted. The shares of
// that change are divided first, so that a vehicle that hits a wall at a right angle stops exactly.
export function Pushed(first: ImpulsesMoving, second: ImpulsesMoving, dx: number, dy: number, contact: Contact, wanted: _Change): [ImpulsesMoving, ImpulsesMoving] {
  const wayX = wanted.wayX;
  const wayY = wanted.wayY;
  const change = wanted.speed;
  const compliance = wanted.compliance;
  const lever = contact.x * wayY - contact.y * wayX;
  const otherLever = (contact.x - dx) * wayY - (contact.y - dy) * wayX;
  const own = change * (first.inverseMass / compliance);
  const other = change * (second.inverseMass / compliance);
  return [
    { velocityX: first.velocityX - own * wayX, velocityY: first.velocityY - own * wayY, yawRate: first.yawRate - change * (lever * first.inverseInertia / compliance), inverseMass: first.inverseMass, inverseInertia: first.inverseInertia },
    { velocityX: second.velocityX + other * wayX, velocityY: second.velocityY + other * wayY, yawRate: second.yawRate + change * (otherLever * second.inverseInertia / compliance), inverseMass: second.inverseMass, inverseInertia: second.inverseInertia },
  ];
}

// Return the two bodies after the impulse of their contact; unchanged if they part already. They part at the
// contact point with restitution times their closing speed; the tangential impulse is at most friction times the
// normal one. Linear and angular momentum are conserved up to rounding, and the energy does not grow, for a
// restitution of 0..1. The vector (dx, dy) [m] leads from the centre of the first to that of the second, which the
// contact is seen from.
export function resolveImpulse(first: ImpulsesMoving, second: ImpulsesMoving, dx: number, dy: number, contact: Contact, restitution: number, friction: number): ContactImpulse {
  const normalX = contact.normalX;
  const normalY = contact.normalY;
  const [velocityX, velocityY] = RelativeVelocity(first, second, dx, dy, contact);
  let closing = -(velocityX * normalX + velocityY * normalY);
  closing = closing > 0.0 ? closing : 0.0;
  const sliding = velocityY * normalX - velocityX * normalY;
  const compliance: Impulses_Compliance = Compliance(first, second, dx, dy, contact);
  const held = Friction(closing, sliding, compliance, restitution, friction);
  const pressed = compliance.isMovable ? (1.0 + restitution) * closing - compliance.lifted * held : 0.0;
  const made: [ImpulsesMoving, ImpulsesMoving] = Pushed(
    first,
    second,
    dx,
    dy,
    contact,
    { wayX: normalX, wayY: normalY, speed: pressed, compliance: compliance.normal },
  );
  first = made[0];
  second = made[1];
  const made2: [ImpulsesMoving, ImpulsesMoving] = Pushed(
    first,
    second,
    dx,
    dy,
    contact,
    { wayX: -normalY, wayY: normalX, speed: held, compliance: compliance.tangential },
  );
  first = made2[0];
  second = made2[1];
  return { first, second, impulse: pressed / compliance.normal, closingSpeed: closing };
}

// Set the velocities of a vehicle from its motion in the world's axes.
export function setMotion(i: number, bodies: Bodies, moved: ImpulsesMoving): void {
  const motion: Motion = bodies.motion;
  const angle = bodies.pose.yaw[i];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const ahead = moved.velocityX * cosine + moved.velocityY * sine;
  const left = moved.velocityY * cosine - moved.velocityX * sine;
  motion.speed[i] = Math.abs(ahead) > BODY_MOTION_ROUNDING ? ahead : 0.0;
  motion.lateralSpeed[i] = Math.abs(left) > BODY_MOTION_ROUNDING ? left : 0.0;
  motion.yawRate[i] = Math.abs(moved.yawRate) > BODY_MOTION_ROUNDING ? moved.yawRate : 0.0;
}

// Set the velocities of a vehicle after an impulse on one of its bodies.
export function strike(b: number, x: number, y: number, before: BodyMotionCollider, after: ImpulsesMoving, bodies: Bodies): void {
  const i = ownerOf(b, bodies);
  const trailers: Trailers = bodies.trailers;
  const first = bodies.trailers.first[i];
  if (trailers.count[i] === 0) {
    setMotion(i, bodies, after);
    return;
  }
  const mass = before.moving.inverseMass;
  const impulseX = (after.velocityX - before.moving.velocityX) / mass;
  const impulseY = (after.velocityY - before.moving.velocityY) / mass;
  const change: BodyMotionResponse = response(b, x, y, impulseX, impulseY, bodies);
  const motion: ImpulsesMoving = moving(i, bodies);
  setMotion(i, bodies, { velocityX: motion.velocityX + change.x, velocityY: motion.velocityY + change.y, yawRate: motion.yawRate + change.yawRate, inverseMass: motion.inverseMass, inverseInertia: motion.inverseInertia });
  for (let t = first; t < first + trailers.count[i]; t++) {
    trailers.yawRate[t] = trailers.yawRate[t] + change.trailerYawRate;
  }
}

// Return the momentum of the trailers of a vehicle, east and north [kg m/s].
export function momentumOfTrailers(i: number, bodies: Bodies): [number, number] {
  const trailers: Trailers = bodies.trailers;
  let x = 0.0;
  let y = 0.0;
  for (let t = trailers.first[i]; t < trailers.first[i] + trailers.count[i]; t++) {
    const at: Centre = centreOfMass(t, trailers);
    const [velocityX, velocityY, ] = velocityAt(bodies.pose.x.length + t, at.x, at.y, bodies);
    x = x + trailers.mass[t] * velocityX;
    y = y + trailers.mass[t] * velocityY;
  }
  return [x, y];
}

// Place the trailers of a vehicle.
export function placeTrailersOf(i: number, trailers: Trailers, yaws: Float64Array): void {
  let yaw = yaws[i];
  let axleX = 0.0;
  let axleY = 0.0;
  const first = trailers.first[i];
  for (let t = first; t < first + trailers.count[i]; t++) {
    let sine = Math.sin(yaw);
    let cosine = Math.cos(yaw);
    const hitchX = axleX - trailers.hitch[t] * cosine;
    const hitchY = axleY - trailers.hitch[t] * sine;
    yaw = wrapAngle(yaw + trailers.hitchAngle[t]);
    sine = Math.sin(yaw);
    cosine = Math.cos(yaw);
    axleX = hitchX - trailers.reach[t] * cosine;
    axleY = hitchY - trailers.reach[t] * sine;
    trailers.yaw[t] = yaw;
    trailers.hitchX[t] = hitchX;
    trailers.hitchY[t] = hitchY;
    trailers.axleX[t] = axleX;
    trailers.axleY[t] = axleY;
    const next = axleX + trailers.middle[t] * cosine;
    const next2 = axleY + trailers.middle[t] * sine;
    trailers.x[t] = next;
    trailers.y[t] = next2;
  }
}

// Return the mass of a vehicle with its trailers [kg].
export function totalMass(i: number, bodies: Bodies): number {
  let mass = bodies.body.mass[i];
  const first = bodies.trailers.first[i];
  for (let t = first; t < first + bodies.trailers.count[i]; t++) {
    mass = mass + bodies.trailers.mass[t];
  }
  return mass;
}

// Turn a vehicle and its trailers, which keep their momentum.
export function turnTrain(i: number, motion: ImpulsesMoving, turn: number, trailerTurn: number, bodies: Bodies): void {
  const trailers: Trailers = bodies.trailers;
  const first = bodies.trailers.first[i];
  if (trailers.count[i] === 0) {
    bodies.pose.yaw[i] = wrapAngle(bodies.pose.yaw[i] + turn);
    setMotion(i, bodies, motion);
    return;
  }
  const [x, y] = momentumOfTrailers(i, bodies);
  bodies.pose.yaw[i] = wrapAngle(bodies.pose.yaw[i] + turn);
  trailers.hitchAngle[first] = wrapAngle(trailers.hitchAngle[first] + trailerTurn - turn);
  placeTrailersOf(i, trailers, bodies.pose.yaw);
  setMotion(i, bodies, motion);
  const [nowX, nowY] = momentumOfTrailers(i, bodies);
  const mass = totalMass(i, bodies);
  setMotion(i, bodies, { velocityX: motion.velocityX + (x - nowX) / mass, velocityY: motion.velocityY + (y - nowY) / mass, yawRate: motion.yawRate, inverseMass: motion.inverseMass, inverseInertia: motion.inverseInertia });
}

// Set the velocities of a vehicle, and the pose that they lead to at the end of the step.
export function continueFrom(b: number, x: number, y: number, before: BodyMotionCollider, after: ImpulsesMoving, bodies: Bodies, time: number): void {
  const i = ownerOf(b, bodies);
  const pose: Pose = bodies.pose;
  const trailers: Trailers = bodies.trailers;
  const first = trailers.first[i];
  const start: ImpulsesMoving = moving(i, bodies);
  let end: ImpulsesMoving = after;
  let trailerChange = 0.0;
  if (trailers.count[i] > 0) {
    trailerChange = -trailers.yawRate[first];
    strike(b, x, y, before, after, bodies);
    end = moving(i, bodies);
    trailerChange = trailerChange + trailers.yawRate[first];
  }
  pose.x[i] = pose.x[i] - time * (end.velocityX - start.velocityX);
  pose.y[i] = pose.y[i] - time * (end.velocityY - start.velocityY);
  turnTrain(i, end, -time * (end.yawRate - start.yawRate), -time * trailerChange, bodies);
}

// Add an impulse to a contact, whose position is that of the fastest impulse.
export function addImpulse(contacts: ContactList, row: number, closing: number, impulse: number, x: number, y: number): void {
  if (closing > contacts.closingSpeed[row]) {
    contacts.closingSpeed[row] = closing;
    contacts.x[row] = x;
    contacts.y[row] = y;
  }
  contacts.impulse[row] = contacts.impulse[row] + impulse;
}

// Apply the impulse of an impact of two vehicles.
export function strikePair(pairs: ContactList, row: number, bodies: Bodies, time: number): void {
  const b = pairs.vehicle[row];
  const other = pairs.other[row];
  const made: [number, number, number, Contact] = contactAt(b, other, bodies, time);
  pairs.face[row] = made[0];
  const dx = made[1];
  const dy = made[2];
  const contact: Contact = made[3];
  const met: BodyMotionMeeting = meeting(b, other, dx, dy, contact, bodies);
  const one: ImpulsesMoving = met.first.moving;
  const two: ImpulsesMoving = met.second.moving;
  const closing = closingSpeed(one, two, met.dx, met.dy, met.contact);
  markBlocked(b, contact.normalX, contact.normalY, bodies);
  markBlocked(other, -contact.normalX, -contact.normalY, bodies);
  const [x, y] = contactPlace(b, bodies, touchAt(b, other, bodies, time).contact, time);
  const struck: ContactImpulse = resolveImpulse(
    one,
    two,
    met.dx,
    met.dy,
    met.contact,
    restitutionAt(closing),
    FRICTION,
  );
  continueFrom(b, contact.x, contact.y, met.first, struck.first, bodies, time);
  continueFrom(other, contact.x - dx, contact.y - dy, met.second, struck.second, bodies, time);
  addImpulse(pairs, row, closing, struck.impulse, x, y);
}

// Apply the impulse of an impact of a vehicle on an object.
export function strikeObject(onObjects: ContactList, row: number, bodies: Bodies, objects: Circles, time: number, dt: number): void {
  const b = onObjects.vehicle[row];
  const [, index] = firstObject(b, bodies, objects, time, dt);
  if (index === GRID_NOTHING) {
    return;
  }
  const [dx, dy, contact] = circleContactAt(b, bodies, index, objects, time);
  const one: BodyMotionCollider = collider(b, contact.x, contact.y, bodies);
  const seen: Contact = moved(contact, { x: -one.x, y: -one.y });
  onObjects.isHeadOn[row] = markBlocked(b, contact.normalX, contact.normalY, bodies) ? 1 : 0;
  const [x, y] = contactPlace(b, bodies, contact, time);
  const struck: ContactImpulse = resolveImpulse(
    one.moving,
    IMPULSES_STANDING,
    dx - one.x,
    dy - one.y,
    seen,
    0.0,
    FRICTION,
  );
  continueFrom(b, contact.x, contact.y, one, struck.first, bodies, time);
  if (struck.closingSpeed > onObjects.closingSpeed[row]) {
    onObjects.other[row] = index;
  }
  addImpulse(onObjects, row, struck.closingSpeed, struck.impulse, x, y);
}

// Set the times of the impacts of a vehicle whose motion has changed at start. A pair that has met does not meet
// again in the same step.
export function predictImpactsOf(i: number, lists: ContactLists, bodies: Bodies, objects: Circles, start: number, dt: number): void {
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  if (i === GRID_NOTHING) {
    return;
  }
  let entry = lists.firstEntry[i];
  while (entry !== GRID_NOTHING) {
    const pair = Math.floor(entry / 2);
    if (pairs.closingSpeed[pair] === 0.0) {
      const time = timeOfImpact(pairs.vehicle[pair], pairs.other[pair], bodies, start, dt);
      setImpactTime(pairs, pair, time);
    }
    entry = pairs.next[entry];
  }
  const own = lists.ownRow[i];
  for (let row = own; row < own + 1 + bodies.trailers.count[i]; row++) {
    const [objectTime, ] = firstObject(onObjects.vehicle[row], bodies, objects, start, dt);
    setImpactTime(onObjects, row, objectTime);
  }
}

// Resolve the impacts of a step in the order of their times; of equal times, pairs first, in their order.
export function resolveImpacts(lists: ContactLists, bodies: Bodies, objects: Circles, dt: number): void {
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  if (!predictImpacts(pairs, onObjects, bodies, objects, -dt, dt)) {
    return;
  }
  chainContacts(lists, bodies);
  rankImpacts(pairs);
  rankImpacts(onObjects);
  for (let _ = 0; _ < IMPACTS_A_ROW * (pairs.count[0] + onObjects.count[0]); _++) {
    let [pair, time] = earliest(pairs);
    const [row, objectTime] = earliest(onObjects);
    if (time === NEVER && objectTime === NEVER) {
      break;
    }
    let i: number;
    let j: number;
    if (time <= objectTime) {
      setImpactTime(pairs, pair, NEVER);
      i = ownerOf(pairs.vehicle[pair], bodies);
      j = ownerOf(pairs.other[pair], bodies);
      strikePair(pairs, pair, bodies, time);
    } else {
      setImpactTime(onObjects, row, NEVER);
      i = ownerOf(onObjects.vehicle[row], bodies);
      j = GRID_NOTHING;
      time = objectTime;
      strikeObject(onObjects, row, bodies, objects, time, dt);
    }
    for (let changed = 0; changed < 2; changed++) {
      predictImpactsOf(changed === 0 ? i : j, lists, bodies, objects, time, dt);
    }
  }
}

// Return the position at which a vehicle just touches an object that it overlaps, and the penetration depth [m].
// The displacement is the smallest that separates the two; the yaw does not change. If they are apart, the depth
// is 0 and the position unchanged. The rectangle's and the circle's centre are east and north [m], the yaw is
// counter-clockwise from east [rad]. A circle overlaps a rectangle if its centre is inside the rectangle expanded
// by the radius, with round corners. The nearest point of that outline lies in the direction from the rectangle's
// nearest point or, from inside, across the nearest side. Source: Ericson, "Real-Time Collision Detection" (2005),
// sections 5.1.4 and 5.5.7.
export function pushOut(x: number, y: number, yaw: number, halfLength: number, halfWidth: number, objectX: number, objectY: number, objectRadius: number): [number, number, number] {
  const contact: Contact = circleContact(
    objectX - x,
    objectY - y,
    yaw,
    halfLength,
    halfWidth,
    objectRadius,
  );
  const isApart = contact.depth === 0.0;
  const xOut = isApart ? x : x - contact.depth * contact.normalX;
  const yOut = isApart ? y : y - contact.depth * contact.normalY;
  return [xOut, yOut, contact.depth];
}

// Return the object that a vehicle penetrates deepest, or -1; the position by push_out; and the depth [m]. Of
// equal depths the lowest index is returned.
export function deepestContact(x: number, y: number, yaw: number, halfLength: number, halfWidth: number, objects: Circles, storey: Storey): [number, number, number, number] {
  const grid: Grid = objects.grid;
  const margin = SLACK * (Math.sqrt(halfLength * halfLength + halfWidth * halfWidth) + grid.cell);
  const cells: Cells = cellsNear(grid, x, y, margin);
  let deepest = GRID_NOTHING;
  let deepestX = x;
  let deepestY = y;
  let deepestDepth = 0.0;
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span57 = entriesIn(grid, cells, row);
    for (let entry = span57[0]; entry < span57[1]; entry++) {
      const index = grid.item[entry];
      const radius = objects.radius[index];
      const [xOut, yOut, depth] = pushOut(x, y, yaw, halfLength, halfWidth, objects.x[index], objects.y[index], radius);
      const isDeeper = depth > deepestDepth || (depth === deepestDepth && index < deepest);
      if (isDeeper && !isElsewhere(index, objects, storey)) {
        deepest = index;
        deepestX = xOut;
        deepestY = yOut;
        deepestDepth = depth;
      }
    }
  }
  return [deepest, deepestX, deepestY, deepestDepth];
}

// Mark vehicles that drive toward the object of deepest penetration as blocked, and as blocked ahead if frontal.
export function noticeHeadOn(onObjects: ContactList, bodies: Bodies, objects: Circles): void {
  const pose: Pose = bodies.pose;
  const motion: Motion = bodies.motion;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const b = onObjects.vehicle[m];
    const i = ownerOf(b, bodies);
    const offset: Centre = offsetOf(b, bodies);
    const yaw = yawOf(b, bodies);
    const x = pose.x[i] + offset.x;
    const y = pose.y[i] + offset.y;
    const [halfLength, halfWidth] = halfSizeOf(b, bodies);
    const [index, outX, outY, depth] = deepestContact(x, y, yaw, halfLength, halfWidth, objects, storeyOf(i, pose));
    if (index >= 0) {
      const wayX = (x - outX) / depth;
      const wayY = (y - outY) / depth;
      if (drivesToward(wayX, wayY, yaw, motion.speed[i], 0.0)) {
        motion.status[i] = (motion.status[i] | BLOCKED);
      }
      if (drivesToward(wayX, wayY, yaw, motion.speed[i], HEAD_ON_SHARE)) {
        onObjects.isHeadOn[m] = 1;
      }
    }
  }
}

// Return the penetration of two rectangles along the normal of one of their faces, below 0 for a gap [m].
export function penetrationOf(face: number, two: TwoRectangles): number {
  const [end, side, otherEnd, otherSide] = penetrations(two);
  const own = face === OWN_END ? end : side;
  const other = face === OTHER_END ? otherEnd : otherSide;
  return face <= OWN_SIDE ? own : other;
}

// Return the contact of two bodies at the end of the step, as seen from the first's reference point.
export function contactOf(b: number, other: number, face: number, bodies: Bodies): Contact {
  const own: Centre = offsetOf(b, bodies);
  const two: TwoRectangles = rectanglesOf(b, other, bodies);
  let [nearest, depth] = nearestFace(two);
  if (face !== 0 && depth > 0.0) {
    nearest = face;
    depth = penetrationOf(face, two);
  }
  return moved(contactOnFace(nearest, depth > 0.0 ? depth : 0.0, two), own);
}

// Apply impulses between the vehicles of each pair; return the greatest closing speed [m/s].
export function resolvePairs(pairs: ContactList, bodies: Bodies, isFirst: boolean): number {
  const pose: Pose = bodies.pose;
  let fastest = 0.0;
  for (let k = 0; k < pairs.count[0]; k++) {
    const b = pairs.vehicle[k];
    const other = pairs.other[k];
    const i = ownerOf(b, bodies);
    const j = ownerOf(other, bodies);
    const dx = pose.x[j] - pose.x[i];
    const dy = pose.y[j] - pose.y[i];
    const contact: Contact = contactOf(b, other, pairs.face[k], bodies);
    if (contact.depth > 0.0) {
      const met: BodyMotionMeeting = meeting(b, other, dx, dy, contact, bodies);
      const one: ImpulsesMoving = met.first.moving;
      const two: ImpulsesMoving = met.second.moving;
      const closing = closingSpeed(one, two, met.dx, met.dy, met.contact);
      if (closing > SETTLED) {
        if (isFirst) {
          markBlocked(b, contact.normalX, contact.normalY, bodies);
          markBlocked(other, -contact.normalX, -contact.normalY, bodies);
        }
        const impulseResult: ContactImpulse = resolveImpulse(
          one,
          two,
          met.dx,
          met.dy,
          met.contact,
          restitutionAt(closing),
          FRICTION,
        );
        strike(b, contact.x, contact.y, met.first, impulseResult.first, bodies);
        strike(other, contact.x - dx, contact.y - dy, met.second, impulseResult.second, bodies);
        const reported = pairs.face[k] === 0 ? closing : 0.0; // that of the impact within the step is reported
        addImpulse(pairs, k, reported, impulseResult.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y);
        fastest = maximum(fastest, closing);
      }
    }
  }
  return fastest;
}

// Return the touched object with the greatest impulse, or -1, with its contact and impulse.
export function largestImpulse(b: number, bodies: Bodies, objects: Circles): [number, Contact, ContactImpulse] {
  const i = ownerOf(b, bodies);
  const offset: Centre = offsetOf(b, bodies);
  const yaw = yawOf(b, bodies);
  const grid: Grid = objects.grid;
  const x = bodies.pose.x[i] + offset.x;
  const y = bodies.pose.y[i] + offset.y;
  const [halfLength, halfWidth] = halfSizeOf(b, bodies);
  const storey: Storey = storeyOf(i, bodies.pose);
  const margin = SLACK * (Math.sqrt(halfLength * halfLength + halfWidth * halfWidth) + grid.cell);
  const cells: Cells = cellsNear(grid, x, y, margin);
  let largest = GRID_NOTHING;
  let largestContact: Contact = { depth: 0.0, normalX: 0.0, normalY: 0.0, x: 0.0, y: 0.0 };
  let largestResult: ContactImpulse = {
    first: IMPULSES_STANDING,
    second: IMPULSES_STANDING,
    impulse: 0.0,
    closingSpeed: 0.0,
  };
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span341 = entriesIn(grid, cells, row);
    for (let entry = span341[0]; entry < span341[1]; entry++) {
      const index = grid.item[entry];
      let dx = objects.x[index] - x;
      let dy = objects.y[index] - y;
      const contact: Contact = moved(
        circleContact(dx, dy, yaw, halfLength, halfWidth, objects.radius[index]),
        offset,
      );
      if (!(contact.depth > 0.0) || isElsewhere(index, objects, storey)) {
        continue;
      }
      const one: BodyMotionCollider = collider(b, contact.x, contact.y, bodies);
      dx = dx + offset.x - one.x;
      dy = dy + offset.y - one.y;
      const seen: Contact = moved(contact, { x: -one.x, y: -one.y });
      if (closingSpeed(one.moving, IMPULSES_STANDING, dx, dy, seen) > SETTLED) {
        const impulseResult: ContactImpulse = resolveImpulse(
          one.moving,
          IMPULSES_STANDING,
          dx,
          dy,
          seen,
          0.0,
          FRICTION,
        );
        if (impulseResult.impulse > largestResult.impulse) {
          largest = index;
          largestContact = contact;
          largestResult = impulseResult;
        }
      }
    }
  }
  return [largest, largestContact, largestResult];
}

// Apply impulses between vehicles and objects; return the greatest closing speed [m/s].
export function resolveObjects(onObjects: ContactList, bodies: Bodies, objects: Circles): number {
  const pose: Pose = bodies.pose;
  let fastest = 0.0;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const b = onObjects.vehicle[m];
    const i = ownerOf(b, bodies);
    for (let _ = 0; _ < IMPULSES_A_PASS; _++) {
      const [index, contact, impulseResult] = largestImpulse(b, bodies, objects);
      if (index < 0) {
        break;
      }
      const one: BodyMotionCollider = collider(b, contact.x, contact.y, bodies);
      strike(b, contact.x, contact.y, one, impulseResult.first, bodies);
      const closing = impulseResult.closingSpeed;
      if (closing > onObjects.closingSpeed[m]) {
        onObjects.other[m] = index;
      }
      addImpulse(onObjects, m, closing, impulseResult.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y);
      fastest = maximum(fastest, closing);
    }
  }
  return fastest;
}

// Move the vehicles of each pair apart; return the deepest penetration [m].
export function separatePairs(pairs: ContactList, bodies: Bodies): number {
  const x = bodies.pose.x;
  const y = bodies.pose.y;
  let deepest = 0.0;
  for (let k = 0; k < pairs.count[0]; k++) {
    const b = pairs.vehicle[k];
    const partner = pairs.other[k];
    const i = ownerOf(b, bodies);
    const j = ownerOf(partner, bodies);
    const contact: Contact = contactOf(b, partner, pairs.face[k], bodies);
    if (contact.depth > SLOP) {
      const separation = SEPARATION_SHARE * (contact.depth - SLOP);
      const mass = totalMass(i, bodies);
      const otherMass = totalMass(j, bodies);
      const own = separation * otherMass / (mass + otherMass);
      const other = separation - own;
      const next = x[i] - own * contact.normalX;
      const next2 = y[i] - own * contact.normalY;
      x[i] = next;
      y[i] = next2;
      const next3 = x[j] + other * contact.normalX;
      const next4 = y[j] + other * contact.normalY;
      x[j] = next3;
      y[j] = next4;
      deepest = maximum(deepest, contact.depth);
    }
  }
  return deepest;
}

// Move vehicles out of objects; return the deepest penetration [m].
export function separateFromObjects(onObjects: ContactList, bodies: Bodies, objects: Circles): number {
  const pose: Pose = bodies.pose;
  let deepest = 0.0;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const b = onObjects.vehicle[m];
    const i = ownerOf(b, bodies);
    const offset: Centre = offsetOf(b, bodies);
    const [halfLength, halfWidth] = halfSizeOf(b, bodies);
    const [index, outX, outY, depth] = deepestContact(pose.x[i] + offset.x, pose.y[i] + offset.y, yawOf(b, bodies), halfLength, halfWidth, objects, storeyOf(i, pose)); // fmt: skip
    if (index >= 0) {
      pose.x[i] = outX - offset.x;
      pose.y[i] = outY - offset.y;
    }
    deepest = maximum(deepest, index >= 0 ? depth + SLOP : 0.0);
  }
  return deepest;
}

// Transfer changes of velocity by contacts to the models' states; the rest becomes residual motion.
export function handOverVelocities(struck: ContactList, bodies: Bodies, velocity: ModelVelocity, residual: ResidualMotion): void {
  const lateral = residual.residualLateralSpeed;
  const turning = residual.residualYawRate;
  for (let m = 0; m < struck.count[0]; m++) {
    const i = struck.vehicle[m];
    if (i >= bodies.pose.x.length) {
      continue;
    }
    const changedLateral = bodies.motion.lateralSpeed[i] - struck.lateralSpeed[m];
    const changedRate = bodies.motion.yawRate[i] - struck.yawRate[m];
    if (changedLateral === 0.0 && changedRate === 0.0) {
      continue;
    }
    lateral[i] = lateral[i] + changedLateral;
    turning[i] = turning[i] + changedRate;
    if (velocity.hasLateralSpeed[i] !== 0) {
      velocity.modelLateralSpeed[i] = velocity.modelLateralSpeed[i] + lateral[i];
      lateral[i] = 0.0;
    }
    if (velocity.hasYawRate[i] !== 0) {
      velocity.modelYawRate[i] = velocity.modelYawRate[i] + turning[i];
      turning[i] = 0.0;
    }
  }
}

// Resolve the impacts within the step, apply the impulses at its end, then remove penetration.
export function resolveContacts(touching: Pairs, near: NearObjects, lists: ContactLists, bodies: Bodies, velocity: ModelVelocity, residual: ResidualMotion, objects: Circles, dt: number): void {
  const motion: Motion = bodies.motion;
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  listContacts(touching, near, lists, bodies);
  let i: number;
  for (let m = 0; m < onObjects.count[0]; m++) {
    i = ownerOf(onObjects.vehicle[m], bodies);
    const next = motion.lateralSpeed[i];
    const next2 = motion.yawRate[i];
    onObjects.lateralSpeed[m] = next;
    onObjects.yawRate[m] = next2;
  }
  resolveImpacts(lists, bodies, objects, dt);
  noticeHeadOn(onObjects, bodies, objects);
  for (let done = 0; done < IMPULSE_PASSES; done++) {
    const fastest = resolvePairs(pairs, bodies, done === 0);
    if (maximum(fastest, resolveObjects(onObjects, bodies, objects)) <= SETTLED) {
      break;
    }
  }
  for (let m = 0; m < onObjects.count[0]; m++) {
    i = ownerOf(onObjects.vehicle[m], bodies);
    if (onObjects.isHeadOn[m] !== 0 && Math.abs(motion.speed[i]) < STAGES_HALT) {
      motion.speed[i] = 0.0;
    }
  }
  for (let _ = 0; _ < SEPARATION_PASSES; _++) {
    const deepest = separatePairs(pairs, bodies);
    if (maximum(deepest, separateFromObjects(onObjects, bodies, objects)) <= SLOP + APART) {
      break;
    }
  }
  handOverVelocities(onObjects, bodies, velocity, residual);
}

// Return height [m] and slopes towards east and north [1] at one position.
export function sampleTerrain(heights: Table, xWest: number, ySouth: number, spacing: number, x: number, y: number): [number, number, number] {
  const rows = heights.shape[0];
  const columns = heights.shape[1];
  let u = clamp((x - xWest) / spacing, 0.0, columns - 1.0);
  let v = clamp((y - ySouth) / spacing, 0.0, rows - 1.0);
  const column = Math.trunc(u < columns - 2.0 ? u : columns - 2.0);
  const row = Math.trunc(v < rows - 2.0 ? v : rows - 2.0);
  u = u - column;
  v = v - row;
  const west = column - (column > 0 ? 1 : 0);
  const east = column + 1;
  const farEast = column + 1 + (column < columns - 2 ? 1 : 0);
  const south = row - (row > 0 ? 1 : 0);
  const north = row + 1;
  const farNorth = row + 1 + (row < rows - 2 ? 1 : 0);
  const sw = heights.values[row * heights.shape[1] + column];
  const se = heights.values[row * heights.shape[1] + east];
  const nw = heights.values[north * heights.shape[1] + column];
  const ne = heights.values[north * heights.shape[1] + east];
  const swWest = heights.values[row * heights.shape[1] + west];
  const nwWest = heights.values[north * heights.shape[1] + west];
  const seEast = heights.values[row * heights.shape[1] + farEast];
  const neEast = heights.values[north * heights.shape[1] + farEast];
  const swSouth = heights.values[south * heights.shape[1] + column];
  const seSouth = heights.values[south * heights.shape[1] + east];
  const nwNorth = heights.values[farNorth * heights.shape[1] + column];
  const neNorth = heights.values[farNorth * heights.shape[1] + east];
  const atWest = (1.0 - u) / ((east - west) * spacing);
  const atEast = u / ((farEast - column) * spacing);
  const atSouth = (1.0 - v) / ((north - south) * spacing);
  const atNorth = v / ((farNorth - row) * spacing);
  const riseSouth = atWest * se - atWest * swWest + atEast * seEast - atEast * sw;
  const riseNorth = atWest * ne - atWest * nwWest + atEast * neEast - atEast * nw;
  const riseWest = atSouth * nw - atSouth * swSouth + atNorth * nwNorth - atNorth * sw;
  const riseEast = atSouth * ne - atSouth * seSouth + atNorth * neNorth - atNorth * se;
  return [
    (1.0 - v) * ((1.0 - u) * sw + u * se) + v * ((1.0 - u) * nw + u * ne),
    (1.0 - v) * riseSouth + v * riseNorth,
    (1.0 - u) * riseWest + u * riseEast,
  ];
}

// Return height [m] and slopes towards east and north [1] at x (east), y (north) [m], see sample_terrain.
export function sampleHeightfield(ground: Heightfield, x: number, y: number): [number, number, number] {
  return sampleTerrain(ground.heights, ground.xWest, ground.ySouth, ground.spacing, x, y);
}

// Return pitch and roll [rad] of a body that stands on a slope. The body's z axis is the normal of the ground; its
// x axis lies in the ground in the vertical plane of yaw. Rotations are intrinsic, in the order yaw, pitch, roll:
// R = Rz(yaw) Ry(pitch) Rx(roll) (ISO 8855: nose down and right side down are positive). With the slopes a ahead
// and l to the left, body x is parallel to (1, 0, a) in the yawed frame, hence tan(pitch) = -a; the normal (-a,
// -l, 1) is Ry(pitch) Rx(roll) z, hence tan(roll) = l cos(pitch).
export function attitude(slopeX: number, slopeY: number, yaw: number): [number, number] {
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  const ahead = slopeX * cosine + slopeY * sine;
  const left = slopeY * cosine - slopeX * sine;
  return [-Math.atan(ahead), Math.atan(left / Math.sqrt(1.0 + ahead * ahead))];
}

// Set height and attitude from ground and suspension; a vehicle that would leave the map stops at its edge.
export function followGround(pose: Pose, motion: Motion, suspension: Suspension, ground: Heightfield, area: Bounds, dt: number): void {
  const x = pose.x;
  const y = pose.y;
  const speed = motion.speed;
  for (let i = 0; i < x.length; i++) {
    let flags = 0;
    const insideX = clamp(x[i], area.xWest, area.xEast);
    const insideY = clamp(y[i], area.ySouth, area.yNorth);
    if (insideX !== x[i] || insideY !== y[i]) {
      x[i] = insideX;
      y[i] = insideY;
      speed[i] = 0.0;
      flags = (flags | OFF_MAP);
    }
    const made: [number, number, number] = sampleHeightfield(ground, x[i], y[i]);
    pose.z[i] = made[0];
    const slopeX = made[1];
    const slopeY = made[2];
    const made2: [number, number] = attitude(slopeX, slopeY, pose.yaw[i]);
    pose.pitch[i] = made2[0];
    pose.roll[i] = made2[1];
    motion.odometer[i] = motion.odometer[i] + Math.abs(speed[i]) * dt;
    motion.status[i] = ((motion.status[i] & COMPONENT_OTHERS) | flags);
  }
  for (let i = 0; i < x.length; i++) {
    pose.z[i] = pose.z[i] + suspension.heave[i];
    pose.pitch[i] = pose.pitch[i] + suspension.bodyPitch[i];
    pose.roll[i] = pose.roll[i] + (suspension.bodyRoll[i] + suspension.rolloverAngle[i]);
  }
}
