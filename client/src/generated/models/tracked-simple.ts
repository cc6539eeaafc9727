// tracked/simple: Tracked vehicle, the approximation that document 000 starts from and then corrects.
//
// The straight path `s` instead of the chord, along the heading after half the turn. With `heading_factor`
// 1, as the text implies ("the approximate calculation lacks the factor 2"), the vehicle turns half as far
// as it should, at any `dt`: it does not converge. With 2 it is the midpoint rule: the heading is exact
// and the position converges with order 2. With `lead_factor` 0 as well the path lies along the old
// heading: Euler's method, order 1. Use `tracked/arc` to drive; use this one to see why.
//
// Source: "tracked vehicle movement" (document 000), before "Improving Accuracy"; its figure 1 is lost,
// so this is a reconstruction. Symbols there: s the mean track speed, g half the turn.
//
// x, y: place of the point midway between the tracks [m], east and north; yaw: counter-clockwise from east
// [rad]. All in SI units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./tracked_simple";
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
  leftTrackSpeed: number; // forward positive [m/s]
  rightTrackSpeed: number; // forward positive [m/s]
}

// Parameters of the vehicle.
export interface Params {
  trackGauge: number; // between track centre lines [m]
  maxYawRate: number; // of a full steering command in drive() [rad/s]
  headingFactor: number; // heading change in units of half the turn: 1 as written, 2 corrected [1]
  leadFactor: number; // where the path points, from the old heading 0 to that after half the turn 1 [1]
}

export const defaultState = (): State => ({
  x: 0.0,
  y: 0.0,
  yaw: 0.0,
});

export const defaultControl = (): Control => ({
  leftTrackSpeed: 0.0,
  rightTrackSpeed: 0.0,
});

export const defaultParams = (): Params => ({
  trackGauge: 2.8,
  maxYawRate: 0.8,
  headingFactor: 1.0,
  leadFactor: 1.0,
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

// Return the state after `dt` [s], for the point midway between the tracks.
export function step(state: State, control: Control, params: Params, dt: number): State {
  const path = 0.5 * (control.leftTrackSpeed + control.rightTrackSpeed) * dt;
  const halfTurn = 0.5 * (control.rightTrackSpeed - control.leftTrackSpeed) / params.trackGauge * dt;
  const angle = state.yaw + params.leadFactor * halfTurn;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return {
    x: state.x + path * cosine,
    y: state.y + path * sine,
    yaw: wrapAngle(state.yaw + params.headingFactor * halfTurn),
  };
}

// Return the track speeds for a speed [m/s] of the middle and a share `steer` of `max_yaw_rate` [rad/s].
export function trackSpeeds(speed: number, steer: number, trackGauge: number, maxYawRate: number): Control {
  const halfDifference = 0.5 * trackGauge * maxYawRate * clamp(steer, -1.0, 1.0);
  return { leftTrackSpeed: speed - halfDifference, rightTrackSpeed: speed + halfDifference };
}

// Return the track speeds for a speed [m/s] of the centre and a steering command in -1..1, positive to the
// left.
export function controlFromCommand(_state: State, speed: number, steer: number, params: Params, _dt: number): Control {
  return trackSpeeds(speed, steer, params.trackGauge, params.maxYawRate);
}
