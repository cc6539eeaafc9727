/** Motion models of the small world, from `motorpool export --to typescript`, on the world's columns. */

import * as bicycle from '../../../generated/models/bicycle-arc'
import * as tracked from '../../../generated/models/tracked-arc'
import type { Entity } from '../../../generated/world/stages'
import type { FleetStart } from './start'

/** Function that moves row `i` by a step with its driver's command. */
export type Mover = (i: number, speed: number, steer: number, entity: Entity, dt: number) => void

interface Pose {
  x: number
  y: number
  yaw: number
}

interface Model<Params, Control> {
  defaultParams: () => Params
  controlFromCommand: (state: Pose, speed: number, steer: number, params: Params, dt: number) => Control
  step: (state: Pose, control: Control, params: Params, dt: number) => Pose
}

const MOVERS: Record<string, (params: Record<string, number>) => Mover> = {
  'bicycle/arc': (params) => mover(bicycle, params),
  'tracked/arc': (params) => mover(tracked, params),
}

export function moverOf(fleet: FleetStart): Mover {
  return MOVERS[fleet.model](fleet.params)
}

function mover<Params, Control>(model: Model<Params, Control>, values: Record<string, number>): Mover {
  const params = { ...model.defaultParams(), ...values }
  return (i, speed, steer, { pose, motion }, dt) => {
    const state = { x: pose.x[i], y: pose.y[i], yaw: pose.yaw[i] }
    const { x, y, yaw } = model.step(
      state,
      model.controlFromCommand(state, speed, steer, params, dt),
      params,
      dt,
    )
    pose.x[i] = x
    pose.y[i] = y
    pose.yaw[i] = yaw
    motion.speed[i] = speed
  }
}
