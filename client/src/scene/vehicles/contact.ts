/** The dark under vehicles, where neither sun nor sky reaches: it sets them on the ground, also without shadow maps. */

import * as THREE from 'three'
import type { Size } from './mesh'

const REACH = 1.3 // of the body's length and width that the dark takes, with its soft edge
const LIFT = 0.05 // [m] above the ground

export class ContactShadows {
  readonly mesh: THREE.InstancedMesh<THREE.PlaneGeometry, THREE.ShaderMaterial>
  private readonly place = new THREE.Matrix4()
  private readonly capacity: number
  private count = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.mesh = new THREE.InstancedMesh(new THREE.PlaneGeometry(1, 1), darkMaterial(), Math.max(1, capacity))
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 1
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage)
  }

  clear(): void {
    this.count = 0
  }

  /** One more; beyond the capacity none. */
  add(pose: THREE.Matrix4, { length, width }: Size): void {
    if (this.count >= this.capacity) return
    this.place
      .makeScale(REACH * length, REACH * width, 1)
      .setPosition(0, 0, LIFT)
      .premultiply(pose)
    this.mesh.setMatrixAt(this.count++, this.place)
  }

  commit(): void {
    this.mesh.count = this.count
    this.mesh.visible = this.count > 0
    this.mesh.instanceMatrix.clearUpdateRanges()
    this.mesh.instanceMatrix.addUpdateRange(0, 16 * this.count)
    this.mesh.instanceMatrix.needsUpdate = true
  }
}

function darkMaterial(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -4,
    vertexShader: /* glsl */ `
      varying vec2 vPlace;
      void main() {
        vPlace = 2.0 * uv - 1.0;
        gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 vPlace;
      void main() {
        vec2 within = 1.0 - smoothstep(0.45, 1.0, abs(vPlace));
        gl_FragColor = vec4(0.03, 0.035, 0.02, 0.62 * within.x * within.y);
      }`,
  })
}
