// single-track: Single-track car: mass, tyres that slip, an engine with limits, springs, slopes, flight
// and falls.
//
// The two wheels of an axle are taken as one, on the middle line: the textbook's "bicycle". Valid for cars
// and light trucks up to and beyond the grip of their tyres, at any speed, standing, in reverse, for any
// `dt` up to 0.1 s (error of first order, stable at any step). It has no load on single wheels; use
// `double-track` where one lifts or spins.
//
// A step computes, in this order: ground contact (slope, springs, flight), steering, powertrain, loads of
// the axles; then the velocity: half of its rotation in the turning body, the speed ahead (drive, brakes
// and resistance as impulses that stop but never reverse), the side forces of both axles at once
// (`damping`), the other half of the rotation. This is stable for any `dt`, never gains energy, and
// settles where the true forces balance. A car that stands is one block. Without `antilock` an axle locks
// whose brakes demand more than its grip (`locking`).
//
// Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.3 and chapter 4; the slip is taken
// at the wheel itself and not at the axle, so that it holds in reverse and at rest. Symbols there: m mass,
// I_z yaw_inertia, l_f, l_r axle offsets, delta wheel_angle, V_x speed, V_y lateral_speed, alpha slip
// angle, C_alpha cornering stiffness.
//
// x, y: place of the centre of mass [m], east and north; yaw: counter-clockwise from east [rad]. All in SI
// units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./single_track";
//   let state = car.defaultState();
//   const params = car.defaultParams();
//   const control = car.controlFromCommand(state, 8.0, 0.3, params, 1 / 60);
//   state = car.step(state, control, params, 1 / 60, car.defaultGround());
//
// Made by Motorpool 1.0.0 (motorpool export). SPDX-License-Identifier: MIT

const RELEASED = 0.9; // brake pedal from which the driveline opens, until its end; nearer to 1 engines beat brakes [1]
const REVERSAL_SPEED = 1.5; // of the vehicle, above which no gear of the other direction is engaged [m/s]
const GENTLE = 0.5; // brake pedal of a full throttle against the motion; larger values lock wheels [1]
const GRAVITY = 9.81; // as document 003 takes it [m/s^2]
const LEAST_TORQUE = 0.3; // of the peak, that the parabola keeps [1]
const SHIFT_DURATION = 0.3; // of a gear change, in which nothing drives [s]
const SHIFT_DOWN = 0.3;
const SHIFT_UP = 0.95; // of the greatest engine speed: where the box changes [1]
const KICKDOWN = 0.9; // of the greatest engine speed, that the lower gear must stay below for a kickdown [1]
const SLOWEST = 0.1; // below this a vehicle without throttle goes into neutral [m/s]
const SHORTEST = 1e-06; // a step below this is taken as this long where its length divides [s]
const CLUTCH_OPENS = 1.0; // speed below which the clutch opens, so that the drag of the engine fades [m/s]
const GOVERNED = 0.02; // share of the greatest speed in which the governor closes, and overrun drag builds up [1]
const FAST = 44.0; // speed at which rolling resistance has doubled [m/s]
const TINY = 1e-09; // keeps quotients finite where their numerator is zero, too
const LIGHT = 0.001; // a support below this counts as this where it divides [m/s^2]
const MOST_USED = 0.999; // of the grip that drive and brakes may use: something is left to steer with [1]
const STANDING = 0.1; // speed of an axle below which nothing slides: what stands is held by its greatest friction [m/s]
const WHEELS_TINY = 1e-12; // keeps divisors above zero
const BRAKES_TINY = 1e-12; // in place of a divisor of zero [m/s]
const LEAST_COSINE = 0.1; // of a locked wheel's angle, in place of a smaller divisor [1]
const TYRE_SLOWEST = 2.0; // rolling speed below which slip is no longer an angle [m/s]
const ROUNDING = 1e-05; // of squares: a vehicle exactly at its limit still holds [1]
const SMOOTHING = 0.08; // of the specific force: about what springs and tyres need to pass it on [s]
const HALF_PI = 1.5707963267948966;
const HARD_ROAD = 0.015; // rolling resistance that the driver allows for at least, over the load [1]
const CREEPING = 0.5; // speed backward below which a driver who starts uphill uses no service brake [m/s]
const STEEP = 0.9; // share of the brakes that a slope takes, from which the parking brake holds; at 1 tracks creep [1]
const FIRM = 0.05; // brake beyond what a stop takes, so that the speed reaches 0 [1]

// Body, steering, powertrain.
export interface State {
  x: number; // east [m]
  y: number; // north [m]
  yaw: number; // counter-clockwise from east, in (-pi, pi] [rad]
  speed: number; // of the centre of mass along body x, forward positive [m/s]
  lateralSpeed: number; // of the centre of mass along body y, left positive [m/s]
  yawRate: number; // counter-clockwise positive [rad/s]
  specificForceAhead: number; // of the ground on the body, over its mass, smoothed [m/s^2]
  specificForceLeft: number; // the same to the left [m/s^2]
  heave: number; // of the body above its height at rest [m]
  heaveRate: number; // relative to the ground [m/s]
  lastSlopeX: number; // of the ground a step ago, towards east [1]
  lastSlopeY: number; // of the ground a step ago, towards north [1]
  isAirborne: number; // 1 while it flies, else 0 [1]
  bodyPitch: number; // on its springs, nose down positive [rad]
  bodyPitchRate: number; // of that angle [rad/s]
  bodyRoll: number; // on its springs, right side down positive [rad]
  bodyRollRate: number; // of that angle [rad/s]
  rolloverAngle: number; // onto one side, wheels or track off the ground, right side down positive [rad]
  rolloverRate: number; // of that angle [rad/s]
  pitch: number; // nose down positive [rad]
  roll: number; // right side down positive [rad]
  wheelAngle: number; // of the front wheels, left positive [rad]
  engineLoad: number; // the engine's output over its greatest [1]
  gear: number; // forward positive, 0 neutral [1]
  shiftTime: number; // until the gear is in [s]
  fuelUsed: number; // since the tank was full [kg]
  engineSpeed: number; // of the crankshaft [rad/s]
  resistance: number; // that wheels or tracks met in rolling [N]
}

// Driver inputs.
export interface Control {
  throttle: number; // of the engine, negative drives backward [1]
  brake: number; // of the greatest brake force [1]
  parkingBrake: number; // locks all wheels or tracks [1]
  engineStop: number; // does not drive; the brakes remain [1]
  steerAngle: number; // wanted of the front wheels, left positive [rad]
}

// Body, two axles, front one steered, powertrain and brakes; a compact car by default.
export interface Params {
  mass: number; // loaded [kg]
  yawInertia: number; // about the vertical through the centre of mass [kg m^2]
  centreHeight: number; // of the centre of mass above the ground [m]
  airDrag: number; // force over speed squared [kg/m]
  suspensionFrequency: number; // of the body on its springs, without damping [rad/s]
  suspensionDamping: number; // over the critical one [1]
  suspensionTravel: number; // down to the stop [m]
  pitchGain: number; // nose up for each m/s^2 of specific force ahead [rad s^2/m]
  rollGain: number; // outward for each m/s^2 of specific force to the side [rad s^2/m]
  rollGyration: number; // radius of gyration about body x [m]
  frontAxleOffset: number; // front axle: from the centre of mass, forward or backward [m]
  frontAxleCorneringCoefficient: number; // front axle: side force for each radian of slip, over the load [1/rad]
  rearAxleOffset: number; // rear axle: from the centre of mass, forward or backward [m]
  rearAxleCorneringCoefficient: number; // rear axle: side force for each radian of slip, over the load [1/rad]
  trackWidth: number; // between the wheel planes of an axle [m]
  tyreGrip: number; // of its tyres, over what the ground gives usual ones [1]
  loadSensitivity: number; // of the grip lost when the load doubles [1]
  tyreLinearity: number; // of the side force: 0 its curve, 1 straight to the limit [1]
  combinedSlip: number; // of drive and brakes on side force: 0 none, 1 the ellipse [1]
  rollingFactor: number; // of its rolling resistance, over what the ground gives usual running gear [1]
  vehicleConeIndex: number; // of soil, below which it is immobilised [1]
  maxSteerAngle: number; // the wheels turn no further [rad]
  maxSteerRate: number; // the wheels turn no faster [rad/s]
  frontDriveShare: number; // of the drive force: 1 front, 0 rear [1]
  frontBrakeShare: number; // of the brake force [1]
  antilock: number; // ideal antilock brakes; 0: wheels braked beyond their grip lock [1]
  enginePower: number; // of the engine at its best [W]
  driveEfficiency: number; // share of it that reaches the ground [1]
  maxDriveForce: number; // of the driven wheels or tracks together [N]
  engineLag: number; // in which it follows the pedal [s]
  maxSpeed: number; // forward [m/s]
  maxReverseSpeed: number; // backward [m/s]
  rotatingMassFactor: number; // mass that moves with its turning parts, over the mass [1]
  fuelCapacity: number; // of the tank [kg]
  fuelConsumption: number; // per work of the engine [kg/J]
  idleFuelRate: number; // of the running engine [kg/s]
  engineDrag: number; // at closed throttle, over its full pull in that gear [1]
  overrunDrag: number; // beyond the governed speed, over that pull [1]
  gearCount: number; // 0: no gears, the engine gives its power at any speed [1]
  gearStep: number; // each gear is so many times shorter than the next [1]
  topGearRatio: number; // engine turns for a turn of the wheels in the highest gear [1]
  wheelRadius: number; // under load; of a tracked vehicle, of its sprockets [m]
  peakTorque: number; // of the engine [N m]
  peakTorqueSpeed: number; // of the engine at its greatest torque [rad/s]
  torqueFall: number; // of the torque's parabola about its peak, over the greatest engine speed [1]
  idleSpeed: number; // of the engine [rad/s]
  maxEngineSpeed: number; // where it is cut off [rad/s]
  maxBrakeForce: number; // of all wheels, or both tracks, together [N]
}

// The ground as wheels find it; dry asphalt by default.
export interface Ground {
  slopeX: number; // height gained per metre east [1]
  slopeY: number; // height gained per metre north [1]
  friction: number; // greatest, before a tyre or track slides [1]
  slidingFriction: number; // of a tyre or track that slides [1]
  coneIndex: number; // of the soil; hard ground has hundreds [1]
  wheelResistance: number; // of rolling, over the load [1]
}

// Driver inputs to engine and brakes.
export interface PedalsControl {
  throttle: number;
  brake: number;
  parkingBrake: number;
  engineStop: number;
}

// Driver inputs as engine and brakes get them.
export interface PedalsActing {
  throttle: number;
  brake: number;
  parkingBrake: number;
  engineStop: number;
  driveline: number;
}


// Tilt of the ground along a path in one direction.
export interface Tilt {
  ahead: number;
  left: number;
  normal: number;
  aheadRun: number;
  driftRun: number;
  leftRun: number;
  turnRun: number;
}

// Pose and velocity of the centre of mass, and the body's position on its springs.
export interface BodyState {
  x: number;
  y: number;
  yaw: number;
  speed: number;
  lateralSpeed: number;
  yawRate: number;
  specificForceAhead: number;
  specificForceLeft: number;
  heave: number;
  heaveRate: number;
  lastSlopeX: number;
  lastSlopeY: number;
  isAirborne: number;
  bodyPitch: number;
  bodyPitchRate: number;
  bodyRoll: number;
  bodyRollRate: number;
  rolloverAngle: number;
  rolloverRate: number;
  pitch: number;
  roll: number;
}

