/** Dust behind wheels and tracks, as particles; its rate increases with speed, slope and yaw rate. */

import * as THREE from 'three'
import type { Records } from '../../generated/messages'
import type { DrawnVehicles } from '../../world/interpolation'
import type { World } from '../../world/world'
import type { Look } from '../vehicles/mesh'
import type { Motions } from '../vehicles/motion'
import { poseMatrix } from '../vehicles/pose'
import type { Particles } from './particles'

const STILL = 1.2 // [m/s] speed below which there is no dust
const REACH = 260 // [m] distance from the camera beyond which there is no dust
const MOST = 26 // largest number of puffs per second and vehicle

/** Return the puffs per second of a vehicle of this weight class; `slope` is rise over run, `yawRate` in rad/s. */
export function dustRate(ground: { speed: number; slope: number; yawRate: number; size: number }): number {
  const over = Math.max(0, Math.abs(ground.speed) - STILL)
  const effort = 1 + 1.5 * Math.min(1, Math.abs(ground.slope)) + 0.8 * Math.min(1, Math.abs(ground.yawRate))
  return Math.min(MOST, 1.1 * over * effort * ground.size)
}

export class Dust {
  private readonly world: World
  private readonly looks: Look[]
  private readonly particles: Particles
  private readonly pending: Float32Array // fraction of the next puff, per vehicle
  private readonly pose = new THREE.Matrix4()
  private readonly place = new THREE.Vector3()
  private readonly nowhere = new THREE.Vector3()

  constructor(world: World, looks: Look[], particles: Particles) {
    this.world = world
    this.looks = looks
    this.particles = particles
    this.pending = new Float32Array(world.vehicleCount)
  }

  /** Emit dust; `share` 0..1 reduces its rate on slow machines. */
  update(
    state: DrawnVehicles,
    picture: { eye: THREE.Vector3; elapsed: number; motions: Motions; share: number },
  ): void {
    const { eye, elapsed, motions, share } = picture
    if (elapsed <= 0) return
    for (const id of state.shown) {
      const away = Math.hypot(state.x[id] - eye.x, state.y[id] - eye.y, state.z[id] - eye.z)
      if (away > REACH) continue
      const { body, kind } = this.world.description.fleets[this.world.fleetOf[id]]
      if (kind === 'point') continue
      const slope = Math.tan(Math.hypot(state.pitch[id], state.roll[id]))
      const size = (kind === 'tracked' ? 1.5 : 1) * (body.length / 5)
      const rate = dustRate({ speed: state.speed[id], slope, yawRate: motions.yawRate[id], size })
      this.pending[id] = Math.min(4, this.pending[id] + rate * share * (1 - 0.7 * (away / REACH)) * elapsed)
      for (; this.pending[id] >= 1; this.pending[id]--) this.puff(state, id, kind === 'tracked' ? 1.25 : 1)
    }
  }

  private puff(state: Records, id: number, size: number): void {
    const fleet = this.world.fleetOf[id]
    const { dust } = this.looks[fleet]
    const { offset } = this.world.description.fleets[fleet].body
    const behind = dust.filter(([x]) => x * state.speed[id] <= 0) // the rear points in the direction of motion
    const [x, y] = (behind.length > 0 ? behind : dust)[
      Math.floor(Math.random() * (behind.length || dust.length))
    ]
    poseMatrix(state, id, this.nowhere, this.pose)
    this.place.set(offset + x - 0.4 * Math.sign(state.speed[id]), y, 0.15).applyMatrix4(this.pose)
    const { yaw, speed } = { yaw: state.yaw[id], speed: state.speed[id] }
    const pushed = 0.22 * speed // speed in the vehicle's wake
    const shade = 0.9 + 0.2 * Math.random()
    this.particles.add({
      x: this.place.x,
      y: this.place.y,
      z: this.place.z,
      vx: pushed * Math.cos(yaw) + spread(1.1),
      vy: pushed * Math.sin(yaw) + spread(1.1),
      vz: 0.5 + 0.06 * Math.abs(speed) + 0.5 * Math.random(),
      life: 1.5 + 1.3 * Math.random(),
      size: 0.35 * size,
      growth: (1.1 + 0.1 * Math.abs(speed)) * size,
      gravity: 0.1,
      glow: 0,
      red: 0.62 * shade,
      green: 0.55 * shade,
      blue: 0.43 * shade,
      opacity: Math.min(0.34, 0.12 + 0.016 * Math.abs(speed)),
    })
  }
}

export function spread(width: number): number {
  return width * (Math.random() - 0.5) * 2
}
