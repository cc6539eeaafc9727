// bicycle/arc: Bicycle car, exact: two wheels that do not slip carry it along a circular arc.
//
// Valid while speed and steering angle are constant over the step; then exact for any `dt`. Real tyres
// slip sideways: trust it while the lateral acceleration stays below about 3 m/s^2.
//
// "Speed" is that of the point which `speed_reference` names: the rear axle (0), the centre (0.5), the
// front axle (1), or anything between. At a steering angle of 90 degrees the car turns about its rear
// wheel, which then has no speed: with the reference there the model refuses that angle, with any other it
// holds up to it. The document and its comments each mean another speed by "carSpeed": the rear axle's in
// comment 4, the front axle's in comments 20 and 49; the document's own six lines give both wheels the
// same, and comment 24, whose arc this is, leaves it open.
//
// Source: "Simple 2D car steering physics in games" (document 004) and its comment 24, the arc. Symbols
// there: b wheelbase, delta steering angle, v speed. With the reference a fraction p of the wheelbase
// ahead of the rear axle, v = rear speed * sqrt(1 + (p tan delta)^2); multiplied by cos delta, nothing is
// infinite at p = 1.
//
// x, y: place of the middle of the wheelbase [m], east and north; yaw: counter-clockwise from east [rad].
// All in SI units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./bicycle_arc";
//   let state = car.defaultState();
//   const params = car.defaultParams();
//   const control = car.controlFromCommand(state, 8.0, 0.3, params, 1 / 60);
//   state = car.step(state, control, params, 1 / 60);
//
// Made by Motorpool 1.0.0 (motorpool export). SPDX-License-Identifier: MIT

const CLOSEST = 1e-06; // to 90 degrees [rad], or to the rear axle [wheelbases]: nearer, rounding decides where the car points

// Pose of the body's reference point, world frame.
export interface State {
  x: number; // east [m]
  y: number; // north [m]
  yaw: number; // counter-clockwise from east, in (-pi, pi] [rad]
}

// Driver inputs.
export interface Control {
  steerAngle: number; // of the front wheel, left positive [rad]
  speed: number; // of the reference point, forward positive [m/s]
}

// Parameters of the vehicle.
export interface Params {
  wheelbase: number; // front to rear axle [m]
  speedReference: number; // where speed is measured: rear axle 0 to front axle 1 [1]
  maxSteerAngle: number; // of a full steering command in drive() [rad]
}


export const defaultState = (): State => ({
  x: 0.0,
  y: 0.0,
  yaw: 0.0,
});

export const defaultControl = (): Control => ({
  steerAngle: 0.0,
  speed: 0.0,
});

export const defaultParams = (): Params => ({
  wheelbase: 2.7,
  speedReference: 0.0,
  maxSteerAngle: 0.6,
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

// Return the state after `dt` [s] at constant speed and steering angle, for the middle of the wheelbase.
export function step(state: State, control: Control, params: Params, dt: number): State {
  const sine = Math.sin(control.steerAngle);
  const cosine = Math.cos(control.steerAngle);
  const reference = params.speedReference * sine;
  const travel = control.speed * dt / (params.wheelbase * Math.sqrt(cosine * cosine + reference * reference)); // [wheelbases]
  const turn = travel * sine;
  const forward = travel * cosine * params.wheelbase;
  const made: [number, number, number] = alongTwist(
    state.x,
    state.y,
    state.yaw,
    forward,
    0.5 * params.wheelbase * turn,
    turn,
  );
  return { x: made[0], y: made[1], yaw: made[2] };
}

// Return the control for a speed [m/s] and a steering command in -1..1, left positive.
export function controlFromCommand(_state: State, speed: number, steer: number, params: Params, _dt: number): Control {
  return { steerAngle: clamp(steer, -1.0, 1.0) * params.maxSteerAngle, speed };
}

// Return whether the reference point can move at any speed: at 90 degrees the rear wheel cannot.
export function isValid(control: Control, params: Params, _dt: number): boolean {
  const sine = Math.sin(control.steerAngle);
  const cosine = Math.cos(control.steerAngle);
  const reference = params.speedReference * sine;
  const square = cosine * cosine + reference * reference; // as in step(): a kernel computes it once
  return square >= CLOSEST * CLOSEST || square !== square;
}