// Velocity in the directions of the map: ahead, to the left, up.
export interface Flight {
  ahead: number;
  left: number;
  up: number;
}

// Slope, friction and cone index of the ground; level dry asphalt by default.
export interface SurfaceGround {
  slopeX: number;
  slopeY: number;
  friction: number;
  slidingFriction: number;
  coneIndex: number;
}

// Mass, air drag and suspension of the body.
export interface BodyParams {
  mass: number;
  yawInertia: number;
  centreHeight: number;
  airDrag: number;
  suspensionFrequency: number;
  suspensionDamping: number;
  suspensionTravel: number;
  pitchGain: number;
  rollGain: number;
  rollGyration: number;
}

// Gravity, support and velocity of a body on its ground, or in the air over it, in one step.
export interface GroundContact {
  ahead: number;
  left: number;
  support: number;
  speed: number;
  lateralSpeed: number;
  heaveRate: number;
  isAirborne: number;
  aheadRun: number;
  driftRun: number;
  leftRun: number;
  turnRun: number;
}

// Masses of a vehicle in a step, and their inverses.
export interface Inertia {
  mass: number;
  factor: number;
  turning: number;
  byForce: number;
  byRollingForce: number;
  byMoment: number;
}

// Lever arms of a rollover.
export interface Stance {
  halfTrack: number;
  height: number;
}

// A body on wheels at the beginning of a step, before any force on the ground.
export interface Initial {
  contact: GroundContact;
  stance: Stance;
  isLocked: boolean;
  inertia: Inertia;
}

// Angle of the steered wheels.
export interface SteeringState {
  wheelAngle: number;
}

// Driver input to the steering.
export interface SteeringControl {
  steerAngle: number;
}

// Limits of the steering.
export interface SteeringParams {
  maxSteerAngle: number;
  maxSteerRate: number;
}

// Load on the gearbox.
export interface Demand {
  throttle: number;
  direction: number;
  speed: number;
  slope: number;
  mass: number;
  resistance: number;
  efficiency: number;
}

// Gears, and the engine that turns them.
export interface GearboxParams {
  gearCount: number;
  gearStep: number;
  topGearRatio: number;
  wheelRadius: number;
  peakTorque: number;
  peakTorqueSpeed: number;
  torqueFall: number;
  idleSpeed: number;
  maxEngineSpeed: number;
}

// Gearbox after a step, and force and engine speed in it.
export interface Geared {
  gear: number;
  shiftTime: number;
  force: number;
  engineSpeed: number;
  ratio: number;
}

// Engine, governor and tank.
export interface PowertrainParams {
  enginePower: number;
  driveEfficiency: number;
  maxDriveForce: number;
  engineLag: number;
  maxSpeed: number;
  maxReverseSpeed: number;
  rotatingMassFactor: number;
  fuelCapacity: number;
  fuelConsumption: number;
  idleFuelRate: number;
  engineDrag: number;
  overrunDrag: number;
}

// Forces against the motion of an engine that the vehicle drives, at the ground.
export interface Drag {
  engine: number;
  overrun: number;
}

// Engine, gear and tank.
export interface PowertrainState {
  engineLoad: number;
  gear: number;
  shiftTime: number;
  fuelUsed: number;
  engineSpeed: number;
}

// Vehicle that the powertrain moves.
export interface Load {
  mass: number;
  slope: number;
  resistance: number;
  speed: number;
  slowedMass: number;
  driveline: number;
}

// Powertrain after a step, and its force in it.
export interface Drive {
  state: PowertrainState;
  force: number;
  drag: number;
}

// Resistance and the soil that it needs.
export interface RunningGearParams {
  rollingFactor: number;
  vehicleConeIndex: number;
}

// Forces demanded of all axles together, and the forces that help them.
export interface AxleDemand {
  drive: number;
  brake: number;
  forcesWithDrive: number;
  forcesAgainstMotion: number;
  turning: number;
}

// Friction of the ground in this step.
export interface Road {
  friction: number;
  slidingRatio: number;
  canDrive: number;
}

// The ground as wheels find it; dry asphalt by default.
export interface WheelsGround {
  surface: SurfaceGround;
  wheelResistance: number;
}

// Load, resistance and demand of a whole vehicle on wheels.
export interface TotalForces {
  load: number;
  rollingResistance: number;
  demand: AxleDemand;
  road: Road;
}

// Grip of the tyres, and their side force over slip.
export interface TyreParams {
  tyreGrip: number;
  loadSensitivity: number;
  tyreLinearity: number;
  combinedSlip: number;
}

// Parts of the demand that go through one axle or wheel.
export interface Shares {
  drive: number;
  brake: number;
}

// Load, grip and forces at the rims of an axle or wheel.
export interface AxleAxleForces {
  load: number;
  grip: number;
  drive: number;
  brake: number;
}

// Sliding of an axle.
export interface Slide {
  isLocked: boolean;
  along: number;
  bySpeed: number;
}

// One axle.
export interface AxleParams {
  offset: number;
  corneringCoefficient: number;
}

// The wheels' places across the vehicle.
export interface WheelsParams {
  trackWidth: number;
}

// The greatest force of the brakes.
export interface BrakesParams {
  maxBrakeForce: number;
}

// Body, two axles, front one steered, powertrain and brakes; a compact car by default.
export interface NestedParams {
  body: BodyParams;
  frontAxle: AxleParams;
  rearAxle: AxleParams;
  wheels: WheelsParams;
  tyre: TyreParams;
  runningGear: RunningGearParams;
  steering: SteeringParams;
  frontDriveShare: number;
  frontBrakeShare: number;
  antilock: number;
  powertrain: PowertrainParams;
  gearbox: GearboxParams;
  brakes: BrakesParams;
}

// Both axles in one step.
export interface Axles {
  front: AxleAxleForces;
  rear: AxleAxleForces;
  rollingResistance: number;
  sine: number;
  cosine: number;
  frontSlide: Slide;
  rearSlide: Slide;
}

// Of a body along the ground.
export interface Velocity {
  ahead: number;
  left: number;
  turn: number;
}

// The speed that is left, and the share of the force that took the rest.
export interface Slowed {
  speed: number;
  share: number;
}

// Motion along the body by drive, brakes and resistance of all wheels, before any side force.
export interface RollingBodySpeedAhead {
  unbrakedSpeed: number;
  speed: number;
  share: number;
  forceAhead: number;
  groundShare: number;
}

// Forces of the axles on the ground, along their wheels.
export interface LongitudinalForces {
  front: number;
  rear: number;
}

// Velocity and forces before any side force of the tyres.
export interface LongitudinalMotion {
  rotated: Velocity;
  velocity: Velocity;
  unbrakedSpeed: number;
  brakeReach: number;
  forceAhead: number;
  forceLeft: number;
  tyreForces: LongitudinalForces;
}

// Contact patch of a tyre in a step: the parameters of its side force besides the slip.
export interface Patch {
  rollingSpeed: number;
  stiffness: number;
  limit: number;
  linearity: number;
}

// One number for each of two contacts.
export interface DampingPair {
  first: number;
  second: number;
}

// Change of the slip speeds of two contacts by impulses along them.
export interface Compliance {
  first: number;
  shared: number;
  second: number;
  determinant: number;
}

// Velocity and impulses after the side forces of the tyres.
export interface LateralMotion {
  velocity: Velocity;
  ahead: number;
  left: number;
}


// Response of a spring in a step: its deflection and rate at the end.
export interface SuspensionResponse {
  loss: number;
  fromRate: number;
  toRate: number;
  keptRate: number;
}

// The body at the end of a step, and the ground's forces in it.
export interface Motion {
  velocity: Velocity;
  x: number;
  y: number;
  yaw: number;
  changeAhead: number;
  changeLeft: number;
}

// Resistance met in the last step.
export interface RunningGearState {
  resistance: number;
}

// Body, steering, powertrain.
export interface NestedState {
  body: BodyState;
  steering: SteeringState;
  powertrain: PowertrainState;
  runningGear: RunningGearState;
}

// Driver inputs.
export interface NestedControl {
  pedals: PedalsControl;
  steering: SteeringControl;
}

// Masses, resistances and brakes of a vehicle along its path.
export interface Longitudinal {
  mass: number;
  massFactor: number;
  airDrag: number;
  resistance: number;
  maxBrakeForce: number;
}

export const defaultState = (): State => ({
  x: 0.0,
  y: 0.0,
  yaw: 0.0,
  speed: 0.0,
  lateralSpeed: 0.0,
  yawRate: 0.0,
  specificForceAhead: 0.0,
  specificForceLeft: 0.0,
  heave: 0.0,
  heaveRate: 0.0,
  lastSlopeX: 0.0,
  lastSlopeY: 0.0,
  isAirborne: 0.0,
  bodyPitch: 0.0,
  bodyPitchRate: 0.0,
  bodyRoll: 0.0,
  bodyRollRate: 0.0,
  rolloverAngle: 0.0,
  rolloverRate: 0.0,
  pitch: 0.0,
  roll: 0.0,
  wheelAngle: 0.0,
  engineLoad: 0.0,
  gear: 0.0,
  shiftTime: 0.0,
  fuelUsed: 0.0,
  engineSpeed: 0.0,
  resistance: 0.0,
});

export const defaultControl = (): Control => ({
  throttle: 0.0,
  brake: 0.0,
  parkingBrake: 0.0,
  engineStop: 0.0,
  steerAngle: 0.0,
});

export const defaultParams = (): Params => ({
  mass: 1500.0,
  yawInertia: 2500.0,
  centreHeight: 0.55,
  airDrag: 0.4,
  suspensionFrequency: 9.0,
  suspensionDamping: 0.35,
  suspensionTravel: 0.12,
  pitchGain: 0.004,
  rollGain: 0.007,
  rollGyration: 0.6,
  frontAxleOffset: 1.2,
  frontAxleCorneringCoefficient: 20.0,
  rearAxleOffset: 1.4,
  rearAxleCorneringCoefficient: 21.0,
  trackWidth: 1.5,
  tyreGrip: 1.0,
  loadSensitivity: 0.05,
  tyreLinearity: 0.0,
  combinedSlip: 1.0,
  rollingFactor: 1.0,
  vehicleConeIndex: 0.0,
  maxSteerAngle: 0.6,
  maxSteerRate: 1.0,
  frontDriveShare: 1.0,
  frontBrakeShare: 0.6,
  antilock: 1.0,
  enginePower: 90000.0,
  driveEfficiency: 0.85,
  maxDriveForce: 7000.0,
  engineLag: 0.2,
  maxSpeed: 50.0,
  maxReverseSpeed: 8.0,
  rotatingMassFactor: 1.05,
  fuelCapacity: 40.0,
  fuelConsumption: 6.9e-08,
  idleFuelRate: 0.0002,
  engineDrag: 0.0,
  overrunDrag: 0.0,
  gearCount: 0.0,
  gearStep: 1.45,
  topGearRatio: 3.0,
  wheelRadius: 0.31,
  peakTorque: 180.0,
  peakTorqueSpeed: 370.0,
  torqueFall: 1.0,
  idleSpeed: 85.0,
  maxEngineSpeed: 630.0,
  maxBrakeForce: 15000.0,
});

