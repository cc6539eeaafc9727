// polar/corrected: Polar movement, corrected: the same at every frame rate; coasts to a stop, stays there,
// and turns the right way.
//
// Right for a character in a game: it loses speed in a turn, and with little damping swings past its
// direction. Wrong for a vehicle: nothing here knows of wheels, grip or size. First order in `dt`.
//
// It differs from `polar/faithful`, the document's code, in what is a defect there. The damping is a
// parameter of its own and carries `dt` once; braking never reinforces. Without a key it slows down by
// `coast_deceleration` to a stop and stands. Only a key held turns it about. Above top speed it does not
// turn, instead of the wrong way; a difference of angles is wrapped however many turns it has.
//
// Source: "Using Polar Coordinates for Movement in a Game" (document 001), corrected: with D the angle to
// turn and p = speed / top speed, yaw_rate' = turn_rate (sin D (1 - p) - damping yaw_rate max(cos D, 0))
// and speed' = acceleration (cos D - p) max_acceleration; the other laws of its text may take the places
// of sin and cos.
//
// x, y: place of the character [m], east and north; yaw: counter-clockwise from east [rad]. All in SI
// units.
//
// Use: the last two lines are a step, at 8 m/s and 0.3 of full steering to the left
//   import * as car from "./polar_corrected";
//   let state = car.defaultState();
//   const params = car.defaultParams();
//   const control = car.controlFromCommand(state, 8.0, 0.3, params, 1 / 60);
//   state = car.step(state, control, params, 1 / 60);
//
// Made by Motorpool 1.0.0 (motorpool export). SPDX-License-Identifier: MIT

const CAPPED_SPEED = 2.0;
const ONE_SPEED = 0.0; // code of the law of speed
const FIXED_TURN = 2.0;
const LINEAR_TURN = 1.0; // code of the law of turning
const PI = 3.141592653589793;
const NO_BRAKE = 0.0; // code of the law of braking
const LINEAR_BRAKE = 2.0;
const SIGNED_BRAKE = 4.0;
const FULL_BRAKE = 1.0;
const KEPT = 0.0; // code of the angular velocity that is kept

// Pose, speed and yaw rate; the vehicle always moves forward, in the direction of its yaw.
export interface State {
  x: number; // east [m]
  y: number; // north [m]
  yaw: number; // of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]
  speed: number; // a magnitude [m/s]
  yawRate: number; // angular velocity of the speed vector, counter-clockwise positive [rad/s]
}

// Player inputs.
export interface Control {
  acceleration: number; // of what there is: 1 a key is held, -1 none is, so coast [1]
  accelerationYaw: number; // wanted direction, counter-clockwise from east [rad]
}

// The magic numbers, and which of the document's laws hold; the code's by default.
export interface Params {
  maxSpeed: number; // towards which it regulates itself [m/s]
  maxAcceleration: number; // at rest [m/s^2]
  coastDeceleration: number; // with no key held, at any speed [m/s^2]
  turnRate: number; // most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]
  damping: number; // of the angular velocity, in units of the turn rate [s]
  turnLaw: number; // how the turn grows with the angle that is left [1]
  brakeLaw: number; // how the angular velocity is braked [1]
  speedLaw: number; // how the acceleration depends on the speed [1]
  angularVelocity: number; // kept from step to step, or none: no overshoot then [1]
}


export const defaultState = (): State => ({
  x: 0.0,
  y: 0.0,
  yaw: 0.0,
  speed: 0.0,
  yawRate: 0.0,
});

export const defaultControl = (): Control => ({
  acceleration: 0.0,
  accelerationYaw: 0.0,
});

