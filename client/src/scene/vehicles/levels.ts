/** One look at its three levels of detail, each one draw call for all who wear it. */

import type * as THREE from 'three'
import type { VehicleValues } from './instances'
import { Instances } from './instances'
import type { JointUniforms } from './joints'
import { jointUniforms } from './joints'
import type { Paint } from './material'
import { paintMaterial } from './material'
import type { Look } from './mesh'
import type { Detail } from './motion'

export type Level = Exclude<Detail, 'none'>

export interface Dressing {
  capacity: number // vehicles at most
  castsShadow: boolean
  group: THREE.Group
}

export class Levels {
  readonly joints: JointUniforms = jointUniforms()
  private readonly levels: Record<Level, Instances>
  private readonly dressing: Dressing

  constructor(look: Look, paint: Paint, dressing: Dressing) {
    this.dressing = dressing
    this.setJoints(look)
    const material = paintMaterial(paint, this.joints)
    const level = (geometry: THREE.BufferGeometry, castsShadow: boolean) =>
      new Instances([{ geometry, material }], dressing.capacity, { joints: this.joints, castsShadow })
    this.levels = {
      near: level(look.near, dressing.castsShadow),
      mid: level(look.mid, dressing.castsShadow),
      far: level(look.far, false),
    }
    for (const each of Object.values(this.levels)) dressing.group.add(...each.meshes)
  }

  clear(): void {
    for (const level of Object.values(this.levels)) level.clear()
  }

  add(detail: Level, values: VehicleValues): void {
    this.levels[detail].add(values)
  }

  commit(): void {
    for (const level of Object.values(this.levels)) level.commit()
  }

  /** Wear other parts near by; far away the look stays as it is. */
  replace(
    parts: { geometry: THREE.BufferGeometry; material: THREE.Material }[],
    joints: JointUniforms,
  ): void {
    const { capacity, castsShadow, group } = this.dressing
    for (const mesh of [...this.levels.near.meshes, ...this.levels.mid.meshes]) mesh.removeFromParent()
    const worn = new Instances(parts, capacity, { joints, castsShadow })
    this.levels.near = this.levels.mid = worn
    group.add(...worn.meshes)
  }

  private setJoints({ track, turretPlace }: Look): void {
    this.joints.turretPlace.value.fromArray(turretPlace)
    if (!track) return
    this.joints.trackLength.value = track.length
    track.points.forEach((point, k) => {
      this.joints.trackLoop.value[k].fromArray(point)
    })
  }
}
