/** Painting of the small world: map, roads, objects, trails, and vehicles by kind and to scale. */

import type { Camera } from './camera'
import { DAY, NIGHT, paintRelief } from './relief'
import type { SmallWorld } from './simulation'
import type { Start } from './start'
import type { Trails } from './trails'

const LEAST_LENGTH = 10 // smallest length of a drawn vehicle [pixels]
const DETAIL = 15 // length from which wheels or tracks are drawn [pixels]
const GUN = 0.62 // length of a gun from the hull's centre, per length of the hull

export interface Colours {
  isDark: boolean
  road: string
  verge: string
  crown: string
  crownLight: string
  rock: string
  roof: string
  shadow: string
  outline: string
  tracked: string
  wheeled: string
  mark: string
}

export interface Followed {
  vehicle: number | undefined
  meeting: { x: number; y: number } | undefined
}

const PALETTES: Record<'day' | 'night', Colours> = {
  day: {
    isDark: false,
    road: '#f6efdc',
    verge: '#b9a888',
    crown: '#5f8a55',
    crownLight: '#7ba46c',
    rock: '#8d8b86',
    roof: '#a4553f',
    shadow: 'rgba(40, 46, 32, 0.28)',
    outline: '#ffffff',
    tracked: '#d55e00',
    wheeled: '#0072b2',
    mark: '#12312a',
  },
  night: {
    isDark: true,
    road: '#8a8474',
    verge: '#2b2f2a',
    crown: '#2f5140',
    crownLight: '#3d6650',
    rock: '#6c6d6b',
    roof: '#84503f',
    shadow: 'rgba(0, 0, 0, 0.4)',
    outline: '#10201a',
    tracked: '#ff9440',
    wheeled: '#56b9f5',
    mark: '#f0f5f1',
  },
}

type Pen = CanvasRenderingContext2D

export class Painting {
  private relief: HTMLCanvasElement
  private colours: Colours

  constructor(
    private readonly start: Start,
    isDark: boolean,
  ) {
    this.colours = PALETTES[isDark ? 'night' : 'day']
    this.relief = paintRelief(start, isDark ? NIGHT : DAY)
  }

  setDark(isDark: boolean): void {
    if (isDark === this.colours.isDark) return
    this.colours = PALETTES[isDark ? 'night' : 'day']
    this.relief = paintRelief(this.start, isDark ? NIGHT : DAY)
  }

  paint(pen: Pen, camera: Camera, world: SmallWorld, trails: Trails, followed: Followed): void {
    this.paintMap(pen, camera, world)
    this.paintRoads(pen, camera)
    if (followed.meeting) this.paintMeeting(pen, camera, followed.meeting)
    this.paintTrails(pen, camera, world, trails)
    this.paintThings(pen, camera)
    if (followed.vehicle !== undefined) this.paintIntention(pen, camera, world, followed.vehicle)
    for (let i = 0; i < world.count; i++) this.paintVehicle(pen, camera, world, i)
    if (followed.vehicle !== undefined) this.paintRing(pen, camera, world, followed.vehicle)
  }

  private paintMap(pen: Pen, camera: Camera, { map }: SmallWorld): void {
    const [left, top] = camera.toScreen(map.xWest, map.yNorth)
    pen.imageSmoothingQuality = 'high'
    const { width, height } = this.relief
    pen.drawImage(this.relief, left, top, width * camera.scale, height * camera.scale)
  }

  private paintRoads(pen: Pen, camera: Camera): void {
    const { colours } = this
    pen.lineJoin = pen.lineCap = 'round'
    for (const [style, more] of [
      [colours.verge, 2],
      [colours.road, 0],
    ] as const)
      for (const { width, points } of this.start.roads) {
        pen.strokeStyle = style
        pen.lineWidth = Math.max(3, 1.1 * width * camera.scale) + more
        line(pen, camera, points)
      }
  }

  private paintTrails(pen: Pen, camera: Camera, world: SmallWorld, trails: Trails): void {
    pen.lineCap = 'round'
    pen.lineWidth = Math.max(1.4, 0.5 * camera.scale)
    for (let i = 0; i < world.count; i++) {
      pen.strokeStyle = this.colourOf(world, i)
      trails.parts(i).forEach((points, age) => {
        pen.globalAlpha = 0.5 / (1 + age)
        line(pen, camera, points)
      })
    }
    pen.globalAlpha = 1
  }