export const defaultGround = (): Ground => ({
  slopeX: 0.0,
  slopeY: 0.0,
  friction: 0.85,
  slidingFriction: 0.75,
  coneIndex: 1000.0,
  wheelResistance: 0.013,
});

function minimum(a: number, b: number): number { // NaN if either is
  return b < a || b !== b ? b : a;
}

function maximum(a: number, b: number): number { // NaN if either is
  return b > a || b !== b ? b : a;
}

function clamp(value: number, low: number, high: number): number {
  return minimum(maximum(value, low), high);
}

function wrapAngle(angle: number): number { // into (-pi, pi]
  if (-Math.PI < angle && angle <= Math.PI) {
    return angle;
  }
  const rest = angle % (2 * Math.PI);
  const wrapped = Math.abs(rest) > Math.PI ? rest - Math.sign(rest) * 2 * Math.PI : rest;
  return wrapped <= -Math.PI ? Math.PI : wrapped;
}

// Return the share of the throttle that drives the wheels at a brake pedal in 0..1; 0 at its end.
export function driveline(brake: number): number {
  return minimum((1.0 - brake) / (1.0 - RELEASED), 1.0);
}

// Return the pedals as engine and brakes get them at a `speed` [m/s], forward positive. A throttle against
// the motion brakes, at most by half, until the vehicle is slow enough for a gear of the other direction:
// a gear that is engaged at speed locks the driven wheels. The end of the brake pedal opens the driveline:
// in the lowest gear engines are stronger than brakes, and must not drive against them.
export function acting(pedals: PedalsControl, speed: number, gear: number): PedalsActing {
  const isAgainst = pedals.throttle * speed < 0.0 && pedals.throttle * gear <= 0.0 && Math.abs(speed) > REVERSAL_SPEED;
  const brake = isAgainst ? maximum(pedals.brake, GENTLE * Math.abs(pedals.throttle)) : pedals.brake;
  const closed = driveline(brake);
  const throttle = (isAgainst ? 0.0 : pedals.throttle) * closed;
  return {
    throttle,
    brake,
    parkingBrake: pedals.parkingBrake,
    engineStop: pedals.engineStop,
    driveline: closed,
  };
}

// Return the slopes [1] of the ground ahead and to the left in a direction counter-clockwise from east
// [rad].
export function slopesOf(slopeX: number, slopeY: number, direction: number): [number, number] {
  const sine = Math.sin(direction);
  const cosine = Math.cos(direction);
  return [slopeX * cosine + slopeY * sine, slopeY * cosine - slopeX * sine];
}

// Return the tilt of a ground that rises by `ahead` along the path and by `left` to its left [1].
export function tiltAlong(ahead: number, left: number): Tilt {
  const steep = Math.sqrt(1.0 + ahead * ahead);
  const normal = Math.sqrt(1.0 + ahead * ahead + left * left);
  const both = steep * normal;
  return {
    ahead: -ahead / steep,
    left: -left / both,
    normal: 1.0 / normal,
    aheadRun: 1.0 / steep,
    driftRun: -ahead * left / both,
    leftRun: steep / normal,
    turnRun: steep * steep / normal,
  };
}

// Return the velocity at the start of the step, carried over from the last step's slope or from flight.
export function velocityOf(state: BodyState, yaw: number): Flight {
  const [aheadSlope, leftSlope] = slopesOf(state.lastSlopeX, state.lastSlopeY, yaw);
  const tilt: Tilt = tiltAlong(aheadSlope, leftSlope);
  const wasAirborne = state.isAirborne > 0.5;
  let ahead = state.speed * tilt.aheadRun + state.lateralSpeed * tilt.driftRun;
  ahead = wasAirborne ? state.speed : ahead;
  const left = wasAirborne ? state.lateralSpeed : state.lateralSpeed * tilt.leftRun;
  const squareRate = wasAirborne ? 0.0 : state.heaveRate; // leans as the normal of the ground does
  return {
    ahead: ahead - squareRate * aheadSlope,
    left: left - squareRate * leftSlope,
    up: state.heaveRate + (ahead * aheadSlope + left * leftSlope),
  };
}

// Return the ground contact of a body at the beginning of a step.
export function resolveContact(state: BodyState, surface: SurfaceGround, params: BodyParams, dt: number): GroundContact {
  const yaw = state.yaw + 0.5 * dt * state.yawRate; // in the middle of the step: what gravity does, it does on the way
  const [aheadSlope, leftSlope] = slopesOf(surface.slopeX, surface.slopeY, yaw);
  const tilt: Tilt = tiltAlong(aheadSlope, leftSlope);
  const wasAirborne = state.isAirborne > 0.5;
  const velocity: Flight = velocityOf(state, yaw);
  const upRate = velocity.up - velocity.ahead * aheadSlope - velocity.left * leftSlope;
  let isNew = wasAirborne || surface.slopeX !== state.lastSlopeX || surface.slopeY !== state.lastSlopeY;
  isNew = isNew && dt > 0.0;
  const ahead = velocity.ahead * tilt.aheadRun - velocity.up * tilt.ahead;
  const left = velocity.ahead * tilt.driftRun + velocity.left * tilt.leftRun - velocity.up * tilt.left;
  const squareRate = isNew ? upRate * tilt.normal * tilt.normal : state.heaveRate;
  const heaveRate = wasAirborne ? upRate : squareRate;
  const frequency = params.suspensionFrequency;
  const damping = params.suspensionDamping;
  let sprung = GRAVITY - frequency * (frequency * state.heave + 2.0 * damping * heaveRate);
  const hangs = wasAirborne && frequency * frequency * state.heave > GRAVITY; // its springs are at full length
  sprung = hangs ? 0.0 * sprung : sprung;
  const flies = sprung <= 0.0;
  return {
    ahead: flies ? 0.0 : GRAVITY * tilt.ahead,
    left: flies ? 0.0 : GRAVITY * tilt.left,
    support: maximum(sprung, 0.0) * tilt.normal,
    speed: flies ? velocity.ahead : isNew ? ahead : state.speed,
    lateralSpeed: flies ? velocity.left : isNew ? left : state.lateralSpeed,
    heaveRate: flies ? upRate : squareRate,
    isAirborne: flies ? 1.0 : 0.0,
    aheadRun: flies ? 1.0 : tilt.aheadRun,
    driftRun: flies ? 0.0 : tilt.driftRun,
    leftRun: flies ? 1.0 : tilt.leftRun,
    turnRun: flies ? 1.0 : tilt.turnRun,
  };
}

// Return 1 where a vehicle that leans by `angle` [rad] is past its balance, else 0; lengths are in m.
export function hasFallen(angle: number, halfTrack: number, height: number): number {
  const angle2 = Math.abs(angle);
  const sine = Math.sin(angle2);
  const cosine = Math.cos(angle2);
  return height * sine > halfTrack * cosine ? 1.0 : 0.0;
}

// Return the masses in a step in which wheels roll, or are locked or in the air (`is_loose`).
// `factor` is the mass with the turning parts, over the mass.
export function inertiaOf(isLoose: boolean, factor: number, body: BodyParams): Inertia {
  factor = isLoose ? 1.0 : factor;
  const byForce = 1.0 / body.mass;
  return {
    mass: body.mass,
    factor,
    turning: factor - 1.0,
    byForce,
    byRollingForce: byForce / factor,
    byMoment: 1.0 / body.yawInertia,
  };
}

// Return ground contact and masses of a body on wheels at the beginning of a step.
export function initialOf(body: BodyState, parkingBrake: number, stance: Stance, massFactor: number, surface: SurfaceGround, params: BodyParams, dt: number): Initial {
  const contact: GroundContact = resolveContact(body, surface, params, dt);
  const fallen = hasFallen(body.rolloverAngle, stance.halfTrack, stance.height);
  const isLocked = parkingBrake > 0.5 || fallen > 0.5;
  const isLoose = isLocked || contact.isAirborne > 0.5;
  return { contact, stance, isLocked, inertia: inertiaOf(isLoose, massFactor, params) };
}

// Return the steered wheels after `dt` [s] at no more than their greatest rate.
export function limitRate(state: SteeringState, control: SteeringControl, params: SteeringParams, dt: number): SteeringState {
  const commanded = clamp(control.steerAngle, -params.maxSteerAngle, params.maxSteerAngle);
  const most = dt * params.maxSteerRate;
  return { wheelAngle: state.wheelAngle + clamp(commanded - state.wheelAngle, -most, most) };
}

// Return the slope [1] along body x of the ground of the last step.
export function slopeAhead(state: BodyState): number {
  const sine = Math.sin(state.yaw);
  const cosine = Math.cos(state.yaw);
  return state.lastSlopeX * cosine + state.lastSlopeY * sine;
}

// Return 1 while the engine has fuel (used and capacity in kg) and is not stopped (0 or 1), else 0.
export function isRunning(fuelUsed: number, engineStop: number, fuelCapacity: number): number {
  return (fuelUsed < fuelCapacity ? 1.0 : 0.0) * (1.0 - engineStop);
}

// Return the force at the ground [N] that holds the speed against slope, rolling resistance and air.
export function forceToHold(demand: Demand): number {
  const slope = demand.slope;
  return demand.mass * GRAVITY * slope / Math.sqrt(1.0 + slope * slope) + demand.resistance;
}

// Return the engine's turns for a turn of the wheels in a gear [1].
export function ratioOf(gear: number, params: GearboxParams): number {
  const below = clamp(params.gearCount - maximum(Math.abs(gear), 1.0), 0.0, 15.0);
  const step = params.gearStep;
  let ratio = params.topGearRatio;
  let rest = Math.floor(below);
  let power = step;
  for (let i = 0; i < 4; i++) {
    const half = Math.floor(0.5 * rest);
    ratio = ratio * (rest - 2.0 * half > 0.5 ? power : 1.0);
    rest = half;
    power = power * power;
  }
  return ratio;
}

// Return the greatest torque of the engine [N m] at a speed of its crankshaft [rad/s].
export function torqueAt(crank: number, params: GearboxParams): number {
  const offPeak = (crank - params.peakTorqueSpeed) / params.maxEngineSpeed;
  return params.peakTorque * maximum(1.0 - offPeak * offPeak * params.torqueFall, LEAST_TORQUE);
}

// Return the force [N] at the ground at full throttle; `turning` [rad/s] is the engine's, `teeth` [rad/m].
export function fullForce(turning: number, teeth: number, demand: Demand, params: GearboxParams): number {
  const crank = clamp(turning, params.idleSpeed, params.maxEngineSpeed);
  return demand.efficiency * torqueAt(crank, params) * teeth;
}

// Return whether the next gear gives the force `holding` [N] at the speed that is left once it is in.
export function holdsNextGear(gear: number, holding: number, demand: Demand, params: GearboxParams): boolean {
  const teeth = ratioOf(gear + 1.0, params) / params.wheelRadius;
  const lost = SHIFT_DURATION * maximum(holding, 0.0) / demand.mass;
  const left = (demand.speed - lost) * teeth;
  return fullForce(left, teeth, demand, params) > holding && left > SHIFT_DOWN * params.maxEngineSpeed;
}

