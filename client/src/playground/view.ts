/** Mapping from ground to canvas: pan, zoom, and following the vehicles. */

import type { Pen } from './body'

export interface Point {
  x: number
  y: number
}

export interface Margins {
  top: number
  right: number
  bottom: number
  left: number
}

export type Follow = 'both' | 'left' | 'right' | 'free'
export const FOLLOWS: Follow[] = ['both', 'left', 'right', 'free']

export const MIN_SCALE = 0.05 // [pixels/m]
export const MAX_SCALE = 220
const EASE = 6 // rate at which it approaches its target [1/s]

export class View {
  follow: Follow = 'both'
  centre: Point = { x: 0, y: 0 } // centre of the free part of the canvas [m]
  scale = 26 // [pixels/m]
  wanted = 26 // chosen scale [pixels/m]
  size = { width: 1, height: 1 } // [pixels]
  room = 7 // margin around the followed vehicles [m]
  text = 1 // size of text and lines, per text size of 16 pixels
  margins: Margins = { top: 0, right: 0, bottom: 0, left: 0 } // margins covered by panels [pixels]

  /** Centre of the free part [pixels]. */
  get middle(): Point {
    const { left, right, top, bottom } = this.margins
    return { x: 0.5 * (left + this.size.width - right), y: 0.5 * (top + this.size.height - bottom) }
  }

  toScreen(x: number, y: number): Point {
    const { x: column, y: row } = this.middle
    return { x: column + (x - this.centre.x) * this.scale, y: row - (y - this.centre.y) * this.scale }
  }

  toGround(column: number, row: number): Point {
    const middle = this.middle
    return {
      x: this.centre.x + (column - middle.x) / this.scale,
      y: this.centre.y - (row - middle.y) / this.scale,
    }
  }

  pan(dx: number, dy: number): void {
    this.follow = 'free'
    this.centre = { x: this.centre.x - dx / this.scale, y: this.centre.y + dy / this.scale }
  }

  /** Zoom about a point of the screen; a factor above one zooms out. */
  zoom(factor: number, at: Point = this.middle): void {
    const fixed = this.toGround(at.x, at.y)
    this.scale = clamp(this.scale / factor, MIN_SCALE, MAX_SCALE)
    this.wanted = this.scale / this.text
    if (this.follow !== 'free') return
    const moved = this.toGround(at.x, at.y)
    this.centre = {
      x: this.centre.x + fixed.x - moved.x,
      y: this.centre.y + fixed.y - moved.y,
    }
  }

  /** Approach the target of the mode, where "both" includes `others`; return whether the view still moves. */
  update(left: Point, right: Point, elapsed: number, others: Point[] = []): boolean {
    if (this.follow === 'free') return false
    const [from, to] = boundsOf([left, right, ...others])
    const goal = this.follow === 'both' ? middleOf(from, to) : this.follow === 'left' ? left : right
    const scale =
      this.follow === 'both'
        ? Math.min(this.wanted * this.text, this.fitting(from, to))
        : this.wanted * this.text
    const share = 1 - Math.exp(-EASE * elapsed)
    this.scale *= (scale / this.scale) ** share
    this.centre = {
      x: this.centre.x + share * (goal.x - this.centre.x),
      y: this.centre.y + share * (goal.y - this.centre.y),
    }
    const off = Math.hypot(goal.x - this.centre.x, goal.y - this.centre.y) * this.scale
    return off > 0.25 || Math.abs(Math.log(scale / this.scale)) > 1e-3
  }

  /** Show a rectangle of ground. */
  show(from: Point, to: Point): void {
    this.centre = middleOf(from, to)
    this.scale = this.fitting(from, to)
    this.wanted = this.scale / this.text
    this.follow = 'free'
  }

  private fitting(one: Point, other: Point): number {
    const width = Math.abs(one.x - other.x) + 2 * this.room
    const height = Math.abs(one.y - other.y) + 2 * this.room
    const { left, right, top, bottom } = this.margins
    const free = {
      width: Math.max(60, this.size.width - left - right),
      height: Math.max(60, this.size.height - top - bottom),
    }
    return clamp(Math.min(free.width / width, free.height / height), MIN_SCALE, MAX_SCALE)
  }
}

/** Return the distance of grid lines: the smallest of 1, 2, 5, 10, ... m that is at least `least` pixels. */
export function gridStep(scale: number, least: number): number {
  const metres = least / scale
  const power = 10 ** Math.floor(Math.log10(metres) + 1e-9)
  return power * ([1, 2, 5, 10].find((step) => step * power >= metres * (1 - 1e-9)) ?? 10)
}

function boundsOf(points: Point[]): [Point, Point] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return [
    { x: Math.min(...xs), y: Math.min(...ys) },
    { x: Math.max(...xs), y: Math.max(...ys) },
  ]
}

function middleOf(one: Point, other: Point): Point {
  return { x: 0.5 * (one.x + other.x), y: 0.5 * (one.y + other.y) }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** Size a canvas to its element in device pixels, up to three per CSS pixel, for thin lines; return its context. */
export function penFor(canvas: HTMLCanvasElement): Pen | null {
  const ratio = Math.min(3, window.devicePixelRatio || 1)
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
  if (width === 0 || height === 0) return null
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const pen = canvas.getContext('2d', { alpha: false })
  pen?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return pen
}
