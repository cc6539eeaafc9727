/** Mapping of held keys to a speed and a steering command, the same for every vehicle. */

import type { Held } from '../../../playground/keys'

/** Command of a drivable model. */
export interface Command {
  speed: number // forward positive [m/s]
  steer: number // left positive, -1..1 [1]
}

/** Limits of the command; none is negative. */
export interface Handling {
  maxSpeed: number // forward [m/s]
  maxReverseSpeed: number // a magnitude [m/s]
  acceleration: number // while a key is held [m/s^2]
  braking: number // by the opposite key, or the brake [m/s^2]
  coasting: number // without a key [m/s^2]
  steerRate: number // of the steering command [1/s]
}

export const REST: Command = { speed: 0, steer: 0 }
export const NOTHING_HELD: Held = { forward: 0, left: 0, brake: 0 }

/** Limits on the playground's open ground. */
export const OPEN_GROUND: Handling = {
  maxSpeed: 12,
  maxReverseSpeed: 5,
  acceleration: 3,
  braking: 8,
  coasting: 1,
  steerRate: 2.5,
}

/** Limits in the playground's car park. */
export const CAR_PARK: Handling = {
  ...OPEN_GROUND,
  maxSpeed: 3,
  maxReverseSpeed: 2,
  acceleration: 1.5,
  braking: 6,
}

const MOST_ACROSS = 4 // limit of lateral acceleration by steering [m/s^2]
const FULL_CURVATURE = 0.2 // curvature of the path at full steering [1/m]

export function isHeld({ forward, left, brake }: Held): boolean {
  return forward !== 0 || left !== 0 || brake !== 0
}

/** Return the command after a step of `dt` [s] with these keys held. */
export function commandAfter(command: Command, held: Held, handling: Handling, dt: number): Command {
  const speed = speedAfter(command.speed, held, handling, dt)
  const across = FULL_CURVATURE * speed * speed
  const limit = across > MOST_ACROSS ? MOST_ACROSS / across : 1
  const turned = approach(command.steer, held.left * limit, handling.steerRate * dt)
  return { speed, steer: Math.max(-limit, Math.min(limit, turned)) }
}

function speedAfter(speed: number, { forward, brake }: Held, handling: Handling, dt: number): number {
  if (brake > 0 || forward * speed < 0) return approach(speed, 0, handling.braking * dt)
  if (forward === 0) return approach(speed, 0, handling.coasting * dt)
  const top = forward > 0 ? handling.maxSpeed : -handling.maxReverseSpeed
  return approach(speed, top, handling.acceleration * dt)
}

function approach(value: number, goal: number, most: number): number {
  return value + Math.max(-most, Math.min(most, goal - value))
}
