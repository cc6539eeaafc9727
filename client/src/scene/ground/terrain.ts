/** The ground: patches of one small grid in a single draw call, with heights from a texture in the shader. */

import * as THREE from 'three'
import type { WeatherKind } from '../../generated/messages'
import type { Heightfield } from '../../world/heightfield'
import type { Soil } from '../../world/soil'
import { SOILS } from '../../world/soil'
import { groundFragment, groundVertex, shadeGround } from './groundshader'
import type { LandCover } from './landcovershader'
import type { Patch } from './quadtree'
import { GroundQuadtree, QUADS } from './quadtree'
import type { Ruts } from './ruts'

const MOST_PATCHES = 6000
const ORIGIN_STEP = 512 // [m] step of the drawing origin, which keeps float32 coordinates near the camera accurate

export interface GroundTextures {
  heights: THREE.Texture
  shape: THREE.Texture
  noise: THREE.Texture
  landCover: LandCover
}

export interface TerrainOptions {
  detail: number // 1 is normal; smaller values draw coarser ground
  isPlain: boolean // without the fine surface texture
  ruts: Ruts | undefined
}

export class Terrain {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.MeshLambertMaterial>
  triangles = 0
  private readonly tree: GroundQuadtree
  private readonly patches = new Float32Array(4 * MOST_PATCHES)
  private readonly attribute: THREE.InstancedBufferAttribute
  private readonly origin = new THREE.Vector2()
  private readonly contour = { value: 0 }
  private readonly wet = { value: 0 }
  private readonly snowy = { value: 0 }
  private readonly texture = { value: 1 }
  private readonly soil = { value: 0 }
  private readonly soilsShown: { value: number }
  private readonly frustum = new THREE.Frustum()
  private readonly box = new THREE.Box3()

  constructor(ground: Heightfield, textures: GroundTextures, options: TerrainOptions) {
    const beyond = Math.min(15000, Math.max(6000, 0.5 * Math.max(ground.width, ground.depth)))
    this.tree = new GroundQuadtree(ground, { beyond, detail: options.detail })
    this.soilsShown = textures.landCover.soilsShown
    this.attribute = new THREE.InstancedBufferAttribute(this.patches, 4).setUsage(THREE.DynamicDrawUsage)
    const geometry = patchGeometry()
    geometry.setAttribute('piece', this.attribute)
    this.mesh = new THREE.Mesh(geometry, this.material(ground, textures, options))
    this.mesh.frustumCulled = false
    this.mesh.receiveShadow = true
  }

  /** Select the patches for this camera. */
  update(camera: THREE.PerspectiveCamera): void {
    const eye = camera.position
    this.origin.set(
      Math.round(eye.x / ORIGIN_STEP) * ORIGIN_STEP,
      Math.round(eye.y / ORIGIN_STEP) * ORIGIN_STEP,
    )
    this.mesh.position.set(this.origin.x, this.origin.y, 0)
    this.frustum.setFromProjectionMatrix(
      new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    )
    let count = 0
    const sees = (patch: Patch) => this.sees(patch)
    this.tree.select({ x: eye.x, y: eye.y, z: eye.z, sees }, (patch) => {
      if (count < MOST_PATCHES) this.write(count++, patch)
    })
    this.attribute.clearUpdateRanges()
    this.attribute.addUpdateRange(0, 4 * count)
    this.attribute.needsUpdate = true
    this.mesh.geometry.instanceCount = count
    this.triangles = count * QUADS * QUADS * 2
  }

  /** Weather on the ground: rain darkens it, snow covers it. */
  set weather(kind: WeatherKind) {
    this.wet.value = kind === 'rain' ? 1 : 0
    this.snowy.value = kind === 'snow' ? 1 : 0
  }

  /** Opacity of contour lines, 0..1. */
  set contours(strength: number) {
    this.contour.value = strength
  }

  /** Set the fine texture and the meaning of the colours. */
  look(look: { hasTexture: boolean; soil: Soil; hasSoils: boolean }): void {
    this.texture.value = look.hasTexture ? 1 : 0
    this.soilsShown.value = look.hasSoils ? 1 : 0
    this.soil.value = SOILS.indexOf(look.soil)
  }

  private sees(patch: Patch): boolean {
    this.box.min.set(patch.x, patch.y, patch.low - 1)
    this.box.max.set(patch.x + patch.size, patch.y + patch.size, patch.high + 1)
    return this.frustum.intersectsBox(this.box)
  }

  private write(index: number, patch: Patch): void {
    this.patches[4 * index] = patch.x - this.origin.x
    this.patches[4 * index + 1] = patch.y - this.origin.y
    this.patches[4 * index + 2] = patch.size
    this.patches[4 * index + 3] = patch.level
  }

  private material(ground: Heightfield, textures: GroundTextures, options: TerrainOptions) {
    const material = new THREE.MeshLambertMaterial()
    const uniforms = {
      heightMap: { value: textures.heights },
      shapeMap: { value: textures.shape },
      noiseMap: { value: textures.noise },
      mapOrigin: { value: new THREE.Vector2(ground.xWest, ground.ySouth) },
      mapSpacing: { value: ground.spacing },
      mapPosts: { value: new THREE.Vector2(ground.columns, ground.rows) },
      patchOrigin: { value: this.origin },
      firstReach: { value: this.tree.firstReach },
      topLevel: { value: this.tree.levels - 1 },
      heightRange: { value: new THREE.Vector2(ground.lowest, ground.highest) },
      contour: this.contour,
      wet: this.wet,
      snowy: this.snowy,
      texturing: this.texture,
      soil: this.soil,
      ...textures.landCover.uniforms,
      ...options.ruts?.uniforms,
    }
    material.defines = {
      ...textures.landCover.defines,
      ...(options.isPlain ? { PLAIN: '' } : {}),
      ...(options.ruts ? { RUTS: '' } : {}),
    }
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms)
      shader.vertexShader = groundVertex(shader.vertexShader)
      shader.fragmentShader = shadeGround(groundFragment(shader.fragmentShader))
    }
    return material
  }
}

/** Return a unit square of QUADS x QUADS quads. */
function patchGeometry(): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry()
  const positions: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= QUADS; row++) {
    for (let column = 0; column <= QUADS; column++) positions.push(column / QUADS, row / QUADS, 0)
  }
  for (let row = 0; row < QUADS; row++) {
    for (let column = 0; column < QUADS; column++) {
      const at = row * (QUADS + 1) + column
      const above = at + QUADS + 1
      indices.push(at, at + 1, above + 1, at, above + 1, above)
    }
  }
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setIndex(indices)
  return geometry
}
