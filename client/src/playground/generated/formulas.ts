// Formulas of the playground: keys to commands, and the arc of a step; made of the package's own text by
// tools/generated/page_first_drive.py. SPDX-License-Identifier: MIT
export const RELEASED = 0.9;

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

// Position and direction of a vehicle.
export interface Pose {
  x: number; // east [m]
  y: number; // north [m]
  yaw: number; // counter-clockwise from east [rad]
}

// Arc from one pose to another.
export interface Arc {
  path: number; // length, forward positive [m]
  turn: number; // left positive [rad]
  hasCentre: boolean; // it turns
  centreX: number; // centre of rotation, 0 if it is straight [m]
  centreY: number; // [m]
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

// Return the acceleration [m/s^2] along the motion by a throttle in 0..1, minus resistance and brake.
export function PushOff(pedal: number, held: number, handling: Handling): number {
  return pedal * (handling.acceleration + handling.coasting) - handling.coasting - held * handling.braking;
}

// Time [s] in which braking [m/s^2] ends a speed of magnitude [m/s], not negative; 0 without brakes.
export function timeToStop(magnitude: number, braking: number): number {
  return magnitude / (braking > 0.0 ? braking : 1.0) * (braking > 0.0 ? 1.0 : 0.0);
}

// Return the speed duration [s] after standstill: 0 if the resistance exceeds the throttle.
export function FromRest(pedal: number, held: number, handling: Handling, duration: number): number {
  const gain = maximum(PushOff(Math.abs(pedal), held, handling), 0.0) * duration;
  return pedal < 0.0 ? -minimum(gain, handling.maxReverseSpeed) : minimum(gain, handling.maxSpeed);
}

// Return the speed after dt: in the present direction or, after a stop, in that of the throttle.
export function Moved(speed: number, pedal: number, held: number, handling: Handling, dt: number): number {
  const direction = speed < 0.0 ? -1.0 : 1.0;
  const magnitude = Math.abs(speed);
  const along = direction * pedal;
  const top = speed < 0.0 ? handling.maxReverseSpeed : handling.maxSpeed;
  const gain = PushOff(maximum(along, 0.0), held, handling);
  const against = minimum(held + maximum(-along, 0.0), 1.0) * handling.braking;
  const loss = along < 0.0 ? against + handling.coasting : -gain;
  const resistance = maximum(loss, handling.coasting);
  const timeOver = minimum(timeToStop(maximum(magnitude - top, 0.0), resistance), dt);
  const magnitudeThen = magnitude - resistance * timeOver;
  const timeThen = dt - timeOver;
  const faster = minimum(magnitudeThen - loss * timeThen, maximum(top, magnitudeThen));
  const slower = maximum(magnitudeThen - loss * timeThen, 0.0);
  const stillMoving = direction * (loss < 0.0 ? faster : slower);
  const timeLeft = maximum(timeThen - timeToStop(magnitudeThen, loss), 0.0);
  const hasStopped = (loss > 0.0 ? slower : magnitude) <= 0.0;
  return hasStopped ? FromRest(pedal, held, handling, timeLeft) : stillMoving;
}

// Return the largest steering command, in (0, 1], at which the lateral acceleration keeps its limit.
export function steerLimit(speed: number, fullCurvature: number, maxLateralAcceleration: number): number {
  const lateralAcceleration = fullCurvature * speed * speed;
  const isSlow = lateralAcceleration <= maxLateralAcceleration;
  return isSlow ? 1.0 : maxLateralAcceleration / (isSlow ? 1.0 : lateralAcceleration);
}

// Return a steering command moved toward its target, at its greatest rate; exact for any dt.
export function turnWheel(steer: number, target: number, steerRate: number, dt: number): number {
  return clamp(target, steer - steerRate * dt, steer + steerRate * dt);
}

// Return the speed [m/s] and the steering command (-1..1, left positive) after dt [s].
export function driveByHand(speed: number, steer: number, throttle: number, brake: number, targetSteer: number, handling: Handling, dt: number): [number, number] {
  const held = clamp(brake, 0.0, 1.0);
  const pedal = clamp(throttle, -1.0, 1.0) * driveline(held);
  const newSpeed = Moved(speed, pedal, held, handling, dt);
  const limit = steerLimit(newSpeed, handling.fullCurvature, handling.maxLateralAcceleration);
  const target = clamp(targetSteer, -limit, limit);
  return [newSpeed, clamp(turnWheel(steer, target, handling.steerRate, dt), -limit, limit)];
}

// Return the arc between two poses, which turns by less than half a turn.
export function arcBetween(before: Pose, after: Pose): Arc {
  const turn = wrapAngle(after.yaw - before.yaw);
  const east = after.x - before.x;
  const north = after.y - before.y;
  const middle = before.yaw + 0.5 * turn;
  const chord = east * Math.cos(middle) + north * Math.sin(middle);
  const halfSine = Math.sin(0.5 * turn);
  const path = Math.abs(halfSine) < 1e-09 ? chord : chord * 0.5 * turn / halfSine;
  if (Math.abs(turn) < 1e-06) {
    return { path, turn, hasCentre: false, centreX: 0.0, centreY: 0.0 };
  }
  const aside = 0.5 / Math.tan(0.5 * turn);
  const centreX = 0.5 * (before.x + after.x) - aside * north;
  const centreY = 0.5 * (before.y + after.y) + aside * east;
  return { path, turn, hasCentre: true, centreX, centreY };
}
