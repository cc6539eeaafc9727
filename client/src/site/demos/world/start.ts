/** Initial state of the small world, written by tools/generated/page_world.py, with its columns and grids. */

import type { Grid, Table } from '../../../generated/world/stages'

type Kind = 'Float64Array' | 'Int8Array' | 'Int32Array' | 'Uint32Array'
type Value = number | string

/** Structure of columns: for each the type, and one value for all vehicles or one for each. */
export type Columns = Record<string, [Kind, Value | Value[]]>

export interface Raster {
  xWest: number // [m]
  ySouth: number // [m]
  spacing: number // [m]
}

interface Cells {
  xWest: number // [m]
  ySouth: number // [m]
  cell: number // [m]
  columns: number
  rows: number
}

/** Table of rows and columns: numbers, or bytes in base 64. */
export interface PackedTable {
  shape: [number, number]
  values?: number[]
  bytes?: string
}

export interface FleetStart {
  name: string
  model: string
  count: number
  params: Record<string, number>
  length: number // [m]
  width: number // [m]
}

export interface Road {
  width: number // [m]
  points: [number, number][] // [m]
}

export interface Start {
  dt: number // [s]
  area: [number, number, number, number] // west, south, east and north border at which wandering drivers turn back [m]
  heights: PackedTable & Raster
  soils: PackedTable & Raster & { names: string[]; colours: string[]; speedFactor: number[] }
  roads: Road[]
  objects: Record<'x' | 'y' | 'radius' | 'height' | 'yaw', number[]> & {
    kind: string[]
    grid: Cells
    sparseGrid: Cells
  }
  clearance: PackedTable & { xWest: number; ySouth: number; cell: number }
  neighbours: Cells
  fleets: FleetStart[]
  columns: Record<string, Columns>
  waypoints: Record<'x' | 'y' | 'speed', number[]>
  trails: [number, number]
  traits: Record<'setsSpeed' | 'recovers', number[]>
  rule: number
}

const ARRAYS = { Float64Array, Int8Array, Int32Array, Uint32Array }

/** Return a structure of columns with a row for each vehicle. */
export function structure<Structure>(columns: Columns, count: number): Structure {
  const entries = Object.entries(columns).map(([name, [kind, value]]) => {
    const column = new ARRAYS[kind](count)
    if (Array.isArray(value)) column.set(value.map(Number))
    else column.fill(Number(value))
    return [name, column]
  })
  return Object.fromEntries(entries) as Structure
}

export function table({ shape, values, bytes }: PackedTable): Table {
  if (bytes === undefined) return { shape, values: Float64Array.from(values ?? []) }
  return { shape, values: Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)) }
}

/** Return an empty grid for `points` points. */
export function grid({ xWest, ySouth, cell, columns, rows }: Cells, points: number): Grid {
  return {
    xWest,
    ySouth,
    cell,
    columns,
    rows,
    first: new Int32Array(columns * rows + 1),
    item: new Int32Array(points),
  }
}

export function numbers(values: readonly number[]): Float64Array {
  return Float64Array.from(values)
}
