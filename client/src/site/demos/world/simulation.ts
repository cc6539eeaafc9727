/** The small world: the stages of `motorpool.World` in their order, over 50 vehicles.
 *
 * Guidance, avoidance, drivers, contacts and motion models are generated from the package's Python
 * (generated/world/stages.ts, generated/models); this file has the order of the stages, and the actions of the reader.
 */

import type * as types from '../../../generated/world/stages'
import * as stages from '../../../generated/world/stages'
import { Contacts, noTrailers } from './contacts'
import type { Mover } from './models'
import { moverOf } from './models'
import type { FleetStart, Start } from './start'
import { grid, numbers, structure, table } from './start'

const DECISION_PERIOD = 0.1 // [s]
const CALM = 3 // number of decisions between two full checks of a driver with a free path
const DECIDE = 1
const ARRIVAL_RADIUS = 5 // [m]
const REACH = 4 // radius around a new object in which clearance is updated [cells]
const ONE_LEVEL = { z: new Float64Array(), level: new Int32Array() } // there are no decks here

export class SmallWorld {
  readonly entity: types.Entity
  readonly autopilot: types.Autopilot
  readonly inputs: types.DriverInputs
  readonly route: types.Route
  readonly convoys: types.Convoy
  readonly memory: types.AvoidanceMemory
  readonly fleetOf: FleetStart[] = [] // of each vehicle
  readonly area: types.Bounds // area at whose border wandering drivers turn back
  readonly map: types.Bounds
  objects: types.Circles
  waypoints: types.Waypoints
  tick = 0
  readonly dt: number
  readonly count: number
  private readonly movers: Mover[] = [] // of each vehicle
  private readonly velocity: types.ModelVelocity
  private readonly residual: types.ResidualMotion
  private readonly suspension: types.Suspension
  private readonly damages: types.Damage
  private readonly standstill: types.Standstill // empty: there is no recovery here
  private readonly freeing: types.Freeing
  private readonly neighbourhood: types.Neighbourhood
  private readonly filed: types.Filed
  private readonly trails: types.Trails
  private readonly leaders: types.Leaders
  private readonly traits: types.RuleTraits
  private readonly soils: types.SpeedRaster
  private readonly ground: types.Heightfield
  private readonly clearance: types.ClearanceMap
  private readonly mind: types.Mind
  private readonly rota: types.Rota
  private readonly turns: types.Turns
  private readonly contacts: Contacts
  private around: types.Surroundings
  private largestObject = 0 // radius [m]

  constructor(readonly start: Start) {
    const { columns, dt } = start
    this.count = start.fleets.reduce((sum, fleet) => sum + fleet.count, 0)
    this.dt = dt
    for (const fleet of start.fleets)
      for (let i = 0; i < fleet.count; i++) {
        this.fleetOf.push(fleet)
        this.movers.push(moverOf(fleet))
      }
    const of = <Structure>(name: string) => structure<Structure>(columns[name], this.count)
    this.entity = {
      pose: of('pose'),
      motion: of('motion'),
      body: of('body'),
      performance: of('performance'),
    }
    this.autopilot = {
      goal: of('goals'),
      course: of('course'),
      perception: of('perception'),
      avoidance: of('avoidances'),
      ground: of('ground_limits'),
    }
    this.inputs = of('inputs')
    this.route = of('route')
    this.convoys = of('convoys')
    this.memory = of('memory')
    this.velocity = of('model_velocity')
    this.residual = of('residual')
    this.suspension = of('suspension')
    this.damages = of('damages')
    this.standstill = of('standstill')
    this.freeing = of('freeing')
    const [west, south, east, north] = start.area
    this.area = { xWest: west, ySouth: south, xEast: east, yNorth: north }
    this.map = boundsOf(start.heights)
    this.waypoints = {
      x: numbers(start.waypoints.x),
      y: numbers(start.waypoints.y),
      speed: numbers(start.waypoints.speed),
    }
    const trails = (): types.Table => ({
      values: new Float64Array(start.trails[0] * start.trails[1]),
      shape: start.trails,
    })
    this.trails = { x: trails(), y: trails() }
    this.leaders = { entity: this.entity, convoys: this.convoys, trails: this.trails }
    this.traits = {
      setsSpeed: Int8Array.from(start.traits.setsSpeed),
      recovers: Int8Array.from(start.traits.recovers),
    }
    const { soils, heights, clearance } = start
    this.soils = {
      classes: table(soils),
      xWest: soils.xWest,
      ySouth: soils.ySouth,
      spacing: soils.spacing,
      speedFactor: numbers(soils.speedFactor),
    }
    this.ground = {
      heights: table(heights),
      xWest: heights.xWest,
      ySouth: heights.ySouth,
      spacing: heights.spacing,
    }
    this.clearance = {
      metres: table(clearance),
      xWest: clearance.xWest,
      ySouth: clearance.ySouth,
      cell: clearance.cell,
    }
    const { pose, body } = this.entity
    const cells = grid(start.neighbours, this.count)
    const circles = { x: pose.x, y: pose.y, radius: body.radius, grid: cells, ...ONE_LEVEL }
    this.neighbourhood = {
      circles,
      places: { values: new Float64Array(2 * this.count), shape: [this.count, 2] },
    }
    const nowhere = () => new Float64Array(this.count).fill(Number.NaN)
    this.filed = { x: nowhere(), y: nowhere(), hasMoved: new Int8Array(this.count) }
    const decisions = { heading: new Float64Array(this.count), speed: new Float64Array(this.count) }
    this.mind = { autopilot: this.autopilot, memory: this.memory, decisions, freeing: this.freeing }
    const every = Math.max(1, Math.round(DECISION_PERIOD / dt))
    this.rota = { every, duty: new Int8Array(every * CALM) }
    this.turns = {
      isOther: new Int8Array(this.count),
      takesPedals: new Int8Array(this.count),
      pedalShare: new Float64Array(this.count),
    }
    this.contacts = new Contacts(this.entity, this.velocity, this.residual, this.neighbourhood, dt)
    this.objects = circlesOf(start, start.objects.grid)
    this.around = this.surroundings()
  }

