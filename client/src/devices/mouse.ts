/**
 * The mouse as a driving device: the position of the pointer relative to the centre of the view steers and drives.
 *
 * Outside the view (over a button, outside the window) it is neutral. The left button fires, the right one brakes, the middle
 * one is the hand brake. In aiming mode the pointer turns the turret, and another device drives.
 */

import { make } from '../base/dom'
import type { Device, Reading } from './device'
import { AT_REST, NO_BUTTONS } from './device'
import type { Shaping } from './shaping'
import { shape } from './shaping'

export type MouseUse = 'look' | 'drive' | 'aim'

export const REACH = 0.7 // share of the distance from the centre to the edge for full deflection

const LEFT = 1
const RIGHT = 2
const MIDDLE = 4

export class Mouse implements Device {
  readonly kind = 'mouse'
  readonly name = 'Mouse'
  use: MouseUse = 'look'
  isPresent: boolean
  private readonly shaping: () => Shaping
  private x = 0 // -1..1 from the middle to the right edge
  private y = 0 // -1..1 from the middle to the upper edge
  private isOver = false
  private buttons = 0

  constructor(shaping: () => Shaping, isPresent: boolean) {
    this.shaping = shaping
    this.isPresent = isPresent
  }

  /** Set the position of the pointer in a view of this size, from its upper left corner [pixels]. */
  move(place: { x: number; y: number }, view: { width: number; height: number }): void {
    this.isPresent = true
    this.isOver = true
    this.x = (2 * place.x) / Math.max(1, view.width) - 1
    this.y = 1 - (2 * place.y) / Math.max(1, view.height)
  }

  leave(): void {
    this.isOver = false
  }

  /** Set the pressed buttons (`PointerEvent.buttons`); return whether they have changed. */
  hold(buttons: number): boolean {
    const isNew = buttons !== this.buttons
    this.buttons = buttons
    return isNew
  }

  read(): Reading {
    if (this.use === 'look') return AT_REST
    const right = this.isOver ? shape(this.x / REACH, this.shaping()) : 0
    const up = this.isOver ? shape(this.y / REACH, this.shaping()) : 0
    const isAiming = this.use === 'aim'
    const brakes = isAiming ? RIGHT | MIDDLE : MIDDLE
    const buttons = { ...NO_BUTTONS, fire: this.isHeld(LEFT), handBrake: this.isHeld(brakes) }
    if (isAiming) return { ...AT_REST, aim: { yaw: 0 - right, elevation: up }, buttons }
    return { throttle: up, brake: Number(this.isHeld(RIGHT)), steer: 0 - right, aim: AT_REST.aim, buttons }
  }

  private isHeld(buttons: number): boolean {
    return (this.buttons & buttons) !== 0
  }
}

export interface MouseSite {
  isWanted(): boolean // whether the user drives
  pressed(): void // on press and release: a click may be shorter than the interval of two readings
  signal: AbortSignal
}

/** Connect the mouse to the view; while it drives or aims, its buttons do not move the camera or select vehicles. */
export function listenToMouse(
  page: HTMLElement,
  mouse: Mouse,
  { isWanted, pressed, signal }: MouseSite,
): void {
  const isView = (event: Event) => event.target instanceof Element && event.target.matches('canvas.stage')
  const isOurs = (event: MouseEvent) => isWanted() && mouse.use !== 'look' && isView(event)
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'
  const hold = (buttons: number) => mouse.hold(buttons) && pressed()
  const follow = (event: PointerEvent) => {
    if (!isMouse(event)) return
    if (isView(event)) mouse.move({ x: event.offsetX, y: event.offsetY }, sizeOf(event.target as Element))
    else mouse.leave()
    hold(isOurs(event) ? event.buttons : 0)
  }
  const letGo = () => {
    mouse.leave()
    hold(0)
  }
  const release = (event: PointerEvent) => isMouse(event) && hold(isOurs(event) ? event.buttons : 0)
  const seize = (event: MouseEvent) => {
    if (!isOurs(event)) return
    event.stopPropagation()
    if (event.type === 'mousedown') event.preventDefault() // the middle button would scroll
    hold(event.buttons)
  }
  page.addEventListener('pointermove', follow, { signal })
  page.addEventListener('pointerleave', letGo, { signal })
  window.addEventListener('blur', letGo, { signal })
  window.addEventListener('pointerup', release, { signal })
  for (const type of ['pointerdown', 'mousedown', 'dblclick'] as const)
    page.addEventListener(type, seize, { capture: true, signal })
}

function sizeOf(element: Element): { width: number; height: number } {
  return { width: element.clientWidth, height: element.clientHeight }
}

export class MouseGuide {
  readonly element = make(
    'div.mouse-guide',
    { 'aria-hidden': 'true' },
    make('span.mouse-rest'),
    make('span.mouse-all'),
  )

  constructor(page: HTMLElement) {
    page.style.setProperty('--mouse-reach', `${100 * REACH}%`)
    this.element.hidden = true
  }

  draw(deadZone: number): void {
    this.element.style.setProperty('--mouse-rest', `${100 * REACH * deadZone}%`)
  }

  show(isShown: boolean): void {
    if (this.element.hidden === isShown) this.element.hidden = !isShown
  }
}
