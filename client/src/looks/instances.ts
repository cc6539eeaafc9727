/** One level of detail of one fleet: a mesh drawn once a vehicle, each with its own pose, joints and looks. */

import * as THREE from 'three'
import type { JointUniforms } from './joints'
import { INSTANCE_SIZES, shadowMaterial } from './material'

export interface VehicleValues {
  pose: THREE.Matrix4
  rolled: ArrayLike<number>
  turned: ArrayLike<number>
  looks: ArrayLike<number>
  accent: ArrayLike<number>
}

type Name = keyof typeof INSTANCE_SIZES
const NAMES = Object.keys(INSTANCE_SIZES) as Name[]

export class Instances {
  readonly meshes: THREE.InstancedMesh[] // one a material, all placed alike
  private readonly columns: Record<Name, THREE.InstancedBufferAttribute>
  private readonly poses: THREE.InstancedBufferAttribute
  private count = 0

  constructor(
    parts: { geometry: THREE.BufferGeometry; material: THREE.Material }[],
    capacity: number,
    options: { joints: JointUniforms; castsShadow: boolean },
  ) {
    const dynamic = (size: number) =>
      new THREE.InstancedBufferAttribute(new Float32Array(capacity * size), size).setUsage(
        THREE.DynamicDrawUsage,
      )
    const { rolled, turned, looks, accent } = INSTANCE_SIZES
    this.columns = {
      rolled: dynamic(rolled),
      turned: dynamic(turned),
      looks: dynamic(looks),
      accent: dynamic(accent),
    }
    this.poses = dynamic(16)
    this.meshes = parts.map(({ geometry, material }) => {
      for (const name of NAMES) geometry.setAttribute(name, this.columns[name])
      const mesh = new THREE.InstancedMesh(geometry, material, capacity)
      mesh.instanceMatrix = this.poses
      mesh.frustumCulled = false
      mesh.castShadow = options.castsShadow
      mesh.receiveShadow = true
      mesh.customDepthMaterial = shadowMaterial(options.joints)
      return mesh
    })
  }

  clear(): void {
    this.count = 0
  }

  add(values: VehicleValues): void {
    values.pose.toArray(this.poses.array, 16 * this.count)
    for (const name of NAMES) this.columns[name].array.set(values[name], INSTANCE_SIZES[name] * this.count)
    this.count++
  }

  commit(): void {
    for (const attribute of [this.poses, ...NAMES.map((name) => this.columns[name])]) {
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, attribute.itemSize * this.count)
      attribute.needsUpdate = true
    }
    for (const mesh of this.meshes) {
      mesh.count = this.count
      mesh.visible = this.count > 0
    }
  }
}
