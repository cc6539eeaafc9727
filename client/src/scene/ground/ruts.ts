/** Ruts: tiles of depths from the server, and the texture of those around the camera for the ground shader. */

import * as THREE from 'three'
import { WireError } from '../../connection/wire'
import { RUT_TILE_BYTES, RUTS_BYTES, readRuts, readRutTiles, VERSION } from '../../generated/messages'
import type { RutsDescription } from '../../generated/world'

const MOST_TILES = 40000 // number of tiles in memory; beyond, the oldest are removed
const WINDOW = 32 // tiles along a side of the texture
const MOVED = 3 // tiles by which the camera moves before the texture does

export interface RutTiles {
  columns: Uint16Array // of each tile
  rows: Uint16Array
  cells: Uint8Array // tile after tile, rows from south to north
}

/** Return the tiles of a message; no tiles mean that all are to be removed. */
export function decodeRuts(buffer: ArrayBuffer, side: number): RutTiles {
  const view = new DataView(buffer)
  const { version, count } = readRuts(view, 0)
  if (version !== VERSION)
    throw new WireError(`the ruts have wire version ${version}; this page speaks ${VERSION}`)
  const start = RUTS_BYTES + count * RUT_TILE_BYTES
  const wanted = start + count * side * side
  if (buffer.byteLength !== wanted) {
    throw new WireError(`the ruts have ${buffer.byteLength} bytes; ${count} tiles need ${wanted}`)
  }
  const { column, row } = readRutTiles(view, RUTS_BYTES, count)
  return { columns: column, rows: row, cells: new Uint8Array(buffer, start) }
}

export class Ruts {
  readonly uniforms: { rutMap: THREE.IUniform<THREE.Texture>; rutWindow: THREE.IUniform<THREE.Vector3> }
  private readonly grid: RutsDescription
  private readonly tiles = new Map<number, Uint8Array>()
  private readonly pixels: Uint8Array<ArrayBuffer>
  private readonly texture: THREE.DataTexture
  private column = Number.NaN // of the first tile of the texture
  private row = Number.NaN

  constructor(grid: RutsDescription) {
    this.grid = grid
    const side = WINDOW * grid.side
    this.pixels = new Uint8Array(side * side)
    this.texture = new THREE.DataTexture(this.pixels, side, side, THREE.RedFormat)
    this.texture.magFilter = THREE.LinearFilter
    this.texture.minFilter = THREE.LinearFilter
    this.uniforms = {
      rutMap: { value: this.texture },
      rutWindow: { value: new THREE.Vector3(0, 0, side * grid.cell) },
    }
  }

  /** Number of tiles in memory. */
  get count(): number {
    return this.tiles.size
  }

  receive(buffer: ArrayBuffer): void {
    const { side } = this.grid
    const { columns, rows, cells } = decodeRuts(buffer, side)
    if (columns.length === 0) this.clear()
    columns.forEach((column, index) => {
      const key = 65536 * rows[index] + column
      const tile = cells.slice(index * side * side, (index + 1) * side * side)
      this.tiles.delete(key)
      this.tiles.set(key, tile)
      this.draw(column, rows[index], tile)
    })
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= MOST_TILES) break
      this.tiles.delete(key)
    }
    this.texture.needsUpdate = true
  }

  /** Move the texture with the camera. */
  follow(x: number, y: number): void {
    const { x_west, y_south, cell, side } = this.grid
    const column = Math.floor((x - x_west) / cell / side) - WINDOW / 2
    const row = Math.floor((y - y_south) / cell / side) - WINDOW / 2
    if (Math.max(Math.abs(column - this.column), Math.abs(row - this.row)) <= MOVED) return
    this.column = column
    this.row = row
    this.uniforms.rutWindow.value.setX(x_west + column * side * cell).setY(y_south + row * side * cell)
    this.pixels.fill(0)
    for (let tileRow = Math.max(row, 0); tileRow < row + WINDOW; tileRow++) {
      for (let tileColumn = Math.max(column, 0); tileColumn < column + WINDOW; tileColumn++) {
        const tile = this.tiles.get(65536 * tileRow + tileColumn)
        if (tile) this.draw(tileColumn, tileRow, tile)
      }
    }
    this.texture.needsUpdate = true
  }

  private clear(): void {
    this.tiles.clear()
    this.pixels.fill(0)
  }

  /** Write a tile into the texture, if it is there. */
  private draw(tileColumn: number, tileRow: number, tile: Uint8Array): void {
    const { side } = this.grid
    const [column, row] = [tileColumn - this.column, tileRow - this.row]
    if (!(column >= 0 && column < WINDOW && row >= 0 && row < WINDOW)) return
    for (let line = 0; line < side; line++) {
      const at = (row * side + line) * WINDOW * side + column * side
      this.pixels.set(tile.subarray(line * side, (line + 1) * side), at)
    }
  }
}
