/** Layers of the map above the ground: tracks, names, the driver's view, autopilot, bookmarks. */

import { driverColour, OWN_COLOUR, SELECTED_COLOUR } from '../base/palette'
import type { AutopilotState, Bookmark, Records, StandingVehicle } from '../generated/messages'
import { AUTOPILOT_COLOURS, sightOf } from '../scene/autopilot'
import type { Lights } from '../world/trafficlights'

const VIEW_REACH = 1200 // [m] of the driver's viewing triangle, if the map is wide enough

export interface Layers {
  drivers: ReadonlyMap<number, string>
  tracks: ReadonlyMap<number, readonly [number, number][]>
  autopilot: AutopilotState | undefined
  bookmarks: readonly (Bookmark | undefined)[]
  standing: ReadonlyMap<number, StandingVehicle>
  lights: Lights
  titleOf(id: number): string // title of a vehicle of the motor pool, else empty
}

export interface Sheet {
  context: CanvasRenderingContext2D
  toScreen(x: number, y: number): [number, number]
  scale: number // [pixels per metre]
  width: number // [pixels]
  height: number
}

interface Choice {
  state: Records
  own: number
  selected: number
}

export function drawTracks({ context, toScreen }: Sheet, layers: Layers, choice: Choice): void {
  context.lineWidth = 1.6
  context.lineJoin = 'round'
  for (const [id, track] of layers.tracks) {
    if (track.length < 2) continue
    context.strokeStyle =
      id === choice.own ? OWN_COLOUR : id === choice.selected ? SELECTED_COLOUR : driverColour(id, choice.own)
    context.beginPath()
    for (const [x, y] of track) context.lineTo(...toScreen(x, y))
    context.lineTo(...toScreen(choice.state.x[id], choice.state.y[id]))
    context.stroke()
  }
}

/** Draw the driven vehicle's direction and viewing triangle, as in the map of 1992. */
export function drawDriverView(sheet: Sheet, { state, own }: Choice, halfAngle: number): void {
  if (own < 0) return
  const { context } = sheet
  const [x, y] = sheet.toScreen(state.x[own], state.y[own])
  const reach = Math.min(VIEW_REACH * sheet.scale, 0.32 * Math.min(sheet.width, sheet.height))
  const corner = (angle: number): [number, number] => [
    x + reach * Math.cos(angle),
    y - reach * Math.sin(angle),
  ]
  const yaw = state.yaw[own]
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(...corner(yaw + halfAngle))
  context.lineTo(...corner(yaw - halfAngle))
  context.closePath()
  context.fillStyle = 'rgba(255, 209, 102, .14)'
  context.strokeStyle = 'rgba(255, 209, 102, .8)'
  context.lineWidth = 1.2
  context.fill()
  context.stroke()
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + 1.12 * reach * Math.cos(yaw), y - 1.12 * reach * Math.sin(yaw))
  context.stroke()
}

export function drawAutopilot(sheet: Sheet, autopilot: AutopilotState, state: Records): void {
  const { context, scale } = sheet
  const id = autopilot.vehicle
  const [x, y] = sheet.toScreen(state.x[id], state.y[id])
  const radius = Math.max(16, autopilot.reach * scale)
  const yaw = state.yaw[id]
  for (const [colour, from, to] of [
    [AUTOPILOT_COLOURS.left, yaw, yaw + autopilot.half_angle],
    [AUTOPILOT_COLOURS.right, yaw - autopilot.half_angle, yaw],
  ] as const) {
    context.globalAlpha = 0.55
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(x, y)
    context.arc(x, y, radius, -to, -from)
    context.fill()
    context.globalAlpha = 1
  }
  drawRoute(sheet, autopilot)
  ray(sheet, { x, y, yaw: autopilot.course_yaw, length: 34, colour: AUTOPILOT_COLOURS.course })
  ray(sheet, { x, y, yaw: autopilot.desired_yaw, length: 26, colour: AUTOPILOT_COLOURS.desired })
  const sight = sightOf(autopilot)
  if (!sight) return
  const [seenX, seenY] = sheet.toScreen(sight.x, sight.y)
  context.strokeStyle = AUTOPILOT_COLOURS.seen
  context.lineWidth = 2
  context.beginPath()
  context.arc(seenX, seenY, Math.max(4, sight.radius * scale), 0, 2 * Math.PI)
  context.stroke()
}

