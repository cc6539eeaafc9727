/** Arrows of constant screen size for far vehicles, and rings on the ground. */

import * as THREE from 'three'
import { MOST_SHOWN } from '../world/deadreckoning'
import type { Heightfield } from '../world/heightfield'
import type { DrawnVehicles } from '../world/interpolation'
import { marksOf } from '../world/symbols'
import type { World } from '../world/world'

const ORIGIN_STEP = 512 // [m]

export class Markers {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>
  private readonly capacity: number
  private readonly fleetOf: Uint16Array
  private readonly colours: THREE.Color[] // of the fleets
  private readonly attributes: Record<
    'position' | 'yaw' | 'size' | 'colour' | 'opacity',
    THREE.BufferAttribute
  >

  constructor(world: World) {
    this.capacity = Math.min(MOST_SHOWN, world.vehicleCount)
    this.fleetOf = world.fleetOf
    this.colours = marksOf(world.description.fleets).map(({ colour }) =>
      new THREE.Color().setStyle(colour, THREE.LinearSRGBColorSpace),
    )
    const dynamic = (size: number) =>
      new THREE.BufferAttribute(new Float32Array(this.capacity * size), size).setUsage(THREE.DynamicDrawUsage)
    this.attributes = {
      position: dynamic(3),
      yaw: dynamic(1),
      size: dynamic(1),
      colour: dynamic(3),
      opacity: dynamic(1),
    }
    const geometry = new THREE.BufferGeometry()
    for (const [name, attribute] of Object.entries(this.attributes)) geometry.setAttribute(name, attribute)
    this.points = new THREE.Points(geometry, markerMaterial(world.description.density ? 1 : 0))
    this.points.frustumCulled = false
    this.points.renderOrder = 5
  }

  update(
    state: DrawnVehicles,
    eye: THREE.Vector3,
    options: { selected: number; own: number; pixelRatio: number },
  ): void {
    const origin = this.points.position
    origin.set(
      Math.round(eye.x / ORIGIN_STEP) * ORIGIN_STEP,
      Math.round(eye.y / ORIGIN_STEP) * ORIGIN_STEP,
      0,
    )
    const { position, yaw, size, colour, opacity } = this.attributes
    const plain = plainSize(state.shown.length)
    let count = 0
    for (const id of state.shown) {
      if (count >= this.capacity) break
      const { r, g, b } = this.colours[this.fleetOf[id]]
      position.setXYZ(count, state.x[id] - origin.x, state.y[id] - origin.y, state.z[id] + 2)
      yaw.setX(count, state.yaw[id])
      size.setX(count, options.pixelRatio * (id === options.own ? 34 : id === options.selected ? 30 : plain))
      colour.setXYZ(count, r, g, b)
      opacity.setX(count, state.opacity[id])
      count++
    }
    this.points.geometry.setDrawRange(0, count)
    for (const attribute of Object.values(this.attributes)) {
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, attribute.itemSize * count)
      attribute.needsUpdate = true
    }
  }
}

/** Return the size of an arrow [pixels]; smaller for thousands of vehicles. */
export function plainSize(count: number): number {
  return 20 * Math.min(1, Math.max(0.6, (1000 / Math.max(1, count)) ** 0.3))
}

