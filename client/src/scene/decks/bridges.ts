/** Decks in the scene: one mesh of pavings for each square with decks, and near the camera one of concrete and steel. */

import * as THREE from 'three'
import type { WeatherKind } from '../../generated/messages'
import type { Deck } from '../../world/decks'
import { axisDistance } from '../../world/roadjoints'
import type { RoadFile } from '../../world/roads'
import { fileRoads, PIECE_FLOATS } from '../../world/roads'
import type { World } from '../../world/world'
import { ROAD, ROAD_SURFACE } from '../ground/landcovershader'
import type { Site } from './shape'
import { build, pave, Solid } from './shape'

const SQUARE = 512 // [m] side
const BUILT_WITHIN = 1600 // [m] distance of a square within which its slabs, rails and piers are built
const FREED_BEYOND = 2400 // [m] distance beyond which they are removed

interface Square {
  decks: Deck[]
  middle: THREE.Vector3 // of its first deck
  built: THREE.Mesh | undefined
}

export class Bridges {
  readonly group = new THREE.Group()
  private readonly squares: Square[] = []
  private readonly site: Site
  private readonly material = new THREE.MeshLambertMaterial({
    vertexColors: true,
    flatShading: true,
    side: THREE.DoubleSide,
  })
  private readonly castsShadow: boolean
  private readonly wet = { value: 0 }
  private readonly snowy = { value: 0 }
  private readonly texturing = { value: 1 }

  constructor(world: World, options: { noise: THREE.Texture; isPlain: boolean; castsShadow: boolean }) {
    this.group.name = 'decks'
    this.castsShadow = options.castsShadow
    const { ground, carried } = world
    const { decks } = ground
    this.site = { ground, decks, roadEdge: edgeIn(fileRoads(decks.all.length > 0 ? carried.onGround : [])) }
    const looks = new Map(decks.all.map((deck, k) => [deck, carried.codes[k]]))
    const paved = this.pavedMaterial(options)
    for (const members of squares(decks.all)) {
      const middle = middleOf(members[0])
      this.squares.push({ decks: members, middle, built: undefined })
      this.add(pavings(members, looks, middle.toArray()), paved, middle)
    }
  }

  /** Build what is near the camera, one square at a time, and remove what is far away. */
  update(eye: THREE.Vector3): void {
    let isDone = false
    for (const square of this.squares) {
      const away = square.middle.distanceTo(eye)
      if (!square.built && away < BUILT_WITHIN && !isDone) {
        const solid = new Solid(square.middle.toArray())
        for (const deck of square.decks) build(deck, this.site, solid)
        square.built = this.add(geometryOf(solid), this.material, square.middle)
        isDone = true
      } else if (square.built && away > FREED_BEYOND) {
        this.group.remove(square.built)
        square.built.geometry.dispose()
        square.built = undefined
      }
    }
  }

  private add(geometry: THREE.BufferGeometry, material: THREE.Material, at: THREE.Vector3): THREE.Mesh {
    const mesh = new THREE.Mesh(geometry, material)
    mesh.position.copy(at)
    mesh.receiveShadow = true
    mesh.castShadow = this.castsShadow
    this.group.add(mesh)
    return mesh
  }

  set weather(kind: WeatherKind) {
    this.wet.value = kind === 'rain' ? 1 : 0
    this.snowy.value = kind === 'snow' ? 1 : 0
  }

  set hasTexture(hasTexture: boolean) {
    this.texturing.value = hasTexture ? 1 : 0
  }

