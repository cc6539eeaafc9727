// Stages of motorpool.World: guidance, avoidance, drivers, contacts; made of the package's own text by
// tools/page_world.py. SPDX-License-Identifier: MIT
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
export const WANDER = 0;
export const HOLD = 1;
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
export const ANGLE = 0.7853981633974483;
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
export const GAP_GAIN = 0.6;
export const FOLLOW = 3;
export const CATCH_UP = 3.0;
export const NOTHING = 0;
export const FAR = Infinity;
export const HALT = 0.3;
export const ARRIVING = 0.75;
export const DYNAMIC_WINDOW_COSTS_CRAWL = 2.0;
export const PIVOTING = 0.05;
export const STRAIGHT = 0.05;
export const LONGEST = 5.0;
export const STEP = 0.2;
export const SWERVE = 0.5;
export const FASTER = 0.5;
export const WALL_REACH = 25.0;
export const SLACK = 1.000001;
export const COMFORT = 1.5;
export const LAG_PENALTY = 1.5;
export const VEHICLE_SIGHT = 70.0;
export const DISCS = 3.0;
export const LONG_SIGHT = 1000000000.0;
export const SHORT_SIGHT = 1.0;
export const MOST_TURN = 0.5;
export const SLOWEST = 1e-06;
export const NARROWINGS = 3;
export const VEHICLE_MARGIN = 0.8;
export const VEHICLE_GROWTH = 0.3;
export const CAUTION = 0.8;
export const ROUNDING = 0.001;
export const MOST_STEPS = 25;
export const MOST_NEAR = 64;
export const DIRECTIONS = 16.0;
export const TURNING = 0.15;
export const CHANGING = 0.15;
export const HEADING_SPACING = 0.17453292519943295;
export const WAIT = 2.0;
export const OBJECT_MARGIN = 0.3;
export const SPEED_MARGIN = 0.02;
export const MOST_DISCS = 256;
export const MOST_SEEN = 85;
export const ALIGNED = 0.15;
export const STANDSTILL = 0.5;
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
export const BACK_OFF_SPEED = -2.0;
export const BACK_OFF_DISTANCE = 7.0;
export const OFF_DUTY = 0;
export const LOOK_AROUND = 2;
export const HIT_MOBILITY = 0.4;
export const STAGES_SLOWEST = 3.0;
export const SLIDING_FRICTION = 0.7;
export const GRAVITY = 9.81;
export const OTHERS = 4294967293;
export const NEARBY = 0.1;
export const MOST_PARTNERS = 64;
export const GRID_NOTHING = -1;
export const HEAD_ON_SHARE = 0.7;
export const TIE = 1e-09;
export const REST_SPEED = 0.2;
export const ELASTIC_SPEED = 0.6;
export const MAX_RESTITUTION = 0.5;
export const PLASTIC_SPEED = 10.0;
export const STAGES_ROUNDING = 1e-12;
export const SETTLED = 1e-09;
export const FRICTION = 0.4;
export const IMPULSES_STANDING = { velocityX: 0.0, velocityY: 0.0, yawRate: 0.0, inverseMass: 0.0, inverseInertia: 0.0 };
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
  z: Float64Array; // of the ground under the vehicle, up [m]
  yaw: Float64Array; // counter-clockwise from east [rad]
  pitch: Float64Array; // nose down positive [rad]
  roll: Float64Array; // right side down positive [rad]
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
  turning: Int8Array; // a constant of ``guidance.turning``
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
  refusedHeadings: Int32Array; // bits of directions in which the ground is bad, see ``guidance.refused_headings``
}

// An autopilot's goal, its way there, what it sees and does about that, and the limits of the ground.
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
  halfLength: Float64Array; // [m]
  halfWidth: Float64Array; // [m]
  bodyHeight: Float64Array; // [m]
  radius: Float64Array; // of the circle around the body [m]
  mass: Float64Array; // of the model, or estimated from the body, see ``inertia.DENSITY`` [kg]
  yawInertia: Float64Array; // of the model, or that of a box of the body's size [kg m^2]
}

// Limits of how a vehicle turns, accelerates and brakes; see drivers.manual_control.Handling.
export interface Performance {
  fullCurvature: Float64Array; // of the path at full steer, less that of pivoting [1/m]
  pivotYawRate: Float64Array; // at full steer, standing [rad/s]
  turnLag: Float64Array; // how long a turn takes to build up [s]
  maxSpeed: Float64Array; // [m/s]
  maxReverseSpeed: Float64Array; // [m/s]
  acceleration: Float64Array; // [m/s^2]
  braking: Float64Array; // [m/s^2]
  coasting: Float64Array; // [m/s^2]
  steerRate: Float64Array; // [1/s]
  maxLateralAcceleration: Float64Array; // [m/s^2]
}

// The vehicles themselves: where they are, how they move and what they can do.
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

// State of the autopilots that decide.
export interface Mind {
  autopilot: Autopilot;
  memory: AvoidanceMemory;
  decisions: Decisions;
}

// Pose and motion of a vehicle.
export interface RolloutMotion {
  x: number; // [m]
  y: number; // [m]
  yaw: number; // [rad]
  speed: number; // [m/s]
  steer: number; // -1..1, left positive
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
  aside: number; // distance from the straight line, upper bound [m]
}

// Lower bounds of the distance to the nearest object, by cell.
export interface ClearanceMap {
  metres: Table; // (rows, columns), row 0 south: lower bound for every point of the cell [m]
  xWest: number; // outer corner of cell (0, 0) [m]
  ySouth: number; // outer corner of cell (0, 0) [m]
  cell: number; // side of a cell [m]
}

// Rectangle of cells, inclusive.
export interface Cells {
  firstColumn: number;
  lastColumn: number;
  firstRow: number;
  lastRow: number;
}

// All objects, for the search along a way.
export interface Standing {
  circles: Circles; // in a fine grid
  largestRadius: number; // largest radius of all objects [m]
  clearance: ClearanceMap;
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
}

