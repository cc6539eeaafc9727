/** A made-up world: rolling ground, clustered scenery, vehicles that wander or obey. */

import { readFileSync } from 'node:fs'
import { makeLandCover } from './landcover.mjs'
import { gauss, generator } from './random.mjs'
import { KINDS, scatter } from './scatter.mjs'

const DT = 1 / 60

export class MockWorld {
  constructor({ heightsFile, rows, columns, spacing, objectCount, fleets }) {
    this.rows = rows
    this.columns = columns
    this.spacing = spacing
    this.frame = 0
    this.tick = 0
    this.time = 0
    this.paused = false
    this.rate = 1
    this.xWest = (-(columns - 1) * spacing) / 2
    this.ySouth = (-(rows - 1) * spacing) / 2
    this.heights = heightsFile ? fileHeights(heightsFile) : madeHeights(rows, columns, spacing)
    this.fleets = fleets
    this.random = generator(7)
    this.objects = scatter(objectCount, {
      random: this.random,
      height: (x, y) => this.height(x, y),
    })
    this.vehicles = fleets.flatMap((fleet) =>
      Array.from({ length: fleet.count }, () =>
        Object.assign(this.newVehicle(), {
          kind: fleet.kind,
          trailers: fleet.trailers,
          angles: fleet.trailers?.map(() => 0),
        }),
      ),
    )
    this.count = this.vehicles.length
    this.landCover = makeLandCover(this, noise)
    /** @type {import('../src/generated/world').WorldDescription} */
    this.description = {
      id: 'mock',
      version: '1.0.0',
      name: 'mock valley',
      dt: DT,
      terrain: {
        rows,
        columns,
        spacing,
        x_west: this.xWest,
        y_south: this.ySouth,
        name: 'mock',
        source: 'made up',
        warnings: ['these heights are made up'],
      },
      surface: this.landCover.surface,
      roads: this.landCover.roads,
      decks: [],
      objects: { count: objectCount, kinds: KINDS },
      fleets,
      ruts: null,
      attribution: '',
      density: null,
    }
  }

  height(x, y) {
    const u = Math.min(this.columns - 1.001, Math.max(0, (x - this.xWest) / this.spacing))
    const v = Math.min(this.rows - 1.001, Math.max(0, (y - this.ySouth) / this.spacing))
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const at = j * this.columns + i
    const south = this.heights[at] + (u - i) * (this.heights[at + 1] - this.heights[at])
    const north =
      this.heights[at + this.columns] +
      (u - i) * (this.heights[at + this.columns + 1] - this.heights[at + this.columns])
    return south + (v - j) * (north - south)
  }

  slope(x, y) {
    const h = this.spacing / 2
    return [
      (this.height(x + h, y) - this.height(x - h, y)) / (2 * h),
      (this.height(x, y + h) - this.height(x, y - h)) / (2 * h),
    ]
  }

  take(id) {
    const vehicle = this.vehicles[id]
    if (!vehicle || vehicle.driver === 2) return false
    vehicle.driver = 2
    return true
  }

  release(id) {
    const vehicle = this.vehicles[id]
    if (vehicle)
      Object.assign(vehicle, { driver: 0, switches: undefined, throttle: 0, brake: 0, held: undefined })
  }

  drive(id, input) {
    if (this.vehicles[id]) this.vehicles[id].held = input
  }

  step() {
    this.tick++
    this.time += DT
    for (const vehicle of this.vehicles) this.move(vehicle)
  }

  move(v) {
    if (v.stands && v.driver !== 2) {
      v.speed = 0
      return this.stand(v)
    }
    if (v.driver === 2 && !v.wanders) obey(v)
    else wander(v, this.time)
    v.yaw = wrap(v.yaw + ((v.speed * Math.tan(0.5 * v.steer)) / 3) * DT)
    v.x += v.speed * Math.cos(v.yaw) * DT
    v.y += v.speed * Math.sin(v.yaw) * DT
    v.odometer += Math.abs(v.speed) * DT
    if (v.trailers) this.follow(v)
    this.stand(v)
  }

