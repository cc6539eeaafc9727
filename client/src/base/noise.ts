/** Tiling noise texture, computed at the start: four independent kinds of noise in one lookup. */

import * as THREE from 'three'

const SIZE = 256

/** Return a texture of broad clouds (red), finer clouds (green), grain (blue) and ridges (alpha), each 0..1 and tiling. */
export function noiseTexture(anisotropy: number): THREE.DataTexture {
  const channels = [
    normalised(clouds(5, 5, 11)),
    normalised(clouds(16, 4, 23)),
    normalised(clouds(64, 2, 37)),
    normalised(clouds(7, 5, 51).map((v) => 1 - Math.abs(2 * v - 1))),
  ]
  const data = new Uint8Array(4 * SIZE * SIZE)
  for (let k = 0; k < SIZE * SIZE; k++) {
    for (let c = 0; c < 4; c++) data[4 * k + c] = Math.round(255 * channels[c][k])
  }
  const texture = new THREE.DataTexture(data, SIZE, SIZE, THREE.RGBAFormat, THREE.UnsignedByteType)
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping
  texture.magFilter = THREE.LinearFilter
  texture.minFilter = THREE.LinearMipmapLinearFilter
  texture.anisotropy = anisotropy
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** Return a repeatable pseudo-random number in [0, 1) from two integers and a seed. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2147483647)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  h = Math.imul(h ^ (h >>> 16), 2246822519)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

/** Return a sum of octaves of value noise, with `cells` cells of the first across the texture. */
function clouds(cells: number, octaves: number, seed: number): Float32Array {
  const sum = new Float32Array(SIZE * SIZE)
  for (let octave = 0; octave < octaves; octave++) {
    const count = cells * 2 ** octave
    for (let row = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++) {
        sum[row * SIZE + column] +=
          valueNoise((column * count) / SIZE, (row * count) / SIZE, count, seed + octave) / 2 ** octave
      }
    }
  }
  return sum
}

function valueNoise(x: number, y: number, period: number, seed: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [s, t] = [fade(x - column), fade(y - row)]
  const at = (dx: number, dy: number) => hash((column + dx) % period, (row + dy) % period, seed)
  return (1 - t) * ((1 - s) * at(0, 0) + s * at(1, 0)) + t * ((1 - s) * at(0, 1) + s * at(1, 1))
}

function fade(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10)
}

function normalised(values: Float32Array): Float32Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return values.map((value) => (value - low) / (high - low))
}