  private paintThings(pen: Pen, camera: Camera): void {
    const { x, y, radius, height, yaw, kind } = this.start.objects
    for (let i = 0; i < x.length; i++) {
      const [column, row] = camera.toScreen(x[i], y[i])
      const reach = 10 * camera.scale
      if (column < -reach || row < -reach || column > camera.width + reach || row > camera.height + reach)
        continue
      if (kind[i] === 'building') this.paintBuilding(pen, camera, column, row, radius[i], yaw[i])
      else if (kind[i] === 'rock')
        this.paintRound(pen, camera, column, row, Math.max(1.6 / camera.scale, radius[i]), this.colours.rock)
      else this.paintTree(pen, camera, column, row, 0.17 * height[i] + radius[i], kind[i] === 'conifer')
    }
  }

  private paintTree(pen: Pen, camera: Camera, x: number, y: number, crown: number, isConifer: boolean): void {
    const { colours } = this
    this.paintRound(pen, camera, x, y, crown, isConifer ? colours.crown : colours.crownLight)
    if (camera.scale * crown < 5) return
    pen.fillStyle = isConifer ? colours.crownLight : colours.crown
    pen.globalAlpha = 0.55
    disc(pen, x - 0.2 * crown * camera.scale, y - 0.2 * crown * camera.scale, 0.45 * crown * camera.scale)
    pen.globalAlpha = 1
  }

  private paintRound(pen: Pen, camera: Camera, x: number, y: number, radius: number, style: string): void {
    const size = Math.max(1.3, radius * camera.scale)
    pen.fillStyle = this.colours.shadow
    disc(pen, x + 0.35 * size, y + 0.35 * size, size)
    pen.fillStyle = style
    disc(pen, x, y, size)
  }

  private paintBuilding(pen: Pen, camera: Camera, x: number, y: number, radius: number, yaw: number): void {
    const length = Math.max(3, 0.85 * radius * camera.scale)
    const width = 0.62 * length
    pen.save()
    pen.translate(x, y)
    pen.rotate(-yaw)
    pen.fillStyle = this.colours.shadow
    pen.fillRect(-length + 2, -width + 2, 2 * length, 2 * width)
    pen.fillStyle = this.colours.roof
    pen.fillRect(-length, -width, 2 * length, 2 * width)
    pen.fillStyle = 'rgba(255, 255, 255, 0.18)'
    pen.fillRect(-length, -width, 2 * length, width)
    pen.restore()
  }

  private paintMeeting(pen: Pen, camera: Camera, { x, y }: { x: number; y: number }): void {
    const [column, row] = camera.toScreen(x, y)
    pen.strokeStyle = this.colours.mark
    pen.lineWidth = 2
    for (const radius of [5, 11]) {
      pen.beginPath()
      pen.arc(column, row, radius, 0, 2 * Math.PI)
      pen.stroke()
    }
  }

