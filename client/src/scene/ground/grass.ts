/** Tufts of grass near the camera: a fixed set of instances that the shader places around it. */

import * as THREE from 'three'
import type { Heightfield } from '../../world/heightfield'
import { LAND_COVER } from './landcovershader'
import type { GroundTextures } from './terrain'

const ACROSS = 140 // tufts along each side of the square around the camera
const GAP = 0.6 // [m] between tufts
const REACH = 0.5 * ACROSS * GAP // [m]

export class Grass {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.MeshLambertMaterial>
  private readonly eyeCell = new THREE.Vector2()
  private readonly ceiling = 140 // [m] height of the camera above which none is drawn

  constructor(ground: Heightfield, textures: GroundTextures) {
    const uniforms = {
      heightMap: { value: textures.heights },
      shapeMap: { value: textures.shape },
      noiseMap: { value: textures.noise },
      mapOrigin: { value: new THREE.Vector2(ground.xWest, ground.ySouth) },
      mapSpacing: { value: ground.spacing },
      mapPosts: { value: new THREE.Vector2(ground.columns, ground.rows) },
      eyeCell: { value: this.eyeCell },
      ...textures.landCover.uniforms,
    }
    this.mesh = new THREE.Mesh(tufts(), grassMaterial(uniforms, textures.landCover.defines))
    this.mesh.frustumCulled = false
    this.mesh.receiveShadow = true
  }

  update(eye: THREE.Vector3, aboveGround: number): void {
    this.mesh.visible = aboveGround < this.ceiling
    this.eyeCell.set(Math.round(eye.x / GAP), Math.round(eye.y / GAP))
    this.mesh.position.set(this.eyeCell.x * GAP, this.eyeCell.y * GAP, 0)
  }
}

/** Return tufts of four blades; an instance has its cell relative to that of the camera. */
function tufts(): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry()
  const positions: number[] = []
  for (let k = 0; k < 4; k++) {
    const turn = (k * 2.4) % (2 * Math.PI)
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    const foot = 0.1 * (k % 2 ? 1 : -1)
    const [lean, tall] = [0.14 + 0.05 * k, 0.3 - 0.04 * k]
    positions.push(
      foot - 0.035 * s,
      foot + 0.035 * c,
      0,
      foot + 0.035 * s,
      foot - 0.035 * c,
      0,
      foot + lean * c,
      foot + lean * s,
      tall,
    )
  }
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  const cells = new Float32Array(2 * ACROSS * ACROSS)
  for (let k = 0; k < ACROSS * ACROSS; k++)
    cells.set([(k % ACROSS) - ACROSS / 2, Math.floor(k / ACROSS) - ACROSS / 2], 2 * k)
  geometry.setAttribute('cell', new THREE.InstancedBufferAttribute(cells, 2))
  geometry.instanceCount = ACROSS * ACROSS
  return geometry
}

function grassMaterial(
  uniforms: Record<string, THREE.IUniform>,
  defines: Record<string, string>,
): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ side: THREE.DoubleSide })
  material.defines = { ...defines }
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms)
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${DECLARATIONS}`)
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = vec3(0.0, 0.0, 1.0);')
      .replace('#include <begin_vertex>', GROWING)
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vBlade;\nvarying vec2 vSlope;')
      .replace('#include <color_fragment>', 'diffuseColor.rgb = vBlade;')
      .replace(
        '#include <normal_fragment_begin>',
        'vec3 normal = normalize((viewMatrix * vec4(-vSlope, 1.0, 0.0)).xyz);\nvec3 nonPerturbedNormal = normal;',
      )
  }
  return material
}

const DECLARATIONS = /* glsl */ `
  attribute vec2 cell;
  uniform highp sampler2D heightMap;
  uniform sampler2D shapeMap;
  uniform sampler2D noiseMap;
  uniform vec2 mapOrigin;
  uniform float mapSpacing;
  uniform vec2 mapPosts;
  uniform vec2 eyeCell;
  varying vec3 vBlade;
  varying vec2 vSlope;

  float post(ivec2 at) { return texelFetch(heightMap, at, 0).r; }
  float groundHeight(vec2 at) {
    ivec2 corner = ivec2(min(floor(at), mapPosts - 2.0));
    vec2 part = at - vec2(corner);
    float south = mix(post(corner), post(corner + ivec2(1, 0)), part.x);
    float north = mix(post(corner + ivec2(0, 1)), post(corner + ivec2(1, 1)), part.x);
    return mix(south, north, part.y);
  }
  ${LAND_COVER}
  vec3 random3(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, q.yxz + 33.33);
    return fract((q.xxy + q.yzz) * q.zyx);
  }
`

const GROWING = /* glsl */ `
  vec2 own = cell + eyeCell;
  vec3 luck = random3(mod(own, 4096.0));
  vec2 local = (cell + luck.xy - 0.5) * ${GAP.toFixed(3)};
  vec2 world = local + eyeCell * ${GAP.toFixed(3)};
  vec2 at = clamp((world - mapOrigin) / mapSpacing, vec2(0.0), mapPosts - 1.0);
  vec4 shape = textureLod(shapeMap, (at + 0.5) / mapPosts, 0.0);
  float lush = textureLod(noiseMap, world / 61.0 + 0.17, 0.0).g;
  float dry = textureLod(noiseMap, world / 420.0 + 0.31, 0.0).r;
  float nearness = 1.0 - smoothstep(${(0.45 * REACH).toFixed(1)}, ${(0.98 * REACH).toFixed(1)}, length(local));
  float size = nearness * (0.28 + 0.62 * luck.z) * smoothstep(0.25, 0.62, lush + 0.3 * luck.x) * (1.0 - smoothstep(0.28, 0.6, length(shape.xy)));
  #ifdef SOILS
    size *= 1.0 - smoothstep(0.5, 0.6, soilAt(world, vec2(0.0)).a * soilsShown);
  #endif
  #ifdef ROADS
    size *= smoothstep(0.0, 1.2, roadAt(world).edge);
  #endif
  float turn = 6.283 * luck.y;
  vec2 blade = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * position.xy;
  vec3 green = mix(vec3(0.150, 0.185, 0.062), vec3(0.36, 0.32, 0.135), smoothstep(0.35, 0.75, dry + 0.3 * (luck.z - 0.5)));
  vSlope = shape.xy;
  vBlade = green * (0.62 + 1.9 * position.z);
  vec3 transformed = vec3(local + blade * size, groundHeight(at) + position.z * size * 1.25 - 0.01);
`