// Another vehicle, as far as a driver sees it.
export interface Other {
  dx: number; // of its middle from the driver's [m]
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
  since: Float64Array; // time before which the vehicle cannot reach it [s]
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

// Drivers that command_autopilots leaves to command_others.
export interface Turns {
  isOther: Int8Array; // a person or a script drives it, or it is dead
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
  first: Int32Array; // id of the vehicle that has the lower id in the whole world
  second: Int32Array;
  touches: Int8Array; // now, or nearly
}

// Contact of two bodies: penetration depth, normal and point.
export interface Contact {
  depth: number; // penetration depth; 0 if the bodies are apart [m]
  normalX: number; // unit vector of the smallest separation, from the first body to the second [1]
  normalY: number;
  x: number; // contact point, relative to the first body's centre [m]
  y: number;
}

// Vehicles that may touch an object, a row each, sorted.
export interface NearObjects {
  vehicle: Int32Array;
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
}

// Contacts of a step.
export interface ContactLists {
  pairs: ContactList; // of two vehicles
  onObjects: ContactList; // of vehicles with objects, a row for each vehicle that touches anything
  isStruck: Int8Array; // (vehicles,): 1 for a vehicle that touches something, while contacts are listed
}

// Rectangle around its centre.
export interface _Rectangle {
  cosine: number; // of the yaw
  sine: number;
  halfLength: number; // [m]
  halfWidth: number; // [m]
}

// Velocity of a body's centre, its inverse mass and its inverse yaw inertia.
export interface ImpulsesMoving {
  velocityX: number; // east [m/s]
  velocityY: number; // north [m/s]
  yawRate: number; // counter-clockwise [rad/s]
  inverseMass: number; // 0 for an immovable body [1/kg]
  inverseInertia: number; // [1/(kg m^2)]
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
// turn away from an obstruction, too, unless their avoidance rule does so. An autopilot that holds stands;
// guidance.stages leads those on routes and in convoys.
export function keepCourses(pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, area: Bounds, traits: RuleTraits, dt: number): void {
  const goal: Goal = autopilot.goal;
  const course: Course = autopilot.course;
  const rule = autopilot.avoidance.avoidanceRule;
  for (let i = 0; i < pose.x.length; i++) {
    if (inputs.driver[i] === AUTOPILOT && (goal.goal[i] === WANDER || goal.goal[i] === HOLD)) {
      const wasBacking = course.backOffTime[i] > 0.0;
      if (traits.recovers[rule[i]] === 0) {
        const stopped = (motion.status[i] & (BLOCKED | OFF_MAP));
        course.backOffTime[i] = backOff(course.backOffTime[i], stopped, dt);
        if (wasBacking && course.backOffTime[i] <= 0.0) {
          course.courseYaw[i] = wrapAngle(course.courseYaw[i] + NEW_COURSE);
        }
      }
      course.courseYaw[i] = turnedBack(pose.x[i], pose.y[i], course.courseYaw[i], area);
      course.courseSpeed[i] = goal.goal[i] === HOLD ? 0.0 : goal.desiredSpeed[i];
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
  return ANGLE * step * (number - 1.0 > 2.0 * pair ? -1.0 : 1.0);
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
    course.courseReach[i] = course.turning[i] === FORWARD ? distance + entity.body.halfLength[i] : 0.0;
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

// Return the lookahead distance [m] of a follower along the trail at magnitude [m/s].
export function closeLook(magnitude: number, halfLength: number): number {
  return halfLength + TRAIL_SPACING + FOLLOWING_LOOK_TIME * magnitude;
}

// Return the point of the trail that a follower steers for; at the end of the trail, the leader.
export function aimOnTrail(i: number, entity: Entity, leader: number, mark: number, leaders: Leaders): Aim {
  const pose: Pose = entity.pose;
  const limits: Performance = entity.performance;
  const trails: Trails = leaders.trails;
  const slot = leaders.convoys.trailSlot[leader];
  const length = trails.x.shape[1];
  const toNear = distanceTo(
    pose.x[i],
    pose.y[i],
    trails.x.values[slot * trails.x.shape[1] + modulo(mark, length)],
    trails.y.values[slot * trails.y.shape[1] + modulo(mark, length)],
  );
  const radius = tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]);
  let look = closeLook(Math.abs(entity.motion.speed[i]), entity.body.halfLength[i]);
  look = maximum(look, minimumLookahead(radius));
  const aimed = mark + Math.trunc(maximum(look - toNear, 0.0) / TRAIL_SPACING);
  if (aimed < leaders.convoys.trailCount[leader]) {
    return {
      x: trails.x.values[slot * trails.x.shape[1] + modulo(aimed, length)],
      y: trails.y.values[slot * trails.y.shape[1] + modulo(aimed, length)],
      ahead: look,
    };
  }
  return { x: leaders.entity.pose.x[leader], y: leaders.entity.pose.y[leader], ahead: look };
}

// Return the distance [m] along the trail from a follower to the centre of its leader.
export function distanceToLeader(x: number, y: number, aim: Aim, leader: number, mark: number, leaders: Leaders): number {
  const trails: Trails = leaders.trails;
  const poses: Pose = leaders.entity.pose;
  const slot = leaders.convoys.trailSlot[leader];
  const count = leaders.convoys.trailCount[leader];
  const length = trails.x.shape[1];
  const nearX = trails.x.values[slot * trails.x.shape[1] + modulo(mark, length)];
  const nearY = trails.y.values[slot * trails.y.shape[1] + modulo(mark, length)];
  const lastX = trails.x.values[slot * trails.x.shape[1] + modulo(count - 1, length)];
  const lastY = trails.y.values[slot * trails.y.shape[1] + modulo(count - 1, length)];
  const toNear = distanceTo(x, y, nearX, nearY);
  const onwardX = aim.x - nearX;
  const onwardY = aim.y - nearY;
  const span = maximum(distanceTo(0.0, 0.0, onwardX, onwardY), 0.001);
  let along = ((nearX - x) * onwardX + (nearY - y) * onwardY) / span;
  along = toNear > TRAIL_SPACING ? toNear : along;
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

// Decide whether a follower backs off, or must turn round for the point that it steers for.
export function turnForLeader(i: number, entity: Entity, autopilot: Autopilot, bearing: number, distance: number, isWaiting: boolean, traits: RuleTraits, dt: number): void {
  const limits: Performance = entity.performance;
  const course: Course = autopilot.course;
  const avoidance: Avoidance = autopilot.avoidance;
  const isBlocked = (entity.motion.status[i] & (BLOCKED | OFF_MAP)) !== 0;
  if (course.turning[i] !== REVERSE && traits.recovers[avoidance.avoidanceRule[i]] === 0) {
    course.backOffTime[i] = wanderBackOff(course.backOffTime[i], isBlocked ? 1.0 : 0.0, dt);
  }
  let isBusy = avoidance.isAvoiding[i] > 0.5 || course.backOffTime[i] > 0.0 || isWaiting;
  isBusy = isBusy || (course.turning[i] === FORWARD && Math.abs(bearing) < BESIDE);
  course.turning[i] = nextTurning(course.turning[i], bearing, distance, tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]), limits.pivotYawRate[i] > PIVOTS, limits.maxReverseSpeed[i] > 0.0, isBlocked, isBusy);
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
    const aim: Aim = aimOnTrail(i, entity, leader, mark, leaders);
    const bearing = bearingTo(pose.x[i], pose.y[i], pose.yaw[i], aim.x, aim.y);
    const toAim = distanceTo(pose.x[i], pose.y[i], aim.x, aim.y);
    const radius = tightestRadius(limits.fullCurvature[i], limits.pivotYawRate[i]);
    let distance = distanceToLeader(pose.x[i], pose.y[i], aim, leader, mark, leaders);
    distance = distance - entity.body.halfLength[i] - leaders.entity.body.halfLength[leader];
    const speed = leaders.entity.motion.speed[leader];
    let target = gapSpeed(distance, speed, convoys.gap[i], convoys.headway[i], limits.braking[i]);
    target = minimum(target, maximum(autopilot.goal.desiredSpeed[i], maximum(speed, 0.0) + CATCH_UP));
    target = minimum(target, limits.maxSpeed[i]);
    const most = minimum(limits.maxLateralAcceleration[i], autopilot.ground.groundLateralAcceleration[i]);
    target = minimum(target, bendSpeed(requiredCurvature(bearing, toAim, radius), most));
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

// From one place to the other [m].
export function distance(x: number, y: number, goalX: number, goalY: number): number {
  return Math.sqrt((goalX - x) * (goalX - x) + (goalY - y) * (goalY - y));
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

// Return how far a heading must be free at a speed [m].
export function straightDistance(preference: Preference, triedSpeed: number): number {
  const straight = 0.5 * preference.straightTime * (preference.speed + triedSpeed);
  return minimum(maximum(preference.leastStraight, straight), preference.mostStraight);
}

// Return the way of a trial: to heading [rad] and target_speed [m/s], then straight [m] on.
export function straightWay(start: RolloutMotion, heading: number, targetSpeed: number, straight: number): ClearWayStraightWay {
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
  return {
    isStraight,
    sine,
    cosine,
    leastSpeed: least,
    mostSpeed: most,
    time,
    length,
    turn,
    aside: length * turn,
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

// Return whether a driver prefers what it has chosen before, to within what the clear way allows for.
export function goesOn(i: number, preference: Preference, avoidance: Avoidance): boolean {
  const turn = Math.abs(wrapAngle(preference.reference - avoidance.desiredYaw[i]));
  return turn < STRAIGHT && preference.speed < avoidance.avoidanceSpeed[i] + FASTER;
}

// Return how far from its middle a driver looks for objects [m].
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

// Return the cells of a rectangle in world coordinates [m], limited to the grid.
export function cellsBetween(grid: Grid, west: number, east: number, south: number, north: number): Cells {
  return {
    firstColumn: cellOf(west - grid.xWest, grid.cell, grid.columns),
    lastColumn: cellOf(east - grid.xWest, grid.cell, grid.columns),
    firstRow: cellOf(south - grid.ySouth, grid.cell, grid.rows),
    lastRow: cellOf(north - grid.ySouth, grid.cell, grid.rows),
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

// Return the range of entries of grid.item in one row, counted in the grid, of a rectangle of cells.
export function entriesIn(grid: Grid, cells: Cells, row: number): Span {
  const line = row * grid.columns;
  return [grid.first[line + cells.firstColumn], grid.first[line + cells.lastColumn + 1]];
}

// Return whether a way leaves all objects aside by COMFORT; farther away than reach [m] none counts.
export function clearsObjects(start: RolloutMotion, way: ClearWayStraightWay, reach: number, halfLength: number, halfWidth: number, standing: Standing): boolean {
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
    const span89 = entriesIn(objects.grid, cells, row);
    for (let entry = span89[0]; entry < span89[1]; entry++) {
      const index = objects.grid.item[entry];
      const radius = objects.radius[index];
      const dx = objects.x[index] - start.x;
      const dy = objects.y[index] - start.y;
      const ahead = dx * way.cosine + dy * way.sine;
      const beside = Math.abs(dy * way.cosine - dx * way.sine);
      const isPassed = ahead < -halfLength - COMFORT - radius || ahead > aheadAtMost + radius;
      const isBeyond = dx * dx + dy * dy > (reach + radius) * (reach + radius);
      if (!isPassed && !isBeyond && beside < besideAtMost + radius) {
        return false;
      }
    }
  }
  return true;
}

// Return the acceleration that a driver counts on [m/s^2].
export function accelerationOf(i: number, limits: Performance, ground: GroundLimits): number {
  return minimum(limits.acceleration[i], ground.groundAcceleration[i]);
}

// Return the braking that a driver counts on [m/s^2].
export function brakingOf(i: number, limits: Performance, ground: GroundLimits): number {
  const share = 1.0 / (1.0 + LAG_PENALTY * limits.turnLag[i]);
  return share * minimum(limits.braking[i], ground.groundBraking[i]);
}

// Return the cells of the square around a circle [m]. A kernel iterates over neighbours by     cells =
// cells_near(grid, x, y, radius)     for row in range(cells.first_row, cells.last_row + 1):         for entry in
// entries_in(grid, cells, row):             other: int = grid.item[entry] (As one loop over a generator it takes
// nearly three times as long.)
export function cellsNear(grid: Grid, x: number, y: number, radius: number): Cells {
  return cellsBetween(grid, x - radius, x + radius, y - radius, y + radius);
}

// Return whether a vehicle may be near enough to be looked at, from where it was filed.
export function mayBeSeen(entry: number, start: RolloutMotion, places: Table): boolean {
  const dx = places.values[entry * places.shape[1] + 0] - start.x;
  const dy = places.values[entry * places.shape[1] + 1] - start.y;
  return dx * dx + dy * dy <= (VEHICLE_SIGHT + DRIFT) * (VEHICLE_SIGHT + DRIFT);
}

// Write the ids of possible obstacles, the vehicle itself included; return their number. It is written without a
// condition, which processors would guess wrong half of the time.
export function nearVehicles(start: RolloutMotion, ids: Int32Array, around: Surroundings): number {
  const grid: Grid = around.near.circles.grid;
  const places = around.near.places;
  let count = 0;
  const cells: Cells = cellsNear(grid, start.x, start.y, VEHICLE_SIGHT + DRIFT);
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span126 = entriesIn(grid, cells, row);
    for (let entry = span126[0]; entry < span126[1]; entry++) {
      ids[Math.min(count, ids.length - 1)] = grid.item[entry];
      count = count + (mayBeSeen(entry, start, places) ? 1 : 0);
    }
  }
  return Math.min(count, ids.length);
}

// Return whether a vehicle of the same convoy drives before or behind one, and is no danger to it. One beside it,
// or that comes towards it after a turn, is a danger like any other vehicle; the gap to the one ahead is kept by
// the law of following.
export function isInLine(other: number, start: RolloutMotion, own: number, entity: Entity): boolean {
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const pose: Pose = entity.pose;
  const halfLength = entity.body.halfLength;
  const ahead = (pose.x[other] - start.x) * cosine + (pose.y[other] - start.y) * sine;
  const angle = pose.yaw[other];
  const headingSine = Math.sin(angle);
  const headingCosine = Math.cos(angle);
  const hasSameDirection = headingCosine * cosine + headingSine * sine > 0.0;
  return hasSameDirection && Math.abs(ahead) > halfLength[own] + halfLength[other];
}

// Return whether another vehicle is an obstacle: near, and not ahead or behind in the same convoy.
export function isSeen(other: number, start: RolloutMotion, own: number, around: Surroundings): boolean {
  const convoy = around.convoys.convoy;
  const circles: Circles = around.near.circles;
  const dx = circles.x[other] - start.x;
  const dy = circles.y[other] - start.y;
  const reach = minimum(15.0 + 3.0 * (Math.abs(start.speed) + Math.abs(around.entity.motion.speed[other])), VEHICLE_SIGHT);
  if (dx * dx + dy * dy > reach * reach || other === own) {
    return false;
  }
  return convoy[own] < 0 || convoy[other] !== convoy[own] || !isInLine(other, start, own, around.entity);
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

// Return whether a driver heading yaw [rad] gives way to a vehicle whose middle is ahead [m] of its own. It does
// to a vehicle in front, from the right, or oncoming; oncoming vehicles give way to each other.
export function mustYield(yaw: number, ahead: number, otherYaw: number): boolean {
  const turn = wrapAngle(otherYaw - yaw);
  if (Math.abs(turn) < 0.25 * 3.141592653589793) {
    return ahead > 0.0;
  }
  return turn > 0.0 || turn < -0.75 * 3.141592653589793;
}

// Return half of the distance of the discs that cover a vehicle, and their radius [m].
export function discSize(other: number, body: Body): [number, number] {
  const length = body.halfLength[other] / DISCS;
  const width = body.halfWidth[other];
  return [length, distance(0.0, 0.0, length, width)];
}

// Return the time for which a vehicle is an obstacle [s]; if the driver yields, until it could have stopped.
export function timeThatMatters(yields: boolean, start: RolloutMotion, otherSpeed: number, braking: number): number {
  const isMinded = yields || Math.abs(otherSpeed) < HALT;
  return isMinded ? LONG_SIGHT : SHORT_SIGHT + Math.abs(start.speed) / braking;
}

// Return another vehicle as a driver sees it that does not insist on its right of way.
export function lookAt(other: number, start: RolloutMotion, braking: number, around: Surroundings): Other {
  const body: Body = around.entity.body;
  const speed = around.entity.motion.speed[other];
  const yaw = around.entity.pose.yaw[other];
  const [intendedSpeed, intendedYaw] = intention(other, around);
  const dx = around.near.circles.x[other] - start.x;
  const dy = around.near.circles.y[other] - start.y;
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
  const wide = halfWidth + other.radius + other.halfRow * Math.abs(rowBeside) + halfLength * way.turn + ROUNDING;
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
  if (count === MOST_NEAR) {
    return [false, false];
  }
  for (let k = 0; k < count; k++) {
    if (isSeen(ids[k], start, own, around)) {
      const seen: Other = lookAt(ids[k], start, pace.braking, around);
      if (!staysClear(way, halfLength, halfWidth, seen)) {
        isFar = false;
        if (!staysClearAtEachStep(way, pace, halfLength, halfWidth, seen)) {
          return [false, false];
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
  const way: ClearWayStraightWay = straightWay(start, preference.reference, preference.speed, straight);
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
  const reach = sight(halfLength, autopilot.course.courseSpeed[i]);
  if (!clearsObjects(start, way, reach, halfLength, halfWidth, around.standing)) {
    return { isFree: false, isCalm: false, heading: 0.0, speed: 0.0 };
  }
  const acceleration = accelerationOf(i, entity.performance, autopilot.ground);
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
  if (isFree && isChosenFirst(start, preference, autopilot.ground.refusedHeadings[i])) {
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

// Return the limits of a vehicle on its ground, reduced for one whose turns take time to build up.
export function abilityOf(i: number, entity: Entity, ground: GroundLimits): Ability {
  const body: Body = entity.body;
  const limits: Performance = entity.performance;
  const share = 1.0 / (1.0 + LAG_PENALTY * limits.turnLag[i]);
  const wheelRate = limits.steerRate[i] / (1.0 + limits.turnLag[i] * limits.steerRate[i]);
  return {
    halfLength: body.halfLength[i],
    halfWidth: body.halfWidth[i],
    fullCurvature: share * limits.fullCurvature[i],
    pivotYawRate: share * limits.pivotYawRate[i],
    acceleration: accelerationOf(i, limits, ground),
    braking: brakingOf(i, limits, ground),
    steerRate: wheelRate,
    maxLateralAcceleration: minimum(limits.maxLateralAcceleration[i], ground.groundLateralAcceleration[i]),
  };
}

// Return the distance [m] of the point (dx, dy), from a rectangle's middle, to the rectangle; 0 inside it.
export function gapTo(dx: number, dy: number, sine: number, cosine: number, halfLength: number, halfWidth: number): number {
  const ahead = maximum(Math.abs(dx * cosine + dy * sine) - halfLength, 0.0);
  const beside = maximum(Math.abs(dy * cosine - dx * sine) - halfWidth, 0.0);
  return Math.sqrt(ahead * ahead + beside * beside);
}

// Enter the objects within reach [m]; returns their number, and how far and where [rad] the nearest is.
export function addObjects(start: RolloutMotion, ability: Ability, reach: number, discs: Discs, objects: Circles): [number, number, number] {
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const margin = OBJECT_MARGIN + SPEED_MARGIN * Math.abs(start.speed);
  let nearest = FAR;
  let nearestYaw = start.yaw;
  let count = 0;
  const cells: Cells = cellsNear(objects.grid, start.x, start.y, reach + objects.grid.cell);
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span184 = entriesIn(objects.grid, cells, row);
    for (let entry = span184[0]; entry < span184[1]; entry++) {
      const index = objects.grid.item[entry];
      const radius = objects.radius[index];
      const dx = objects.x[index] - start.x;
      const dy = objects.y[index] - start.y;
      if (dx * dx + dy * dy > (reach + radius) * (reach + radius) || count === MOST_DISCS) {
        continue;
      }
      const gap = gapTo(dx, dy, sine, cosine, ability.halfLength, ability.halfWidth) - radius;
      if (gap < nearest) {
        nearest = gap;
        nearestYaw = Math.atan2(dy, dx);
      }
      discs.x[count] = dx + start.x;
      discs.y[count] = dy + start.y;
      discs.speedX[count] = 0.0;
      discs.speedY[count] = 0.0;
      discs.radius[count] = radius;
      discs.need[count] = radius + minimum(margin, gap - 0.01);
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
    const span220 = entriesIn(grid, cells, row);
    for (let entry = span220[0]; entry < span220[1]; entry++) {
      if (mayBeSeen(entry, start, around.near.places) && isSeen(grid.item[entry], start, own, around)) {
        count = insert(grid.item[entry], ids, count, around.entity.body.worldId);
      }
    }
  }
  return count;
}

// Enter the discs that cover a vehicle, moving as its driver intends; returns the new number.
export function addVehicle(other: number, start: RolloutMotion, ability: Ability, takesPriority: boolean, discs: Discs, count: number, around: Surroundings): number {
  const body: Body = around.entity.body;
  const speed = around.entity.motion.speed[other];
  const yaw = around.entity.pose.yaw[other];
  const sine = Math.sin(start.yaw);
  const cosine = Math.cos(start.yaw);
  const dx = around.near.circles.x[other] - start.x;
  const dy = around.near.circles.y[other] - start.y;
  const speedMagnitude = Math.abs(speed);
  const otherSine = Math.sin(yaw);
  const otherCosine = Math.cos(yaw);
  const [length, radius] = discSize(other, body);
  const ahead = dx * cosine + dy * sine;
  const yields = !takesPriority && mustYield(start.yaw, ahead, yaw);
  const until = timeThatMatters(yields, start, speed, ability.braking);
  const [intendedSpeed, intendedYaw] = intention(other, around);
  const more = intendedSpeed - speed;
  const change = CAUTION * (more > 0.0 ? ability.acceleration : -ability.braking);
  const way = yaw + clamp(wrapAngle(intendedYaw - yaw), -MOST_TURN, MOST_TURN);
  const waySine = Math.sin(way);
  const wayCosine = Math.cos(way);
  for (let disc = 0; disc < DISCS; disc++) {
    const along = 2.0 * length * (disc - 1);
    const discX = dx + along * otherCosine;
    const discY = dy + along * otherSine;
    const gap = gapTo(discX, discY, sine, cosine, ability.halfLength, ability.halfWidth) - radius;
    discs.x[count] = discX + start.x;
    discs.y[count] = discY + start.y;
    discs.speedX[count] = speed * wayCosine;
    discs.speedY[count] = speed * waySine;
    discs.radius[count] = radius;
    discs.need[count] = radius + minimum(VEHICLE_MARGIN, gap - 0.01);
    discs.growth[count] = speedMagnitude > HALT && gap > VEHICLE_MARGIN ? VEHICLE_GROWTH : 0.0;
    discs.changeX[count] = change * wayCosine;
    discs.changeY[count] = change * waySine;
    discs.changeTime[count] = more / change;
    discs.until[count] = until;
    discs.obstacleIndex[count] = -1 - other;
    count = count + 1;
  }
  return count;
}

// Enter the discs of the vehicles that may be met after the count that are there; returns the new number. They
// come in the order of their ids in the whole world, whatever the order in which the grid holds them.
export function addVehicles(start: RolloutMotion, ability: Ability, own: number, takesPriority: boolean, discs: Discs, count: number, around: Surroundings): number {
  const ids = new Int32Array(MOST_SEEN);
  for (let k = 0; k < seenVehicles(start, own, ids, around); k++) {
    if (count + DISCS <= MOST_DISCS) {
      count = addVehicle(ids[k], start, ability, takesPriority, discs, count, around);
    }
  }
  return count;
}

// Set since of the discs, before which no trial can hit them or find less room; returns the least of them [s]. The
// vehicle moves at most at fastest, a disc at most at the greater of its speeds at the beginning and the end.
export function noteReach(start: RolloutMotion, ability: Ability, fastest: number, discs: Discs, count: number): number {
  let soonest = MOST_STEPS * STEP;
  const own = Math.sqrt(ability.halfLength * ability.halfLength + ability.halfWidth * ability.halfWidth) + ROUNDING;
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

// Return the distance [m] of a position from the ground's area; 0 within it.
export function beyond(x: number, y: number, edge: Bounds): number {
  const west = edge.xWest;
  const south = edge.ySouth;
  const east = edge.xEast;
  const north = edge.yNorth;
  return maximum(maximum(west - x, x - east), maximum(maximum(south - y, y - north), 0.0));
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
  for (let _ = 0; _ < MOST_STEPS; _++) {
    const isAligned = Math.abs(wrapAngle(heading - yaw)) < ALIGNED;
    const target = pivots && !isAligned ? 0.0 : targetSpeed;
    speed = keepSpeed(speed, target, CAUTION * ability.acceleration, CAUTION * ability.braking, STEP);
    const fullYawRate = CAUTION * (ability.pivotYawRate + ability.fullCurvature * speed);
    const curvature = ability.fullCurvature + ability.pivotYawRate / maximum(Math.abs(speed), STANDSTILL);
    const limit = steerLimit(speed, curvature, ability.maxLateralAcceleration);
    steer = steerToward(yaw, heading, steer, ability.steerRate, STEP, fullYawRate, limit);
    const turn = steer * fullYawRate * STEP;
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
      const along = maximum(Math.abs(dx * cosine + dy * sine) - ability.halfLength, 0.0);
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

// Remember the side on which a driver goes round what is in its way; where there is no way, follow its edge.
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
  const ability: Ability = abilityOf(i, entity, autopilot.ground);
  const own = entity.body.vehicleId[i];
  const takesPriority = memory.waitingTime[i] > WAIT + 0.5 * modulo(entity.body.worldId[i], 4);
  const reach = sight(ability.halfLength, course.courseSpeed[i]);
  let count = 0;
  let nearest = FAR;
  let nearestYaw = start.yaw;
  if (clearanceAt(start.x, start.y, around.standing.clearance) <= reach) {
    const made: [number, number, number] = addObjects(start, ability, reach, discs, around.objects);
    count = made[0];
    nearest = made[1];
    nearestYaw = made[2];
  }
  count = addVehicles(start, ability, own, takesPriority, discs, count, around);
  const fastest = maximum(maximum(Math.abs(start.speed), course.courseSpeed[i]), Math.abs(BACK_OFF_SPEED));
  const obstacles: Obstacles = {
    discs,
    discCount: count,
    edge: around.edge,
    soonest: noteReach(start, ability, fastest, discs, count),
  };
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
  if (isHeld || (choice.isFree && memory.waitingTime[i] > WAIT && choice.speed > HALT)) {
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
    if (course.courseSpeed[i] < HALT) {
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

// Return the handling that damage has left of a vehicle: shares of its mobility and of the acceleration in use.
export function handlingLeft(i: number, limits: Performance, speed: number, left: number, throttle: number): Handling {
  const magnitude = maximum(Math.abs(speed), STANDSTILL);
  return {
    maxSpeed: left * limits.maxSpeed[i],
    maxReverseSpeed: left * limits.maxReverseSpeed[i],
    acceleration: left * throttle * limits.acceleration[i],
    braking: limits.braking[i],
    coasting: limits.coasting[i],
    steerRate: limits.steerRate[i],
    maxLateralAcceleration: limits.maxLateralAcceleration[i],
    fullCurvature: limits.fullCurvature[i] + limits.pivotYawRate[i] / magnitude,
  };
}

// Return the speed [m/s] at which to approach something ahead: the desired one if there is room to stop. Else the
// speed that braking ends in that distance, v^2 = 2 a s, but never less than the least speed.
export function slowFor(distance: number, desiredSpeed: number, leastSpeed: number, braking: number): number {
  const room = maximum(distance, 0.0);
  return minimum(desiredSpeed, maximum(Math.sqrt(2.0 * braking * room), leastSpeed));
}

// Return an autopilot's speed [m/s] and steering command.
export function commandByAutopilot(i: number, entity: Entity, autopilot: Autopilot, steer: number, handling: Handling, traits: RuleTraits, dt: number): [number, number] {
  const speed = entity.motion.speed[i];
  const limits: Performance = entity.performance;
  const seen: Perception = autopilot.perception;
  const avoidance: Avoidance = autopilot.avoidance;
  const course: Course = autopilot.course;
  const ground: GroundLimits = autopilot.ground;
  const braking = minimum(handling.braking, ground.groundBraking[i]);
  let acceleration = minimum(handling.acceleration, ground.groundAcceleration[i]);
  acceleration = acceleration + Math.abs(steer) * ground.turnAcceleration[i];
  const lateral = minimum(handling.maxLateralAcceleration, ground.groundLateralAcceleration[i]);
  const fullYawRate = limits.pivotYawRate[i] + limits.fullCurvature[i] * speed;
  const limit = steerLimit(Math.abs(speed), handling.fullCurvature, lateral);
  steer = steerToward(
    entity.pose.yaw[i],
    avoidance.desiredYaw[i],
    steer,
    handling.steerRate,
    dt,
    fullYawRate,
    limit,
  );
  const room = seen.seenDistance[i] - seen.seenRadius[i] - entity.body.halfLength[i];
  let target = slowFor(room, course.courseSpeed[i], STAGES_SLOWEST, braking);
  target = traits.setsSpeed[avoidance.avoidanceRule[i]] !== 0 ? avoidance.avoidanceSpeed[i] : target;
  target = clamp(target, -handling.maxReverseSpeed, handling.maxSpeed);
  target = course.backOffTime[i] > 0.0 ? BACK_OFF_SPEED : target;
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
    const span259 = entriesIn(circles.grid, cells, row);
    for (let entry = span259[0]; entry < span259[1]; entry++) {
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
    const span283 = entriesIn(objects.grid, cells, row);
    for (let entry = span283[0]; entry < span283[1]; entry++) {
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

// Find the pairs that touch, or nearly touch. Two vehicles at exactly the same position are not placed yet and
// have no direction of separation: they are left out.
export function markTouchingPairs(pairs: Pairs, vehicles: Entity): void {
  const pose: Pose = vehicles.pose;
  const halfLength = vehicles.body.halfLength;
  const halfWidth = vehicles.body.halfWidth;
  const radius = vehicles.body.radius;
  for (let k = 0; k < pairs.first.length; k++) {
    const i = pairs.first[k];
    const j = pairs.second[k];
    const dx = pose.x[j] - pose.x[i];
    const dy = pose.y[j] - pose.y[i];
    const square = dx * dx + dy * dy;
    const apart = radius[i] + radius[j] + 4.0 * NEARBY;
    pairs.touches[k] = 0.0 < square && square < apart * apart && overlap(dx, dy, pose.yaw[i], halfLength[i] + NEARBY, halfWidth[i] + NEARBY, pose.yaw[j], halfLength[j] + NEARBY, halfWidth[j] + NEARBY) ? 1 : 0;
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
export function isNearAny(x: number, y: number, yaw: number, halfLength: number, halfWidth: number, objects: Circles, largestRadius: number): boolean {
  const radius = Math.sqrt(halfLength * halfLength + halfWidth * halfWidth);
  const cells: Cells = cellsNear(objects.grid, x, y, SLACK * (radius + largestRadius));
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span343 = entriesIn(objects.grid, cells, row);
    for (let entry = span343[0]; entry < span343[1]; entry++) {
      const index = objects.grid.item[entry];
      const dx = objects.x[index] - x;
      const dy = objects.y[index] - y;
      const apart = radius + objects.radius[index];
      const isNear = dx * dx + dy * dy < apart * apart;
      if (isNear && circleContact(dx, dy, yaw, halfLength, halfWidth, objects.radius[index]).depth > 0.0) {
        return true;
      }
    }
  }
  return false;
}

// Find the vehicles that touch an object, or nearly touch one.
export function markTouchingObjects(near: NearObjects, vehicles: Entity, objects: Circles, largestObject: number): void {
  const pose: Pose = vehicles.pose;
  const body: Body = vehicles.body;
  for (let k = 0; k < near.vehicle.length; k++) {
    const i = near.vehicle[k];
    near.touches[k] = isNearAny(pose.x[i], pose.y[i], pose.yaw[i], body.halfLength[i] + NEARBY, body.halfWidth[i] + NEARBY, objects, largestObject) ? 1 : 0;
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
}

// List the pairs that touch, in their order, and the vehicles that touch anything, in the order of their ids.
export function listContacts(touching: Pairs, near: NearObjects, lists: ContactLists): void {
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  const isStruck = lists.isStruck;
  let count = 0;
  for (let k = 0; k < touching.first.length; k++) {
    if (touching.touches[k] !== 0) {
      isStruck[touching.first[k]] = 1;
      isStruck[touching.second[k]] = 1;
      beginContact(pairs, count, touching.first[k], touching.second[k]);
      count = count + 1;
    }
  }
  pairs.count[0] = count;
  for (let k = 0; k < near.vehicle.length; k++) {
    if (near.touches[k] !== 0) {
      isStruck[near.vehicle[k]] = 1;
    }
  }
  count = 0;
  for (let i = 0; i < isStruck.length; i++) {
    if (isStruck[i] !== 0) {
      isStruck[i] = 0;
      beginContact(onObjects, count, i, GRID_NOTHING);
      count = count + 1;
    }
  }
  onObjects.count[0] = count;
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
export function deepestContact(x: number, y: number, yaw: number, halfLength: number, halfWidth: number, objects: Circles): [number, number, number, number] {
  const grid: Grid = objects.grid;
  const margin = SLACK * (Math.sqrt(halfLength * halfLength + halfWidth * halfWidth) + grid.cell);
  const cells: Cells = cellsNear(grid, x, y, margin);
  let deepest = GRID_NOTHING;
  let deepestX = x;
  let deepestY = y;
  let deepestDepth = 0.0;
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span55 = entriesIn(grid, cells, row);
    for (let entry = span55[0]; entry < span55[1]; entry++) {
      const index = grid.item[entry];
      const radius = objects.radius[index];
      const [xOut, yOut, depth] = pushOut(x, y, yaw, halfLength, halfWidth, objects.x[index], objects.y[index], radius);
      if (depth > deepestDepth || (depth === deepestDepth && index < deepest)) {
        deepest = index;
        deepestX = xOut;
        deepestY = yOut;
        deepestDepth = depth;
      }
    }
  }
  return [deepest, deepestX, deepestY, deepestDepth];
}

// Return whether more than a given share of a vehicle's speed points in a direction.
export function drivesToward(wayX: number, wayY: number, yaw: number, speed: number, share: number): boolean {
  const sine = Math.sin(yaw);
  const cosine = Math.cos(yaw);
  return (wayX * cosine + wayY * sine) * speed > share * Math.abs(speed);
}

// Mark vehicles that drive toward the object of deepest penetration as blocked, and as blocked ahead if frontal.
export function noticeHeadOn(onObjects: ContactList, vehicles: Entity, objects: Circles): void {
  const pose: Pose = vehicles.pose;
  const motion: Motion = vehicles.motion;
  const body: Body = vehicles.body;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const i = onObjects.vehicle[m];
    const [index, outX, outY, depth] = deepestContact(pose.x[i], pose.y[i], pose.yaw[i], body.halfLength[i], body.halfWidth[i], objects);
    if (index >= 0) {
      const wayX = (pose.x[i] - outX) / depth;
      const wayY = (pose.y[i] - outY) / depth;
      if (drivesToward(wayX, wayY, pose.yaw[i], motion.speed[i], 0.0)) {
        motion.status[i] = (motion.status[i] | BLOCKED);
      }
      onObjects.isHeadOn[m] = drivesToward(wayX, wayY, pose.yaw[i], motion.speed[i], HEAD_ON_SHARE) ? 1 : 0;
    }
  }
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

// Return the contact of two rectangles. The reference face is that of smallest penetration. The contact point is
// the centre of the part of the other's nearest edge between the ends of the reference face, weighted by the
// depths at its two ends.
export function boxContact(dx: number, dy: number, yaw: number, halfLength: number, halfWidth: number, otherYaw: number, otherHalfLength: number, otherHalfWidth: number): Contact {
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
  const depth = minimum(end, side);
  const otherDepth = minimum(otherEnd, otherSide);
  const isOwn = depth <= otherDepth + TIE;
  const isEnd = isOwn ? end <= side : otherEnd <= otherSide;
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
  const least = minimum(depth, otherDepth);
  return {
    depth: least > 0.0 ? least : 0.0,
    normalX: sign * normalX,
    normalY: sign * normalY,
    x: pointX + (isOwn ? 0.0 : dx),
    y: pointY + (isOwn ? 0.0 : dy),
  };
}

// Return the contact of two vehicles.
export function contactOf(i: number, j: number, vehicles: Entity): Contact {
  const pose: Pose = vehicles.pose;
  const body: Body = vehicles.body;
  return boxContact(
    pose.x[j] - pose.x[i],
    pose.y[j] - pose.y[i],
    pose.yaw[i],
    body.halfLength[i],
    body.halfWidth[i],
    pose.yaw[j],
    body.halfLength[j],
    body.halfWidth[j],
  );
}

// Return a vehicle's motion in the world's axes.
export function moving(i: number, vehicles: Entity): ImpulsesMoving {
  const motion: Motion = vehicles.motion;
  const body: Body = vehicles.body;
  const angle = vehicles.pose.yaw[i];
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

// Return the coefficient of restitution [1] at a closing speed [m/s]: 0.5 if slow, 0 from 10 m/s on. It is 0 below
// 0.2 m/s, too, so that a vehicle that leans on another comes to rest.
export function restitutionAt(closingSpeed: number): number {
  const wakes = clamp((closingSpeed - REST_SPEED) / (ELASTIC_SPEED - REST_SPEED), 0.0, 1.0);
  return wakes * MAX_RESTITUTION * clamp(1.0 - closingSpeed / PLASTIC_SPEED, 0.0, 1.0);
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
export function setMotion(i: number, vehicles: Entity, moved: ImpulsesMoving): void {
  const motion: Motion = vehicles.motion;
  const angle = vehicles.pose.yaw[i];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const ahead = moved.velocityX * cosine + moved.velocityY * sine;
  const left = moved.velocityY * cosine - moved.velocityX * sine;
  motion.speed[i] = Math.abs(ahead) > STAGES_ROUNDING ? ahead : 0.0;
  motion.lateralSpeed[i] = Math.abs(left) > STAGES_ROUNDING ? left : 0.0;
  motion.yawRate[i] = Math.abs(moved.yawRate) > STAGES_ROUNDING ? moved.yawRate : 0.0;
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

// Apply impulses between the vehicles of each pair; return the greatest closing speed [m/s].
export function resolvePairs(pairs: ContactList, vehicles: Entity, isFirst: boolean): number {
  const pose: Pose = vehicles.pose;
  const motion: Motion = vehicles.motion;
  let fastest = 0.0;
  for (let k = 0; k < pairs.count[0]; k++) {
    const i = pairs.vehicle[k];
    const j = pairs.other[k];
    const dx = pose.x[j] - pose.x[i];
    const dy = pose.y[j] - pose.y[i];
    const contact: Contact = contactOf(i, j, vehicles);
    if (contact.depth > 0.0) {
      const one: ImpulsesMoving = moving(i, vehicles);
      const two: ImpulsesMoving = moving(j, vehicles);
      const closing = closingSpeed(one, two, dx, dy, contact);
      if (closing > SETTLED) {
        if (isFirst) {
          if (drivesToward(contact.normalX, contact.normalY, pose.yaw[i], motion.speed[i], HEAD_ON_SHARE)) {
            motion.status[i] = (motion.status[i] | BLOCKED);
          }
          if (drivesToward(-contact.normalX, -contact.normalY, pose.yaw[j], motion.speed[j], HEAD_ON_SHARE)) {
            motion.status[j] = (motion.status[j] | BLOCKED);
          }
        }
        const impulseResult: ContactImpulse = resolveImpulse(
          one,
          two,
          dx,
          dy,
          contact,
          restitutionAt(closing),
          FRICTION,
        );
        setMotion(i, vehicles, impulseResult.first);
        setMotion(j, vehicles, impulseResult.second);
        addImpulse(pairs, k, closing, impulseResult.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y);
        fastest = maximum(fastest, closing);
      }
    }
  }
  return fastest;
}

// Return the touched object with the greatest impulse, or -1, with its contact and impulse.
export function largestImpulse(i: number, vehicles: Entity, objects: Circles): [number, Contact, ContactImpulse] {
  const x = vehicles.pose.x[i];
  const y = vehicles.pose.y[i];
  const yaw = vehicles.pose.yaw[i];
  const halfLength = vehicles.body.halfLength[i];
  const halfWidth = vehicles.body.halfWidth[i];
  const one: ImpulsesMoving = moving(i, vehicles);
  const grid: Grid = objects.grid;
  const margin = SLACK * (Math.sqrt(halfLength * halfLength + halfWidth * halfWidth) + grid.cell);
  const cells: Cells = cellsNear(grid, x, y, margin);
  let largest = GRID_NOTHING;
  let largestContact: Contact = { depth: 0.0, normalX: 0.0, normalY: 0.0, x: 0.0, y: 0.0 };
  let largestResult: ContactImpulse = {
    first: one,
    second: IMPULSES_STANDING,
    impulse: 0.0,
    closingSpeed: 0.0,
  };
  for (let row = cells.firstRow; row < cells.lastRow + 1; row++) {
    const span388 = entriesIn(grid, cells, row);
    for (let entry = span388[0]; entry < span388[1]; entry++) {
      const index = grid.item[entry];
      const dx = objects.x[index] - x;
      const dy = objects.y[index] - y;
      const contact: Contact = circleContact(dx, dy, yaw, halfLength, halfWidth, objects.radius[index]);
      if (contact.depth > 0.0 && closingSpeed(one, IMPULSES_STANDING, dx, dy, contact) > SETTLED) {
        const impulseResult: ContactImpulse = resolveImpulse(
          one,
          IMPULSES_STANDING,
          dx,
          dy,
          contact,
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
export function resolveObjects(onObjects: ContactList, vehicles: Entity, objects: Circles): number {
  const pose: Pose = vehicles.pose;
  let fastest = 0.0;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const i = onObjects.vehicle[m];
    for (let _ = 0; _ < IMPULSES_A_PASS; _++) {
      const [index, contact, impulseResult] = largestImpulse(i, vehicles, objects);
      if (index < 0) {
        break;
      }
      setMotion(i, vehicles, impulseResult.first);
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
export function separatePairs(pairs: ContactList, vehicles: Entity): number {
  const x = vehicles.pose.x;
  const y = vehicles.pose.y;
  const mass = vehicles.body.mass;
  let deepest = 0.0;
  for (let k = 0; k < pairs.count[0]; k++) {
    const i = pairs.vehicle[k];
    const j = pairs.other[k];
    const contact: Contact = contactOf(i, j, vehicles);
    if (contact.depth > SLOP) {
      const separation = SEPARATION_SHARE * (contact.depth - SLOP);
      const own = separation * mass[j] / (mass[i] + mass[j]);
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
export function separateFromObjects(onObjects: ContactList, vehicles: Entity, objects: Circles): number {
  const pose: Pose = vehicles.pose;
  const body: Body = vehicles.body;
  let deepest = 0.0;
  for (let m = 0; m < onObjects.count[0]; m++) {
    const i = onObjects.vehicle[m];
    const made: [number, number, number, number] = deepestContact(
      pose.x[i],
      pose.y[i],
      pose.yaw[i],
      body.halfLength[i],
      body.halfWidth[i],
      objects,
    );
    const index = made[0];
    pose.x[i] = made[1];
    pose.y[i] = made[2];
    const depth = made[3];
    deepest = maximum(deepest, index >= 0 ? depth + SLOP : 0.0);
  }
  return deepest;
}

// Transfer changes of velocity by contacts to the models' states; the rest becomes residual motion.
export function handOverVelocities(struck: ContactList, vehicles: Entity, velocity: ModelVelocity, residual: ResidualMotion): void {
  const lateral = residual.residualLateralSpeed;
  const turning = residual.residualYawRate;
  for (let m = 0; m < struck.count[0]; m++) {
    const i = struck.vehicle[m];
    const changedLateral = vehicles.motion.lateralSpeed[i] - struck.lateralSpeed[m];
    const changedRate = vehicles.motion.yawRate[i] - struck.yawRate[m];
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

// Apply impulses between the vehicles of each pair and of vehicles on objects, then remove penetration.
export function resolveContacts(touching: Pairs, near: NearObjects, lists: ContactLists, vehicles: Entity, velocity: ModelVelocity, residual: ResidualMotion, objects: Circles): void {
  const motion: Motion = vehicles.motion;
  const pairs: ContactList = lists.pairs;
  const onObjects: ContactList = lists.onObjects;
  listContacts(touching, near, lists);
  for (let m = 0; m < onObjects.count[0]; m++) {
    const i = onObjects.vehicle[m];
    const next = motion.lateralSpeed[i];
    const next2 = motion.yawRate[i];
    onObjects.lateralSpeed[m] = next;
    onObjects.yawRate[m] = next2;
  }
  noticeHeadOn(onObjects, vehicles, objects);
  for (let done = 0; done < IMPULSE_PASSES; done++) {
    const fastest = resolvePairs(pairs, vehicles, done === 0);
    if (maximum(fastest, resolveObjects(onObjects, vehicles, objects)) <= SETTLED) {
      break;
    }
  }
  for (let m = 0; m < onObjects.count[0]; m++) {
    if (onObjects.isHeadOn[m] !== 0 && Math.abs(motion.speed[onObjects.vehicle[m]]) < STAGES_HALT) {
      motion.speed[onObjects.vehicle[m]] = 0.0;
    }
  }
  for (let _ = 0; _ < SEPARATION_PASSES; _++) {
    const deepest = separatePairs(pairs, vehicles);
    if (maximum(deepest, separateFromObjects(onObjects, vehicles, objects)) <= SLOP + APART) {
      break;
    }
  }
  handOverVelocities(onObjects, vehicles, velocity, residual);
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