function markerMaterial(crowding: number): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { crowding: { value: crowding } },
    transparent: true,
    depthWrite: false,
    vertexShader: /* glsl */ `
      attribute float yaw;
      attribute float size;
      attribute vec3 colour;
      attribute float opacity;
      uniform float crowding; // 1 if there are too many far vehicles for arrows
      varying vec3 vColour;
      varying vec2 vForward;
      varying float vShown;
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        float far = distance(world.xyz, cameraPosition);
        vShown = smoothstep(260.0, 520.0, far) * opacity;
        vColour = colour;
        world.xyz = mix(world.xyz, cameraPosition, 0.015);
        vec4 here = projectionMatrix * viewMatrix * world;
        vec4 ahead = projectionMatrix * viewMatrix * (world + vec4(cos(yaw), sin(yaw), 0.0, 0.0) * 0.02 * far);
        vec2 step = (ahead.xy / ahead.w - here.xy / here.w) * vec2(projectionMatrix[1][1] / projectionMatrix[0][0], 1.0);
        vForward = normalize(step + vec2(0.0, 1e-6));
        gl_Position = here;
        gl_PointSize = vShown > 0.0 ? size * mix(1.0, 0.5, crowding * smoothstep(1500.0, 5000.0, far)) : 0.0;
      }`,
    fragmentShader: /* glsl */ `
      varying vec3 vColour;
      varying vec2 vForward;
      varying float vShown;
      float arrow(vec2 p) {
        vec2 q = vec2(abs(p.y), p.x);
        float sides = dot(q - vec2(0.0, 0.88), normalize(vec2(1.45, 0.66)));
        float notch = dot(q - vec2(0.0, -0.34), normalize(vec2(0.55, -1.0)));
        return max(sides, notch);
      }
      void main() {
        vec2 p = 2.0 * gl_PointCoord - 1.0;
        p.y = -p.y;
        vec2 turned = vec2(dot(p, vForward), dot(p, vec2(-vForward.y, vForward.x)));
        float d = arrow(turned * 1.12);
        float soft = fwidth(d);
        float inside = 1.0 - smoothstep(-soft, soft, d + 0.14);
        float rim = 1.0 - smoothstep(-soft, soft, d);
        if (rim * vShown < 0.01) discard;
        gl_FragColor = vec4(mix(vec3(0.05, 0.07, 0.08), vColour, inside), rim * vShown * mix(0.7, 1.0, inside));
      }`,
  })
}

/** Ring of light around a vehicle, on the ground. */
export class GroundRing {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>
  private readonly ground: Heightfield
  private static readonly SEGMENTS = 64

  constructor(ground: Heightfield, colour: string) {
    this.ground = ground
    const geometry = new THREE.BufferGeometry()
    const count = GroundRing.SEGMENTS + 1
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(9 * count), 3))
    const colours = new Float32Array(12 * count)
    const tint = new THREE.Color(colour)
    for (let k = 0; k < 3 * count; k++) colours.set([tint.r, tint.g, tint.b, k % 3 === 1 ? 0.95 : 0], 4 * k)
    geometry.setAttribute('color', new THREE.BufferAttribute(colours, 4))
    geometry.setIndex(ringIndices(GroundRing.SEGMENTS))
    const material = new THREE.MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      fog: false,
    })
    material.side = THREE.DoubleSide
    this.mesh = new THREE.Mesh(geometry, material)
    this.mesh.frustumCulled = false
    this.mesh.visible = false
    this.mesh.renderOrder = 4
  }

  /** Show it on the surface at `z` [m]. */
  place(
    { x, y, z }: { x: number; y: number; z: number },
    options: { radius: number; eyeDistance: number },
  ): void {
    const width = Math.max(0.22, 0.004 * options.eyeDistance)
    const lift = 0.12 + 0.0015 * options.eyeDistance
    const position = this.mesh.geometry.getAttribute('position') as THREE.BufferAttribute
    for (let k = 0; k <= GroundRing.SEGMENTS; k++) {
      const angle = (2 * Math.PI * k) / GroundRing.SEGMENTS
      for (let ring = 0; ring < 3; ring++) {
        const r = options.radius + (ring - 1) * width
        const [dx, dy] = [r * Math.cos(angle), r * Math.sin(angle)]
        position.setXYZ(3 * k + ring, dx, dy, this.ground.heightNear(x + dx, y + dy, z) + lift)
      }
    }
    position.needsUpdate = true
    this.mesh.position.set(x, y, 0)
    this.mesh.visible = true
  }

  hide(): void {
    this.mesh.visible = false
  }
}

function ringIndices(segments: number): number[] {
  const indices: number[] = []
  for (let k = 0; k < segments; k++) {
    for (let ring = 0; ring < 2; ring++) {
      const a = 3 * k + ring
      indices.push(a, a + 1, a + 3, a + 1, a + 4, a + 3)
    }
  }
  return indices
}
