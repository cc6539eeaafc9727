// tracked/arc: Tracked vehicle, exact: tracks that do not slip carry it along a circular arc.
//
// Valid while both track speeds are constant over the step; then exact for any `dt`.
// Real tracks slip sideways when they turn: this vehicle turns 1.3 to 1.6 times as fast as a tank.
//
// Source: "tracked vehicle movement" (document 000), whose quotient by (T1 - T2) is written here as a
// sinc, so that equal track speeds need no branch. Symbols there: T1, T2 left and right track speeds,
// 2d track gauge, g half the turn, t the chord.
//
// x, y: place of the point midway between the tracks [m], east and north; yaw: counter-clockwise from east
// [rad]. All in SI units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./tracked_arc";
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

// Return the pose [m, m, rad] after `distance` [m] ahead along an arc that turns left by `turn` [rad].
export function alongArc(x: number, y: number, yaw: number, distance: number, turn: number): [number, number, number] {
  const angle = yaw + 0.5 * turn;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const chord = distance * sinc(0.5 * turn);
  return [x + chord * cosine, y + chord * sine, wrapAngle(yaw + turn)];
}

// Return the state after `dt` [s] at constant track speeds, for the point midway between the tracks.
export function step(state: State, control: Control, params: Params, dt: number): State {
  const speed = 0.5 * (control.leftTrackSpeed + control.rightTrackSpeed);
  const yawRate = (control.rightTrackSpeed - control.leftTrackSpeed) / params.trackGauge;
  const made: [number, number, number] = alongArc(
    state.x,
    state.y,
    state.yaw,
    speed * dt,
    yawRate * dt,
  );
  return { x: made[0], y: made[1], yaw: made[2] };
}

// Return the track speeds for a speed [m/s] of the middle and a share `steer` of `max_yaw_rate` [rad/s].
export function trackSpeeds(speed: number, steer: number, trackGauge: number, maxYawRate: number): Control {
  const halfDifference = 0.5 * trackGauge * maxYawRate * clamp(steer, -1.0, 1.0);
  return { leftTrackSpeed: speed - halfDifference, rightTrackSpeed: speed + halfDifference };
}

// Return the track speeds for a speed [m/s] of the middle and a steering command in -1..1, left positive.
export function controlFromCommand(_state: State, speed: number, steer: number, params: Params, _dt: number): Control {
  return trackSpeeds(speed, steer, params.trackGauge, params.maxYawRate);
}
