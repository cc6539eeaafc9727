/** Rain and snow around the camera: one draw call, moved by the shader, in a box that follows the camera. */

import * as THREE from 'three'
import type { WeatherKind } from '../../generated/messages'

const BOX = 22 // [m] side of the cube around the camera
const RAIN = { fall: 9, drift: 1.2, streak: 0.075 } // [m/s], [m/s], [s] time of fall that the streak of a drop covers
const SNOW = { fall: 1.5, drift: 0.9, streak: 0 }

/** Air by weather: visibility [m], and transmitted share of sunlight. */
export const AIR: Record<WeatherKind, { visibility: number; light: number }> = {
  dry: { visibility: Infinity, light: 1 },
  rain: { visibility: 4500, light: 0.35 },
  snow: { visibility: 2200, light: 0.5 },
  fog: { visibility: 350, light: 0.3 },
}

export class Precipitation {
  readonly group = new THREE.Group()
  private readonly drops: THREE.LineSegments
  private readonly flakes: THREE.Points
  private readonly now = { value: 0 } // [s]

  constructor(count: number) {
    this.drops = new THREE.LineSegments(cloud(count, 2), material(RAIN, this.now, 0.34))
    this.flakes = new THREE.Points(cloud(count, 1), material(SNOW, this.now, 0.85))
    for (const one of [this.drops, this.flakes]) {
      one.frustumCulled = false
      one.renderOrder = 4
      one.visible = false
      this.group.add(one)
    }
  }

  set weather(kind: WeatherKind) {
    this.drops.visible = kind === 'rain'
    this.flakes.visible = kind === 'snow'
  }

  /** Advance by `elapsed` [s] of the wall clock. */
  update(elapsed: number): void {
    this.now.value = (this.now.value + elapsed) % 3600
  }
}

/** Return positions in the unit cube, each `ends` times: once for a point, twice for a line. */
function cloud(count: number, ends: number): THREE.BufferGeometry {
  const seeds = new Float32Array(4 * count * ends)
  for (let k = 0; k < count; k++) {
    const place = [Math.random(), Math.random(), Math.random()]
    for (let end = 0; end < ends; end++) seeds.set([...place, end], 4 * (k * ends + end))
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('seed', new THREE.BufferAttribute(seeds, 4))
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * count * ends), 3))
  return geometry
}

function material(
  kind: { fall: number; drift: number; streak: number },
  now: { value: number },
  opacity: number,
): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { now },
    transparent: true,
    depthWrite: false,
    vertexShader: /* glsl */ `
      attribute vec4 seed; // position, and index of the end
      uniform float now;
      varying float strength;
      void main() {
        vec3 wind = vec3(${kind.drift.toFixed(2)}, ${(0.4 * kind.drift).toFixed(2)}, -${kind.fall.toFixed(2)} * (0.8 + 0.4 * seed.x));
        float sway = ${kind.streak === 0 ? '1.0' : '0.0'} * 0.5;
        vec3 at = seed.xyz * ${BOX.toFixed(1)} + wind * now + sway * sin(now * (0.6 + seed.y) + 40.0 * seed.zxy);
        at = mod(at - cameraPosition, ${BOX.toFixed(1)}) - ${(BOX / 2).toFixed(1)} - seed.w * ${kind.streak.toFixed(3)} * wind;
        strength = smoothstep(${(BOX / 2).toFixed(1)}, ${(BOX / 5).toFixed(1)}, length(at)) * (1.0 - 0.7 * seed.w);
        gl_Position = projectionMatrix * viewMatrix * vec4(cameraPosition + at, 1.0);
        gl_PointSize = clamp(46.0 / max(gl_Position.w, 1.0), 1.5, 7.0);
      }`,
    fragmentShader: /* glsl */ `
      varying float strength;
      void main() { gl_FragColor = vec4(vec3(0.9, 0.94, 0.97), ${opacity.toFixed(2)} * strength); }`,
  })
}