  /** Drawn in front of ground of the same height. */
  private pavedMaterial({ noise, isPlain }: { noise: THREE.Texture; isPlain: boolean }) {
    const material = new THREE.MeshLambertMaterial({
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -2,
    })
    material.defines = isPlain ? { PLAIN: '' } : {}
    const { wet, snowy, texturing } = this
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { noiseMap: { value: noise }, wet, snowy, texturing })
      shader.vertexShader = shader.vertexShader
        .replace(
          '#include <common>',
          '#include <common>\nattribute vec4 strip;\nvarying vec4 vStrip;\nvarying vec3 vPlace;',
        )
        .replace(
          '#include <begin_vertex>',
          '#include <begin_vertex>\nvStrip = strip;\nvPlace = (modelMatrix * vec4(position, 1.0)).xyz;',
        )
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${DECLARATIONS}`)
        .replace('#include <color_fragment>', PAVED)
    }
    return material
  }
}

const DECLARATIONS = /* glsl */ `
  varying vec4 vStrip;
  varying vec3 vPlace;
  uniform sampler2D noiseMap;
  uniform float wet;
  uniform float snowy;
  uniform float texturing;
  vec3 srgb(float r, float g, float b) { return pow(vec3(r, g, b) / 255.0, vec3(2.2)); }
  ${ROAD}
`

const PAVED = /* glsl */ `
  float pixel = max(0.02, fwidth(vStrip.y));
  float pixelAlong = fwidth(vStrip.x);
  float fine = exp(-distance(cameraPosition, vPlace) / 260.0) * (1.0 - smoothstep(0.12, 0.5, max(pixel, pixelAlong)));
  vec4 patchy = mix(vec4(0.5), texture2D(noiseMap, vPlace.xy / 61.0 + 0.17), texturing);
  #ifdef PLAIN
    vec4 tuft = vec4(0.5);
  #else
    vec4 tuft = mix(vec4(0.5), texture2D(noiseMap, vPlace.yx / 2.9 + 0.53), texturing);
  #endif
  Road road = Road(abs(vStrip.y) - vStrip.z, 1e6, abs(vStrip.y), vStrip.z, vStrip.x, vStrip.w, vec2(1.0, 0.0));
  ${ROAD_SURFACE}
  made *= 1.0 - 0.34 * wet;
  made = mix(made, srgb(228.0, 234.0, 240.0) * (0.93 + 0.14 * (patchy.g - 0.5)), 0.6 * snowy);
  diffuseColor.rgb = made;
`

/** Return decks in groups by squares of the map. */
function squares(decks: readonly Deck[]): Deck[][] {
  const found = new Map<string, Deck[]>()
  for (const deck of decks) {
    const { x, y } = middleOf(deck)
    const key = `${Math.floor(x / SQUARE)},${Math.floor(y / SQUARE)}`
    found.set(key, [...(found.get(key) ?? []), deck])
  }
  return [...found.values()]
}

function middleOf({ points, rows, columns }: Deck): THREE.Vector3 {
  return new THREE.Vector3().fromArray(points, 3 * Math.floor(rows / 2) * columns)
}

function pavings(
  decks: readonly Deck[],
  looks: ReadonlyMap<Deck, number>,
  origin: readonly [number, number, number],
): THREE.BufferGeometry {
  const [positions, strips, indices]: number[][] = [[], [], []]
  for (const deck of decks) {
    const first = positions.length / 3
    const paving = pave(deck, origin)
    for (const value of paving.positions) positions.push(value)
    for (const index of paving.indices) indices.push(first + index)
    for (let k = 0; k < paving.strips.length; k += 3)
      strips.push(paving.strips[k], paving.strips[k + 1], paving.strips[k + 2], looks.get(deck) ?? 0)
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('strip', new THREE.Float32BufferAttribute(strips, 4))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return geometry
}

function geometryOf({ positions, colours }: Solid): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  const colour = new THREE.Color()
  const values = new Uint8Array(3 * colours.length)
  colours.forEach((one, k) => {
    const { r, g, b } = colour.setHex(one)
    values.set([255 * r, 255 * g, 255 * b], 3 * k)
  })
  geometry.setAttribute('color', new THREE.BufferAttribute(values, 3, true))
  return geometry
}

/** Return a function that gives the distance [m] from the edge of the nearest road, negative on it. */
function edgeIn(file: RoadFile): Site['roadEdge'] {
  return (x, y) => {
    const [column, row] = [Math.floor((x - file.x) / file.cell), Math.floor((y - file.y) / file.cell)]
    if (column < 0 || row < 0 || column >= file.columns || row >= file.rows) return Number.POSITIVE_INFINITY
    const at = 2 * (row * file.columns + column)
    let least = Number.POSITIVE_INFINITY
    for (let k = file.cells[at]; k < file.cells[at] + file.cells[at + 1]; k++) {
      const piece = [...file.pieces.subarray(PIECE_FLOATS * k, PIECE_FLOATS * (k + 1))]
      least = Math.min(least, axisDistance(piece, x, y) - piece[4])
    }
    return least
  }
}
