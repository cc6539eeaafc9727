/** The 2-D map. The wheel zooms, a drag pans, a click selects a vehicle or moves the camera. */

import { fitCanvas, make, makeButton, setText } from '../base/dom'
import { icons } from '../base/icons'
import { OWN_COLOUR, REMOTE_COLOUR, SELECTED_COLOUR } from '../base/palette'
import { DRIVER, FLAG } from '../connection/wire'
import type { Records } from '../generated/messages'
import type { Density } from '../world/density'
import { surfaceLegend } from '../world/soil'
import type { Mark } from '../world/symbols'
import { drawSymbol, marksOf, SMALL } from '../world/symbols'
import type { World } from '../world/world'
import { paintGround, paintHouses } from './ground'
import type { Layers } from './layers'
import { drawAutopilot, drawDriverView, drawNames, drawTracks } from './layers'
import { legendEntry, SymbolLegend } from './legend'
import { RoadLines } from './roads'
import { drawReasons, drawStanding, marked, reasonsOf, standingNear } from './standing'
import { drawTrafficLights } from './trafficlights'

const CLICK_TRAVEL = 5 // [pixels]
const CLICK_REACH = 11 // [pixels]
const HOVER_REACH = 18 // [pixels] for a vehicle with a mark above it
const LEAST_SCALE = 0.025 // [pixels per metre] scale below which only the density is drawn
const MOST_ARROWS = 1500 // number of vehicles on the map above which they are drawn as dots
const LARGEST_SCALE = 4 // [pixels per metre]

export interface MapView {
  state: Records
  shown: Uint32Array // ids of the vehicles that have a state
  density: Density | undefined // of all vehicles, if not all are sent
  own: number
  selected: number
  eye: { x: number; y: number; yaw: number; halfAngle: number }
  layers: Layers
  hasSoils: boolean // whether the colours of soils are shown
}

export interface MapActions {
  select(id: number): void
  look(x: number, y: number): void
}

export class WorldMap {
  readonly element: HTMLElement
  private readonly canvas = document.createElement('canvas')
  private readonly legend = make('div.map-legend.legend.glass', { 'data-testid': 'map-legend' })
  private readonly symbols: SymbolLegend
  private readonly marks: readonly Mark[] // marks of the fleets
  private readonly scaleBar = make('span.map-scale')
  private readonly expandButton: HTMLButtonElement
  private readonly ground: HTMLCanvasElement
  private readonly soils: HTMLCanvasElement // the same canvas if there is only one soil
  private readonly roads: RoadLines
  private readonly world: World
  private readonly actions: MapActions
  private x = 0 // centre [m]
  private y = 0
  private scale = 0 // [pixels per metre]
  private follows = true
  private hovered = -1 // id of the marked vehicle under the pointer
  private view: MapView | undefined

  constructor(world: World, cover: Float32Array, actions: MapActions) {
    this.world = world
    this.actions = actions
    this.ground = paintGround(world.ground, cover, undefined)
    const { surface } = world
    this.soils = surface && !surface.isPlain ? paintGround(world.ground, cover, surface) : this.ground
    for (const canvas of new Set([this.ground, this.soils])) paintHouses(canvas, world.ground, world.objects)
    this.roads = new RoadLines(world.roads, world.ground.decks.all, world.carried.looks)
    this.marks = marksOf(world.description.fleets)
    this.symbols = new SymbolLegend(world.description.fleets, () => this.view && this.draw(this.view))
    this.canvas.dataset.testid = 'map'
    this.canvas.setAttribute('aria-label', 'Map of the world')
    this.expandButton = makeButton(icons.expand(), {
      title: 'Large map (M)',
      className: 'button icon-button',
      press: () => this.toggleSize(),
    })
    const centre = makeButton(icons.centre(), {
      title: 'Follow the vehicle',
      testId: 'map-follow',
      className: 'button icon-button',
      press: () => this.follow(),
    })
    this.element = make(
      'section.map.glass',
      { 'aria-label': 'Map' },
      this.canvas,
      make('div.map-buttons', {}, centre, this.expandButton),
      make('div.map-foot', {}, this.scaleBar),
      this.legend,
      this.symbols.element,
    )
    if (this.soils !== this.ground) this.legend.append(...surfaceLegend(surface).map(legendEntry))
    this.listen()
  }

