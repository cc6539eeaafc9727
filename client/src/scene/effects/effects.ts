/** Effects around vehicles: dust, muzzle flashes, tracers, impacts, smoke. */

import * as THREE from 'three'
import type { Records, ServerMessage } from '../../generated/messages'
import type { DrawnVehicles } from '../../world/interpolation'
import type { World } from '../../world/world'
import { poseMatrix } from '../vehicles/pose'
import type { Damage, Vehicles } from '../vehicles/vehicles'
import { Dust, spread } from './dust'
import type { Particle } from './particles'
import { Particles } from './particles'
import type { Shot } from './tracers'
import { Tracers } from './tracers'

export interface Impact {
  x: number
  y: number
  z: number
  on: 'ground' | 'object' | 'vehicle'
}

const SMOKE_REACH = 2500 // [m]
const SMOKE_RATE: Record<Damage, number> = { whole: 0, hit: 5, dead: 11 } // puffs per second
const FLAMES = 25 // [s] duration of the flames of a wreck
const FULL = 2048 // number of particles from which the rate of dust is not reduced

const PUFF: Particle = {
  x: 0,
  y: 0,
  z: 0,
  vx: 0,
  vy: 0,
  vz: 0,
  life: 1,
  size: 1,
  growth: 1,
  gravity: 0,
  glow: 0,
  red: 0.5,
  green: 0.5,
  blue: 0.5,
  opacity: 0.5,
}

export class Effects {
  readonly group = new THREE.Group()
  private readonly particles: Particles
  private readonly tracers = new Tracers()
  private readonly dust: Dust
  private readonly vehicles: Vehicles
  private readonly world: World
  private readonly share: number
  private readonly burning = new Map<number, { owed: number; age: number }>()
  private readonly pose = new THREE.Matrix4()
  private readonly place = new THREE.Vector3()

  constructor(world: World, vehicles: Vehicles, capacity: number) {
    this.world = world
    this.vehicles = vehicles
    this.share = Math.min(1, capacity / FULL)
    this.particles = new Particles(capacity)
    this.dust = new Dust(world, vehicles.looks, this.particles)
    this.group.add(this.particles.mesh, this.tracers.mesh)
  }

  /** Show a shot: muzzle flash, smoke, tracer. */
  shot(shot: Shot): void {
    this.tracers.add(shot)
    const speed = Math.max(1e-6, Math.hypot(shot.vx, shot.vy, shot.vz))
    const [dx, dy, dz] = [shot.vx / speed, shot.vy / speed, shot.vz / speed]
    for (let k = 0; k < 16 * this.share; k++) {
      const push = 12 * Math.random()
      const at = { x: shot.x, y: shot.y, z: shot.z, life: 1.1 + Math.random(), size: 0.5, growth: 2.4 }
      this.add({
        ...at,
        vx: push * dx + spread(2),
        vy: push * dy + spread(2),
        vz: push * dz + spread(1.2),
        ...HAZE,
      })
    }
    for (let k = 0; k < 6; k++) {
      const ahead = 0.3 * k
      const at = { x: shot.x + ahead * dx, y: shot.y + ahead * dy, z: shot.z + ahead * dz }
      this.add({ ...at, vx: 4 * dx, vy: 4 * dy, vz: 4 * dz, ...FIRE, life: 0.14, size: 0.8 - 0.1 * k })
    }
  }

  /** Show an impact: earth on the ground, splinters of an object, sparks and smoke on a vehicle. */
  impact({ x, y, z, on }: Impact): void {
    this.tracers.end({ x, y, z })
    this.add({ x, y, z: z + 0.4, ...FIRE, life: 0.22, size: on === 'vehicle' ? 3.2 : 1.6 })
    const bits = on === 'vehicle' ? SPARK : on === 'object' ? SPLINTER : EARTH
    for (let k = 0; k < Math.ceil(34 * this.share); k++) {
      const [way, up] = [
        2 * Math.PI * Math.random(),
        (on === 'vehicle' ? 7 : 11) * (0.3 + 0.7 * Math.random()),
      ]
      const out = 4.5 * Math.random()
      const fly = { vx: out * Math.cos(way), vy: out * Math.sin(way), vz: up }
      this.add({ x, y, z: z + 0.1, ...fly, ...bits, life: 0.8 + 0.9 * Math.random() })
    }
    const cloud = on === 'vehicle' ? BLACK : on === 'object' ? HAZE : DUST
    for (let k = 0; k < Math.ceil(18 * this.share); k++) {
      const drift = { vx: spread(3), vy: spread(3), vz: 1 + 3 * Math.random() }
      this.add({
        x,
        y,
        z: z + 0.3,
        ...drift,
        ...cloud,
        life: 1.8 + 1.6 * Math.random(),
        size: 0.7,
        growth: 3,
      })
    }
  }