  /** Trailers without slip: each is drawn by its hitch. */
  follow(v) {
    let [speed, turn] = [v.speed, (v.speed * Math.tan(0.5 * v.steer)) / 3]
    v.trailers.forEach(({ hitch: back, reach: length }, k) => {
      const [s, c] = [Math.sin(v.angles[k]), Math.cos(v.angles[k])]
      const own = (-speed * s - turn * back * c) / length
      v.angles[k] = wrap(v.angles[k] + (own - turn) * DT)
      speed = speed * c - turn * back * s
      turn = own
    })
  }

  /** The message of trailers, ten times a second. */
  trailers() {
    const told = this.vehicles.map(({ angles }, id) => [id, ...(angles ?? [])])
    return { type: 'trailers', trailers: told.filter(([, ...angles]) => angles.length > 0) }
  }

  stand(v) {
    v.z = this.height(v.x, v.y)
    const [east, north] = this.slope(v.x, v.y)
    v.slope = Math.atan(Math.hypot(east, north))
    const along = east * Math.cos(v.yaw) + north * Math.sin(v.yaw)
    const left = -east * Math.sin(v.yaw) + north * Math.cos(v.yaw)
    v.pitch = -Math.atan(along)
    v.roll = Math.atan(left * Math.cos(v.pitch))
  }

  newVehicle() {
    const r = this.random
    const [x, y] = [gauss(r) * 900, gauss(r) * 900]
    const v = {
      x,
      y,
      z: 0,
      yaw: (2 * r() - 1) * Math.PI,
      pitch: 0,
      roll: 0,
      speed: 4 + 10 * r(),
      steer: 0,
      throttle: 0,
      brake: 0,
    }
    Object.assign(v, {
      odometer: 0,
      slope: 0,
      driver: 0,
      blocked: r() < 0.02,
      phase: 6.28 * r(),
      home: [x, y],
    })
    this.stand(v)
    return v
  }
}

function obey(v) {
  const held = v.held ?? { throttle: 0, brake: 1, steer: 0, handBrake: 0 }
  const switches = v.switches ?? {}
  v.throttle = switches.engine_stop ? 0 : held.throttle
  v.brake = switches.parking_brake ? 1 : Math.max(held.brake, held.handBrake)
  v.steer += Math.max(-0.04, Math.min(0.04, held.steer - v.steer))
  v.speed += (4 * v.throttle - 0.12 * v.speed) * DT
  const stopping = 7 * v.brake * DT
  if (switches.cruise && !v.brake) v.speed = v.cruiseSpeed ?? v.speed
  v.speed -= Math.sign(v.speed) * Math.min(Math.abs(v.speed), stopping)
}

function wander(v, time) {
  const away = Math.hypot(v.x - v.home[0], v.y - v.home[1])
  const back = Math.atan2(v.home[1] - v.y, v.home[0] - v.x)
  const pull = away > 500 ? 0.4 * Math.sign(wrap(back - v.yaw)) : 0
  v.steer = Math.max(-0.6, Math.min(0.6, 0.14 * Math.sin(0.2 * time + v.phase) + pull))
  v.speed += (9 - v.speed) * 0.2 * DT
}

function madeHeights(rows, columns, spacing) {
  const heights = new Float32Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      heights[row * columns + column] = madeHeight(column * spacing, row * spacing)
  }
  return heights
}

function madeHeight(x, y) {
  const warp = 380 * noise(x / 2900 + 9, y / 2900)
  let height =
    240 * (1 - Math.abs(2 * noise((x + warp) / 3700, (y - warp) / 3700) - 1)) +
    160 * noise(x / 5100, y / 5100 + 4)
  for (let k = 0; k < 4; k++) height += (60 / 2.1 ** k) * noise((x * 2 ** k) / 900, (y * 2 ** k) / 900 + k)
  return height
}

function noise(x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [s, t] = [x - i, y - j].map((v) => v * v * (3 - 2 * v))
  const at = (a, b) => {
    let h = Math.imul(a, 374761393) + Math.imul(b, 668265263)
    h = Math.imul(h ^ (h >>> 13), 1274126177)
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296
  }
  const south = at(i, j) + s * (at(i + 1, j) - at(i, j))
  const north = at(i, j + 1) + s * (at(i + 1, j + 1) - at(i, j + 1))
  return south + t * (north - south)
}

function fileHeights(path) {
  const bytes = readFileSync(path)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

function wrap(angle) {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}