  /** Simulated time [s]. */
  get time(): number {
    return this.tick * this.dt
  }

  /** Advance by one step: each line is a stage, in the order of `World.step`. */
  step(): void {
    this.findNeighbours()
    this.guide()
    this.avoid()
    const { entity, inputs, autopilot, damages, freeing, turns, traits, dt } = this
    stages.commandAutopilots(entity, inputs, autopilot, damages, freeing, turns, traits, dt)
    this.move()
    this.contacts.step(this.objects, this.clearance, this.largestObject, () => this.fileVehicles())
    stages.followGround(entity.pose, entity.motion, this.suspension, this.ground, this.map, this.dt)
    this.tick += 1
  }

  /** Send vehicles to a position. */
  send(vehicles: Iterable<number>, x: number, y: number): void {
    const first = this.waypoints.x.length
    this.waypoints = {
      x: more(this.waypoints.x, x),
      y: more(this.waypoints.y, y),
      speed: more(this.waypoints.speed, stages.LARGEST),
    }
    for (const i of vehicles) {
      this.forgetGoal(i)
      this.autopilot.goal.goal[i] = stages.ROUTE
      this.route.routeFirst[i] = first
      this.route.routeCount[i] = 1
      this.route.arrivalRadius[i] = ARRIVAL_RADIUS
    }
  }

  /** Return vehicles to wandering, at first away from a position. */
  scatter(vehicles: Iterable<number>, x: number, y: number): void {
    const { pose } = this.entity
    for (const i of vehicles) {
      this.forgetGoal(i)
      this.autopilot.course.courseYaw[i] = Math.atan2(pose.y[i] - y, pose.x[i] - x)
    }
  }

  /** Add an object. */
  addObject(x: number, y: number, radius: number): void {
    const { objects } = this.start
    objects.x.push(x)
    objects.y.push(y)
    objects.radius.push(radius)
    objects.height.push(0)
    objects.yaw.push(0)
    objects.kind.push('rock')
    this.objects = circlesOf(this.start, objects.grid)
    this.noticeObject(x, y)
    this.around = this.surroundings()
    this.contacts.forget()
  }

  /** Return the name of the soil under a vehicle. */
  groundAt(i: number): string {
    const { classes, xWest, ySouth, spacing } = this.soils
    const { pose } = this.entity
    return this.start.soils.names[stages.classAt(classes, xWest, ySouth, spacing, pose.x[i], pose.y[i])]
  }

  private findNeighbours(): void {
    stages.noticeDrift(this.entity.pose, this.filed)
    if (this.filed.hasMoved.includes(1)) this.fileVehicles()
  }

