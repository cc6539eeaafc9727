/** Labels beside the two vehicles that do not overlap; one label if the vehicles coincide. */

import type { Catalogue, SetUp, Side, State } from '../generated/playground'
import { SIDES } from '../generated/playground'
import { variantName } from './address'
import { LABEL, LABEL_INK, LOOKS } from './colours'
import type { Point, View } from './view'

const NEAR = 0.2 // distance per length of the longer vehicle within which one hides the other
const TURNED = 0.25 // [rad] difference of yaw above which both are visible
const LINE = 17 // height of a line [pixels]
const PADDING = 7
const SWATCH = 12

interface Row {
  side: Side | undefined
  text: string
}

export interface Label {
  rows: Row[]
  at: Point // centre [pixels]
  width: number
  height: number
}

/** Return whether one vehicle hides the other. */
export function areStacked(state: State, setUp: SetUp): boolean {
  const length = Math.max(setUp.left.shape.length, setUp.right.shape.length)
  return state.gap < NEAR * length && Math.abs(state.yaw_gap) < TURNED
}

/** Return the sentence about coinciding vehicles. */
export function stackedText(state: State): string {
  const isExact = state.gap < 1e-3 && Math.abs(state.yaw_gap) < 1e-3
  if (state.tick === 0) return 'Both at the start'
  return isExact ? 'In the same place: they agree so far' : 'Almost in the same place'
}

/** Return the labels of both vehicles, placed within the free part of the view. */
export function labelsFor(
  scene: { state: State; setUp: SetUp; catalogue: Catalogue },
  view: View,
  widthOf: (text: string) => number,
): Label[] {
  const { state, setUp, catalogue } = scene
  const names = { left: '', right: '' }
  for (const side of SIDES) names[side] = variantName(setUp[side], catalogue)
  const places = SIDES.map((side) => view.toScreen(state[side].x, state[side].y))
  const reach = SIDES.map((side) => 0.5 * setUp[side].shape.length * view.scale + 16 * view.text)
  if (areStacked(state, setUp)) {
    const rows: Row[] = SIDES.map((side) => ({ side, text: names[side] }))
    const label = sized(view.text, [...rows, { side: undefined, text: stackedText(state) }], widthOf)
    const side = setUp.scene.bays.length > 0 ? 1 : -1 // below in a car park, whose bays are above
    label.at = { x: places[0].x, y: places[0].y + side * (Math.max(...reach) + 0.5 * label.height) }
    return [within(view, label)]
  }
  const away = Math.sign(places[0].y - places[1].y) || 1
  const labels = SIDES.map((side, index) => {
    const label = sized(view.text, [{ side, text: names[side] }], widthOf)
    const down = index === 0 ? away : -away
    label.at = { x: places[index].x, y: places[index].y + down * (reach[index] + 0.5 * label.height) }
    return within(view, label)
  })
  return apart(labels)
}

/** Draw the labels, with text in the window's size. */
export function drawLabels(pen: CanvasRenderingContext2D, labels: Label[], unit: number): void {
  for (const { rows, at, width, height } of labels) {
    pen.save()
    pen.textAlign = 'left'
    pen.textBaseline = 'middle'
    pen.translate(at.x - width / 2, at.y - height / 2)
    pen.scale(unit, unit)
    pen.beginPath()
    pen.roundRect(0, 0, width / unit, height / unit, 7)
    pen.fillStyle = LABEL
    pen.fill()
    for (const [index, row] of rows.entries()) drawRow(pen, row, PADDING / 2 + LINE * (index + 0.5) + 1)
    pen.restore()
  }
}

function drawRow(pen: CanvasRenderingContext2D, { side, text }: Row, y: number): void {
  if (side) {
    pen.fillStyle = LOOKS[side].body
    pen.beginPath()
    pen.roundRect(PADDING, y - 5, 9, 9, 2)
    pen.fill()
  }
  pen.fillStyle = LABEL_INK
  pen.fillText(text, PADDING + (side ? SWATCH + 2 : 0), y)
}

function sized(unit: number, rows: Row[], widthOf: (text: string) => number): Label {
  const width = Math.max(...rows.map(({ side, text }) => widthOf(text) + (side ? unit * (SWATCH + 2) : 0)))
  return {
    rows,
    at: { x: 0, y: 0 },
    width: width + 2 * PADDING * unit,
    height: unit * (LINE * rows.length + PADDING),
  }
}

/** Return a label moved into the part of the view that no panel covers. */
function within({ size, margins }: View, label: Label): Label {
  const clamp = (value: number, low: number, high: number) =>
    Math.max(low, Math.min(Math.max(low, high), value))
  const [halfWidth, halfHeight] = [label.width / 2 + 4, label.height / 2 + 4]
  label.at = {
    x: clamp(label.at.x, margins.left + halfWidth, size.width - margins.right - halfWidth),
    y: clamp(label.at.y, margins.top + halfHeight, size.height - margins.bottom - halfHeight),
  }
  return label
}

/** Return two labels, separated vertically if they overlap. */
function apart(labels: Label[]): Label[] {
  const [one, other] = labels
  const overlapX = (one.width + other.width) / 2 - Math.abs(one.at.x - other.at.x)
  const overlapY = (one.height + other.height) / 2 + 3 - Math.abs(one.at.y - other.at.y)
  if (overlapX <= 0 || overlapY <= 0) return labels
  const up = one.at.y <= other.at.y ? one : other
  up.at.y -= overlapY / 2
  const down = up === one ? other : one
  down.at.y += overlapY / 2
  return labels
}
