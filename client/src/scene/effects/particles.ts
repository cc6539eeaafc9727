/** Puffs and sparks in one draw call: each is written once, at its start; the shader computes its motion. */

import * as THREE from 'three'

export interface Particle {
  x: number
  y: number
  z: number
  vx: number // [m/s]
  vy: number
  vz: number
  life: number // [s]
  size: number // [m] at the start
  growth: number // [m] increase until its end
  gravity: number // [m/s^2], negative rises
  glow: number // 0 is lit, as dust and smoke; 1 emits light, as fire
  red: number
  green: number
  blue: number
  opacity: number
}

const SIZES = { start: 4, drift: 4, form: 4, tint: 4 } as const
type Name = keyof typeof SIZES
const NAMES = Object.keys(SIZES) as Name[]

export class Particles {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.ShaderMaterial>
  private readonly columns: Record<Name, THREE.InstancedBufferAttribute>
  private readonly capacity: number
  private next = 0
  private firstNew = 0
  private born = 0
  private now = 0 // [s]

  constructor(capacity: number) {
    this.capacity = capacity
    const geometry = new THREE.InstancedBufferGeometry()
    geometry.setAttribute(
      'position',
      new THREE.Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3),
    )
    geometry.setIndex([0, 1, 2, 0, 2, 3])
    const column = (size: number) =>
      new THREE.InstancedBufferAttribute(new Float32Array(size * capacity), size).setUsage(
        THREE.DynamicDrawUsage,
      )
    this.columns = { start: column(4), drift: column(4), form: column(4), tint: column(4) }
    for (const name of NAMES) geometry.setAttribute(name, this.columns[name])
    geometry.instanceCount = 0
    this.mesh = new THREE.Mesh(geometry, puffMaterial())
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 3
    this.mesh.visible = false
  }

  add(particle: Particle): void {
    const { start, drift, form, tint } = this.columns
    const p = particle
    start.setXYZW(this.next, p.x, p.y, p.z, this.now)
    drift.setXYZW(this.next, p.vx, p.vy, p.vz, Math.max(0.05, p.life))
    form.setXYZW(this.next, p.size, p.growth, p.gravity, p.glow)
    tint.setXYZW(this.next, p.red, p.green, p.blue, p.opacity)
    this.next = (this.next + 1) % this.capacity
    this.born++
  }

  /** Advance by `elapsed` [s], and upload the particles that were added since the last call. */
  update(elapsed: number): void {
    this.now += elapsed
    this.mesh.material.uniforms.now.value = this.now
    if (this.born === 0) return
    const geometry = this.mesh.geometry
    for (const name of NAMES) this.send(this.columns[name])
    geometry.instanceCount = Math.min(
      this.capacity,
      Math.max(geometry.instanceCount, this.firstNew + this.born),
    )
    this.mesh.visible = true
    this.firstNew = this.next
    this.born = 0
  }

  private send(column: THREE.InstancedBufferAttribute): void {
    const size = column.itemSize
    const straight = Math.min(this.born, this.capacity - this.firstNew)
    column.clearUpdateRanges()
    column.addUpdateRange(size * this.firstNew, size * straight)
    if (this.born > straight) column.addUpdateRange(0, size * Math.min(this.firstNew, this.born - straight))
    column.needsUpdate = true
  }
}

function puffMaterial(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneMinusSrcAlphaFactor,
    uniforms: { now: { value: 0 } },
    vertexShader: /* glsl */ `
      attribute vec4 start; // position, start time
      attribute vec4 drift; // velocity, life
      attribute vec4 form; // size, growth, gravity, glow
      attribute vec4 tint;
      uniform float now;
      varying vec2 vPlace;
      varying vec4 vTint;
      varying float vGlow;
      varying float vSeed;
      void main() {
        float age = now - start.w;
        float part = age / drift.w;
        if (part < 0.0 || part >= 1.0) {
          gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
          return;
        }
        float slowed = mix((1.0 - exp(-1.6 * age)) / 1.6, age, step(0.5, abs(form.z) * 0.1));
        vec3 place = start.xyz + drift.xyz * slowed;
        place.z -= 0.5 * form.z * age * age;
        place.xy += vec2(0.7, 0.35) * age * age * (1.0 - form.w) * 0.25; // light wind
        float size = form.x + form.y * sqrt(part);
        vSeed = fract(start.w * 7.13 + start.x * 3.7 + start.y * 5.1);
        float turn = 6.2832 * vSeed + 0.5 * age * (vSeed - 0.5);
        vec2 corner = vec2(cos(turn) * position.x - sin(turn) * position.y, sin(turn) * position.x + cos(turn) * position.y);
        vec4 seen = viewMatrix * vec4(place, 1.0);
        seen.xy += size * corner;
        gl_Position = projectionMatrix * seen;
        vPlace = position.xy;
        float fadeIn = mix(smoothstep(0.0, 0.12, part), 1.0, form.w);
        float nearby = smoothstep(0.6, 2.5, -seen.z); // none close to the camera
        vTint = vec4(tint.rgb, tint.a * fadeIn * (1.0 - part) * nearby);
        vGlow = form.w;
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 vPlace;
      varying vec4 vTint;
      varying float vGlow;
      varying float vSeed;
      float cloud(vec2 p) {
        return 0.5 + 0.25 * sin(3.1 * p.x + 1.7 * p.y + 20.0 * vSeed) + 0.25 * sin(4.3 * p.y - 2.3 * p.x + 33.0 * vSeed);
      }
      void main() {
        float reach = length(vPlace);
        float edge = 1.0 - smoothstep(mix(0.15, 0.0, vGlow), 1.0, reach + 0.28 * (1.0 - vGlow) * (cloud(2.0 * vPlace) - 0.5));
        float alpha = vTint.a * edge * mix(0.4 + 0.6 * cloud(3.4 * vPlace), 1.0, vGlow);
        if (alpha < 0.004) discard;
        vec3 lit = vTint.rgb * mix(0.82 + 0.25 * vPlace.y, 1.0, vGlow);
        gl_FragColor = vec4(lit * alpha, alpha * (1.0 - vGlow));
      }`,
  })
}
