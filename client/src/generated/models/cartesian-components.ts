// cartesian/components: Movement by velocity components, as in games older than document 001: forward, and
// sideways, each on its own.
//
// Right for a character in a game. With `limit=each` it has the trouble that the document begins with:
// each component is limited alone, so forward and sideways together are 1.41 times as fast as either.
// `limit=magnitude` limits the length of the vector instead, for which it takes a square root. Wrong for a
// vehicle: nothing here knows of wheels, grip or size. First order in `dt`.
//
// The components are those along the view, `view_yaw`, and to the left of it. A wanted direction between
// two keys is that of a stick at its square rim, full in one of its components. The state keeps the
// velocity's direction and magnitude, as every point's does here; each step takes it apart and puts it
// together again.
//
// Source: "Using Polar Coordinates for Movement in a Game" (document 001), its figure 1 and the paragraph
// above it. It gives no code: that a component approaches its limit at a constant rate, and zero without a
// key, is ours.
//
// x, y: place of the character [m], east and north; yaw: counter-clockwise from east [rad]. All in SI
// units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./cartesian_components";
//   let state = car.defaultState();
//   const params = car.defaultParams();
//   const control = car.controlFromCommand(state, 8.0, 0.3, params, 1 / 60);
//   state = car.step(state, control, params, 1 / 60);
//
// Made by Motorpool 1.0.0 (motorpool export). SPDX-License-Identifier: MIT

const EACH = 0.0; // code of the limit that holds for each component by itself
const TURN_RATE = 1.5; // of the view in control_from_command(), as a player turns it [rad/s]

// Pose and speed; the vehicle always moves forward, in the direction of its yaw.
export interface State {
  x: number; // east [m]
  y: number; // north [m]
  yaw: number; // of the velocity, counter-clockwise from east, in (-pi, pi] [rad]
  speed: number; // magnitude of the velocity [m/s]
}

// Player inputs.
export interface Control {
  acceleration: number; // 1 a key is held, between 0 and 1 a stick, -1 nothing is, so coast [1]
  accelerationYaw: number; // wanted direction, counter-clockwise from east [rad]
  viewYaw: number; // what "forward" is, counter-clockwise from east [rad]
}

// The limits.
export interface Params {
  maxSpeed: number; // of each component, or of the velocity [m/s]
  maxAcceleration: number; // of each component, or of the velocity, with a key held [m/s^2]
  coastDeceleration: number; // of each component whose key is not held, or of the velocity [m/s^2]
  limit: number; // what is limited: each component alone, or the magnitude of the velocity [1]
}



export const defaultState = (): State => ({
  x: 0.0,
  y: 0.0,
  yaw: 0.0,
  speed: 0.0,
});

export const defaultControl = (): Control => ({
  acceleration: 0.0,
  accelerationYaw: 0.0,
  viewYaw: 0.0,
});

