/** Application of messages on turrets, trailers, shots, impacts and damage to the scene; others are ignored. */

import type { ServerMessage } from '../generated/messages'
import type { Vehicles } from '../vehicles'
import type { Effects } from './effects'

export interface Battlefield {
  effects: Pick<Effects, 'shot' | 'impact' | 'setDamage'>
  motions: Pick<Vehicles['motions'], 'aimTurret' | 'fire'>
  articulations?: Pick<Vehicles['articulations'], 'receive'>
}

export function receive(message: ServerMessage, { effects, motions, articulations }: Battlefield): void {
  switch (message.type) {
    case 'turrets':
      for (const [vehicle, yaw, elevation] of message.turrets)
        if (yaw !== null && elevation !== null) motions.aimTurret(vehicle, yaw, elevation)
      break
    case 'trailers':
      articulations?.receive(message.trailers)
      break
    case 'shot': {
      const { x, y, z, vx, vy, vz, shooter } = message
      effects.shot({ x, y, z, vx, vy, vz })
      motions.fire(shooter)
      break
    }
    case 'impact': {
      const { x, y, z, on } = message
      if (x !== null && y !== null && z !== null) effects.impact({ x, y, z, on })
      break
    }
    case 'damage':
      effects.setDamage(message.vehicle, message.state)
  }
}
