/** Six docks around the view, and the vehicle's window, which the user can move between them. */

import { make } from './dom'

export const DOCKS = ['top-left', 'top', 'top-right', 'bottom-left', 'bottom', 'bottom-right'] as const
export type Dock = (typeof DOCKS)[number]

const COLUMNS: readonly (readonly [name: string, above: Dock, below: Dock])[] = [
  ['left', 'top-left', 'bottom-left'],
  ['middle', 'top', 'bottom'],
  ['right', 'top-right', 'bottom-right'],
]
const HOME: Dock = 'bottom-left'
const NARROW = 44 // [rem] width of the page below which the window has only one dock
const STEPS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Return the dock nearest to a point of a view, in the same unit. */
export function nearestDock(x: number, y: number, width: number, height: number): Dock {
  const column = Math.min(2, Math.max(0, Math.floor((3 * x) / Math.max(1, width))))
  return COLUMNS[column][y < height / 2 ? 1 : 2]
}

/** Return the dock next to one, if there is one on that side. */
export function dockBeside(dock: Dock, right: number, down: number): Dock {
  const column = COLUMNS.findIndex((names) => names.includes(dock))
  const isBelow = COLUMNS[column][2] === dock
  const next = COLUMNS[Math.min(2, Math.max(0, column + right))]
  return next[(down === 0 ? isBelow : down > 0) ? 2 : 1]
}

export class Docks {
  readonly element = make('div.docks')
  readonly window = make('div.vehicle-window')
  changed: (dock: Dock) => void = () => {} // the user has moved the window
  private readonly docks = new Map<Dock, HTMLElement>()
  private chosen: Dock = HOME
  private isNarrow = false

  constructor() {
    for (const [name, ...docks] of COLUMNS) {
      const column = make(`div.dock-column.dock-column-${name}`)
      for (const dock of docks) {
        const element = make(`div.dock.dock-${dock}`)
        this.docks.set(dock, element)
        column.append(element)
      }
      this.element.append(column)
    }
    this.place()
  }

  /** Return the element of a dock, to append to. */
  of(dock: Dock): HTMLElement {
    return this.docks.get(dock) as HTMLElement
  }

  /** Where the window is. */
  get dock(): Dock {
    return this.isNarrow ? 'bottom' : this.chosen
  }

  /** Move the window to a dock; on a small page it stays at the bottom in the middle. */
  choose(dock: Dock): void {
    this.chosen = dock
    this.place()
  }

  /** Adapt to the size of the page [rem], and to touch pads in its lower corners. */
  fit(width: number, hasPads: boolean): void {
    this.isNarrow = hasPads || width < NARROW
    this.element.parentElement?.classList.toggle('is-small', this.isNarrow)
    this.place()
  }

  /** Enable a handle to move the window, by the pointer or, with keyboard focus, by the arrow keys. */
  moveBy(handle: HTMLElement): void {
    let from: { x: number; y: number } | undefined
    handle.addEventListener('pointerdown', (event) => {
      handle.setPointerCapture(event.pointerId)
      from = { x: event.clientX, y: event.clientY }
    })
    handle.addEventListener('pointermove', (event) => {
      if (!from) return
      this.window.classList.add('is-dragged')
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      this.window.style.setProperty('transform', `translate(${dx}px, ${dy}px)`)
      this.mark(this.under(event))
    })
    const end = (event: PointerEvent) => {
      const isMoved = from !== undefined && this.window.classList.contains('is-dragged')
      from = undefined
      this.window.classList.remove('is-dragged')
      this.window.style.removeProperty('transform')
      this.mark(undefined)
      if (isMoved && event.type === 'pointerup') this.move(this.under(event))
    }
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
    handle.addEventListener('keydown', (event) => {
      const step = STEPS[event.key]
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      this.move(dockBeside(this.dock, ...step))
      handle.focus()
    })
  }

  private move(dock: Dock): void {
    this.choose(dock)
    this.changed(dock)
  }

  private under(event: PointerEvent): Dock {
    const { left, top, width, height } = this.element.getBoundingClientRect()
    return nearestDock(event.clientX - left, event.clientY - top, width, height)
  }

  private mark(target: Dock | undefined): void {
    for (const [dock, element] of this.docks) element.classList.toggle('is-target', dock === target)
  }

  private place(): void {
    const dock = this.of(this.dock)
    if (this.window.parentElement !== dock) dock.append(this.window)
  }
}

export function dockOf(value: unknown): Dock {
  return DOCKS.find((dock) => dock === value) ?? HOME
}