  private fileVehicles(): void {
    stages.fileVehicles(this.neighbourhood, this.filed)
  }

  private guide(): void {
    const { entity, inputs, autopilot, route, waypoints, convoys, traits, dt } = this
    const { pose, motion } = entity
    stages.keepCourses(pose, motion, inputs, autopilot, this.area, traits, dt)
    stages.passWaypoints(pose, motion, autopilot, route, waypoints)
    stages.backOffOnRoutes(pose, motion, inputs, autopilot, route, waypoints, traits, dt)
    stages.followRoutes(entity, inputs, autopilot, route, waypoints)
    stages.leaveTrails(pose, convoys, this.trails)
    stages.followLeaders(entity, inputs, autopilot, convoys, this.leaders, traits, dt)
    stages.slowOnSoftGround(entity, inputs, autopilot, this.soils)
  }

  private avoid(): void {
    const { inputs, autopilot, memory, mind, rota } = this
    const period = rota.duty.length
    for (let turn = 0; turn < period; turn++) {
      const left = (this.tick + turn) % period
      rota.duty[turn] = left === 0 ? stages.LOOK_AROUND : left % rota.every === 0 ? DECIDE : stages.OFF_DUTY
    }
    stages.decideInDynamicWindow(this.entity, inputs, mind, this.around, rota, this.dt)
    stages.adoptDecisions(inputs, autopilot.avoidance, memory, mind.decisions, rota, this.start.rule)
  }

  private move(): void {
    const { entity, inputs, velocity, residual, movers, dt } = this
    for (let i = 0; i < this.count; i++) movers[i](i, inputs.commandedSpeed[i], inputs.steer[i], entity, dt)
    stages.moveResidually(entity.pose, residual, entity.body, dt)
    stages.refreshVelocities(entity.motion, velocity, residual, inputs, entity.performance)
  }

  private surroundings(): types.Surroundings {
    this.largestObject = Math.max(0, ...this.objects.radius)
    const standing = {
      circles: circlesOf(this.start, this.start.objects.sparseGrid),
      largestRadius: this.largestObject,
      clearance: this.clearance,
    }
    return {
      entity: this.entity,
      convoys: this.convoys,
      avoidance: this.autopilot.avoidance,
      inputs: this.inputs,
      standstill: this.standstill,
      near: this.neighbourhood,
      objects: this.objects,
      standing,
      edge: this.map,
      rule: this.start.rule,
      trailers: noTrailers(this.count),
    }
  }

  /** Update the clearance map around a new object. */
  private noticeObject(x: number, y: number): void {
    const { metres, xWest, ySouth, cell } = this.clearance
    const [rows, columns] = metres.shape
    const column = Math.floor((x - xWest) / cell)
    const row = Math.floor((y - ySouth) / cell)
    for (let r = Math.max(0, row - REACH); r <= Math.min(rows - 1, row + REACH); r++)
      for (let c = Math.max(0, column - REACH); c <= Math.min(columns - 1, column + REACH); c++)
        metres.values[r * columns + c] = 0
  }

  private forgetGoal(i: number): void {
    const { goal, course } = this.autopilot
    const { route, convoys } = this
    goal.goal[i] = stages.WANDER
    goal.goalX[i] = goal.goalY[i] = Number.POSITIVE_INFINITY
    route.routeCount[i] = route.routeIndex[i] = route.routeLoops[i] = route.hasArrived[i] = 0
    convoys.leader[i] = convoys.convoy[i] = -1
    course.turning[i] = course.detours[i] = course.detourTime[i] = course.backOffTime[i] = 0
    course.courseReach[i] = stages.LARGEST
  }
}

/** Return the bounds of the map, at its outermost posts. */
function boundsOf({ xWest, ySouth, spacing, shape: [rows, columns] }: Start['heights']): types.Bounds {
  return { xWest, ySouth, xEast: xWest + (columns - 1) * spacing, yNorth: ySouth + (rows - 1) * spacing }
}

function circlesOf({ objects }: Start, cells: Start['objects']['grid']): types.Circles {
  const circles = {
    x: numbers(objects.x),
    y: numbers(objects.y),
    radius: numbers(objects.radius),
    grid: grid(cells, objects.x.length),
    ...ONE_LEVEL,
  }
  stages.sortIntoCells(circles.x, circles.y, circles.grid)
  return circles
}

function more(column: Float64Array, value: number): Float64Array {
  return Float64Array.from([...column, value])
}
