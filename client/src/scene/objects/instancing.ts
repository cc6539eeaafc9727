/** Scenery in one draw call per shape: each instance has a position, a yaw, a size and a tint. */

import * as THREE from 'three'
import { dithered } from '../dither'

const PLACE = /* glsl */ `
  attribute vec4 place; // x, y, z [m] from the mesh, yaw [rad]
  attribute vec4 build; // radius, height [m], tint 0..1, persistence 0..1
  vec3 turned(vec3 v) {
    float c = cos(place.w), s = sin(place.w);
    return vec3(c * v.x - s * v.y, s * v.x + c * v.y, v.z);
  }
`
const THINNED = '0.22' // share of the pixels of a shape that hides the followed vehicle
const TRANSFORM = 'vec3 transformed = turned(position * vec3(build.xx, build.y)) + place.xyz;'

/**
 * Far away shapes shrink into the ground, the least persistent first, so that woods thin out gradually.
 * A shape around or close to the camera is not drawn; a shape between the camera and the followed vehicle is
 * drawn in part. For this test a shape is an ellipsoid of its width and height.
 */
const FADING = `
  float eyeDistance = distance(place.xyz, cameraPosition);
  float growth = 1.0 - smoothstep(0.82, 1.0, eyeDistance / (reach * build.w));
  vec3 transformed = turned(position * vec3(build.xx, build.y) * growth) + place.xyz;
  vClear = smoothstep(0.5, 4.0, distance(place.xy, cameraPosition.xy) - build.x);
  vec3 sight = followed.xyz - cameraPosition;
  vec3 middle = place.xyz + vec3(0.0, 0.0, 0.5 * build.y)  - cameraPosition;
  float share = dot(middle, sight) / max(dot(sight, sight), 1e-3);
  vec3 aside = middle - clamp(share, 0.0, 1.0) * sight;
  aside.z *= 2.0 * build.x / build.y;
  float isBehind = smoothstep(0.0, build.x, (share - 1.0) * length(sight) + 1.5);
  float isAside = smoothstep(0.0, 1.5, length(aside) - build.x);
  vClear *= mix(1.0, mix(${THINNED}, 1.0, max(isBehind, isAside)), followed.w);`

export interface ShapeOptions {
  tint: THREE.Color // instances have colours between the shape's own and this one
  reach: number // [m] distance beyond which nothing is drawn
  castsShadow: boolean
  givesWay: boolean // fades if the camera is inside, or looks through it; needed only for near shapes
  followed: { value: THREE.Vector4 } // position of the followed vehicle [m], and 1; 0 for none
}

export class InstancedShape {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.MeshLambertMaterial>
  private readonly places: THREE.InstancedBufferAttribute
  private readonly builds: THREE.InstancedBufferAttribute
  private count = 0

  constructor(shape: THREE.BufferGeometry, capacity: number, options: ShapeOptions) {
    const geometry = new THREE.InstancedBufferGeometry()
    geometry.index = shape.index
    for (const [name, attribute] of Object.entries(shape.attributes)) geometry.setAttribute(name, attribute)
    this.places = new THREE.InstancedBufferAttribute(new Float32Array(4 * capacity), 4).setUsage(
      THREE.DynamicDrawUsage,
    )
    this.builds = new THREE.InstancedBufferAttribute(new Float32Array(4 * capacity), 4).setUsage(
      THREE.DynamicDrawUsage,
    )
    geometry.setAttribute('place', this.places)
    geometry.setAttribute('build', this.builds)
    this.mesh = new THREE.Mesh(geometry, tintedMaterial(options))
    this.mesh.customDepthMaterial = depthMaterial()
    this.mesh.frustumCulled = false
    this.mesh.castShadow = options.castsShadow
    this.mesh.receiveShadow = true
  }

  clear(): void {
    this.count = 0
  }

  /** Append instances `from`..`to` of packed columns. */
  append(places: Float32Array, builds: Float32Array, from: number, to: number): void {
    const room = Math.min(to, from + this.places.count - this.count)
    this.places.array.set(places.subarray(4 * from, 4 * room), 4 * this.count)
    this.builds.array.set(builds.subarray(4 * from, 4 * room), 4 * this.count)
    this.count += room - from
  }

  commit(): void {
    for (const attribute of [this.places, this.builds]) {
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, 4 * this.count)
      attribute.needsUpdate = true
    }
    this.mesh.geometry.instanceCount = this.count
    this.mesh.visible = this.count > 0
  }
}

function tintedMaterial(options: ShapeOptions): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ vertexColors: true })
  material.onBeforeCompile = (shader) => {
    shader.uniforms.tint = { value: options.tint }
    shader.uniforms.reach = { value: options.reach }
    shader.uniforms.followed = options.followed
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        `#include <common>\n${PLACE}\nuniform vec3 tint;\nuniform float reach;\nuniform vec4 followed;\nvarying float vClear;`,
      )
      .replace(
        '#include <beginnormal_vertex>',
        'vec3 objectNormal = turned(normal / vec3(build.xx, build.y));',
      )
      .replace('#include <begin_vertex>', FADING)
      .replace(
        '#include <color_vertex>',
        '#include <color_vertex>\n vColor.rgb *= mix(vec3(1.0), tint, build.z) * (0.82 + 0.36 * fract(build.z * 7.31));',
      )
    if (!options.givesWay) return
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float vClear;')
      .replace('#include <clipping_planes_fragment>', dithered('vClear'))
  }
  return material
}

function depthMaterial(): THREE.MeshDepthMaterial {
  const material = new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking })
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${PLACE}`)
      .replace('#include <begin_vertex>', TRANSFORM)
  }
  return material
}