// Return the gear that the box selects: up at high engine speed, down at low, the first to start with [1].
export function gearFor(gear: number, shiftTime: number, demand: Demand, params: GearboxParams): number {
  const now = demand.direction * gear > 0.5 ? Math.abs(gear) : 1.0;
  const holding = forceToHold(demand);
  const teeth = ratioOf(now, params) / params.wheelRadius;
  const turning = demand.speed * teeth;
  const isFast = turning > SHIFT_UP * params.maxEngineSpeed;
  const up = isFast && holdsNextGear(now, holding, demand, params) ? 1.0 : 0.0;
  const isLow = turning * params.gearStep < KICKDOWN * params.maxEngineSpeed;
  const kicked = isLow && fullForce(turning, teeth, demand, params) < holding;
  const down = turning < SHIFT_DOWN * params.maxEngineSpeed || kicked ? 1.0 : 0.0;
  const ready = shiftTime > 0.0 ? 0.0 : 1.0;
  const highest = demand.direction > 0.0 ? maximum(params.gearCount, 1.0) : 1.0;
  const selected = demand.direction * clamp(now + ready * (up - down), 1.0, highest);
  return demand.throttle === 0.0 ? (demand.speed > SLOWEST ? gear : 0.0 * selected) : selected;
}

// Return the share of a step in which a gear is in; `shift_time` is the time until it is [s].
export function shareInGear(shiftTime: number, dt: number): number {
  return 1.0 - minimum(shiftTime, dt) / maximum(dt, SHORTEST);
}

// Return the gearbox after `dt` [s], and the force at the ground of an engine at a share `load` of its
// torque. The `gear` is forward positive, 0 neutral; `shift_time` is the time until it is in [s].
export function gearboxStep(gear: number, shiftTime: number, demand: Demand, load: number, params: GearboxParams, dt: number): Geared {
  const changed = gearFor(gear, shiftTime, demand, params);
  const isNew = changed !== gear && dt > 0.0;
  const shifts = isNew && changed !== 0.0 && gear !== 0.0;
  const timeLeft = shifts ? SHIFT_DURATION : maximum(shiftTime - dt, 0.0);
  const ratio = ratioOf(changed, params);
  const turning = demand.speed * ratio / params.wheelRadius;
  const crank = clamp(turning, params.idleSpeed, params.maxEngineSpeed);
  let torque = torqueAt(crank, params);
  torque = turning > params.maxEngineSpeed ? 0.0 * torque : torque;
  let force = demand.efficiency * torque * ratio / params.wheelRadius;
  force = load * force * shareInGear(shiftTime, dt);
  return { gear: dt > 0.0 ? changed : gear, shiftTime: timeLeft, force, engineSpeed: crank, ratio };
}

// Return a force [N] against a `speed`, not negative [m/s], in proportion to it below `band` [m/s].
// It is the force at the end of the step, so that it alone takes no more than the speed, at any step.
export function faded(force: number, speed: number, band: number, change: number): number {
  return force * speed / maximum(band + change * force, speed);
}

// Return the drag of an engine that the vehicle drives; none in neutral or in a gear of the other
// direction. Where the engine would turn slower than it idles, the clutch slips and the drag fades.
export function dragByRatio(speed: number, gear: number, ratio: number, slowedMass: number, params: PowertrainParams, gears: GearboxParams, dt: number): Drag {
  const magnitude = Math.abs(speed);
  const hasGears = gears.gearCount > 0.5;
  const teeth = ratio / gears.wheelRadius;
  const run = gears.wheelRadius / ratio;
  let top = speed < 0.0 ? params.maxReverseSpeed : params.maxSpeed;
  top = hasGears ? minimum(top, gears.maxEngineSpeed * run) : top;
  const opens = hasGears ? maximum(gears.idleSpeed * run, CLUTCH_OPENS) : CLUTCH_OPENS;
  const engaged = hasGears && gear * speed <= 0.0 ? 0.0 : 1.0;
  const band = maximum(GOVERNED * top, 1e-06);
  const most = params.maxDriveForce; // the pull is constant beyond the top
  const bounded = minimum(magnitude, top);
  const crank = clamp(bounded * teeth, gears.idleSpeed, gears.maxEngineSpeed);
  const able = params.driveEfficiency * params.enginePower / maximum(bounded, SLOWEST);
  const pull = minimum(most, hasGears ? params.driveEfficiency * torqueAt(crank, gears) * teeth : able);
  const overrun = minimum(params.overrunDrag * pull, most);
  return {
    engine: engaged * faded(params.engineDrag * pull, magnitude, opens, dt / slowedMass),
    overrun: engaged * faded(overrun, maximum(magnitude - top, 0.0), band, dt / slowedMass),
  };
}

// Return the powertrain after a step; a throttle in -1..1 drives backward below 0; `engine_stop` is 0 or
// 1.
export function powertrainStep(state: PowertrainState, throttle: number, engineStop: number, load: Load, params: PowertrainParams, gears: GearboxParams, dt: number): Drive {
  const running = isRunning(state.fuelUsed, engineStop, params.fuelCapacity);
  const pedal = Math.abs(throttle) * running;
  const engineLoad = state.engineLoad + (pedal - state.engineLoad) * (1.0 - Math.exp(-dt / params.engineLag));
  const direction = throttle < 0.0 ? -1.0 : 1.0;
  const speed = Math.abs(load.speed);
  const hasGears = gears.gearCount > 0.5;
  const slope = direction * load.slope;
  const demand: Demand = {
    throttle,
    direction,
    speed,
    slope,
    mass: load.mass,
    resistance: load.resistance,
    efficiency: params.driveEfficiency,
  };
  const geared: Geared = gearboxStep(state.gear, state.shiftTime, demand, engineLoad, gears, dt);
  const able = params.driveEfficiency * params.enginePower / maximum(speed, SLOWEST);
  const powered = minimum(pedal * params.maxDriveForce, engineLoad * able);
  const top = direction > 0.0 ? params.maxSpeed : params.maxReverseSpeed;
  const governed = clamp((top - direction * load.speed) / maximum(GOVERNED * top, 1e-06), 0.0, 1.0);
  const force = direction * governed * (hasGears ? minimum(geared.force, params.maxDriveForce) : powered);
  const shown = gears.idleSpeed + (gears.maxEngineSpeed - gears.idleSpeed) * clamp(maximum(engineLoad, speed / top), 0.0, 1.0);
  const drag: Drag = dragByRatio(
    load.speed,
    geared.gear,
    geared.ratio,
    load.slowedMass,
    params,
    gears,
    dt,
  );
  let resisting = (1.0 - engineLoad * governed) * drag.engine + drag.overrun;
  resisting = resisting * load.driveline * shareInGear(state.shiftTime, dt);
  resisting = minimum(resisting, load.slowedMass * speed / maximum(dt, SHORTEST));
  const work = maximum(Math.abs(force) - resisting, 0.0) * speed / params.driveEfficiency;
  const burnt = dt * running * (params.fuelConsumption * work + params.idleFuelRate);
  const after: PowertrainState = {
    engineLoad,
    gear: geared.gear,
    shiftTime: geared.shiftTime,
    fuelUsed: state.fuelUsed + burnt,
    engineSpeed: running * (hasGears ? geared.engineSpeed : shown),
  };
  const driven = force * running;
  const slowed = driven - (load.speed < 0.0 ? -resisting : resisting);
  return { state: after, force: resisting > 0.0 ? slowed : driven, drag: resisting };
}

// Return whether the soil is too soft for the vehicle.
export function isImmobilised(surface: SurfaceGround, params: RunningGearParams): boolean {
  return surface.coneIndex < params.vehicleConeIndex;
}

// Return the square, up to nine: no wheel is tried beyond three times that speed.
export function boundedSquare(ratio: number): number {
  const bounded = clamp(ratio, -3.0, 3.0);
  return bounded * bounded;
}

// Return the rolling resistance [N], with a `coefficient` at low speed, growing with the speed [m/s]
// squared.
export function rollingResistance(load: number, coefficient: number, speed: number): number {
  return load * coefficient * (1.0 + boundedSquare(speed / FAST));
}

// Return the forces demanded of all axles.
export function demandOf(drive: number, brake: number, otherForces: number, rollingResistance: number, speed: number, turning: number): AxleDemand {
  const motion = speed < 0.0 ? -1.0 : 1.0;
  const forcesWithDrive = (drive < 0.0 ? -1.0 : 1.0) * (otherForces - motion * rollingResistance);
  return { drive, brake, forcesWithDrive, forcesAgainstMotion: -motion * otherForces, turning };
}

// Return the friction of the ground for a vehicle that is immobilised, or not.
export function roadOf(surface: SurfaceGround, immobilised: boolean): Road {
  const slidingRatio = immobilised ? 0.0 : surface.slidingFriction / maximum(surface.friction, TINY);
  return { friction: surface.friction, slidingRatio, canDrive: immobilised ? 0.0 : 1.0 };
}

// Return load, rolling resistance and demanded forces of a vehicle on wheels; forces [N] are forward
// positive.
export function totalOf(body: BodyState, initial: Initial, driving: number, braking: number, params: BodyParams, gear: RunningGearParams, ground: WheelsGround): TotalForces {
  const contact: GroundContact = initial.contact;
  const surface: SurfaceGround = ground.surface;
  const load = params.mass * contact.support;
  const immobilised = isImmobilised(surface, gear);
  let resistance = rollingResistance(load, gear.rollingFactor * ground.wheelResistance, contact.speed);
  resistance = immobilised ? surface.friction * load : resistance;
  let otherForces = params.mass * (contact.ahead + contact.lateralSpeed * body.yawRate);
  otherForces = otherForces - params.airDrag * contact.speed * Math.abs(contact.speed);
  const demand: AxleDemand = demandOf(
    driving,
    braking,
    otherForces,
    resistance,
    contact.speed,
    initial.inertia.turning,
  );
  return { load, rollingResistance: resistance, demand, road: roadOf(surface, immobilised) };
}

// Return the share of the load that the front one of two axles carries [1]: speeding up takes it away.
// `force_ahead` and `support` are forces over the mass [m/s^2]; offsets and height are in metres.
export function frontShare(forceAhead: number, support: number, front: number, rear: number, centreHeight: number): number {
  const lever = centreHeight * forceAhead / maximum(support, LIGHT);
  return clamp((rear - lever) / (front + rear), 0.0, 1.0);
}

// Return the factor of friction under a `load` [N] where the tyre is made for the `usual` one [N].
export function gripFactor(load: number, usual: number, params: TyreParams): number {
  return params.tyreGrip * maximum(1.0 - params.loadSensitivity * (load / usual - 1.0), 0.0);
}

// Return the greatest force [N] at the rims of an axle or wheel, none of it spent on slip. At the limit
// the mass m speeds up by (pull + all grips) / m; the turning parts of the axle take their share of it.
export function rimLimit(grip: number, share: number, otherForces: number, turning: number): number {
  return maximum((1.0 + turning) * grip + turning * share * otherForces, 0.0);
}

// Return the ground force of a driven wheel, of a `force` [N]: all within its `grip`, else `sliding`.
export function traction(force: number, grip: number, sliding: number): number {
  const spinningForce = minimum(sliding, MOST_USED * grip);
  return Math.abs(force) <= MOST_USED * grip ? force : force < 0.0 ? -spinningForce : spinningForce;
}

// Return the forces of an axle within its grip; loads, resistance and grip in N.
export function axleForces(load: number, rollingResistance: number, grip: number, shares: Shares, demand: AxleDemand, road: Road): AxleAxleForces {
  let limit = road.canDrive * rimLimit(grip, shares.drive, demand.forcesWithDrive, demand.turning);
  const drive = traction(shares.drive * demand.drive, limit, road.slidingRatio * limit);
  limit = rimLimit(grip, shares.brake, demand.forcesAgainstMotion, demand.turning) - rollingResistance;
  return { load, grip, drive, brake: minimum(shares.brake * demand.brake, maximum(limit, 0.0)) };
}

