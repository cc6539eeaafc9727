/** First drive: the session with which the playground begins, in JavaScript, until Python has started.
 *
 * Models and formulas are exported from the Python package, and so is the start. The order of a step is that of
 * `motorpool.app.playground.session`; a test compares both on a scripted drive. It has no other models, parameters or
 * scenes: `canObey` tells whether a command needs Python.
 */

import { wrap } from '../base/angles'
import type { Command, Programs, SetUp, Side, SideState, State } from '../generated/playground'
import { SIDES } from '../generated/playground'
import type { Arc, Pose } from './generated/formulas'
import { arcBetween, driveByHand } from './generated/formulas'
import {
  AT_REST,
  HANDLING,
  MAX_STEPS,
  MODELS,
  MOMENT,
  PAUSE,
  PHASES,
  PROGRAMS,
  SET_UP,
} from './generated/start'
import type { Moment, SideMoment } from './moment'

type Orders = Moment['command']
type Keys = Moment['held_keys']
const IDLE: Keys = [0, 0, 0]
const SECONDS = PHASES.reduce((sum, [seconds]) => sum + seconds, 0)

/** Module of an exported model that accepts a speed and a steering command. */
interface Model<S extends Pose, C extends object, P> {
  defaultState(): S
  defaultControl(): C
  defaultParams(): P
  step(state: S, control: C, params: P, dt: number): S
  controlFromCommand(state: S, speed: number, steer: number, params: P, dt: number): C
}

/** Vehicle of one side, of any model. */
interface Vehicle {
  readonly speed: number // along its body in the last step [m/s]
  steer: number // its own steering command, -1..1
  place(): void
  step(command: Orders, dt: number): void
  pose(): Pose
  state(): SideState
  moment(): SideMoment
}

export class FirstDrive {
  readonly programs: Programs = PROGRAMS
  tick = MOMENT.tick
  private dt = MOMENT.dt
  private time = MOMENT.time
  private unusedTime = MOMENT.unused_time
  private isPaused = MOMENT.paused
  private isHolding = MOMENT.holding
  private isDemonstrating = MOMENT.demonstrating
  private command: Orders = MOMENT.command
  private keys: Keys = MOMENT.held_keys
  private readonly sides: Record<Side, Vehicle> = { left: driven(MODELS.left), right: driven(MODELS.right) }

  /** Number of changes of what `setUp` describes. */
  revision = 0

  /** Return whether `programs` make the present drive. */
  get hasProgram(): boolean {
    return this.isDemonstrating && this.dt === MOMENT.dt
  }

  /** Return whether it executes a command; Python executes every one. */
  static canObey(command: Command): boolean {
    switch (command.type) {
      case 'drive':
      case 'hold':
      case 'pause':
      case 'resume':
      case 'step':
      case 'reset':
      case 'dt':
        return true
      case 'compare':
        return command.left === SET_UP.left.model && command.right === SET_UP.right.model
      case 'scene':
        return command.name === SET_UP.scene.name
      default:
        return false
    }
  }

  /** Execute a command that `canObey` accepts. */
  obey(command: Command): void {
    if (command.type === 'drive') this.drive([command.forward, command.left, command.brake])
    else if (command.type === 'hold') this.hold(command.is_on)
    else if (command.type === 'pause') this.pause(true)
    else if (command.type === 'resume') this.pause(false)
    else if (command.type === 'step') this.step()
    else if (command.type === 'dt') this.setTimeStep(command.value)
    else {
      if (command.type === 'scene') this.isHolding = false
      this.reset()
    }
  }

  /** Advance by real time [s], with a limit on the number of steps. */
  advance(elapsed: number): void {
    if (this.isPaused) return
    this.unusedTime = Math.min(this.unusedTime + Math.max(0, elapsed), MAX_STEPS * this.dt)
    const count = Math.trunc(this.unusedTime / this.dt + 1e-9)
    this.unusedTime -= count * this.dt
    for (let step = 0; step < count; step++) this.move()
  }

  setUp(): SetUp {
    return {
      ...SET_UP,
      dt: this.dt,
      paused: this.isPaused,
      holding: this.isHolding,
      demonstrating: this.isDemonstrating,
    }
  }

  state(number: number): State {
    const { left, right } = this.sides
    const [one, other] = [left.pose(), right.pose()]
    return {
      type: 'state',
      number,
      tick: this.tick,
      time: rounded(this.time),
      command: [rounded(this.command[0]), rounded(this.command[1])],
      gap: rounded(Math.hypot(one.x - other.x, one.y - other.y)),
      yaw_gap: rounded(wrap(other.yaw - one.yaw)),
      left: left.state(),
      right: right.state(),
    }
  }

  moment(): Moment {
    return {
      dt: this.dt,
      time: this.time,
      tick: this.tick,
      unused_time: this.unusedTime,
      paused: this.isPaused,
      holding: this.isHolding,
      demonstrating: this.isDemonstrating,
      command: this.command,
      held_keys: this.keys,
      left: this.sides.left.moment(),
      right: this.sides.right.moment(),
    }
  }

  // ---- commands

