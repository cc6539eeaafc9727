/** Second lesson: two cars with the same speed and turn rate, by straight pieces and by arcs, frame by frame.
 *
 * Both are the rear axles of cars that turn by 60 degrees a second: half a circle takes three seconds.
 */

import { alongTwist } from '../../../../generated/models/bicycle-arc'
import type { Held } from '../../../../playground/keys'
import type { Command, Handling } from '../../simulations/hands'
import { commandAfter, isHeld, NOTHING_HELD, OPEN_GROUND, REST } from '../../simulations/hands'
import { Stepping } from '../../simulations/stepping'
import type { Pose } from '../../simulations/twocars'
import { START } from '../../simulations/twocars'

export const SPEED = 5 // [m/s]
export const TURN_RATE = Math.PI / 3 // [rad/s]
export const RADIUS = SPEED / TURN_RATE // [m]
export const RATES = [2, 3, 5, 10, 20, 30, 60, 120] // [frames/s]
const SHOWN_SECONDS = 12 // two circles
const PAUSE = 1.5 // before the repetition [s]
const HANDLING: Handling = { ...OPEN_GROUND, maxSpeed: SPEED, acceleration: 5, steerRate: 5 }
const SHOWN: Command = { speed: SPEED, steer: 1 }

export class FrameRate {
  rate = 5 // [frames/s]
  naive: Pose = START
  exact: Pose = START
  command: Command = SHOWN
  held: Held = NOTHING_HELD
  isShowing = true // whether the demonstration drives
  frames = 0
  private readonly stepping = new Stepping()

  get dt(): number {
    return 1 / this.rate
  }

  /** Time of the drive [s]. */
  get time(): number {
    return this.frames / this.rate
  }

  advance(seconds: number, moved: () => void = () => undefined): void {
    this.stepping.advance(seconds, this.dt, () => {
      this.step()
      moved()
    })
  }

  step(): void {
    if (this.isShowing && this.time > SHOWN_SECONDS + PAUSE) this.restart(true)
    this.naive = straightPiece(this.naive, this.command, this.dt)
    this.exact = arc(this.exact, this.command, this.dt)
    this.frames++
    this.command = this.next()
  }

  restart(isShowing: boolean): void {
    this.naive = this.exact = START
    this.frames = 0
    this.isShowing = isShowing
    this.command = isShowing ? SHOWN : REST
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.isShowing) this.restart(false)
    this.held = held
  }

  private next(): Command {
    if (!this.isShowing) return commandAfter(this.command, this.held, HANDLING, this.dt)
    return this.time + 0.5 * this.dt < SHOWN_SECONDS ? SHOWN : REST
  }
}

/** Return the pose after a frame of the naive update: straight on, then turned. */
export function straightPiece({ x, y, yaw }: Pose, command: Command, dt: number): Pose {
  const path = command.speed * dt
  return { x: x + path * Math.cos(yaw), y: y + path * Math.sin(yaw), yaw: yaw + turnRate(command) * dt }
}

/** Return the pose after a frame along the exact arc. */
export function arc(pose: Pose, command: Command, dt: number): Pose {
  const [x, y, yaw] = alongTwist(pose.x, pose.y, pose.yaw, command.speed * dt, 0, turnRate(command) * dt)
  return { x, y, yaw }
}

/** Return the yaw rate of a command, the same circle at any speed [rad/s]. */
function turnRate({ speed, steer }: Command): number {
  return (speed * steer) / RADIUS
}
