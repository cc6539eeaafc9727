/** The 3-D scene: ground, scenery, vehicles, light; one call draws one frame. */

import * as THREE from 'three'
import { noiseTexture } from '../base/noise'
import { OWN_COLOUR, SELECTED_COLOUR } from '../base/palette'
import type { Records, ServerMessage, WeatherKind } from '../generated/messages'
import type { Density } from '../world/density'
import { KINDS } from '../world/density'
import type { DrawnVehicles } from '../world/interpolation'
import type { World } from '../world/world'
import { Atmosphere, installHaze } from './atmosphere'
import type { CameraRig } from './camera'
import { Crowd } from './crowd'
import { Bridges } from './decks/bridges'
import { Effects, receive } from './effects/effects'
import { Precipitation } from './effects/precipitation'
import { Grass } from './ground/grass'
import { heightTexture, shapeTexture } from './ground/groundmaps'
import { landCover } from './ground/landcovershader'
import { Ruts } from './ground/ruts'
import { Terrain } from './ground/terrain'
import { GroundRing, Markers } from './markers'
import { Scenery } from './objects/objects'
import type { Quality } from './quality'
import { QUALITIES } from './quality'
import { camouflageOf } from './vehicles/camouflage'
import { Vehicles } from './vehicles/vehicles'
import type { View } from './view'
import { VIEW } from './view'

const PANEL_SHARE = 0.02 // share of the height by which the picture is shifted up
const OWN_RING_FROM = 28 // [m] distance from which the user's own vehicle has a ring
const SHADOW_CEILING = 700 // [m] height over the subject above which shadows are too small to be visible

export interface Picture {
  state: DrawnVehicles
  own: number
  selected: number
  elapsed: number // simulated [s] since the last frame
  wallElapsed: number // wall clock [s]
}

export class Stage {
  readonly canvas: HTMLCanvasElement
  readonly scene = new THREE.Scene()
  private readonly renderer: THREE.WebGLRenderer
  private readonly rig: CameraRig
  private readonly world: World
  private quality: Quality
  private isEased = false // drawn with reduced quality, because the machine is slow
  private readonly atmosphere: Atmosphere
  private readonly terrain: Terrain
  private readonly bridges: Bridges
  private readonly grass: Grass | undefined
  private readonly scenery: Scenery
  private readonly vehicles: Vehicles
  readonly ruts: Ruts | undefined // in a world with ruts
  private readonly effects: Effects
  private readonly precipitation: Precipitation
  private readonly markers: Markers
  private readonly crowd: Crowd | undefined // for a world of which not every vehicle is sent
  private readonly kinds: Uint8Array // kinds of the fleets, indices in KINDS
  private readonly ownRing: GroundRing
  private readonly selectedRing: GroundRing
  private readonly frustum = new THREE.Frustum()
  private pixelRatio: number
  view = VIEW
  private weather: WeatherKind = 'dry'
  /** Throws if the browser has no WebGL. */
  constructor(
    world: World,
    rig: CameraRig,
    { cover, quality, density }: { cover: Float32Array; quality: Quality; density: Density | undefined },
  ) {
    installHaze()
    this.world = world
    this.rig = rig
    this.quality = quality
    this.renderer = new THREE.WebGLRenderer({
      antialias: quality.antialias,
      powerPreference: 'high-performance',
    })
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping
    this.renderer.toneMappingExposure = 0.92
    this.renderer.shadowMap.enabled = quality.shadowSize > 0
    this.renderer.shadowMap.type = THREE.PCFShadowMap
    this.pixelRatio = Math.min(window.devicePixelRatio || 1, quality.pixelRatio)
    this.renderer.setPixelRatio(this.pixelRatio)
    this.canvas = this.renderer.domElement
    this.canvas.className = 'stage'
    const noise = noiseTexture(quality.isPlain ? 1 : 4)
    this.atmosphere = new Atmosphere(this.scene, noise, world.ground.lowest)
    if (quality.shadowSize > 0) this.atmosphere.enableShadows(quality.shadowSize)
    const textures = {
      heights: heightTexture(world.ground),
      shape: shapeTexture(world.ground, cover),
      noise,
      landCover: landCover(world.surface, world.roads, world.carried.onGround),
    }
    this.ruts = world.description.ruts ? new Ruts(world.description.ruts) : undefined
    this.terrain = new Terrain(world.ground, textures, {
      detail: quality.groundDetail,
      isPlain: quality.isPlain,
      ruts: this.ruts,
    })
    this.bridges = new Bridges(world, {
      noise,
      isPlain: quality.isPlain,
      castsShadow: quality.shadowSize > 0,
    })
    this.grass = quality.isPlain ? undefined : new Grass(world.ground, textures)
    const castsShadow = quality.shadowSize > 0
    this.scenery = new Scenery(world.objects, { ...quality.objects, castsShadow })
    const { ground } = world
    this.vehicles = new Vehicles(world.description.fleets, world.vehicleCount, {
      castsShadow,
      ground,
      camouflage: camouflageOf(world.surface),
    })
    this.effects = new Effects(world, this.vehicles, quality.particles)
    this.precipitation = new Precipitation(Math.max(1200, quality.particles))
    this.markers = new Markers(world)
    this.kinds = Uint8Array.from(world.description.fleets, ({ kind }) => KINDS.indexOf(kind))
    this.crowd = density && new Crowd(density, ground)
    if (this.crowd) this.scene.add(this.crowd.points)
    this.ownRing = new GroundRing(world.ground, OWN_COLOUR)
    this.selectedRing = new GroundRing(world.ground, SELECTED_COLOUR)
    this.scene.add(this.terrain.mesh, this.bridges.group, this.scenery.group, this.vehicles.group)
    if (this.grass) this.scene.add(this.grass.mesh)
    this.scene.add(this.effects.group, this.precipitation.group)
    this.scene.add(this.markers.points, this.ownRing.mesh, this.selectedRing.mesh)
  }

