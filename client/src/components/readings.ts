/** Readings of the information window of 1992, in the units of its table 5.1, from SI values. */

import { compassPoint, headingDegrees, toDegrees } from '../base/angles'

export interface Reading {
  name: string
  value: string
  unit: string
  part?: number | undefined // length of a bar: 0..1 from the left, or -1..1 from the middle if it is centred
  isCentred?: boolean
}

export interface Pose {
  yaw: number // [rad]
  pitch: number // [rad] nose down positive
  roll: number // [rad] right side down positive
  speed: number // [m/s]
}

type Values = Record<string, number | undefined>

const STANDING = 0.1 // [m/s]
const ROLLING = 1 // [m/s] speed below which the direction of travel is undefined
const LIFTED = 0.005 // [rad] of the rollover angle
const FALLEN = 1.3 // [rad] of the rollover angle
const TURNS = 30 / Math.PI // revolutions per minute in one rad/s

/** Return the rows of readings that the vehicle's model provides. */
export function readings(pose: Pose, instruments: Record<string, number | null> = {}): Reading[] {
  const values: Values = {}
  for (const [name, value] of Object.entries(instruments)) if (value !== null) values[name] = value
  return [...motion(pose, values), ...engine(values), ...forces(values), ...body(values)]
}

/** Return warnings for the driver: off the ground, on two wheels, on its side. */
export function warnings(instruments: Record<string, number | null> = {}): string[] {
  const { is_airborne, rollover_angle } = instruments
  const words: string[] = []
  if (is_airborne) words.push('Airborne')
  if (typeof rollover_angle !== 'number' || Math.abs(rollover_angle) < LIFTED) return words
  if (Math.abs(rollover_angle) > FALLEN)
    words.push(`Overturned onto its ${rollover_angle > 0 ? 'right' : 'left'} side`)
  else
    words.push(
      `${rollover_angle > 0 ? 'Left' : 'Right'} side off the ground: ${toDegrees(Math.abs(rollover_angle)).toFixed(0)}°`,
    )
  return words
}

function motion({ yaw, pitch, roll, speed }: Pose, values: Values): Reading[] {
  const heading = Math.round(headingDegrees(yaw)) % 360
  const gear = values.gear
  return [
    { name: 'Speed', value: (3.6 * speed).toFixed(0).replace('-', '−'), unit: 'km/h' },
    { name: 'Heading', value: `${String(heading).padStart(3, '0')}°`, unit: compassPoint(heading) },
    { name: 'Pitch', value: signed(-toDegrees(pitch)), unit: '°' },
    { name: 'Roll', value: signed(toDegrees(roll)), unit: '°' },
    { name: 'Gear', value: gearText(speed, gear), unit: '' },
  ]
}

function engine(values: Values): Reading[] {
  const { engine_speed, max_engine_speed, engine_load, fuel, fuel_capacity, fuel_used, mass } = values
  const rows: Reading[] = []
  if (engine_speed !== undefined)
    rows.push({
      name: 'Engine',
      value: String(10 * Math.round((engine_speed * TURNS) / 10)),
      unit: 'rpm',
      part: share(engine_speed, max_engine_speed),
    })
  if (engine_load !== undefined)
    rows.push({
      name: 'Load',
      value: (100 * engine_load).toFixed(0),
      unit: '%',
      part: share(Math.abs(engine_load), 1),
    })
  if (fuel !== undefined) {
    const part = share(fuel, fuel_capacity)
    rows.push({
      name: 'Fuel',
      value: part === undefined ? fuel.toFixed(0) : (100 * part).toFixed(0),
      unit: part === undefined ? 'kg' : '%',
      part,
    })
  }
  if (fuel_used !== undefined && engine_load !== undefined)
    rows.push({ name: 'Fuel used', value: fuel_used.toFixed(fuel_used < 10 ? 2 : 1), unit: 'kg' })
  if (mass !== undefined) rows.push({ name: 'Mass', value: (mass / 1000).toFixed(1), unit: 't' })
  return rows
}

/** Return the readings of forces in kN, forward positive; the total accelerates the vehicle. */
function forces(values: Values): Reading[] {
  const { surge_force, drag_force, gravity_force, left_force, right_force } = values
  const rows: Reading[] = []
  const push = (name: string, force: number | undefined) => {
    if (force !== undefined) rows.push({ name, value: kilonewtons(force), unit: 'kN' })
  }
  if (surge_force !== undefined && drag_force !== undefined && gravity_force !== undefined)
    push('Total', surge_force + drag_force + gravity_force)
  push('Surge', surge_force)
  push('Drag', drag_force)
  push('Gravity', gravity_force)
  const full = fullForce(values)
  const pushBar = (name: string, force: number | undefined) => {
    if (force === undefined) return
    const part = Math.min(1, Math.max(-1, force / full))
    rows.push({ name, value: kilonewtons(force), unit: 'kN', part, isCentred: true })
  }
  pushBar('Left', left_force)
  pushBar('Right', right_force)
  return rows
}

/** Return attitude and sideslip of the body, if the model has them. */
function body(values: Values): Reading[] {
  const { speed, lateral_speed, body_pitch, body_roll, heave } = values
  const rows: Reading[] = []
  if (speed !== undefined && lateral_speed !== undefined) {
    const angle = Math.hypot(speed, lateral_speed) < ROLLING ? 0 : Math.atan2(lateral_speed, Math.abs(speed))
    rows.push({ name: 'Sideslip', value: signed(toDegrees(angle)), unit: '°' })
  }
  if (body_pitch !== undefined)
    rows.push({ name: 'Body pitch', value: signed(-toDegrees(body_pitch)), unit: '°' })
  if (body_roll !== undefined)
    rows.push({ name: 'Body roll', value: signed(toDegrees(body_roll)), unit: '°' })
  if (heave !== undefined) rows.push({ name: 'Heave', value: signed(100 * heave), unit: 'cm' })
  return rows
}

/** Return the force of one side that fills its bar [N]. */
function fullForce(values: Values): number {
  const { max_drive_force, mass = 0, left_force = 0, right_force = 0 } = values
  const known = max_drive_force !== undefined ? 0.5 * max_drive_force : 3 * mass
  return Math.max(known, Math.abs(left_force), Math.abs(right_force), 1)
}

/** Return the gear of a vehicle, or without a gearbox its direction of travel. */
export function gearText(speed: number, gear: number | null | undefined): string {
  return typeof gear === 'number' ? gearName(Math.round(gear)) : gearOf(speed)
}

function gearName(gear: number): string {
  if (gear === 0) return 'N'
  return gear > 0 ? String(gear) : gear === -1 ? 'R' : `R${-gear}`
}

function gearOf(speed: number): string {
  if (Math.abs(speed) < STANDING) return 'N'
  return speed > 0 ? 'F' : 'R'
}

function share(value: number, full: number | undefined): number | undefined {
  return full !== undefined && full > 0 ? Math.min(1, Math.max(0, value / full)) : undefined
}

function kilonewtons(force: number): string {
  return signed(force / 1000)
}

function signed(value: number): string {
  const digits = Math.abs(value) >= 99.95 ? 0 : 1
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '−'}${text}`
}