export const defaultParams = (): Params => ({
  maxSpeed: 10.0,
  maxAcceleration: 20.0,
  coastDeceleration: 10.0,
  limit: 1.0,
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

// Largest rate of a component [m/s^2] whose key is held by that much, 0..1.
export function Rate(key: number, control: Control, params: Params): number {
  const share = maximum(-control.acceleration, 0.0) + (control.acceleration > 0.0 ? 1.0 : 0.0);
  return share * (params.maxAcceleration * key + params.coastDeceleration * (1.0 - key));
}

export function Approached(value: number, target: number, most: number): number {
  return value + clamp(target - value, -most, most);
}

// Return both components after `dt`, each limited alone; a stick's larger one is full.
export function EachLimited(forward: number, left: number, keyForward: number, keyLeft: number, control: Control, params: Params, dt: number): [number, number] {
  const stretch = 1.0 / maximum(maximum(Math.abs(keyForward), Math.abs(keyLeft)), 0.5);
  keyForward = stretch * keyForward;
  keyLeft = stretch * keyLeft;
  const wished = maximum(control.acceleration, 0.0) * params.maxSpeed;
  return [
    Approached(forward, keyForward * wished, Rate(Math.abs(keyForward), control, params) * dt),
    Approached(left, keyLeft * wished, Rate(Math.abs(keyLeft), control, params) * dt),
  ];
}

// Of a vector; with a gradient of zero where it has none.
export function length(along: number, across: number): number {
  const square = along * along + across * across;
  return square > 0.0 ? Math.sqrt(square > 0.0 ? square : 1.0) : 0.0;
}

// Return the components after `dt`, the velocity approaching the wanted one along a straight line.
export function MagnitudeLimited(forward: number, left: number, keyForward: number, keyLeft: number, control: Control, params: Params, dt: number): [number, number] {
  const wished = maximum(control.acceleration, 0.0) * params.maxSpeed;
  const gapForward = keyForward * wished - forward;
  const gapLeft = keyLeft * wished - left;
  const gap = length(gapForward, gapLeft);
  const isHeld = control.acceleration > 0.0 ? 1.0 : 0.0;
  const most = Rate(isHeld, control, params) * dt;
  const share = gap > 0.0 ? minimum(most / (gap > 0.0 ? gap : 1.0), 1.0) : 0.0;
  return [forward + share * gapForward, left + share * gapLeft];
}

// Return place, direction and speed after `dt` [s] at a velocity along an axis and across, to its left
// [m/s]. The axis has a yaw [rad]. A point that stands keeps its own, and one whose step takes no time all
// of its state.
export function movedBy(state: State, along: number, across: number, axisYaw: number, dt: number): [number, number, number, number] {
  const speed = length(along, across);
  const isMoving = speed > 0.0 && dt > 0.0;
  const turned = wrapAngle(axisYaw + Math.atan2(isMoving ? across : 0.0, isMoving ? along : 1.0));
  const sine = Math.sin(axisYaw);
  const cosine = Math.cos(axisYaw);
  return [
    state.x + (along * cosine - across * sine) * dt,
    state.y + (along * sine + across * cosine) * dt,
    isMoving ? turned : state.yaw,
    dt > 0.0 ? speed : state.speed,
  ];
}

// Return the state after `dt` [s].
export function step(state: State, control: Control, params: Params, dt: number): State {
  const angle = control.accelerationYaw - control.viewYaw;
  let keyLeft = Math.sin(angle);
  let keyForward = Math.cos(angle);
  const angle2 = state.yaw - control.viewYaw;
  const sine = Math.sin(angle2);
  const cosine = Math.cos(angle2);
  let forward = state.speed * cosine;
  let left = state.speed * sine;
  const isHeld = control.acceleration > 0.0 ? 1.0 : 0.0;
  keyForward = keyForward * isHeld;
  keyLeft = keyLeft * isHeld;
  const isEach = params.limit === EACH;
  const each: [number, number] = EachLimited(forward, left, keyForward, keyLeft, control, params, dt);
  const whole: [number, number] = MagnitudeLimited(
    forward,
    left,
    keyForward,
    keyLeft,
    control,
    params,
    dt,
  );
  forward = isEach ? each[0] : whole[0];
  left = isEach ? each[1] : whole[1];
  const made: [number, number, number, number] = movedBy(state, forward, left, control.viewYaw, dt);
  return { x: made[0], y: made[1], yaw: made[2], speed: made[3] };
}

// Deflection of a stick for a speed [m/s], 0..1; -1, nothing held, for a speed of zero or below.
export function stick(speed: number, maxSpeed: number): number {
  const share = clamp(speed / maxSpeed, 0.0, 1.0);
  return share > 0.0 ? share : -1.0;
}

// Return the stick and the view for a speed [m/s] and a steering command in -1..1, left positive. It looks
// where it goes, and a full command turns the view by `TURN_RATE`. For a speed of zero or below nothing is
// held.
export function controlFromCommand(state: State, speed: number, steer: number, params: Params, dt: number): Control {
  const yaw = wrapAngle(state.yaw + clamp(steer, -1.0, 1.0) * TURN_RATE * dt);
  return { acceleration: stick(speed, params.maxSpeed), accelerationYaw: yaw, viewYaw: yaw };
}
