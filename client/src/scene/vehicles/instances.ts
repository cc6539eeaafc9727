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
  coat: ArrayLike<number>
}

type Name = keyof typeof INSTANCE_SIZES
const NAMES = Object.keys(INSTANCE_SIZES) as Name[]

const FIRST_CAPACITY = 1024

export class Instances {
  readonly meshes: THREE.InstancedMesh[] // one a material, all placed alike
  private readonly most: number
  private columns: Record<Name, THREE.InstancedBufferAttribute>
  private poses: THREE.InstancedBufferAttribute
  private capacity: number
  private count = 0

  /** For `most` vehicles; memory is taken as they come. */
  constructor(
    parts: { geometry: THREE.BufferGeometry; material: THREE.Material }[],
    most: number,
    options: { joints: JointUniforms; castsShadow: boolean },
  ) {
    this.most = most
    this.capacity = Math.min(most, FIRST_CAPACITY)
    this.columns = emptyColumns(this.capacity)
    this.poses = dynamic(16, this.capacity)
    this.meshes = parts.map(({ geometry, material }) => {
      const mesh = new THREE.InstancedMesh(geometry, material, this.capacity)
      mesh.frustumCulled = false
      mesh.castShadow = options.castsShadow
      mesh.receiveShadow = true
      mesh.customDepthMaterial = shadowMaterial(options.joints)
      return mesh
    })
    this.attach()
  }

  clear(): void {
    this.count = 0
  }

  /** One more; beyond the most none. */
  add(values: VehicleValues): void {
    if (this.count >= this.capacity) {
      if (this.capacity >= this.most) return
      this.grow()
    }
    values.pose.toArray(this.poses.array, 16 * this.count)
    for (const name of NAMES)
      copyInto(this.columns[name].array, values[name], INSTANCE_SIZES[name] * this.count)
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

  private grow(): void {
    const { poses, columns } = this
    this.capacity = Math.min(this.most, 2 * this.capacity)
    this.poses = dynamic(16, this.capacity)
    this.poses.array.set(poses.array)
    this.columns = emptyColumns(this.capacity)
    for (const name of NAMES) this.columns[name].array.set(columns[name].array)
    for (const { geometry } of this.meshes) geometry.dispose() // its buffers on the graphics card
    this.attach()
  }

  private attach(): void {
    for (const mesh of this.meshes) {
      for (const name of NAMES) mesh.geometry.setAttribute(name, this.columns[name])
      mesh.instanceMatrix = this.poses
    }
  }
}

/** Faster than `set` for so few numbers. */
function copyInto(target: THREE.TypedArray, values: ArrayLike<number>, first: number): void {
  for (let k = 0; k < values.length; k++) target[first + k] = values[k]
}

function emptyColumns(capacity: number): Record<Name, THREE.InstancedBufferAttribute> {
  const { rolled, turned, looks, accent, coat } = INSTANCE_SIZES
  return {
    rolled: dynamic(rolled, capacity),
    turned: dynamic(turned, capacity),
    looks: dynamic(looks, capacity),
    accent: dynamic(accent, capacity),
    coat: dynamic(coat, capacity),
  }
}

function dynamic(size: number, capacity: number): THREE.InstancedBufferAttribute {
  const values = new Float32Array(capacity * size)
  return new THREE.InstancedBufferAttribute(values, size).setUsage(THREE.DynamicDrawUsage)
}