// Return the sliding of an axle; `antilock` is 0 or 1.
export function slideOf(forces: AxleAxleForces, brake: number, along: number, square: number, antilock: number, road: Road): Slide {
  const isLocked = antilock < 0.5 && brake > forces.brake && square > STANDING * STANDING;
  return {
    isLocked,
    along,
    bySpeed: road.slidingRatio * forces.grip / Math.sqrt(maximum(square, TINY)),
  };
}

// Return the forces of an axle; a locked one has no drive, and its brake force along the body is that of
// its slide.
export function lockedForces(forces: AxleAxleForces, slide: Slide, cosine: number, resistance: number, share: number, demand: AxleDemand): AxleAxleForces {
  const ground = slide.bySpeed * cosine * Math.abs(slide.along);
  const limit = ground + demand.turning * (ground + share * demand.forcesAgainstMotion); // as ``wheels.rim_limit``
  const brake = maximum(limit - resistance * forces.load, 0.0);
  const drive = slide.isLocked ? 0.0 : forces.drive;
  return { load: forces.load, grip: forces.grip, drive, brake: slide.isLocked ? brake : forces.brake };
}

// Return loads, grips and forces of both axles, with the front wheels at an angle [rad].
export function axlesOf(body: BodyState, initial: Initial, total: TotalForces, angle: number, params: NestedParams, surface: SurfaceGround): Axles {
  const front = params.frontAxle.offset;
  const rear = params.rearAxle.offset;
  const contact: GroundContact = initial.contact;
  const load = total.load;
  const rollingResistance = total.rollingResistance;
  const share = frontShare(
    body.specificForceAhead,
    contact.support,
    front,
    rear,
    params.body.centreHeight,
  );
  const frontLoad = share * load;
  const rearLoad = (1.0 - share) * load;
  const frontGrip = surface.friction * frontLoad * gripFactor(share, rear / (front + rear), params.tyre);
  const rearGrip = surface.friction * rearLoad * gripFactor(1.0 - share, front / (front + rear), params.tyre);
  const frontShares: Shares = { drive: params.frontDriveShare, brake: params.frontBrakeShare };
  const rearShares: Shares = { drive: 1.0 - frontShares.drive, brake: 1.0 - frontShares.brake };
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const demand: AxleDemand = total.demand;
  const road: Road = total.road;
  const antilock = params.antilock;
  const ahead = contact.speed;
  const onFront: AxleAxleForces = axleForces(
    frontLoad,
    share * rollingResistance,
    frontGrip,
    frontShares,
    demand,
    road,
  );
  const onRear: AxleAxleForces = axleForces(
    rearLoad,
    (1.0 - share) * rollingResistance,
    rearGrip,
    rearShares,
    demand,
    road,
  );
  const left = contact.lateralSpeed + front * body.yawRate;
  const behind = contact.lateralSpeed - rear * body.yawRate;
  const atFront = ahead * ahead + left * left;
  const atRear = ahead * ahead + behind * behind;
  const along = ahead * cosine + left * sine;
  const frontSlide: Slide = slideOf(
    onFront,
    frontShares.brake * demand.brake,
    along,
    atFront,
    antilock,
    road,
  );
  const rearSlide: Slide = slideOf(
    onRear,
    rearShares.brake * demand.brake,
    ahead,
    atRear,
    antilock,
    road,
  );
  const coefficient = rollingResistance / maximum(load, TINY);
  return {
    front: lockedForces(onFront, frontSlide, cosine, coefficient, frontShares.brake, demand),
    rear: lockedForces(onRear, rearSlide, 1.0, coefficient, rearShares.brake, demand),
    rollingResistance,
    sine,
    cosine,
    frontSlide,
    rearSlide,
  };
}

// Return a vector turned by an angle [rad], counter-clockwise positive.
export function rotate(ahead: number, left: number, angle: number): [number, number] {
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return [ahead * cosine - left * sine, ahead * sine + left * cosine];
}

// Return a velocity [m/s] turned by an angle [rad] in a body with turning parts, exactly; their energy
// stays. With `factor` f (mass with turning parts over mass), m f u' = m r v and m v' = -m r u: (sqrt(f)
// u, v) turns at the rate r / sqrt(f).
export function rotatedRolling(ahead: number, left: number, angle: number, factor: number): [number, number] {
  const root = Math.sqrt(maximum(factor, WHEELS_TINY));
  const [heavy, across] = rotate(ahead * root, left, angle / root);
  return [heavy / root, across];
}

// Return the velocity at the start of a step in the body that has turned through half of its turn.
export function rotatedOf(body: BodyState, initial: Initial, dt: number): Velocity {
  const contact: GroundContact = initial.contact;
  const [ahead, left] = rotatedRolling(contact.speed, contact.lateralSpeed, -0.5 * dt * body.yawRate, initial.inertia.factor);
  return { ahead, left, turn: body.yawRate };
}

// Reduce the magnitude of a speed `free` [m/s] by `loss`, at most to zero.
export function stoppedBy(free: number, loss: number): number {
  return Math.abs(free) <= loss ? 0.0 : free > 0.0 ? free - loss : free + loss;
}

// Reduce a `speed` [m/s] by brakes and rolling resistance, a `force` [N] together, and by air resistance.
export function slowedBy(speed: number, force: number, drag: number, mass: number, dt: number): Slowed {
  const able = dt * force / mass;
  const left = stoppedBy(speed, able);
  const share = (left - speed) / maximum(able, BRAKES_TINY);
  return { speed: left / (1.0 + dt * drag / mass * Math.abs(left)), share };
}

// Return the share of forces at the rims that reaches the ground, 1 / factor..1 [1].
export function groundShare(rim: number, spinUp: number, factor: number): number {
  return clamp(1.0 - spinUp * rim / (rim * rim + WHEELS_TINY), 1.0 / maximum(factor, 1.0), 1.0);
}

// Return the motion along the body by gravity, drive, brakes and resistance.
export function speedAhead(rotated: Velocity, initial: Initial, driving: number, braking: number, resistance: number, airDrag: number, dt: number): RollingBodySpeedAhead {
  const contact: GroundContact = initial.contact;
  const inertia: Inertia = initial.inertia;
  const ahead = rotated.ahead + dt * (contact.ahead * inertia.mass + driving) * inertia.byRollingForce;
  const slowed: Slowed = slowedBy(
    ahead,
    braking + resistance,
    airDrag,
    inertia.mass * inertia.factor,
    dt,
  );
  const forceAhead = driving + slowed.share * (braking + resistance);
  const spinUp = inertia.turning * inertia.mass * (slowed.speed - rotated.ahead);
  return {
    unbrakedSpeed: ahead,
    speed: slowed.speed,
    share: slowed.share,
    forceAhead,
    groundShare: groundShare(dt * forceAhead, spinUp, inertia.factor),
  };
}

// Return 1 where a wheel rolls as the vehicle goes, fading to 0 where it rolls not or the other way, as in
// a slide. So the part across the body of a steered wheel's brake force never adds energy.
export function rollsAlong(wheelSpeed: number, speed: number): number {
  return clamp(speed < 0.0 ? -wheelSpeed : wheelSpeed, 0.0, 1.0);
}

// Return the share of the brake force along the body by which that across it is in proportion to the sine
// [1].
export function rollsOrSlides(slide: Slide, rolls: number, cosine: number): number {
  return slide.isLocked ? 1.0 / maximum(cosine, LEAST_COSINE) : rolls;
}

// Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance.
export function longitudinalDynamics(body: BodyState, initial: Initial, axles: Axles, params: NestedParams, dt: number): LongitudinalMotion {
  const contact: GroundContact = initial.contact;
  const inertia: Inertia = initial.inertia;
  const front: AxleAxleForces = axles.front;
  const rear: AxleAxleForces = axles.rear;
  const sine = axles.sine;
  const cosine = axles.cosine;
  const lever = params.frontAxle.offset;
  const rotated: Velocity = rotatedOf(body, initial, dt);
  const driving = front.drive * cosine + rear.drive;
  const braking = front.brake + rear.brake;
  const slowed: RollingBodySpeedAhead = speedAhead(
    rotated,
    initial,
    driving,
    braking,
    axles.rollingResistance,
    params.body.airDrag,
    dt,
  );
  const groundShare = slowed.groundShare;
  let rolls = rollsAlong(
    rotated.ahead * cosine + (rotated.left + lever * body.yawRate) * sine,
    slowed.unbrakedSpeed,
  );
  rolls = rollsOrSlides(axles.frontSlide, rolls, cosine);
  const forceLeft = groundShare * (front.drive + rolls * slowed.share * front.brake) * sine;
  return {
    rotated,
    velocity: { ahead: slowed.speed, left: rotated.left + dt * (contact.left + forceLeft * inertia.byForce), turn: body.yawRate + dt * lever * forceLeft * inertia.byMoment },
    unbrakedSpeed: slowed.unbrakedSpeed,
    brakeReach: dt * braking * inertia.byRollingForce,
    forceAhead: slowed.forceAhead,
    forceLeft,
    tyreForces: { front: groundShare * (front.drive + slowed.share * front.brake), rear: groundShare * (rear.drive + slowed.share * rear.brake) },
  };
}

// Return the greatest side force [N] beside a force `used` along the wheel, of a `grip`: the ellipse.
export function lateralLimit(grip: number, used: number): number {
  const most = MOST_USED * grip;
  const along = minimum(Math.abs(used), most);
  return Math.sqrt(maximum(grip * grip - along * along, TINY));
}

// Return the contact patch of a tyre: speed [m/s] and force [N] along the wheel, stiffness [N/rad] and
// grip [N].
export function patchOf(along: number, stiffness: number, grip: number, used: number, params: TyreParams): Patch {
  const limit = lateralLimit(grip, params.combinedSlip * used);
  return {
    rollingSpeed: maximum(Math.abs(along), TYRE_SLOWEST),
    stiffness,
    limit,
    linearity: params.tyreLinearity,
  };
}

// Return the secant stiffness [N s/m] of Fiala's brush tyre.
export function fiala(slipSpeed: number, rollingSpeed: number, stiffness: number, limit: number): number {
  const atRest = stiffness / rollingSpeed;
  const slip = Math.abs(slipSpeed);
  const use = atRest * slip / (3.0 * maximum(limit, TINY));
  return use < 1.0 ? atRest * (1.0 - use + use * use / 3.0) : limit / maximum(slip, TINY);
}

// Return the secant stiffness of a tyre at a slip speed [m/s], across the wheel [N s/m].
export function secantOf(slipSpeed: number, patch: Patch): number {
  const curved = fiala(slipSpeed, patch.rollingSpeed, patch.stiffness, patch.limit);
  const straight = minimum(patch.stiffness / patch.rollingSpeed, patch.limit / maximum(Math.abs(slipSpeed), TINY));
  return curved + patch.linearity * (straight - curved);
}

// Return the secant stiffness at a slip speed [m/s], times `dt` [kg], of a tyre that rolls or is locked.
export function secant(slipSpeed: number, patch: Patch, slide: Slide, dt: number): number {
  const rolling = secantOf(slipSpeed, patch);
  return dt * (slide.isLocked ? slide.bySpeed : rolling);
}

