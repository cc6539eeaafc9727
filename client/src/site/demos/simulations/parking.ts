/** Parking of document 004: two cars with the same commands among parking bays.
 *
 * A controller backs the exact car into a bay; the car of six lines shows the deviation of its formula.
 */

import { CAR, CAR_PARK as GROUND } from '../../../generated/demonstrations'
import type { Held } from '../../../playground/keys'
import type { Verdict } from './bays'
import { judge } from './bays'
import type { Command } from './hands'
import { CAR_PARK, commandAfter, isHeld, NOTHING_HELD, REST } from './hands'
import { Stepping } from './stepping'
import type { Pose } from './twocars'
import { MAX_STEER_ANGLE, stepExact, stepSixLine } from './twocars'
import { Valet } from './valet'

const DT = 1 / 60 // [s]
const STAY = 4 // time after parking until the repetition [s]
const [x, y, yaw] = GROUND.start
const START: Pose = { x, y, yaw }

export class Parking {
  left: Pose = START // by six lines
  right: Pose = START // exact
  command: Command = REST
  isShowing = true // whether the controller drives
  held: Held = NOTHING_HELD
  private valet = newValet()
  private parkedFor = 0 // [s]
  private readonly stepping = new Stepping()

  advance(seconds: number): void {
    this.stepping.advance(seconds, DT, () => this.step())
  }

  step(): void {
    if (this.isShowing && this.parkedFor > STAY) this.restart(true)
    this.command = this.isShowing
      ? this.valet.command(this.right)
      : commandAfter(this.command, this.held, CAR_PARK, DT)
    this.left = stepSixLine(this.left, this.command, DT)
    this.right = stepExact(this.right, this.command, DT)
    if (this.valet.hasParked) this.parkedFor += DT
  }

  /** Return the verdict on a car at its present pose. */
  verdict(pose: Pose): Verdict {
    return judge(pose, this.command.speed, CAR, GROUND)
  }

  get hasParked(): boolean {
    return this.isShowing && this.valet.hasParked
  }

  restart(isShowing: boolean): void {
    this.left = this.right = START
    this.command = REST
    this.isShowing = isShowing
    this.valet = newValet()
    this.parkedFor = 0
    this.stepping.clear()
  }

  drive(held: Held): void {
    if (isHeld(held) && this.isShowing) this.restart(false)
    this.held = held
  }
}

function newValet(): Valet {
  return new Valet(GROUND.bays[0], { ...CAR, maxSteerAngle: MAX_STEER_ANGLE })
}