  /** Set the condition of a vehicle; one that is destroyed burns. */
  setDamage(id: number, state: Damage): void {
    const before = this.vehicles.damageOf(id)
    this.vehicles.setDamage(id, state)
    if (state === 'whole') this.burning.delete(id)
    else if (!this.burning.has(id) || before !== state) this.burning.set(id, { owed: 0, age: 0 })
  }

  update(state: DrawnVehicles, picture: { eye: THREE.Vector3; elapsed: number }): void {
    this.dust.update(state, { ...picture, motions: this.vehicles.motions, share: this.share })
    for (const [id, fire] of this.burning) this.burn(id, fire, { state, ...picture })
    this.tracers.update(picture.eye, picture.elapsed)
    this.particles.update(picture.elapsed)
  }

  private burn(
    id: number,
    fire: { owed: number; age: number },
    picture: { state: Records; eye: THREE.Vector3; elapsed: number },
  ): void {
    const { state, eye, elapsed } = picture
    if (id >= this.world.vehicleCount) return
    fire.age += elapsed
    if (!(Math.hypot(state.x[id] - eye.x, state.y[id] - eye.y) <= SMOKE_REACH)) return // also for an unknown position, NaN
    const damage = this.vehicles.damageOf(id)
    const fading = damage === 'dead' ? 0.35 + 0.65 * Math.exp(-fire.age / 90) : 1
    fire.owed = Math.min(6, fire.owed + SMOKE_RATE[damage] * fading * Math.max(0.4, this.share) * elapsed)
    for (; fire.owed >= 1; fire.owed--) this.smoke(id, state, { isDead: damage === 'dead', age: fire.age })
  }

  private smoke(id: number, state: Records, fire: { isDead: boolean; age: number }): void {
    const { exhaust } = this.vehicles.looks[this.world.fleetOf[id]]
    poseMatrix(state, id, ORIGIN, this.pose)
    this.place.fromArray(exhaust)
    this.place.x += this.world.description.fleets[this.world.fleetOf[id]].body.offset
    this.place.applyMatrix4(this.pose)
    const at = { x: this.place.x + spread(0.3), y: this.place.y + spread(0.3), z: this.place.z }
    const rising = { vx: spread(0.5), vy: spread(0.5), vz: 2.2 + 1.4 * Math.random() }
    const size = fire.isDead
      ? { life: 5 + 2 * Math.random(), size: 0.7, growth: 4.2 }
      : { life: 3, size: 0.35, growth: 1.9 }
    const shade = fire.isDead ? 0.05 + 0.11 * Math.random() : 0.5 + 0.25 * Math.random()
    const tint = { red: shade, green: 0.97 * shade, blue: 0.93 * shade, opacity: fire.isDead ? 0.5 : 0.3 }
    this.add({ ...at, ...rising, ...tint, ...size, gravity: -0.2 })
    if (!fire.isDead || fire.age > FLAMES) return
    this.add({
      ...at,
      vx: spread(0.4),
      vy: spread(0.4),
      vz: 2.5,
      ...FIRE,
      life: 0.5 + 0.3 * Math.random(),
      size: 0.8,
    })
  }

  private add(particle: Partial<Particle>): void {
    this.particles.add({ ...PUFF, ...particle })
  }
}

const ORIGIN = new THREE.Vector3()
const FIRE = { glow: 1, red: 1, green: 0.66, blue: 0.25, opacity: 0.9, growth: 0.6 }
const HAZE = { red: 0.66, green: 0.65, blue: 0.63, opacity: 0.3 }
const DUST = { red: 0.5, green: 0.44, blue: 0.34, opacity: 0.42 }
const BLACK = { red: 0.07, green: 0.065, blue: 0.06, opacity: 0.6 }
const EARTH = { red: 0.2, green: 0.16, blue: 0.11, opacity: 0.95, size: 0.16, growth: 0, gravity: 9.81 }
const SPLINTER = { red: 0.42, green: 0.33, blue: 0.2, opacity: 0.95, size: 0.12, growth: 0, gravity: 9.81 }
const SPARK = { glow: 1, red: 1, green: 0.75, blue: 0.35, opacity: 1, size: 0.09, growth: 0, gravity: 9.81 }

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