// Return the mean slip speeds [m/s] of two contacts in a step.
export function meanSlips(free: DampingPair, gravitySlips: DampingPair, stiffness: DampingPair, by: Compliance): DampingPair {
  const first = by.first * stiffness.first;
  const second = by.second * stiffness.second;
  const firstBySecond = by.shared * stiffness.second;
  const secondByFirst = by.shared * stiffness.first;
  const trace = first + second;
  const cross = firstBySecond * secondByFirst;
  const more = 1.0 + 0.5 * trace;
  const ownFirst = 1.0 + first + 0.5 * (first * first + cross);
  const ownSecond = 1.0 + second + 0.5 * (second * second + cross);
  const half = 0.5 * by.determinant * stiffness.first * stiffness.second;
  const whole = 1.0 + trace + 0.5 * trace * trace + half * trace + half * half;
  const one = free.first - 0.5 * gravitySlips.first + 0.5 * (first * free.first + firstBySecond * free.second);
  const two = free.second - 0.5 * gravitySlips.second + 0.5 * (secondByFirst * free.first + second * free.second);
  return {
    first: (ownSecond * one - firstBySecond * more * two) / whole,
    second: (ownFirst * two - secondByFirst * more * one) / whole,
  };
}

// Return the velocity after the side forces of both axles. Their impulses are those of the tyres' curves
// at the mean slip speeds of the step: so no force is beyond its limit. The mean is found with the
// stiffnesses at the beginning, then with those at the mean.
export function lateralDynamics(body: BodyState, initial: Initial, axles: Axles, longitudinal: LongitudinalMotion, params: NestedParams, dt: number): LateralMotion {
  const a = params.frontAxle.offset;
  const b = params.rearAxle.offset;
  const sine = axles.sine;
  const cosine = axles.cosine;
  const contact: GroundContact = initial.contact;
  const inertia: Inertia = initial.inertia;
  const velocity: Velocity = longitudinal.velocity;
  const frontLateralSpeed = contact.lateralSpeed + a * body.yawRate;
  const frontStiffness = params.frontAxle.corneringCoefficient * axles.front.load;
  const rearStiffness = params.rearAxle.corneringCoefficient * axles.rear.load;
  const frontAlong = contact.speed * cosine + frontLateralSpeed * sine;
  const front: Patch = patchOf(
    frontAlong,
    frontStiffness,
    axles.front.grip,
    longitudinal.tyreForces.front,
    params.tyre,
  );
  const rear: Patch = patchOf(
    contact.speed,
    rearStiffness,
    axles.rear.grip,
    longitudinal.tyreForces.rear,
    params.tyre,
  );
  const free: DampingPair = {
    first: (velocity.left + a * velocity.turn) * cosine - velocity.ahead * sine,
    second: velocity.left - b * velocity.turn,
  };
  const gravitySlips: DampingPair = { first: dt * contact.left * cosine, second: dt * contact.left };
  const byForce = inertia.byForce;
  const byRollingForce = inertia.byRollingForce;
  const byMoment = inertia.byMoment;
  const compliance: Compliance = {
    first: sine * sine * byRollingForce + cosine * cosine * (byForce + a * a * byMoment),
    shared: cosine * (byForce - a * b * byMoment),
    second: byForce + b * b * byMoment,
    determinant: cosine * cosine * byForce * byMoment * (a + b) * (a + b) + sine * sine * byRollingForce * (byForce + b * b * byMoment),
  };
  let stiffness: DampingPair = {
    first: secant(free.first - gravitySlips.first, front, axles.frontSlide, dt),
    second: secant(free.second - gravitySlips.second, rear, axles.rearSlide, dt),
  };
  let mean: DampingPair = meanSlips(free, gravitySlips, stiffness, compliance);
  stiffness = {
    first: secant(mean.first, front, axles.frontSlide, dt),
    second: secant(mean.second, rear, axles.rearSlide, dt),
  };
  mean = meanSlips(free, gravitySlips, stiffness, compliance);
  const frontImpulse = -stiffness.first * mean.first;
  const rearImpulse = -stiffness.second * mean.second;
  return {
    velocity: { ahead: velocity.ahead - sine * frontImpulse * byRollingForce, left: velocity.left + (cosine * frontImpulse + rearImpulse) * byForce, turn: velocity.turn + (a * cosine * frontImpulse - b * rearImpulse) * byMoment },
    ahead: -sine * frontImpulse,
    left: cosine * frontImpulse + rearImpulse,
  };
}

// Return a velocity after `dt` [s] of gravity alone: the contact's `ahead` and `left` [m/s^2].
export function falling(turned: Velocity, contact: GroundContact, dt: number): Velocity {
  return {
    ahead: turned.ahead + dt * contact.ahead,
    left: turned.left + dt * contact.left,
    turn: turned.turn,
  };
}

// Return the share of the velocity `free` that friction takes from a block in a step: 1 holds it.
export function shareTaken(before: Velocity, free: Velocity, static_: number, sliding: number, gyration: number): number {
  const rotation = free.turn * gyration;
  const demand = free.ahead * free.ahead + free.left * free.left + rotation * rotation;
  const advance = before.ahead * free.ahead + before.left * free.left + before.turn * free.turn * gyration * gyration;
  const holds = advance > 0.0 ? sliding : static_;
  const isOver = demand > sliding * sliding;
  const taken = isOver ? sliding / Math.sqrt(isOver ? demand : 1.0) : 1.0;
  return demand <= holds * holds * (1.0 + ROUNDING) ? 1.0 : taken;
}

// Return the share of the velocity `free` that the ground's friction takes from a vehicle that is a block.
export function shareHeld(start: Velocity, free: Velocity, contact: GroundContact, grip: number, surface: SurfaceGround, body: BodyParams, dt: number): number {
  const pressed = dt * contact.support * grip;
  const gyration = Math.sqrt(maximum(body.yawInertia / body.mass, 0.0));
  return shareTaken(
    start,
    free,
    surface.friction * pressed,
    surface.slidingFriction * pressed,
    gyration,
  );
}

// Return the velocity of a block after friction has taken a share of it.
export function held(free: Velocity, taken: number): Velocity {
  const kept = 1.0 - taken;
  return { ahead: kept * free.ahead, left: kept * free.left, turn: kept * free.turn };
}

// Return whether brakes lock the wheels of a vehicle that slides more across than ahead. They lock where
// they can give all of the force ahead that the friction of a block has. Else a braked vehicle that slides
// across would be a block only where a step happens to end without speed ahead.
export function locks(free: Velocity, block: Velocity, longitudinal: LongitudinalMotion): boolean {
  const isAcross = Math.abs(free.ahead) < Math.abs(free.left);
  return isAcross && longitudinal.brakeReach > 0.0 && Math.abs(longitudinal.unbrakedSpeed - block.ahead) <= longitudinal.brakeReach;
}

// sin(angle) / angle, and 1 at zero, with finite gradients everywhere.
export function sinc(angle: number): number {
  const square = angle * angle;
  const nearZero = square < 0.0001;
  const series = 1.0 - square / 6.0 * (1.0 - square / 20.0); // its error at the limit: angle^6 / 5040 = 2e-16
  const sine = Math.sin(angle);
  return nearZero ? series : sine / (nearZero ? 1.0 : angle);
}

// Return the pose [m, m, rad] after `forward` and `lateral` [m], in body axes, and a left `turn` [rad].
export function alongTwist(x: number, y: number, yaw: number, forward: number, lateral: number, turn: number): [number, number, number] {
  const angle = yaw + 0.5 * turn;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const shortening = sinc(0.5 * turn);
  return [
    x + shortening * (forward * cosine - lateral * sine),
    y + shortening * (forward * sine + lateral * cosine),
    wrapAngle(yaw + turn),
  ];
}

// Return the same pose for a step that turns the body on the map by `turn` [rad], counter-clockwise
// positive.
export function turnedPose(state: BodyState, contact: GroundContact, velocity: Velocity, turn: number, dt: number): [number, number, number] {
  const ahead = 0.5 * dt * (contact.speed + velocity.ahead);
  const left = 0.5 * dt * (contact.lateralSpeed + velocity.left);
  const forward = ahead * contact.aheadRun + left * contact.driftRun;
  return alongTwist(state.x, state.y, state.yaw, forward, left * contact.leftRun, turn);
}

// Return x, y [m] and yaw [rad] after a step that ends with a velocity: the mean of before and after
// carries it.
export function poseStep(state: BodyState, contact: GroundContact, velocity: Velocity, dt: number): [number, number, number] {
  const turn = 0.5 * dt * (state.yawRate + velocity.turn) * contact.turnRun;
  return turnedPose(state, contact, velocity, turn, dt);
}

// Return the share of a change a second [1/s] by which the smoothed force follows it in a step of `dt`
// [s].
export function smoothing(dt: number): number {
  return (1.0 - Math.exp(-dt / SMOOTHING)) / maximum(dt, SHORTEST);
}

// Return the response after `dt` [s]; frequency [rad/s] is undamped, damping relative to the critical one.
export function response(frequency: number, damping: number, dt: number): SuspensionResponse {
  const rate = damping * frequency;
  const own = frequency * Math.sqrt(maximum(1.0 - damping * damping, 0.0)) * dt;
  const decay = Math.exp(-rate * dt);
  const fromRate = decay * dt * sinc(own);
  const oscillation = decay * Math.cos(own);
  return {
    loss: oscillation + rate * fromRate - 1.0,
    fromRate,
    toRate: -frequency * frequency * fromRate,
    keptRate: oscillation - rate * fromRate,
  };
}

// Place and rate after the step, on the way to `target`.
export function respond(place: number, rate: number, target: number, by: SuspensionResponse): [number, number] {
  const distance = place - target;
  return [place + by.loss * distance + by.fromRate * rate, by.keptRate * rate + by.toRate * distance];
}

// Return heave [m] and its rate [m/s] after the step: on the springs exactly, in the air by gravity.
// `travel` is that of the springs down to the stop [m].
export function heaveStep(state: BodyState, contact: GroundContact, springs: SuspensionResponse, travel: number, dt: number): [number, number] {
  const [sprung, sprungRate] = respond(state.heave, contact.heaveRate, 0.0, springs);
  const flown = state.heave + dt * (contact.heaveRate - 0.5 * dt * GRAVITY);
  const heave = contact.isAirborne > 0.5 ? flown : sprung;
  const rate = contact.isAirborne > 0.5 ? contact.heaveRate - dt * GRAVITY : sprungRate;
  const bottomed = -travel;
  const isThrough = heave < bottomed && dt > 0.0;
  return [isThrough ? bottomed : heave, isThrough ? maximum(rate, 0.0) : rate];
}

// Return the roll onto one side [rad], right side down positive, and its rate [rad/s] after `dt` [s].
export function rolloverStep(angle: number, rate: number, forceLeft: number, support: number, stance: Stance, gyration: number, dt: number): [number, number] {
  const side = angle > 0.0 ? 1.0 : angle < 0.0 ? -1.0 : forceLeft < 0.0 ? -1.0 : 1.0;
  const height = stance.height;
  const halfTrack = stance.halfTrack;
  const angle2 = side * clamp(angle, -HALF_PI, HALF_PI);
  const sine = Math.sin(angle2);
  const cosine = Math.cos(angle2);
  const moment = side * forceLeft * (height * cosine + halfTrack * sine) - support * (halfTrack * cosine - height * sine);
  const square = gyration * gyration + height * height + halfTrack * halfTrack; // about the line of contact
  rate = side * rate + dt * moment / square;
  let lean = side * angle + dt * rate;
  const isDown = lean <= 0.0 && dt > 0.0; // on all wheels
  const isFlat = lean >= HALF_PI && dt > 0.0; // on its side
  lean = isDown ? 0.0 : isFlat ? HALF_PI : lean;
  rate = isDown || isFlat ? 0.0 : rate;
  return [side * lean, side * rate];
}

