/** Posts with the lamps of traffic lights, at the edges of roads. */

import * as THREE from 'three'
import type { TrafficLights as Places } from '../generated/messages'
import type { Heightfield } from '../world/heightfield'

const [POST_HEIGHT, POST_RADIUS] = [2.6, 0.07] // [m]
const BOX = { deep: 0.22, wide: 0.36, high: 1.0 } // [m]
const [LAMP_RADIUS, LAMP_STEP] = [0.13, 0.31] // [m]
const LAMPS = ['r', 'y', 'g'] as const // from above
const COLOURS: Record<string, string> = { g: '#20ff70', y: '#ffc020', r: '#ff3028' }
const DARK = 0.07 // brightness of a lamp that is off

export class TrafficLights {
  readonly group = new THREE.Group()
  private readonly lamps: THREE.InstancedMesh
  private readonly colours = LAMPS.map((letter) => new THREE.Color(COLOURS[letter]))

  constructor({ x, y, yaw }: Pick<Places, 'x' | 'y' | 'yaw'>, ground: Heightfield) {
    const post = new THREE.CylinderGeometry(POST_RADIUS, POST_RADIUS, POST_HEIGHT, 8).rotateX(0.5 * Math.PI)
    const box = new THREE.BoxGeometry(BOX.deep, BOX.wide, BOX.high)
    const lamp = new THREE.CircleGeometry(LAMP_RADIUS, 16).rotateY(-0.5 * Math.PI) // seen from behind the line
    const grey = new THREE.MeshLambertMaterial({ color: '#3a4044' })
    const black = new THREE.MeshLambertMaterial({ color: '#14181a' })
    const lit = new THREE.MeshBasicMaterial({ toneMapped: false })
    const meshes = [
      new THREE.InstancedMesh(post, grey, x.length),
      new THREE.InstancedMesh(box, black, x.length),
    ]
    this.lamps = new THREE.InstancedMesh(lamp, lit, LAMPS.length * x.length)
    const place = new THREE.Matrix4()
    const put = (mesh: THREE.InstancedMesh, index: number, light: number, forward: number, up: number) => {
      const [cosine, sine] = [Math.cos(yaw[light]), Math.sin(yaw[light])]
      place.makeRotationZ(yaw[light])
      const height = ground.height(x[light], y[light]) + up
      place.setPosition(x[light] + forward * cosine, y[light] + forward * sine, height)
      mesh.setMatrixAt(index, place)
    }
    for (let light = 0; light < x.length; light++) {
      put(meshes[0], light, light, 0, 0.5 * POST_HEIGHT)
      put(meshes[1], light, light, 0, POST_HEIGHT + 0.5 * BOX.high)
      LAMPS.forEach((_, number) => {
        const up = POST_HEIGHT + 0.5 * BOX.high + (1 - number) * LAMP_STEP
        put(this.lamps, LAMPS.length * light + number, light, -0.5 * BOX.deep - 0.01, up)
      })
    }
    for (const mesh of [...meshes, this.lamps]) {
      mesh.frustumCulled = false // they stand all over the world
      this.group.add(mesh)
    }
    this.show('')
  }

  /** Light the lamp of each state; all are off where none is given. */
  show(states: string): void {
    const colour = new THREE.Color()
    for (let index = 0; index < this.lamps.count; index++) {
      const number = index % LAMPS.length
      const isOn = states[Math.floor(index / LAMPS.length)] === LAMPS[number]
      this.lamps.setColorAt(index, colour.copy(this.colours[number]).multiplyScalar(isOn ? 1 : DARK))
    }
    if (this.lamps.instanceColor) this.lamps.instanceColor.needsUpdate = true
  }
}
