import * as THREE from 'three'
import { expect, test } from 'vitest'
import { Scenery } from '../src/scene/objects/objects'
import type { WorldObjects } from '../src/world/world'

const REACH = { nearReach: 380, farReach: 5200, castsShadow: false }

/** A camera over (x, y), and what it sees when it looks down. */
function lookingDown(x: number, y: number): [THREE.PerspectiveCamera, THREE.Frustum] {
  const camera = new THREE.PerspectiveCamera(52, 1, 0.5, 60000)
  camera.position.set(x, y, 100)
  camera.lookAt(x, y + 0.01, 0)
  camera.updateMatrixWorld()
  const frustum = new THREE.Frustum().setFromProjectionMatrix(
    new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
  )
  return [camera, frustum]
}

function oneTree(): WorldObjects {
  const at = (value: number) => new Float32Array([value])
  const shape = { radius: at(0.5), height: at(9) }
  return {
    count: 1,
    kinds: ['conifer'],
    kind: new Uint8Array(1),
    x: at(0),
    y: at(0),
    z: at(0),
    yaw: at(0),
    ...shape,
  }
}

function drawn(scenery: Scenery): number {
  const shown = scenery.group.children.filter(
    (mesh) => mesh.visible,
  ) as THREE.Mesh<THREE.InstancedBufferGeometry>[]
  return shown.reduce((sum, mesh) => sum + mesh.geometry.instanceCount, 0)
}

test('a camera that begins where there is no scenery draws none', () => {
  const scenery = new Scenery(oneTree(), REACH)
  scenery.update(...lookingDown(20000, 0))
  expect(drawn(scenery)).toBe(0)
  scenery.update(...lookingDown(0, 0))
  expect(drawn(scenery)).toBe(1)
  scenery.update(...lookingDown(20000, 0))
  expect(drawn(scenery)).toBe(0)
})