  /** Mark far vehicles by arrows. */
  set hasArrows(hasArrows: boolean) {
    this.markers.points.visible = hasArrows
  }

  get size(): { width: number; height: number } {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight }
  }

  /** Load of the last frame, including shadows. */
  get load(): { drawCalls: number; triangles: number } {
    const { calls, triangles } = this.renderer.info.render
    return { drawCalls: calls, triangles }
  }

  private get isGrassy(): boolean {
    return this.view.hasTexture && this.view.soil === 'natural' && this.weather !== 'snow' && !this.isEased
  }

  /** Fit the picture to a size [pixels], shifted up by a share of the height. */
  resize(width: number, height: number, shift = 0): void {
    this.renderer.setSize(width, height, false)
    const { camera } = this.rig
    camera.aspect = width / Math.max(1, height)
    camera.setViewOffset(width, height, 0, (PANEL_SHARE + shift) * height, width, height) // the subject is above the panel
  }

  /** Set the ratio of drawn to screen pixels, for speed; return whether it has changed. */
  scalePixels(factor: number): boolean {
    const wanted = Math.min(
      this.quality.pixelRatio,
      window.devicePixelRatio || 1,
      Math.max(0.5, this.pixelRatio * factor),
    )
    if (wanted === this.pixelRatio) return false
    this.pixelRatio = wanted
    this.renderer.setPixelRatio(wanted)
    return true
  }

  /** Reduce the quality: no shadows, no grass, and less detail at a distance. */
  ease(): void {
    this.quality = { ...this.quality, vehicles: QUALITIES.low.vehicles, shadowSize: 0, pixelRatio: 0.7 }
    this.isEased = true
    this.atmosphere.sun.castShadow = false
    this.scalePixels(1)
  }

  /** Update the scene for the next frame. */
  arrange(picture: Picture): void {
    const { camera } = this.rig
    camera.updateMatrixWorld()
    this.frustum.setFromProjectionMatrix(
      new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    )
    this.atmosphere.update(camera)
    this.precipitation.update(picture.wallElapsed)
    this.terrain.update(camera)
    this.bridges.update(camera.position)
    this.ruts?.follow(camera.position.x, camera.position.y)
    const { x, y, z } = camera.position
    const above = z - this.world.ground.heightBelow(x, y, z)
    this.terrain.contours = THREE.MathUtils.smoothstep(above, 500, 1800)
    if (this.isGrassy) this.grass?.update(camera.position, above)
    else if (this.grass) this.grass.mesh.visible = false
    this.scenery.update(camera, this.frustum, this.rig.followed)
    this.vehicles.update(picture.state, camera.position, {
      elapsed: picture.elapsed,
      reach: this.quality.vehicles,
      own: picture.own,
    })
    this.effects.update(picture.state, { eye: camera.position, elapsed: picture.elapsed })
    const { own, selected } = picture
    this.markers.update(picture.state, camera.position, { own, selected, pixelRatio: this.pixelRatio })
    const kindOf = (id: number) => this.kinds[this.world.fleetOf[id]]
    this.crowd?.update(picture.state, kindOf, picture.wallElapsed, this.pixelRatio)
    this.placeRing(this.ownRing, picture.state, this.rig.mode === 'driver' ? -1 : own)
    this.placeRing(this.selectedRing, picture.state, selected === own ? -1 : selected)
    this.aimShadows(above)
  }

  draw(): void {
    this.renderer.render(this.scene, this.rig.camera)
  }

  /** Apply the view settings: haze, fog, texture and soil colours. */
  look(view: View): void {
    this.atmosphere.air = view
    this.terrain.look(view)
    this.bridges.hasTexture = view.hasTexture
    this.view = view
  }

  /** Show turrets, shots, impacts and damage. */
  receive(message: ServerMessage): void {
    const { motions, articulations } = this.vehicles
    if (message.type === 'weather') this.setWeather(message.kind)
    receive(message, { effects: this.effects, motions, articulations })
  }

  private setWeather(kind: WeatherKind): void {
    this.weather = kind
    this.atmosphere.weather = kind
    this.precipitation.weather = kind
    this.terrain.weather = kind
    this.bridges.weather = kind
    this.vehicles.paint(camouflageOf(this.world.surface, kind === 'snow'))
  }

  dispose(): void {
    this.renderer.dispose()
  }

  private placeRing(ring: GroundRing, state: Records, id: number): void {
    ring.hide()
    if (id < 0 || Number.isNaN(state.x[id])) return
    const { length } = this.world.description.fleets[this.world.fleetOf[id]].body
    const eyeDistance = this.rig.camera.position.distanceTo(
      new THREE.Vector3(state.x[id], state.y[id], state.z[id]),
    )
    if (ring === this.ownRing && eyeDistance < OWN_RING_FROM) return
    ring.place({ x: state.x[id], y: state.y[id], z: state.z[id] }, { radius: 0.72 * length, eyeDistance })
  }

  private aimShadows(above: number): void {
    const shadow = this.atmosphere.sun.shadow
    const isUseful = this.quality.shadowSize > 0 && above < SHADOW_CEILING
    shadow.autoUpdate = isUseful
    shadow.intensity = isUseful
      ? 0.85 * (1 - THREE.MathUtils.smoothstep(above, 0.6 * SHADOW_CEILING, SHADOW_CEILING))
      : 0
    if (!isUseful) return
    const { camera } = this.rig
    const reach = Math.min(320, Math.max(70, 2.2 * above + 40))
    const ahead = camera.getWorldDirection(new THREE.Vector3())
    const focus = camera.position.clone().addScaledVector(ahead, 0.7 * reach)
    focus.z = this.world.ground.height(focus.x, focus.y)
    this.atmosphere.aimShadows(focus, Math.round(reach / 10) * 10)
  }
}
