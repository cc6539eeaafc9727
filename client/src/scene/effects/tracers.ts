/** Rounds in flight as streaks of light on their ballistic paths. */

import * as THREE from 'three'

const MOST = 48
const GRAVITY = 9.81 // [m/s^2]
const LIFE = 6 // [s] longest flight
const STREAK = 0.018 // [s] time of flight that a streak covers

export interface Shot {
  x: number
  y: number
  z: number
  vx: number // [m/s]
  vy: number
  vz: number
}

/** Return the position of a round `seconds` after it has left the muzzle, without air drag. */
export function roundAt(shot: Shot, seconds: number): [number, number, number] {
  return [
    shot.x + shot.vx * seconds,
    shot.y + shot.vy * seconds,
    shot.z + shot.vz * seconds - 0.5 * GRAVITY * seconds * seconds,
  ]
}

interface Flying {
  shot: Shot
  age: number
}

export class Tracers {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>
  private readonly flying: Flying[] = []
  private readonly positions: THREE.BufferAttribute

  constructor() {
    const geometry = new THREE.BufferGeometry()
    this.positions = new THREE.BufferAttribute(new Float32Array(12 * MOST), 3).setUsage(
      THREE.DynamicDrawUsage,
    )
    geometry.setAttribute('position', this.positions)
    const colours = Float32Array.from({ length: 16 * MOST }, (_, k) => {
      const isTail = Math.floor(k / 4) % 4 < 2
      return [1, 0.62, 0.22, isTail ? 0 : 1][k % 4]
    })
    geometry.setAttribute('color', new THREE.BufferAttribute(colours, 4))
    const quads = Array.from({ length: MOST }, (_, k) => [0, 1, 3, 0, 3, 2].map((corner) => 4 * k + corner))
    geometry.setIndex(quads.flat())
    const material = new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false })
    Object.assign(material, { blending: THREE.AdditiveBlending, side: THREE.DoubleSide, toneMapped: false })
    Object.assign(material, { fog: false })
    this.mesh = new THREE.Mesh(geometry, material)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 4
    this.mesh.visible = false
  }

  get count(): number {
    return this.flying.length
  }

  add(shot: Shot): void {
    if (this.flying.length >= MOST) this.flying.shift()
    this.flying.push({ shot, age: 0 })
  }

  /** Remove the round nearest to an impact. */
  end(place: { x: number; y: number; z: number }): void {
    const away = ({ shot, age }: Flying) => {
      const [x, y, z] = roundAt(shot, age)
      return Math.hypot(x - place.x, y - place.y, z - place.z)
    }
    const nearest = this.flying.reduce(
      (best, one, k) => (best < 0 || away(one) < away(this.flying[best]) ? k : best),
      -1,
    )
    if (nearest >= 0) this.flying.splice(nearest, 1)
  }

  update(eye: THREE.Vector3, elapsed: number): void {
    for (const one of this.flying) one.age += elapsed
    while (this.flying.length > 0 && this.flying[0].age > LIFE) this.flying.shift()
    this.flying.forEach((one, k) => {
      this.draw(k, one, eye)
    })
    this.mesh.geometry.setDrawRange(0, 6 * this.flying.length)
    this.mesh.visible = this.flying.length > 0
    this.positions.needsUpdate = this.mesh.visible
  }

  private draw(k: number, { shot, age }: Flying, eye: THREE.Vector3): void {
    const head = new THREE.Vector3(...roundAt(shot, age))
    const tail = new THREE.Vector3(...roundAt(shot, Math.max(0, age - STREAK)))
    const along = head.clone().sub(tail)
    const width = 0.07 + 0.0011 * head.distanceTo(eye) // at least a pixel wide
    const across = along.cross(eye.clone().sub(head)).setLength(width)
    const corners = [
      tail.clone().sub(across),
      tail.clone().add(across),
      head.clone().sub(across),
      head.add(across),
    ]
    corners.forEach((corner, j) => {
      this.positions.setXYZ(4 * k + j, corner.x, corner.y, corner.z)
    })
  }
}
