/** Fourth lesson: the same car with the same steering, on dry asphalt and on a slippery ground. */

import * as car from '../../../../generated/models/single-track'
import type { Side } from '../../../../generated/playground'
import { SIDES } from '../../../../generated/playground'
import type { Held } from '../../../../playground/keys'
import type { Command, Handling } from '../../simulations/hands'
import { commandAfter, isHeld, NOTHING_HELD, OPEN_GROUND, REST } from '../../simulations/hands'
import { Stepping } from '../../simulations/stepping'

export interface Surface {
  name: string
  friction: number // greatest force over the load [1]
  slidingFriction: number // of wheels that slide [1]
}

/** Surfaces of the ground, as `motorpool.ground.terrain` has them. */
export const SURFACES: Surface[] = [
  { name: 'wet asphalt', friction: 0.6, slidingFriction: 0.5 },
  { name: 'fresh snow', friction: 0.3, slidingFriction: 0.25 },
  { name: 'packed snow', friction: 0.2, slidingFriction: 0.15 },
  { name: 'ice', friction: 0.1, slidingFriction: 0.07 },
]
export const ASPHALT: Surface = { name: 'dry asphalt', friction: 0.85, slidingFriction: 0.75 }
export const SPEEDS = [3, 5, 8, 10, 12, 14, 16] // [m/s]
export const GRAVITY = 9.81 // [m/s^2]
export const SHOWN_ANGLE = (8 * Math.PI) / 180 // steer angle of the demonstration [rad]
const KEYS_ANGLE = (20 * Math.PI) / 180 // full steering by the keys [rad]
const DT = 1 / 60 // [s]
const LOOP = 14 // duration of the demonstration [s]
const PARAMS = car.defaultParams()
const OFFSET = PARAMS.frontAxleOffset // [m]
const HANDLING: Handling = { ...OPEN_GROUND, maxSpeed: 16, steerRate: 4 }

export class Sliding {
  speed = 10 // [m/s]
  surface = SURFACES[2] // of the left car
  left = car.defaultState()
  right = car.defaultState()
  held: Held = NOTHING_HELD
  isShowing = true // whether the demonstration drives
  time = 0 // since the start [s]
  private command: Command = REST
  private readonly stepping = new Stepping()

  constructor() {
    this.restart(true)
  }

  ground(side: Side): Surface {
    return side === 'left' ? this.surface : ASPHALT
  }

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    if (this.isShowing && this.time > LOOP) this.restart(true)
    const angle = this.isShowing ? SHOWN_ANGLE : this.command.steer * KEYS_ANGLE
    const speed = this.isShowing ? this.speed : this.command.speed
    for (const side of SIDES) {
      const { friction, slidingFriction } = this.ground(side)
      const ground = { ...car.defaultGround(), friction, slidingFriction }
      const control = car.controlFromCommand(this[side], speed, angle / PARAMS.maxSteerAngle, PARAMS, DT)
      this[side] = car.step(this[side], control, PARAMS, DT, ground)
    }
    this.time += DT
    this.command = commandAfter(this.command, this.held, HANDLING, DT)
  }

  restart(isShowing: boolean): void {
    this.isShowing = isShowing
    this.time = 0
    this.command = REST
    this.left = this.right = { ...car.defaultState(), yaw: 0.5 * Math.PI, speed: isShowing ? this.speed : 0 }
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.isShowing) this.restart(false)
    this.held = held
  }
}

/** Return the radius of the present path, as a magnitude [m]; infinite straight ahead. */
export function radiusOf({ speed, lateralSpeed, yawRate }: car.State): number {
  return Math.hypot(speed, lateralSpeed) / Math.abs(yawRate)
}

/** Return the acceleration of the tyres to the side, as a magnitude [m/s^2]. */
export function acrossOf({ specificForceLeft }: car.State): number {
  return Math.abs(specificForceLeft)
}

/** Return the angle between the front wheels and the direction in which they move, as a magnitude [rad]. */
export function frontSlipOf({ speed, lateralSpeed, yawRate, wheelAngle }: car.State): number {
  if (speed < 1) return 0
  return Math.abs(Math.atan2(lateralSpeed + OFFSET * yawRate, speed) - wheelAngle)
}
