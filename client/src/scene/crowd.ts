/** Dots on the ground for the vehicles of a large world that are not sent individually. */

import * as THREE from 'three'
import type { Density } from '../world/density'
import { dotColour, KINDS, MOST_DOTS } from '../world/density'
import type { Heightfield } from '../world/heightfield'
import type { DrawnVehicles } from '../world/interpolation'

const REFRESH = 0.5 // [s] interval between two updates of a dot
const LIFT = 2 // [m] above the ground

interface Row {
  places: Float32Array // x, y, z from the centre of the map [m]
  kinds: Uint8Array
  count: number
}

export class Crowd {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>
  private readonly density: Density
  private readonly ground: Heightfield
  private readonly rows: Row[]
  private readonly places = dynamic(new Float32Array(3 * MOST_DOTS), 3)
  private readonly kinds = dynamic(new Uint8Array(MOST_DOTS), 1)
  private readonly size = { value: 1 }
  private next = 0 // row to update next
  private sinceRefresh = REFRESH

  constructor(density: Density, ground: Heightfield) {
    this.density = density
    this.ground = ground
    const empty = { places: new Float32Array(0), kinds: new Uint8Array(0), count: 0 }
    this.rows = Array.from({ length: density.cells.rows }, () => ({ ...empty }))
    const geometry = new THREE.BufferGeometry()
    geometry.setAttribute('position', this.places)
    geometry.setAttribute('kind', this.kinds)
    this.points = new THREE.Points(geometry, dotMaterial(this.size))
    this.points.position.set((ground.xWest + ground.xEast) / 2, (ground.ySouth + ground.yNorth) / 2, 0)
    this.points.frustumCulled = false
    this.points.renderOrder = 4
    geometry.setDrawRange(0, 0)
  }

  /** Update some rows, `elapsed` [s] after the last frame. */
  update(state: DrawnVehicles, kindOf: (id: number) => number, elapsed: number, pixelRatio: number): void {
    this.size.value = pixelRatio
    this.sinceRefresh += elapsed
    const isDue = this.sinceRefresh >= REFRESH
    if (isDue) this.density.noteShown(state, kindOf)
    const each = Math.max(1, Math.ceil(this.density.total / MOST_DOTS))
    const share = Math.min(1, elapsed / REFRESH)
    for (let k = Math.ceil(share * this.rows.length); k > 0; k--) {
      this.fill(this.next, each)
      this.next = (this.next + 1) % this.rows.length
    }
    if (isDue) this.commit()
  }

  private fill(index: number, each: number): void {
    const row = this.rows[index]
    const { x: middleX, y: middleY } = this.points.position
    row.count = 0
    this.density.eachHidden(index, each, ({ x, y, kind }) => {
      if (row.count >= row.kinds.length) grow(row)
      const at = 3 * row.count
      row.places[at] = x - middleX
      row.places[at + 1] = y - middleY
      row.places[at + 2] = this.ground.height(x, y) + LIFT
      row.kinds[row.count++] = kind
    })
  }

  private commit(): void {
    this.sinceRefresh = 0
    let count = 0
    for (const row of this.rows) {
      const many = Math.min(row.count, MOST_DOTS - count)
      this.places.array.set(row.places.subarray(0, 3 * many), 3 * count)
      this.kinds.array.set(row.kinds.subarray(0, many), count)
      count += many
    }
    for (const attribute of [this.places, this.kinds]) {
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, attribute.itemSize * count)
      attribute.needsUpdate = true
    }
    this.points.geometry.setDrawRange(0, count)
    this.points.visible = count > 0
  }
}

function grow(row: Row): void {
  const size = Math.max(64, 2 * row.kinds.length)
  const [places, kinds] = [new Float32Array(3 * size), new Uint8Array(size)]
  places.set(row.places)
  kinds.set(row.kinds)
  row.places = places
  row.kinds = kinds
}

function dynamic(array: THREE.TypedArray, size: number): THREE.BufferAttribute {
  return new THREE.BufferAttribute(array, size).setUsage(THREE.DynamicDrawUsage)
}

/** Return a material for dots that fade with distance, and near the camera, where vehicles are drawn individually. */
function dotMaterial(size: { value: number }): THREE.ShaderMaterial {
  const colours = KINDS.map((kind) => new THREE.Vector3(...dotColour(kind)).divideScalar(255))
  return new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { size, colours: { value: colours } },
    vertexShader: /* glsl */ `
      attribute float kind;
      uniform float size;
      uniform vec3 colours[${KINDS.length}];
      varying vec3 vColour;
      varying float vShown;
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        float far = distance(world.xyz, cameraPosition);
        vShown = smoothstep(500.0, 1100.0, far) * mix(0.3, 1.0, exp(-far / 9000.0));
        vColour = colours[int(kind + 0.5)];
        world.xyz = mix(world.xyz, cameraPosition, 0.012);
        gl_Position = projectionMatrix * viewMatrix * world;
        gl_PointSize = vShown > 0.0 ? size * clamp(16000.0 / far, 2.4, 5.0) : 0.0;
      }`,
    fragmentShader: /* glsl */ `
      varying vec3 vColour;
      varying float vShown;
      void main() {
        float away = length(2.0 * gl_PointCoord - 1.0);
        float inside = 1.0 - smoothstep(0.45, 0.9, away);
        float rim = 1.0 - smoothstep(0.8, 1.1, away);
        gl_FragColor = vec4(vColour * mix(0.25, 1.0, inside), rim * vShown);
      }`,
  })
}