function drawRoute({ context, toScreen }: Sheet, { route = [] }: AutopilotState): void {
  if (route.length === 0) return
  context.strokeStyle = AUTOPILOT_COLOURS.route
  context.fillStyle = AUTOPILOT_COLOURS.route
  context.lineWidth = 2
  context.setLineDash([6, 4])
  context.beginPath()
  for (const [x, y] of route) context.lineTo(...toScreen(x, y))
  context.stroke()
  context.setLineDash([])
  for (const [x, y] of route) {
    context.beginPath()
    context.arc(...toScreen(x, y), 2.5, 0, 2 * Math.PI)
    context.fill()
  }
}

function ray(
  { context }: Sheet,
  { x, y, yaw, length, colour }: { x: number; y: number; yaw: number; length: number; colour: string },
): void {
  context.strokeStyle = colour
  context.lineWidth = 2
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + length * Math.cos(yaw), y - length * Math.sin(yaw))
  context.stroke()
}

/** Draw the names of driven vehicles, the title of the selected one, and bookmarks; overlapping names are omitted. */
export function drawNames(sheet: Sheet, layers: Layers, { state, own, selected }: Choice): void {
  const { context } = sheet
  context.font = '600 11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const taken: Box[] = []
  const order = [...layers.drivers].sort(([a], [b]) => rank(b, own, selected) - rank(a, own, selected))
  for (const [id, name] of order) {
    if (id < 0 || id >= state.x.length) continue
    const [x, y] = sheet.toScreen(state.x[id], state.y[id])
    if (!(x >= -40 && y >= 0 && x <= sheet.width && y <= sheet.height)) continue // also for an unknown position, NaN
    write(sheet, taken, { words: name, x: x + 9, y, colour: driverColour(id, own) })
  }
  if (selected >= 0 && selected < state.x.length && !layers.drivers.has(selected)) {
    const [x, y] = sheet.toScreen(state.x[selected], state.y[selected])
    const words = layers.titleOf(selected)
    if (words) write(sheet, taken, { words, x: x + 11, y, colour: SELECTED_COLOUR })
  }
  layers.bookmarks.forEach((bookmark, slot) => {
    if (!bookmark) return
    const [x, y] = sheet.toScreen(bookmark.x, bookmark.y)
    context.fillStyle = '#fff'
    context.strokeStyle = 'rgba(8, 12, 12, .85)'
    context.lineWidth = 1.5
    context.beginPath()
    context.rect(x - 3, y - 3, 6, 6)
    context.stroke()
    context.fill()
    write(sheet, taken, { words: String(slot + 1), x: x + 6, y, colour: '#fff' })
  })
}

interface Box {
  left: number
  right: number
  y: number
}

function write(
  { context, width: sheetWidth }: Sheet,
  taken: Box[],
  what: { words: string; x: number; y: number; colour: string },
): void {
  const width = context.measureText(what.words).width
  if (width > sheetWidth - 4) return // a part of a name says nothing
  const left = Math.max(2, Math.min(what.x, sheetWidth - width - 2)) // the whole name is on the map
  const right = left + width
  if (taken.some((box) => Math.abs(box.y - what.y) < 12 && box.left < right && box.right > left)) return
  taken.push({ left, right, y: what.y })
  context.strokeStyle = 'rgba(8, 12, 12, .85)'
  context.lineWidth = 3
  context.strokeText(what.words, left, what.y)
  context.fillStyle = what.colour
  context.fillText(what.words, left, what.y)
}

function rank(id: number, own: number, selected: number): number {
  return id === own ? 2 : id === selected ? 1 : 0
}
