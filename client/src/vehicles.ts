/** All vehicles, one instanced mesh a part and fleet; near ones whole, far ones body only, very far ones markers alone. */

import * as THREE from 'three'
import { fleetColour } from './palette'
import type { VehicleShape } from './vehicleshapes'
import { vehicleShape } from './vehicleshapes'
import type { Records } from './wire'
import type { FleetInfo } from './world'

const STEER_SHOWN = 0.52 // [rad] road wheel at full steer
const ORIGIN_STEP = 512 // [m]

export interface DrawingReach {
  fine: number // [m] with all parts
  coarse: number // [m] in a few faces; beyond, markers alone
}

export class Vehicles {
  readonly group = new THREE.Group()
  private readonly fleets: FleetMeshes[]
  private readonly travelled: Float32Array // per vehicle, since the page opened [m]

  constructor(fleets: FleetInfo[], count: number, options: { castsShadow: boolean }) {
    this.fleets = fleets.map(
      (fleet, index) => new FleetMeshes(fleet, fleetColour(index), options.castsShadow),
    )
    this.travelled = new Float32Array(count)
    for (const fleet of this.fleets) this.group.add(...fleet.meshes)
  }

  /** Place every vehicle for this eye; `elapsed` simulated seconds of rolling since the last picture. */
  update(state: Records, eye: THREE.Vector3, options: { elapsed: number; reach: DrawingReach }): void {
    const origin = this.group.position
    origin.set(
      Math.round(eye.x / ORIGIN_STEP) * ORIGIN_STEP,
      Math.round(eye.y / ORIGIN_STEP) * ORIGIN_STEP,
      0,
    )
    for (let id = 0; id < this.travelled.length; id++) {
      this.travelled[id] = (this.travelled[id] + state.speed[id] * options.elapsed) % 1e4
    }
    for (const fleet of this.fleets)
      fleet.update(state, this.travelled, { eye, origin, reach: options.reach })
  }
}

interface Placing {
  eye: THREE.Vector3
  origin: THREE.Vector3
  reach: DrawingReach
}

class FleetMeshes {
  readonly meshes: THREE.InstancedMesh[]
  private readonly fleet: FleetInfo
  private readonly shape: VehicleShape
  private readonly body: THREE.InstancedMesh
  private readonly coarse: THREE.InstancedMesh
  private readonly turret: THREE.InstancedMesh | undefined
  private readonly wheels: THREE.InstancedMesh | undefined
  private readonly pose = new THREE.Matrix4()
  private readonly part = new THREE.Matrix4()

  constructor(fleet: FleetInfo, colour: string, castsShadow: boolean) {
    this.fleet = fleet
    this.shape = vehicleShape(fleet)
    const material = paintMaterial(new THREE.Color(colour))
    const mesh = (geometry: THREE.BufferGeometry, each: number) => {
      const instances = new THREE.InstancedMesh(geometry, material, Math.max(1, fleet.count * each))
      instances.frustumCulled = false
      instances.castShadow = castsShadow
      instances.receiveShadow = true
      instances.instanceMatrix.setUsage(THREE.DynamicDrawUsage)
      return instances
    }
    this.body = mesh(this.shape.body, 1)
    this.coarse = mesh(this.shape.coarse, 1)
    this.coarse.castShadow = false
    this.turret = this.shape.turret && mesh(this.shape.turret, 1)
    this.wheels = this.shape.wheel && mesh(this.shape.wheel, this.shape.wheels.length)
    this.meshes = [this.body, this.coarse, this.turret, this.wheels].filter((m) => m !== undefined)
  }

  update(state: Records, travelled: Float32Array, placing: Placing): void {
    let [fine, coarse, wheels] = [0, 0, 0]
    const turretAt = new THREE.Matrix4().makeTranslation(...this.shape.turretPlace)
    for (let id = this.fleet.first; id < this.fleet.first + this.fleet.count; id++) {
      const distance = distanceTo(state, id, placing.eye)
      if (distance > placing.reach.coarse) continue
      poseMatrix(state, id, placing.origin, this.pose)
      if (distance > placing.reach.fine) {
        this.coarse.setMatrixAt(coarse++, this.pose)
        continue
      }
      this.turret?.setMatrixAt(fine, this.part.multiplyMatrices(this.pose, turretAt))
      this.body.setMatrixAt(fine++, this.pose)
      if (this.wheels) wheels = this.placeWheels(wheels, state.steer[id], travelled[id])
    }
    show(this.body, fine)
    show(this.coarse, coarse)
    if (this.turret) show(this.turret, fine)
    if (this.wheels) show(this.wheels, wheels)
  }

  private placeWheels(first: number, steer: number, travelled: number): number {
    for (const wheel of this.shape.wheels) {
      wheelMatrix(wheel.isSteered ? steer * STEER_SHOWN : 0, travelled / wheel.radius, this.part)
      this.part.setPosition(wheel.x, wheel.y, wheel.radius)
      this.part.premultiply(this.pose)
      this.wheels?.setMatrixAt(first++, this.part)
    }
    return first
  }
}

function distanceTo(state: Records, id: number, eye: THREE.Vector3): number {
  return Math.hypot(state.x[id] - eye.x, state.y[id] - eye.y, state.z[id] - eye.z)
}

function show(mesh: THREE.InstancedMesh, count: number): void {
  mesh.count = count
  mesh.visible = count > 0
  mesh.instanceMatrix.clearUpdateRanges()
  mesh.instanceMatrix.addUpdateRange(0, 16 * count)
  mesh.instanceMatrix.needsUpdate = true
}

/** Body to world: yaw about up, then pitch about left (nose down positive), then roll about forward. */
export function poseMatrix(
  state: Records,
  id: number,
  origin: THREE.Vector3,
  out: THREE.Matrix4,
): THREE.Matrix4 {
  const [cy, sy] = [Math.cos(state.yaw[id]), Math.sin(state.yaw[id])]
  const [cp, sp] = [Math.cos(state.pitch[id]), Math.sin(state.pitch[id])]
  const [cr, sr] = [Math.cos(state.roll[id]), Math.sin(state.roll[id])]
  return out.set(
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    state.x[id] - origin.x,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    state.y[id] - origin.y,
    -sp,
    cp * sr,
    cp * cr,
    state.z[id] - origin.z,
    0,
    0,
    0,
    1,
  )
}

/** Steer about up, then roll about left by `spin`. */
function wheelMatrix(steer: number, spin: number, out: THREE.Matrix4): void {
  const [cs, ss] = [Math.cos(steer), Math.sin(steer)]
  const [cr, sr] = [Math.cos(spin), Math.sin(spin)]
  out.set(cs * cr, -ss, cs * sr, 0, ss * cr, cs, ss * sr, 0, -sr, 0, cr, 0, 0, 0, 0, 1)
}

/** Fleet colour where there is paint; dust and shade toward the ground. */
const PAINTING = /* glsl */ `#include <color_vertex>
  vColor.rgb *= mix(vec3(1.0), fleetColour, paint);
  float low = 1.0 - smoothstep(0.0, 1.5, position.z);
  vColor.rgb = mix(vColor.rgb, vec3(0.21, 0.17, 0.11), 0.30 * low) * (1.0 - 0.22 * low);`

/** Lambert shading in which only painted faces take the colour of the fleet. */
function paintMaterial(colour: THREE.Color): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ vertexColors: true })
  material.onBeforeCompile = (shader) => {
    shader.uniforms.fleetColour = { value: colour.clone().multiplyScalar(0.86) }
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float paint;\nuniform vec3 fleetColour;')
      .replace('#include <color_vertex>', PAINTING)
  }
  return material
}