// Return pitch (nose down +) and roll (right side down +) [rad] on ground with slopes to the east and
// north [1].
export function pitchAndRoll(slopeX: number, slopeY: number, yaw: number): [number, number] {
  const [ahead, left] = slopesOf(slopeX, slopeY, yaw);
  return [-Math.atan(ahead), Math.atan(left / Math.sqrt(1.0 + ahead * ahead))];
}

// Return the body after a step with a given motion; a step of no length keeps its velocity.
export function bodyStep(state: BodyState, contact: GroundContact, motion: Motion, stance: Stance, surface: SurfaceGround, params: BodyParams, dt: number): BodyState {
  const follow = smoothing(dt);
  const forceAhead = state.specificForceAhead + follow * (motion.changeAhead - dt * state.specificForceAhead);
  const forceLeft = state.specificForceLeft + follow * (motion.changeLeft - dt * state.specificForceLeft);
  const springs: SuspensionResponse = response(
    params.suspensionFrequency,
    params.suspensionDamping,
    dt,
  );
  const [pitch, pitchRate] = respond(state.bodyPitch, state.bodyPitchRate, -params.pitchGain * forceAhead, springs);
  const [roll, rollRate] = respond(state.bodyRoll, state.bodyRollRate, params.rollGain * forceLeft, springs);
  const [heave, heaveRate] = heaveStep(state, contact, springs, params.suspensionTravel, dt);
  const [lean, leanRate] = rolloverStep(state.rolloverAngle, state.rolloverRate, forceLeft, contact.support, stance, params.rollGyration, dt);
  const [groundPitch, groundRoll] = pitchAndRoll(surface.slopeX, surface.slopeY, motion.yaw);
  const moves = dt > 0.0;
  return {
    x: motion.x,
    y: motion.y,
    yaw: motion.yaw,
    speed: moves ? motion.velocity.ahead : state.speed,
    lateralSpeed: moves ? motion.velocity.left : state.lateralSpeed,
    yawRate: moves ? motion.velocity.turn : state.yawRate,
    specificForceAhead: forceAhead,
    specificForceLeft: forceLeft,
    heave,
    heaveRate: moves ? heaveRate : state.heaveRate,
    lastSlopeX: moves ? surface.slopeX : state.lastSlopeX,
    lastSlopeY: moves ? surface.slopeY : state.lastSlopeY,
    isAirborne: moves ? contact.isAirborne : state.isAirborne,
    bodyPitch: pitch,
    bodyPitchRate: pitchRate,
    bodyRoll: roll,
    bodyRollRate: rollRate,
    rolloverAngle: lean,
    rolloverRate: leanRate,
    pitch: groundPitch + pitch,
    roll: groundRoll + roll + lean,
  };
}

// Return the state of the body after a step; `grip` is that of its tyres over that of usual ones.
export function bodyAfter(body: BodyState, initial: Initial, longitudinal: LongitudinalMotion, lateral: LateralMotion, grip: number, surface: SurfaceGround, params: BodyParams, dt: number): BodyState {
  const contact: GroundContact = initial.contact;
  const inertia: Inertia = initial.inertia;
  const rotated: Velocity = longitudinal.rotated;
  const free: Velocity = falling(rotated, contact, dt);
  const before: Velocity = { ahead: contact.speed, left: contact.lateralSpeed, turn: body.yawRate };
  const taken = shareHeld(before, free, contact, grip, surface, params, dt);
  const block: Velocity = held(free, taken);
  const isBlock = initial.isLocked || longitudinal.velocity.ahead === 0.0 || locks(free, block, longitudinal);
  const turn = isBlock ? block.turn : lateral.velocity.turn;
  let ahead = isBlock ? block.ahead : lateral.velocity.ahead;
  let left = isBlock ? block.left : lateral.velocity.left;
  const made: [number, number] = rotatedRolling(ahead, left, -0.5 * dt * turn, inertia.factor);
  ahead = made[0];
  left = made[1];
  const velocity: Velocity = { ahead, left, turn };
  const spinUp = inertia.turning * (lateral.velocity.ahead - rotated.ahead);
  let changeAhead = (dt * longitudinal.forceAhead + lateral.ahead) * inertia.byForce - spinUp;
  let changeLeft = (dt * longitudinal.forceLeft + lateral.left) * inertia.byForce;
  const [x, y, yaw] = poseStep(body, contact, velocity, dt);
  changeAhead = isBlock ? -taken * free.ahead : changeAhead;
  changeLeft = isBlock ? -taken * free.left : changeLeft;
  const motion: Motion = { velocity, x, y, yaw, changeAhead, changeLeft };
  return bodyStep(body, contact, motion, initial.stance, surface, params, dt);
}

// Return the same with any tyre of `parts.tyre`: `fiala` or `magic_formula`.
export function stepWith(state: NestedState, control: NestedControl, params: NestedParams, dt: number, ground: WheelsGround): NestedState {
  const body: BodyState = state.body;
  const surface: SurfaceGround = ground.surface;
  const pedals: PedalsActing = acting(control.pedals, state.body.speed, state.powertrain.gear);
  const stance: Stance = {
    halfTrack: 0.5 * params.wheels.trackWidth,
    height: params.body.centreHeight,
  };
  const initial: Initial = initialOf(
    body,
    pedals.parkingBrake,
    stance,
    params.powertrain.rotatingMassFactor,
    surface,
    params.body,
    dt,
  );
  const speed = initial.contact.speed;
  const steered: SteeringState = limitRate(state.steering, control.steering, params.steering, dt);
  const angle = 0.5 * (state.steering.wheelAngle + steered.wheelAngle);
  const resistance = state.runningGear.resistance + params.body.airDrag * speed * speed;
  const load: Load = {
    mass: params.body.mass,
    slope: slopeAhead(body),
    resistance,
    speed,
    slowedMass: params.body.mass,
    driveline: pedals.driveline,
  };
  const drive: Drive = powertrainStep(
    state.powertrain,
    pedals.throttle,
    pedals.engineStop,
    load,
    params.powertrain,
    params.gearbox,
    dt,
  );
  const braking = pedals.brake * params.brakes.maxBrakeForce;
  const total: TotalForces = totalOf(
    body,
    initial,
    drive.force,
    braking,
    params.body,
    params.runningGear,
    ground,
  );
  const axles: Axles = axlesOf(body, initial, total, angle, params, surface);
  const longitudinal: LongitudinalMotion = longitudinalDynamics(body, initial, axles, params, dt);
  const lateral: LateralMotion = lateralDynamics(body, initial, axles, longitudinal, params, dt);
  const after: BodyState = bodyAfter(
    body,
    initial,
    longitudinal,
    lateral,
    params.tyre.tyreGrip,
    surface,
    params.body,
    dt,
  );
  return {
    body: after,
    steering: steered,
    powertrain: drive.state,
    runningGear: { resistance: axles.rollingResistance },
  };
}

// Return the state after `dt` [s] with constant controls, for the centre of mass.
export function singleTrackStep(state: NestedState, control: NestedControl, params: NestedParams, dt: number, ground: WheelsGround): NestedState {
  return stepWith(state, control, params, dt, ground);
}

// Return the state after `dt` [s] with constant controls, for the centre of mass.
export function step(state: State, control: Control, params: Params, dt: number, ground: Ground): State {
  const made: NestedState = singleTrackStep(
    { body: { x: state.x, y: state.y, yaw: state.yaw, speed: state.speed, lateralSpeed: state.lateralSpeed, yawRate: state.yawRate, specificForceAhead: state.specificForceAhead, specificForceLeft: state.specificForceLeft, heave: state.heave, heaveRate: state.heaveRate, lastSlopeX: state.lastSlopeX, lastSlopeY: state.lastSlopeY, isAirborne: state.isAirborne, bodyPitch: state.bodyPitch, bodyPitchRate: state.bodyPitchRate, bodyRoll: state.bodyRoll, bodyRollRate: state.bodyRollRate, rolloverAngle: state.rolloverAngle, rolloverRate: state.rolloverRate, pitch: state.pitch, roll: state.roll }, steering: { wheelAngle: state.wheelAngle }, powertrain: { engineLoad: state.engineLoad, gear: state.gear, shiftTime: state.shiftTime, fuelUsed: state.fuelUsed, engineSpeed: state.engineSpeed }, runningGear: { resistance: state.resistance } },
    { pedals: { throttle: control.throttle, brake: control.brake, parkingBrake: control.parkingBrake, engineStop: control.engineStop }, steering: { steerAngle: control.steerAngle } },
    { body: { mass: params.mass, yawInertia: params.yawInertia, centreHeight: params.centreHeight, airDrag: params.airDrag, suspensionFrequency: params.suspensionFrequency, suspensionDamping: params.suspensionDamping, suspensionTravel: params.suspensionTravel, pitchGain: params.pitchGain, rollGain: params.rollGain, rollGyration: params.rollGyration }, frontAxle: { offset: params.frontAxleOffset, corneringCoefficient: params.frontAxleCorneringCoefficient }, rearAxle: { offset: params.rearAxleOffset, corneringCoefficient: params.rearAxleCorneringCoefficient }, wheels: { trackWidth: params.trackWidth }, tyre: { tyreGrip: params.tyreGrip, loadSensitivity: params.loadSensitivity, tyreLinearity: params.tyreLinearity, combinedSlip: params.combinedSlip }, runningGear: { rollingFactor: params.rollingFactor, vehicleConeIndex: params.vehicleConeIndex }, steering: { maxSteerAngle: params.maxSteerAngle, maxSteerRate: params.maxSteerRate }, frontDriveShare: params.frontDriveShare, frontBrakeShare: params.frontBrakeShare, antilock: params.antilock, powertrain: { enginePower: params.enginePower, driveEfficiency: params.driveEfficiency, maxDriveForce: params.maxDriveForce, engineLag: params.engineLag, maxSpeed: params.maxSpeed, maxReverseSpeed: params.maxReverseSpeed, rotatingMassFactor: params.rotatingMassFactor, fuelCapacity: params.fuelCapacity, fuelConsumption: params.fuelConsumption, idleFuelRate: params.idleFuelRate, engineDrag: params.engineDrag, overrunDrag: params.overrunDrag }, gearbox: { gearCount: params.gearCount, gearStep: params.gearStep, topGearRatio: params.topGearRatio, wheelRadius: params.wheelRadius, peakTorque: params.peakTorque, peakTorqueSpeed: params.peakTorqueSpeed, torqueFall: params.torqueFall, idleSpeed: params.idleSpeed, maxEngineSpeed: params.maxEngineSpeed }, brakes: { maxBrakeForce: params.maxBrakeForce } },
    dt,
    { surface: { slopeX: ground.slopeX, slopeY: ground.slopeY, friction: ground.friction, slidingFriction: ground.slidingFriction, coneIndex: ground.coneIndex }, wheelResistance: ground.wheelResistance },
  );
  return {
    x: made.body.x,
    y: made.body.y,
    yaw: made.body.yaw,
    speed: made.body.speed,
    lateralSpeed: made.body.lateralSpeed,
    yawRate: made.body.yawRate,
    specificForceAhead: made.body.specificForceAhead,
    specificForceLeft: made.body.specificForceLeft,
    heave: made.body.heave,
    heaveRate: made.body.heaveRate,
    lastSlopeX: made.body.lastSlopeX,
    lastSlopeY: made.body.lastSlopeY,
    isAirborne: made.body.isAirborne,
    bodyPitch: made.body.bodyPitch,
    bodyPitchRate: made.body.bodyPitchRate,
    bodyRoll: made.body.bodyRoll,
    bodyRollRate: made.body.bodyRollRate,
    rolloverAngle: made.body.rolloverAngle,
    rolloverRate: made.body.rolloverRate,
    pitch: made.body.pitch,
    roll: made.body.roll,
    wheelAngle: made.steering.wheelAngle,
    engineLoad: made.powertrain.engineLoad,
    gear: made.powertrain.gear,
    shiftTime: made.powertrain.shiftTime,
    fuelUsed: made.powertrain.fuelUsed,
    engineSpeed: made.powertrain.engineSpeed,
    resistance: made.runningGear.resistance,
  };
}