export const defaultParams = (): Params => ({
  maxSpeed: 10.0,
  maxAcceleration: 20.0,
  coastDeceleration: 10.0,
  turnRate: 5.0,
  damping: 1.0,
  turnLaw: 0.0,
  brakeLaw: 3.0,
  speedLaw: 1.0,
  angularVelocity: 0.0,
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

// Share of the acceleration ("accelerationPercent") at a `fraction` of the top speed. *one* is `1 - speed
// / TOP_SPEED`. *cosine*, the code's, puts the cosine of the angle for the 1: -2 in a reversal at top
// speed. *capped* is the "easy way": all of it.
export function speedFraction(law: number, cosine: number, fraction: number): number {
  return law === CAPPED_SPEED ? 1.0 : (law === ONE_SPEED ? 1.0 : cosine) - fraction;
}

// Return the speed [m/s] after `dt` at so much of the acceleration, -1..1; negative for one to be turned
// about. *capped* checks "that it never exceeded some fixed number"; the others regulate themselves.
export function pushedSpeed(law: number, speed: number, cosine: number, acceleration: number, maxSpeed: number, maxAcceleration: number, dt: number): number {
  const fraction = speedFraction(law, cosine, speed / maxSpeed);
  const pushed = speed + fraction * dt * acceleration * maxAcceleration;
  const isBeyond = law === CAPPED_SPEED && pushed > maxSpeed && pushed > speed;
  return isBeyond ? (speed > maxSpeed ? speed : maxSpeed) : pushed;
}

// Share of the turn rate, left positive, for the `angle` [rad] that is still to turn. `ease` is `1 - speed
// / TOP_SPEED`: "the higher the speed the more difficult". *sine* is the code's: zero at 0 and at 180
// degrees, most at 90. *linear* is `angleDelta / 180`, most at 180. *fixed* is the "simple way": "some set
// amount of change per second", whatever the speed.
export function turnFraction(law: number, angle: number, sine: number, ease: number): number {
  const sign = angle > 0.0 ? 1.0 : angle < 0.0 ? -1.0 : 0.0;
  return law === FIXED_TURN ? sign : (law === LINEAR_TURN ? angle / PI : sine) * ease;
}

// Share of the angular velocity that is taken off, for the `angle` [rad] that is still to turn. *cosine*
// is the code's: above 90 degrees it is negative, and reinforces. *linear* is `1 - |angleDelta| / 180`;
// the text prints it without the bars (*signed*), and so it exceeds 1 where the turn is to the right.
// *full* is all of it.
export function brakeFraction(law: number, angle: number, cosine: number): number {
  const linear = 1.0 - Math.abs(angle) / PI;
  const signed = 1.0 - angle / PI;
  const straight = law === NO_BRAKE ? 0.0 : 1.0;
  const slanted = law === LINEAR_BRAKE ? linear : law === SIGNED_BRAKE ? signed : cosine;
  return law <= FULL_BRAKE ? straight : slanted;
}

// Return the turn [rad] of a step at a rate [rad/s], up to `angle` [rad]: "preventing overshoot".
export function turnWithoutOvershoot(rate: number, angle: number, dt: number): number {
  return clamp(rate * dt, -Math.abs(angle), Math.abs(angle));
}

// Return the mean turn rate [rad/s] of a `turn` [rad], or the one before if the step takes no time.
export function turnRateOf(turn: number, dt: number, before: number): number {
  return dt > 0.0 ? turn / (dt > 0.0 ? dt : 1.0) : before;
}

// Return the turn [rad] of the speed vector in the step and its new angular velocity [rad/s].
// The `angle` is that from the speed vector to the acceleration vector, left positive [rad].
export function yawAfter(state: State, angle: number, sine: number, cosine: number, params: Params, dt: number): [number, number] {
  const ease = 1.0 - clamp(state.speed / params.maxSpeed, 0.0, 1.0);
  const fraction = turnFraction(params.turnLaw, angle, sine, ease);
  const brake = params.damping * state.yawRate * maximum(brakeFraction(params.brakeLaw, angle, cosine), 0.0);
  const kept = state.yawRate + (fraction - brake) * params.turnRate * dt;
  const without = turnWithoutOvershoot(fraction * params.turnRate, angle, dt);
  const isKept = params.angularVelocity === KEPT;
  return [isKept ? kept * dt : without, isKept ? kept : turnRateOf(without, dt, state.yawRate)];
}

// Return the state after `dt` [s].
export function step(state: State, control: Control, params: Params, dt: number): State {
  const angle = wrapAngle(control.accelerationYaw - state.yaw);
  let sine = Math.sin(angle);
  let cosine = Math.cos(angle);
  const pushed = pushedSpeed(
    params.speedLaw,
    state.speed,
    cosine,
    control.acceleration,
    params.maxSpeed,
    params.maxAcceleration,
    dt,
  );
  const coasted = maximum(state.speed + control.acceleration * params.coastDeceleration * dt, 0.0);
  const speed = control.acceleration > 0.0 ? pushed : coasted;
  const [turn, yawRate] = yawAfter(state, angle, sine, cosine, params, dt);
  const isTurnedAbout = speed < 0.0;
  const stands = control.acceleration <= 0.0 && speed <= 0.0 && dt > 0.0;
  const yaw = wrapAngle(isTurnedAbout ? control.accelerationYaw : stands ? state.yaw : state.yaw + turn);
  sine = Math.sin(yaw);
  cosine = Math.cos(yaw);
  const path = Math.abs(speed) * dt;
  return {
    x: state.x + path * cosine,
    y: state.y + path * sine,
    yaw,
    speed: Math.abs(speed),
    yawRate: isTurnedAbout || stands ? 0.0 : yawRate,
  };
}

// Return the direction [rad] to accelerate in, for a speed [m/s] and a steering command in -1..1, left
// positive.
export function wantedYaw(state: State, speed: number, steer: number): number {
  const side = 0.25 * PI * clamp(steer, -1.0, 1.0);
  const isOpposed = speed < 0.0 && state.speed > 0.0;
  return wrapAngle(state.yaw + (isOpposed ? PI - side : side));
}

// Share of a `gain`, of either sign, that closes a `gap`: -1..1, and all of it where it gains nothing.
export function shareOf(gap: number, gain: number): number {
  const sign = gap > 0.0 ? 1.0 : gap < 0.0 ? -1.0 : 0.0;
  return gain * gain > 0.0 ? clamp(gap / (gain * gain > 0.0 ? gain : 1.0), -1.0, 1.0) : sign;
}

// Return the arrow keys for a speed [m/s] and a steering command in -1..1, left positive; see
// `polar.arrows`. So much of the acceleration as reaches the speed in this step; no key while it is
// faster, so it coasts.
export function controlFromCommand(state: State, speed: number, steer: number, params: Params, dt: number): Control {
  const yaw = wantedYaw(state, speed, steer);
  const angle = yaw - state.yaw;
  const cosine = Math.cos(angle);
  const fraction = speedFraction(params.speedLaw, cosine, state.speed / params.maxSpeed);
  const gap = maximum(speed, 0.0) - state.speed;
  const push = shareOf(gap, fraction * params.maxAcceleration * dt);
  const coast = minimum(shareOf(gap, params.coastDeceleration * dt), 0.0);
  return {
    acceleration: gap >= 0.0 || (speed < 0.0 && push > 0.0) ? maximum(push, 0.0) : coast,
    accelerationYaw: yaw,
  };
}