  get isLarge(): boolean {
    return this.element.classList.contains('is-large')
  }

  toggleSize(): void {
    const before = this.canvas.clientWidth
    this.element.classList.toggle('is-large')
    this.expandButton.replaceChildren(this.isLarge ? icons.shrink() : icons.expand())
    this.scale *= this.canvas.clientWidth / Math.max(1, before)
    if (this.view) this.draw(this.view)
  }

  follow(): void {
    this.follows = true
  }

  draw(view: MapView): void {
    this.view = view
    const context = fitCanvas(this.canvas)
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight]
    if (!context) return
    this.settle(view, width)
    context.clearRect(0, 0, width, height)
    context.fillStyle = '#1a2320'
    context.fillRect(0, 0, width, height)
    this.symbols.element.hidden = !this.isLarge
    const isOpen = this.isLarge && this.symbols.show(width)
    this.legend.hidden = !isOpen || !view.hasSoils || this.soils === this.ground
    this.drawGround(context, view.hasSoils ? this.soils : this.ground, { width, height })
    this.roads.draw(context, { x: this.x, y: this.y, scale: this.scale, width, height })
    if (view.density) this.drawDensity(context, view.density, { width, height })
    this.drawGrid(context, width, height)
    const toScreen = (x: number, y: number) => this.toScreen(x, y, width, height)
    const sheet = { context, toScreen, scale: this.scale, width, height }
    drawTrafficLights(sheet, view.layers.lights)
    drawTracks(sheet, view.layers, view)
    this.drawEye(context, view, width, height)
    drawDriverView(sheet, view, view.eye.halfAngle)
    if (view.layers.autopilot) drawAutopilot(sheet, view.layers.autopilot, view.state)
    this.drawVehicles(context, view, width, height)
    const [symbol, chosen] = [symbolSize(this.scale, this.isLarge), [view.own, view.selected, this.hovered]]
    drawStanding(sheet, marked(view.layers.standing, view.state, chosen), symbol)
    drawNames(sheet, view.layers, view)
    drawReasons(sheet, reasonsOf(view.layers.standing, view.state, chosen, this.isLarge), symbol)
    this.drawScale()
  }

  private settle(view: MapView, width: number): void {
    const least = (0.8 * width) / Math.max(this.world.ground.width, this.world.ground.depth)
    if (this.scale === 0) this.scale = Math.max(least, width / 7000)
    this.scale = Math.min(LARGEST_SCALE, Math.max(least, this.scale))
    if (!this.follows) return
    const id = view.own >= 0 ? view.own : view.selected
    const isKnown = id >= 0 && !Number.isNaN(view.state.x[id])
    this.x = isKnown ? view.state.x[id] : view.eye.x
    this.y = isKnown ? view.state.y[id] : view.eye.y
  }

  private drawGround(
    context: CanvasRenderingContext2D,
    ground: HTMLCanvasElement,
    { width, height }: { width: number; height: number },
  ): void {
    const { xWest, ySouth, spacing } = this.world.ground
    const half = spacing / 2
    const stride = Math.max(1, Math.round(this.world.ground.columns / ground.width))
    const wide = ground.width * stride * spacing * this.scale
    const tall = ground.height * stride * spacing * this.scale
    const left = width / 2 + (xWest - half - this.x) * this.scale
    const bottom = height / 2 - (ySouth - half - this.y) * this.scale
    context.imageSmoothingQuality = 'high'
    context.drawImage(ground, left, bottom - tall, wide, tall)
  }

  /** Draw the density, which fades at large scales, at which vehicles are drawn individually. */
  private drawDensity(
    context: CanvasRenderingContext2D,
    density: Density,
    { width, height }: { width: number; height: number },
  ): void {
    const { x_west, y_south, spacing, columns, rows } = density.cells
    const [left, bottom] = this.toScreen(x_west, y_south, width, height)
    const [wide, tall] = [columns * spacing * this.scale, rows * spacing * this.scale]
    context.imageSmoothingQuality = 'high'
    context.globalAlpha = Math.min(1, Math.max(0.35, 12 / (spacing * this.scale)))
    context.drawImage(density.picture(), left, bottom - tall, wide, tall)
    context.globalAlpha = 1
  }

  private drawGrid(context: CanvasRenderingContext2D, width: number, height: number): void {
    const step = niceStep(70 / this.scale)
    context.strokeStyle = 'rgba(255,255,255,.09)'
    context.lineWidth = 1
    context.beginPath()
    const [x0, y0] = [this.x - width / 2 / this.scale, this.y - height / 2 / this.scale]
    for (let x = Math.ceil(x0 / step) * step; x < x0 + width / this.scale; x += step) {
      const at = Math.round((x - x0) * this.scale) + 0.5
      context.moveTo(at, 0)
      context.lineTo(at, height)
    }
    for (let y = Math.ceil(y0 / step) * step; y < y0 + height / this.scale; y += step) {
      const at = Math.round(height - (y - y0) * this.scale) + 0.5
      context.moveTo(0, at)
      context.lineTo(width, at)
    }
    context.stroke()
  }

  private drawEye(context: CanvasRenderingContext2D, view: MapView, width: number, height: number): void {
    const [x, y] = this.toScreen(view.eye.x, view.eye.y, width, height)
    const reach = this.isLarge ? 150 : 90
    const angle = -view.eye.yaw
    const light = context.createRadialGradient(x, y, 0, x, y, reach)
    light.addColorStop(0, 'rgba(255,255,255,.42)')
    light.addColorStop(1, 'rgba(255,255,255,0)')
    context.fillStyle = light
    context.beginPath()
    context.moveTo(x, y)
    context.arc(x, y, reach, angle - view.eye.halfAngle, angle + view.eye.halfAngle)
    context.fill()
  }

  private drawVehicles(
    context: CanvasRenderingContext2D,
    view: MapView,
    width: number,
    height: number,
  ): void {
    const size = symbolSize(this.scale, this.isLarge)
    context.lineWidth = size < SMALL ? 0.8 : 1.6
    context.lineJoin = 'round'
    context.strokeStyle = 'rgba(8,12,12,.8)'
    const inView = this.inView(view, width, height)
    const isCrowded = inView.length > MOST_ARROWS
    for (const { id, x, y } of inView) {
      const mark = this.marks[this.world.fleetOf[id]]
      if (isCrowded) {
        context.fillStyle = mark.colour
        context.fillRect(x - 1, y - 1, 2, 2)
      } else drawSymbol(context, mark, { x, y, yaw: view.state.yaw[id], size })
      if ((view.state.flags[id] & FLAG.driver) === DRIVER.remote) frame(context, x, y, size)
    }
    const special: [number, string][] = [
      [view.selected, SELECTED_COLOUR],
      [view.own, OWN_COLOUR],
    ]
    for (const [id, colour] of special) {
      if (id < 0 || Number.isNaN(view.state.x[id])) continue
      const [x, y] = this.toScreen(view.state.x[id], view.state.y[id], width, height)
      const mark = { ...this.marks[this.world.fleetOf[id]], colour }
      drawSymbol(context, mark, { x, y, yaw: view.state.yaw[id], size: Math.max(8, 1.3 * size) })
    }
  }

  /** Return the pixels of all vehicles on the map except the driven and the selected one. */
  private inView(view: MapView, width: number, height: number): { id: number; x: number; y: number }[] {
    const found: { id: number; x: number; y: number }[] = []
    if (view.density && this.scale < LEAST_SCALE) return found
    for (const id of view.shown) {
      if (id === view.own || id === view.selected) continue
      const [x, y] = this.toScreen(view.state.x[id], view.state.y[id], width, height)
      if (x >= -9 && y >= -9 && x <= width + 9 && y <= height + 9) found.push({ id, x, y })
    }
    return found
  }

  private drawScale(): void {
    const step = niceStep(60 / this.scale)
    setText(this.scaleBar, step < 1000 ? `${step} m` : `${step / 1000} km`)
    this.scaleBar.style.setProperty('width', `${(step * this.scale).toFixed(0)}px`)
  }

  private toScreen(x: number, y: number, width: number, height: number): [number, number] {
    return [width / 2 + (x - this.x) * this.scale, height / 2 - (y - this.y) * this.scale]
  }

  private listen(): void {
    let last: { x: number; y: number } | undefined
    let travel = 0
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId)
      last = { x: event.clientX, y: event.clientY }
      travel = 0
    })
    this.canvas.addEventListener('pointermove', (event) => {
      if (!last) {
        this.hover(event)
        return
      }
      const [dx, dy] = [event.clientX - last.x, event.clientY - last.y]
      travel += Math.hypot(dx, dy)
      last = { x: event.clientX, y: event.clientY }
      if (travel > CLICK_TRAVEL) this.pan(dx, dy)
    })
    this.canvas.addEventListener('pointerup', (event) => {
      if (last && travel <= CLICK_TRAVEL) this.click(event)
      last = undefined
    })
    this.canvas.addEventListener('pointerleave', () => this.show(-1))
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false })
  }

  private hover(event: PointerEvent): void {
    if (!this.view) return
    const [dx, dy] = this.fromCentre(event)
    const place = { x: this.x + dx / this.scale, y: this.y + dy / this.scale }
    this.show(standingNear(this.view.layers.standing, this.view.state, place, HOVER_REACH / this.scale))
  }

  /** Show the reason why a vehicle stands. */
  private show(id: number): void {
    if (id === this.hovered) return
    this.hovered = id
    if (this.view) this.draw(this.view)
  }

  private pan(dx: number, dy: number): void {
    this.follows = false
    this.x -= dx / this.scale
    this.y += dy / this.scale
    if (this.view) this.draw(this.view)
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    const [dx, dy] = this.fromCentre(event)
    const before = this.scale
    const least = (0.8 * this.canvas.clientWidth) / Math.max(this.world.ground.width, this.world.ground.depth)
    this.scale = Math.min(LARGEST_SCALE, Math.max(least, this.scale * Math.exp(-0.0016 * event.deltaY)))
    this.x += dx / before - dx / this.scale
    this.y += dy / before - dy / this.scale
    if (this.view) this.draw(this.view)
  }

  private click(event: PointerEvent): void {
    const [dx, dy] = this.fromCentre(event)
    const [x, y] = [this.x + dx / this.scale, this.y + dy / this.scale]
    const id = this.nearest(x, y)
    if (id >= 0) this.actions.select(id)
    else this.actions.look(x, y)
  }

  private fromCentre(event: MouseEvent): [number, number] {
    const frame = this.canvas.getBoundingClientRect()
    return [event.clientX - frame.left - frame.width / 2, frame.top + frame.height / 2 - event.clientY]
  }

  private nearest(x: number, y: number): number {
    if (!this.view) return -1
    const { state, shown } = this.view
    let [best, bestDistance] = [-1, CLICK_REACH / this.scale]
    for (const id of shown) {
      const distance = Math.hypot(state.x[id] - x, state.y[id] - y)
      if (distance < bestDistance) [best, bestDistance] = [id, distance]
    }
    return best
  }
}

/** Return half the length of a tank's symbol [pixels]; larger at scales at which vehicles do not overlap. */
function symbolSize(scale: number, isLarge: boolean): number {
  const near = Math.min(1, Math.max(0, (scale - 0.03) / 0.3))
  return isLarge ? 5.5 + 5.5 * near : 2.6 + 4.4 * near
}

/** Draw a square around a vehicle that another program moves. */
function frame(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.save()
  context.strokeStyle = REMOTE_COLOUR
  context.lineWidth = 1.2
  context.strokeRect(x - 1.3 * size, y - 1.3 * size, 2.6 * size, 2.6 * size)
  context.restore()
}

/** Return the smallest 1, 2 or 5 times a power of ten that is not below `least`. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  return factor * power
}
