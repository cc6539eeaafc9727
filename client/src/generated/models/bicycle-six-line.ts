// bicycle/six-line: Bicycle car in six lines: both wheels move by the same distance, each the way it
// points.
//
// Right at small steering angles and some dozens of frames a second. It is no bicycle without slip, at any
// `dt`: as `dt` shrinks it converges to `bicycle/six-line-limit`, whose curvature is 2 tan(steer_angle /
// 2) / wheelbase instead of tan(steer_angle) / wheelbase (0.2 % less at 5 degrees, 7 % at 30, 17 % at 45).
// A step that moves a wheel farther than the car is long turns it round. Use `bicycle/arc` to drive; use
// this one to see why.
//
// "Speed" is that of both wheels, which only a car that drives straight on can have: round a bend the
// front wheel moves at it, off the way it points, and the back wheel at (1 + cos(steer_angle)) / 2 of it.
//
// Source: "Simple 2D car steering physics in games" (document 004), its six lines, in the car's axes
// instead of the world's. Symbols there: carLocation, carHeading the state, carSpeed, steerAngle,
// wheelBase.
//
// x, y: place of the middle of the wheelbase [m], east and north; yaw: counter-clockwise from east [rad].
// All in SI units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./bicycle_six_line";
//   let state = car.defaultState();
//   const params = car.defaultParams();
//   const control = car.controlFromCommand(state, 8.0, 0.3, params, 1 / 60);
//   state = car.step(state, control, params, 1 / 60);
//
// Made by Motorpool 1.0.0 (motorpool export). SPDX-License-Identifier: MIT


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

// Return the turn [rad] of the line from the back to the front wheel [m], in the car's axes before the
// step.
export function turnOfWheels(frontX: number, frontY: number, backX: number, backY: number): number {
  return Math.atan2(frontY - backY, frontX - backX);
}

// Return (x, y, yaw) after a straight way `forward` and `left` [m], in body axes, and a left turn [rad].
export function poseAfter(state: State, forward: number, left: number, turn: number): [number, number, number] {
  const sine = Math.sin(state.yaw);
  const cosine = Math.cos(state.yaw);
  return [
    state.x + forward * cosine - left * sine,
    state.y + forward * sine + left * cosine,
    wrapAngle(state.yaw + turn),
  ];
}

// Return (x, y, yaw) of the car midway between its wheels [m], which are in its axes before the step.
export function poseOfWheels(state: State, frontX: number, frontY: number, backX: number, backY: number): [number, number, number] {
  const turn = turnOfWheels(frontX, frontY, backX, backY);
  return poseAfter(state, 0.5 * (frontX + backX), 0.5 * (frontY + backY), turn);
}

// Return the state after one frame of `dt` [s], for the middle of the wheelbase.
export function step(state: State, control: Control, params: Params, dt: number): State {
  const distance = control.speed * dt;
  const sine = Math.sin(control.steerAngle);
  const cosine = Math.cos(control.steerAngle);
  const frontX = 0.5 * params.wheelbase + distance * cosine;
  const frontY = distance * sine;
  const backX = -0.5 * params.wheelbase + distance;
  const backY = 0.0;
  const made: [number, number, number] = poseOfWheels(state, frontX, frontY, backX, backY);
  return { x: made[0], y: made[1], yaw: made[2] };
}

// Return the control for a speed [m/s] and a steering command in -1..1, left positive.
export function controlFromCommand(_state: State, speed: number, steer: number, params: Params, _dt: number): Control {
  return { steerAngle: clamp(steer, -1.0, 1.0) * params.maxSteerAngle, speed };
}