  /** Paint a driver's desired heading and the obstacle ahead. */
  private paintIntention(pen: Pen, camera: Camera, world: SmallWorld, i: number): void {
    const { pose } = world.entity
    const { avoidance, perception } = world.autopilot
    const [x, y] = camera.toScreen(pose.x[i], pose.y[i])
    const reach = 14 * Math.max(camera.scale, 1)
    pen.strokeStyle = pen.fillStyle = this.colours.mark
    pen.lineWidth = 1.5
    pen.setLineDash([5, 4])
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + reach * Math.cos(avoidance.desiredYaw[i]), y - reach * Math.sin(avoidance.desiredYaw[i]))
    pen.stroke()
    pen.setLineDash([])
    if (perception.seen[i] === 0) return
    const seen = perception.seenIndex[i]
    const from = perception.seen[i] === 1 ? world.objects : pose
    const [seenX, seenY] = camera.toScreen(from.x[seen], from.y[seen])
    pen.strokeStyle = '#cc3311'
    pen.lineWidth = 2
    pen.beginPath()
    pen.arc(seenX, seenY, Math.max(7, 1.3 * perception.seenRadius[i] * camera.scale), 0, 2 * Math.PI)
    pen.stroke()
  }

  private paintVehicle(pen: Pen, camera: Camera, world: SmallWorld, i: number): void {
    const { pose } = world.entity
    const fleet = world.fleetOf[i]
    const [x, y] = camera.toScreen(pose.x[i], pose.y[i])
    const length = Math.max(LEAST_LENGTH, fleet.length * camera.scale)
    const width = (length * fleet.width) / fleet.length
    if (x < -length || y < -length || x > camera.width + length || y > camera.height + length) return
    pen.save()
    pen.translate(x, y)
    pen.rotate(-pose.yaw[i])
    pen.fillStyle = this.colours.shadow
    pen.fillRect(-0.5 * length + 1.5, -0.5 * width + 1.5, length, width)
    const style = this.colourOf(world, i)
    if (fleet.name === 'tracked') this.paintTank(pen, length, width, style)
    else this.paintCar(pen, length, width, style, world.inputs.steer[i])
    pen.restore()
  }

  private paintTank(pen: Pen, length: number, width: number, style: string): void {
    const hasDetail = length > DETAIL
    hull(pen, length, width, 0.1 * length, hasDetail ? '#2a2f2b' : style, this.colours.outline)
    if (hasDetail) {
      pen.fillStyle = style
      pen.fillRect(-0.47 * length, -0.32 * width, 0.94 * length, 0.64 * width)
    }
    pen.strokeStyle = pen.fillStyle = hasDetail ? '#2a2f2b' : this.colours.outline
    pen.lineWidth = Math.max(1.2, 0.07 * width)
    pen.beginPath()
    pen.moveTo(0, 0)
    pen.lineTo(GUN * length, 0)
    pen.stroke()
    disc(pen, 0, 0, 0.26 * width)
    if (!hasDetail) return
    pen.fillStyle = style
    disc(pen, 0, 0, 0.2 * width)
  }

  private paintCar(pen: Pen, length: number, width: number, style: string, steer: number): void {
    if (length > DETAIL) this.paintWheels(pen, length, width, steer)
    hull(pen, length, width, 0.2 * width, style, this.colours.outline)
    pen.fillStyle = this.colours.outline
    pen.globalAlpha = 0.85
    pen.fillRect(0.12 * length, -0.36 * width, 0.14 * length, 0.72 * width)
    pen.globalAlpha = 1
  }

  private paintWheels(pen: Pen, length: number, width: number, steer: number): void {
    pen.fillStyle = '#20241f'
    for (const [along, angle] of [
      [-0.32, 0],
      [0.32, 0.6 * steer],
    ])
      for (const side of [-0.5, 0.5]) {
        pen.save()
        pen.translate(along * length, side * width)
        pen.rotate(-angle)
        pen.fillRect(-0.1 * length, -0.09 * width, 0.2 * length, 0.18 * width)
        pen.restore()
      }
  }

  private paintRing(pen: Pen, camera: Camera, world: SmallWorld, i: number): void {
    const { pose, body } = world.entity
    const [x, y] = camera.toScreen(pose.x[i], pose.y[i])
    pen.strokeStyle = this.colours.mark
    pen.lineWidth = 2
    pen.beginPath()
    pen.arc(x, y, Math.max(14, 1.5 * body.radius[i] * camera.scale), 0, 2 * Math.PI)
    pen.stroke()
  }

  private colourOf(world: SmallWorld, i: number): string {
    return world.fleetOf[i].name === 'tracked' ? this.colours.tracked : this.colours.wheeled
  }
}

function line(pen: Pen, camera: Camera, points: readonly (readonly [number, number])[]): void {
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(...camera.toScreen(x, y))
  pen.stroke()
}

function disc(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

function hull(pen: Pen, length: number, width: number, corner: number, style: string, outline: string): void {
  pen.beginPath()
  pen.roundRect(-0.5 * length, -0.5 * width, length, width, corner)
  pen.lineWidth = 1
  pen.fillStyle = style
  pen.strokeStyle = outline
  pen.fill()
  pen.stroke()
}
