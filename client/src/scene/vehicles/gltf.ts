/**
 * The user's own shape of a vehicle, a glTF file, stretched to the body's dimensions.
 *
 * glTF says y up, z forward, x left. Nodes named after what they are move: names that begin with `turret`, `gun` or
 * `wheel`; a wheel in the front half steers.
 */

import * as THREE from 'three'
import type { GLTFLoaderPlugin, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { checkGltf } from './gltfcheck'
import type { Hanging, JointUniforms } from './joints'
import { CHANNEL, hung } from './joints'
import { articulate } from './material'
import type { Size } from './mesh'

export interface Model {
  turretPlace: [number, number, number]
  dress(joints: JointUniforms): { geometry: THREE.BufferGeometry; material: THREE.Material }[]
}

interface Part {
  mesh: THREE.Mesh
  geometry: THREE.BufferGeometry // in the body's frame [m]
}

const TO_BODY = new THREE.Matrix4().set(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1)

export async function loadModel(address: string, body: Size): Promise<Model> {
  const loader = new GLTFLoader().register((parser) => new EmbeddedImages(parser))
  const file = await loader.loadAsync(address)
  return modelOf(file.scene, body)
}

/**
 * Textures straight from the file's bytes: three's own way, by blob: addresses, is not allowed to this page. The file is
 * looked through before anything is made of it.
 */
class EmbeddedImages implements GLTFLoaderPlugin {
  readonly name = 'embedded images'
  private readonly parser: GLTFParser

  constructor(parser: GLTFParser) {
    this.parser = parser
  }

  beforeRoot(): null {
    checkGltf(this.parser.json)
    return null
  }

  async loadTexture(index: number): Promise<THREE.Texture> {
    const { textures, images } = this.parser.json as FileDescription
    const image = images?.[textures?.[index]?.source ?? 0]
    if (!image) throw new Error(`texture ${index} has no image`)
    const bytes = (await this.parser.getDependency('bufferView', image.bufferView)) as ArrayBuffer
    const bitmap = await createImageBitmap(new Blob([bytes], { type: image.mimeType }), {
      colorSpaceConversion: 'none',
      imageOrientation: 'none',
    })
    const texture = new THREE.Texture(bitmap)
    texture.flipY = false
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping
    texture.generateMipmaps = true
    texture.needsUpdate = true
    return texture
  }
}

interface FileDescription {
  textures?: { source?: number }[]
  images?: { bufferView: number; mimeType: string }[]
}

export function modelOf(scene: THREE.Object3D, body: Size): Model {
  scene.updateMatrixWorld(true)
  const fit = fitting(scene, body)
  const parts: Part[] = []
  scene.traverse((node) => {
    if (!(node instanceof THREE.Mesh)) return
    const geometry = (node.geometry as THREE.BufferGeometry).clone()
    parts.push({ mesh: node, geometry: geometry.applyMatrix4(fit.clone().multiply(node.matrixWorld)) })
  })
  if (parts.length === 0) throw new Error('the file holds no mesh')
  const turret = firstNamed(scene, 'turret')
  const turretPlace = turret ? placeOf(turret, fit) : ([0, 0, 0] as [number, number, number])
  return {
    turretPlace,
    dress: (joints) =>
      parts.map(({ mesh, geometry }) => {
        hung(geometry, hangingOf(mesh, geometry, fit))
        const material = (Array.isArray(mesh.material) ? mesh.material[0] : mesh.material).clone()
        articulate(material, joints)
        return { geometry, material }
      }),
  }
}

/** From the file's frame to the body's: its box becomes the body's box, standing on the ground. */
function fitting(scene: THREE.Object3D, { length, width, height }: Size): THREE.Matrix4 {
  const box = new THREE.Box3().setFromObject(scene).applyMatrix4(TO_BODY)
  const size = box.getSize(new THREE.Vector3())
  const middle = box.getCenter(new THREE.Vector3())
  const scale = (wanted: number, given: number) => (given > 1e-6 ? wanted / given : 1)
  return new THREE.Matrix4()
    .makeScale(scale(length, size.x), scale(width, size.y), scale(height, size.z))
    .multiply(new THREE.Matrix4().makeTranslation(-middle.x, -middle.y, -box.min.z))
    .multiply(TO_BODY)
}

function hangingOf(mesh: THREE.Object3D, geometry: THREE.BufferGeometry, fit: THREE.Matrix4): Hanging {
  const gun = ancestorNamed(mesh, 'gun')
  if (gun) return { joint: 'gun', pivot: placeOf(gun, fit) }
  if (ancestorNamed(mesh, 'turret')) return { joint: 'turret', pivot: [0, 0, 0] }
  return ancestorNamed(mesh, 'wheel') ? wheelHanging(geometry) : { joint: 'hull', pivot: [0, 0, 0] }
}

function wheelHanging(geometry: THREE.BufferGeometry): Hanging {
  geometry.computeBoundingBox()
  const box = geometry.boundingBox ?? new THREE.Box3()
  const [x, y, z] = box.getCenter(new THREE.Vector3()).toArray()
  const isFront = x > 0
  const [left, right] = isFront
    ? [CHANNEL.frontLeft, CHANNEL.frontRight]
    : [CHANNEL.rearLeft, CHANNEL.rearRight]
  const radius = Math.max(0.01, (box.max.z - box.min.z) / 2)
  return { joint: 'wheel', pivot: [x, y, z], channel: y > 0 ? left : right, radius, extra: isFront ? 1 : 0 }
}

function placeOf(node: THREE.Object3D, fit: THREE.Matrix4): [number, number, number] {
  return new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).applyMatrix4(fit).toArray()
}

function isNamed(node: THREE.Object3D, word: string): boolean {
  return node.name.toLowerCase().startsWith(word)
}

function ancestorNamed(node: THREE.Object3D | null, word: string): THREE.Object3D | undefined {
  for (let at = node; at; at = at.parent) if (isNamed(at, word)) return at
  return undefined
}

function firstNamed(scene: THREE.Object3D, word: string): THREE.Object3D | undefined {
  let found: THREE.Object3D | undefined
  scene.traverse((node) => {
    if (!found && isNamed(node, word)) found = node
  })
  return found
}
