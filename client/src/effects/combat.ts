/** What the server says of turrets, trailers, shots, impacts and damage, done to what is drawn; anything else is left alone. */

import type { Damage, Vehicles } from '../vehicles'
import { DAMAGE } from '../vehicles'
import type { Effects, Impact } from './effects'

export interface Battlefield {
  effects: Pick<Effects, 'shot' | 'impact' | 'setDamage'>
  motions: Pick<Vehicles['motions'], 'aimTurret' | 'fire'>
  articulations?: Pick<Vehicles['articulations'], 'hear'>
}

/** Whether the message was one of these. */
export function hear(message: unknown, field: Battlefield): boolean {
  if (typeof message !== 'object' || message === null) return false
  const words = message as Record<string, unknown>
  if (words.type === 'turrets') return turn(words.turrets, field)
  if (words.type === 'trailers') return articulate(words.trailers, field)
  if (words.type === 'shot') return shoot(words, field)
  if (words.type === 'impact') return strike(words, field)
  return words.type === 'damage' && damage(words, field)
}

function turn(turrets: unknown, { motions }: Battlefield): boolean {
  if (!Array.isArray(turrets)) return false
  for (const turret of turrets) {
    const [id, yaw, elevation] = Array.isArray(turret) ? turret : []
    if (isId(id) && isNumber(yaw) && isNumber(elevation)) motions.aimTurret(id, yaw, elevation)
  }
  return true
}

function articulate(trailers: unknown, { articulations }: Battlefield): boolean {
  if (!Array.isArray(trailers)) return false
  const usable = trailers.filter(
    (one): one is (number | null)[] =>
      Array.isArray(one) && isId(one[0]) && one.every((value) => value === null || isNumber(value)),
  )
  articulations?.hear(usable)
  return true
}

function shoot({ shooter, x, y, z, vx, vy, vz }: Record<string, unknown>, field: Battlefield): boolean {
  if (!isNumber(x) || !isNumber(y) || !isNumber(z)) return false
  if (!isNumber(vx) || !isNumber(vy) || !isNumber(vz)) return false
  field.effects.shot({ x, y, z, vx, vy, vz })
  if (isId(shooter)) field.motions.fire(shooter)
  return true
}

function strike({ x, y, z, on }: Record<string, unknown>, field: Battlefield): boolean {
  if (!isNumber(x) || !isNumber(y) || !isNumber(z)) return false
  const known: Impact['on'] = on === 'vehicle' || on === 'object' ? on : 'ground'
  field.effects.impact({ x, y, z, on: known })
  return true
}

function damage({ vehicle, state }: Record<string, unknown>, field: Battlefield): boolean {
  if (!isId(vehicle) || typeof state !== 'string' || !Object.hasOwn(DAMAGE, state)) return false
  field.effects.setDamage(vehicle, state as Damage)
  return true
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isId(value: unknown): value is number {
  return isNumber(value) && Number.isInteger(value) && value >= 0
}