  private drive(keys: Keys): void {
    this.keys = keys
    if (isIdle(keys)) return
    if (this.isDemonstrating) {
      this.isDemonstrating = false
      this.toStart()
      this.revision++
    } else if (this.isHolding) {
      this.isHolding = false
      this.revision++
    }
  }

  private hold(isOn: boolean): void {
    this.isHolding = isOn
    this.isDemonstrating = false
    if (isOn) {
      this.command = [hundredths(this.command[0]), hundredths(this.command[1])]
      for (const side of SIDES) this.sides[side].steer = hundredths(this.sides[side].steer)
    }
    this.revision++
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused
    if (!isPaused) this.unusedTime = 0
    this.revision++
  }

  private step(): void {
    this.pause(true)
    this.move()
  }

  private setTimeStep(dt: number): void {
    this.dt = dt
    this.unusedTime = 0
    const isStanding = SIDES.every((side) => Math.abs(this.sides[side].speed) < AT_REST)
    const isDriven = this.isHolding || !isIdle(this.keys)
    if (isStanding && !isDriven && !this.isDemonstrating) this.reset()
    this.revision++
  }

  private reset(): void {
    this.toStart()
    if (!this.isHolding) this.isDemonstrating = true
    this.revision++
  }

  private toStart(): void {
    for (const side of SIDES) this.sides[side].place()
    if (!this.isHolding) {
      this.command = [0, 0]
      for (const side of SIDES) this.sides[side].steer = 0
    }
    this.time = 0
    this.tick = 0
    this.unusedTime = 0
  }

  // ---- a step

  private move(): void {
    if (this.isDemonstrating && this.time > SECONDS + PAUSE) this.toStart()
    if (!this.isHolding) {
      const [speed, steer] = this.command
      const [forward, left, brake] = this.keys
      this.command = this.isDemonstrating
        ? commandAt(this.time)
        : driveByHand(speed, steer, forward, brake, left, HANDLING, this.dt)
      for (const side of SIDES) this.sides[side].steer = this.command[1]
    }
    for (const side of SIDES) this.sides[side].step(this.command, this.dt)
    this.time += this.dt
    this.tick++
  }
}

function driven<S extends Pose, C extends object, P>(model: Model<S, C, P>): Vehicle {
  return new Driven(model)
}

class Driven<S extends Pose, C extends object, P> implements Vehicle {
  speed = 0
  steer = 0
  private readonly model: Model<S, C, P>
  private readonly params: P
  private now: S
  private control: C
  private yawRate = 0
  private centre: [x: number, y: number] | null = null
  private odometer = 0
  private turned = 0

  constructor(model: Model<S, C, P>) {
    this.model = model
    this.params = model.defaultParams()
    this.now = model.defaultState()
    this.control = model.defaultControl()
  }

  place(): void {
    this.now = this.model.defaultState()
    this.control = this.model.defaultControl()
    this.speed = this.yawRate = this.odometer = this.turned = 0
    this.centre = null
  }

  step([speed, steer]: Orders, dt: number): void {
    const before = this.now
    this.control = this.model.controlFromCommand(before, speed, steer, this.params, dt)
    this.now = this.model.step(before, this.control, this.params, dt)
    const arc: Arc = arcBetween(before, this.now)
    this.speed = arc.path / dt
    this.yawRate = arc.turn / dt
    this.centre = arc.hasCentre ? [arc.centreX, arc.centreY] : null
    this.odometer += Math.abs(this.speed) * dt
    this.turned += this.yawRate * dt
  }

  pose(): Pose {
    return this.now
  }

  state(): SideState {
    const { x, y, yaw, ...inner } = this.now
    return {
      x: rounded(x),
      y: rounded(y),
      yaw: rounded(yaw),
      speed: rounded(this.speed),
      yaw_rate: rounded(this.yawRate),
      wheels: [0, 0], // the models of the first pair have tracks
      centre: this.centre && [rounded(this.centre[0]), rounded(this.centre[1])],
      control: valuesOf(this.control).map(rounded),
      state: valuesOf(inner).map(rounded),
      problem: '',
      reached: null,
      turns: rounded(this.turned / (2 * Math.PI)),
      hitches: [],
      drawn_yaw: null,
    }
  }

  moment(): SideMoment {
    return {
      state: valuesOf(this.now),
      control: valuesOf(this.control),
      motion: [this.speed, this.yawRate, this.centre],
      odometer: this.odometer,
      turned: this.turned,
      steer: this.steer,
    }
  }
}

/** Return the demonstration's command at a time since the start [s]; speed 0 after the last phase. */
function commandAt(time: number): Orders {
  let left = time
  for (const [seconds, speed, steer] of PHASES) {
    left -= seconds
    if (left < -1e-3) return [speed, steer]
  }
  return [0, 0]
}

function isIdle(keys: Keys): boolean {
  return keys.every((value, index) => value === IDLE[index])
}

function valuesOf(fields: object): number[] {
  return Object.values(fields)
}

function hundredths(value: number): number {
  return Number(value.toFixed(2))
}

/** Round to 1e-6, as Python's messages are; infinity and NaN become 0. */
function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(6)) : 0
}