// Return masses, resistances and brakes of a vehicle that is one body.
export function longitudinalOf(body: BodyParams, powertrain: PowertrainParams, brakes: BrakesParams, resistance: number): Longitudinal {
  return {
    mass: body.mass,
    massFactor: powertrain.rotatingMassFactor,
    airDrag: body.airDrag,
    resistance,
    maxBrakeForce: brakes.maxBrakeForce,
  };
}

// Return the drag of an engine in a `gear`, arguments as `drag_by_ratio`.
export function dragOf(speed: number, gear: number, slowedMass: number, params: PowertrainParams, gears: GearboxParams, dt: number): Drag {
  return dragByRatio(speed, gear, ratioOf(gear, gears), slowedMass, params, gears, dt);
}

// Return the force [N] that is asked of engine and brakes where a `drag` [N] acts against the speed [m/s].
export function undragged(force: number, drag: number, speed: number): number {
  return force + (speed < 0.0 ? -drag : drag);
}

// Return the force [N] at the ground at full throttle in a gear, from 1, at a speed magnitude [m/s].
export function forceInGear(gear: number, speed: number, efficiency: number, params: GearboxParams): number {
  const teeth = ratioOf(gear, params) / params.wheelRadius;
  const crank = clamp(speed * teeth, params.idleSpeed, params.maxEngineSpeed);
  return efficiency * torqueAt(crank, params) * teeth;
}

// Return the force [N] of the engine at the ground at full load, before the limit of the driveline.
export function fullPull(speed: number, gear: number, params: PowertrainParams, gears: GearboxParams): number {
  const able = params.driveEfficiency * params.enginePower / maximum(Math.abs(speed), SLOWEST);
  const geared = forceInGear(
    maximum(Math.abs(gear), 1.0),
    Math.abs(speed),
    params.driveEfficiency,
    gears,
  );
  return gears.gearCount > 0.5 ? geared : able;
}

// Return the throttle that brings about a force [N] at the ground, forward positive, where the engine can.
export function throttleFor(force: number, drag: Drag, speed: number, gear: number, params: PowertrainParams, gears: GearboxParams): number {
  const most = minimum(params.maxDriveForce, fullPull(speed, gear, params, gears));
  return clamp(undragged(force, drag.engine + drag.overrun, speed) / (most + drag.engine), -1.0, 1.0);
}

// Return the force [N] that the engine brings to the ground at its present load, in the direction of the
// gear.
export function pullOf(state: PowertrainState, speed: number, params: PowertrainParams, gears: GearboxParams): number {
  return minimum(params.maxDriveForce, state.engineLoad * fullPull(speed, state.gear, params, gears));
}

// Return throttle, brake and parking brake that take a vehicle to a `speed` [m/s] at the end of the step.
// The force balances slope, air drag and rolling resistance, at least that of a hard road. To start uphill
// the driver gives throttle and holds the vehicle by the parking brake until the engine, which follows
// with a lag, pulls more than the slope. The parking brake also holds it, below walking pace, where the
// service brake cannot. The brakes take what the drag of the engine leaves.
export function pedalsFor(speed: number, body: BodyState, engine: PowertrainState, vehicle: Longitudinal, drive: PowertrainParams, gears: GearboxParams, dt: number): PedalsControl {
  const movingMass = vehicle.mass * vehicle.massFactor;
  const direction = speed === 0.0 ? body.speed : speed;
  const sign = direction > 0.0 ? 1.0 : direction < 0.0 ? -1.0 : 0.0;
  const resisting = maximum(vehicle.resistance, vehicle.mass * GRAVITY * HARD_ROAD) * sign + vehicle.airDrag * body.speed * Math.abs(body.speed);
  let force = movingMass * (speed - body.speed) / maximum(dt, SHORTEST) + resisting;
  const slope = vehicle.mass * GRAVITY * Math.sin(body.pitch - body.bodyPitch);
  force = force - slope;
  const rollsBack = body.speed * speed < 0.0 && speed * force > 0.0;
  let drag: Drag = dragOf(body.speed, engine.gear, vehicle.mass, drive, gears, dt);
  drag = { engine: rollsBack ? 0.0 : drag.engine, overrun: rollsBack ? 0.0 : drag.overrun };
  const asked = undragged(force, drag.engine + drag.overrun, body.speed);
  const brakes = asked * (body.speed === 0.0 ? speed : body.speed) < 0.0;
  const stands = body.speed === 0.0 && speed === 0.0 ? 1.0 : 0.0;
  const stops = speed === 0.0;
  const coasts = (brakes && (rollsBack ? 1.0 : 0.0) === 0.0) || stops;
  const throttle = coasts ? 0.0 : throttleFor(force, drag, body.speed, engine.gear, drive, gears);
  const startsUphill = speed * slope < 0.0 && body.speed * speed <= 0.0 && Math.abs(body.speed) < CREEPING;
  const pull = pullOf(engine, body.speed, drive, gears);
  const isWeak = pull < Math.abs(slope) - vehicle.mass * GRAVITY * HARD_ROAD;
  const slips = brakes && Math.abs(slope) > STEEP * vehicle.maxBrakeForce && Math.abs(body.speed) < CREEPING;
  const holds = (startsUphill && isWeak) || ((startsUphill ? 1.0 : 0.0) === 0.0 && slips) ? 1.0 : 0.0;
  const left = undragged(force, (1.0 - engine.engineLoad) * drag.engine + drag.overrun, body.speed);
  let brake = (brakes ? Math.abs(left) / vehicle.maxBrakeForce : 0.0) + (stops ? FIRM : 0.0);
  brake = (startsUphill ? 0.0 : clamp(brake, 0.0, 1.0)) * (1.0 - stands);
  return { throttle, brake, parkingBrake: maximum(stands, holds), engineStop: 0.0 * stands };
}

// Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full
// wheel angle. A vehicle that is to stand still stands with its parking brake on.
export function singleTrackControlFromCommand(state: NestedState, speed: number, steer: number, params: NestedParams, dt: number): NestedControl {
  const vehicle: Longitudinal = longitudinalOf(
    params.body,
    params.powertrain,
    params.brakes,
    state.runningGear.resistance,
  );
  const angle = clamp(steer, -1.0, 1.0) * params.steering.maxSteerAngle;
  const pedals: PedalsControl = pedalsFor(
    speed,
    state.body,
    state.powertrain,
    vehicle,
    params.powertrain,
    params.gearbox,
    dt,
  );
  return { pedals, steering: { steerAngle: angle } };
}

// Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full
// wheel angle. A vehicle that is to stand still stands with its parking brake on.
export function controlFromCommand(state: State, speed: number, steer: number, params: Params, dt: number): Control {
  const made: NestedControl = singleTrackControlFromCommand(
    { body: { x: state.x, y: state.y, yaw: state.yaw, speed: state.speed, lateralSpeed: state.lateralSpeed, yawRate: state.yawRate, specificForceAhead: state.specificForceAhead, specificForceLeft: state.specificForceLeft, heave: state.heave, heaveRate: state.heaveRate, lastSlopeX: state.lastSlopeX, lastSlopeY: state.lastSlopeY, isAirborne: state.isAirborne, bodyPitch: state.bodyPitch, bodyPitchRate: state.bodyPitchRate, bodyRoll: state.bodyRoll, bodyRollRate: state.bodyRollRate, rolloverAngle: state.rolloverAngle, rolloverRate: state.rolloverRate, pitch: state.pitch, roll: state.roll }, steering: { wheelAngle: state.wheelAngle }, powertrain: { engineLoad: state.engineLoad, gear: state.gear, shiftTime: state.shiftTime, fuelUsed: state.fuelUsed, engineSpeed: state.engineSpeed }, runningGear: { resistance: state.resistance } },
    speed,
    steer,
    { body: { mass: params.mass, yawInertia: params.yawInertia, centreHeight: params.centreHeight, airDrag: params.airDrag, suspensionFrequency: params.suspensionFrequency, suspensionDamping: params.suspensionDamping, suspensionTravel: params.suspensionTravel, pitchGain: params.pitchGain, rollGain: params.rollGain, rollGyration: params.rollGyration }, frontAxle: { offset: params.frontAxleOffset, corneringCoefficient: params.frontAxleCorneringCoefficient }, rearAxle: { offset: params.rearAxleOffset, corneringCoefficient: params.rearAxleCorneringCoefficient }, wheels: { trackWidth: params.trackWidth }, tyre: { tyreGrip: params.tyreGrip, loadSensitivity: params.loadSensitivity, tyreLinearity: params.tyreLinearity, combinedSlip: params.combinedSlip }, runningGear: { rollingFactor: params.rollingFactor, vehicleConeIndex: params.vehicleConeIndex }, steering: { maxSteerAngle: params.maxSteerAngle, maxSteerRate: params.maxSteerRate }, frontDriveShare: params.frontDriveShare, frontBrakeShare: params.frontBrakeShare, antilock: params.antilock, powertrain: { enginePower: params.enginePower, driveEfficiency: params.driveEfficiency, maxDriveForce: params.maxDriveForce, engineLag: params.engineLag, maxSpeed: params.maxSpeed, maxReverseSpeed: params.maxReverseSpeed, rotatingMassFactor: params.rotatingMassFactor, fuelCapacity: params.fuelCapacity, fuelConsumption: params.fuelConsumption, idleFuelRate: params.idleFuelRate, engineDrag: params.engineDrag, overrunDrag: params.overrunDrag }, gearbox: { gearCount: params.gearCount, gearStep: params.gearStep, topGearRatio: params.topGearRatio, wheelRadius: params.wheelRadius, peakTorque: params.peakTorque, peakTorqueSpeed: params.peakTorqueSpeed, torqueFall: params.torqueFall, idleSpeed: params.idleSpeed, maxEngineSpeed: params.maxEngineSpeed }, brakes: { maxBrakeForce: params.maxBrakeForce } },
    dt,
  );
  return {
    throttle: made.pedals.throttle,
    brake: made.pedals.brake,
    parkingBrake: made.pedals.parkingBrake,
    engineStop: made.pedals.engineStop,
    steerAngle: made.steering.steerAngle,
  };
}
