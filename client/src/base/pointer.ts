/** Mouse and touch gestures over the 3-D view: drag, right-drag, wheel, pinch, click, double click, hover. */

const CLICK_TRAVEL = 6 // [pixels]

export interface PointerActions {
  turn(dx: number, dy: number): void
  move(dx: number, dy: number): void // with the secondary button, or Shift
  zoom(factor: number): void
  click(x: number, y: number): void
  doubleClick(x: number, y: number): void
  hover(x: number, y: number): void
  leave(): void
  /** Return whether the wheel zooms; otherwise it scrolls the page, or the page around it. */
  takesWheel?(event: WheelEvent): boolean
}

export function listenToPointer(canvas: HTMLCanvasElement, actions: PointerActions): void {
  const down = new Map<number, PointerEvent>()
  let travel = 0
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    if (down.size === 0) travel = 0
    down.set(event.pointerId, event)
  })
  canvas.addEventListener('pointermove', (event) => {
    const before = down.get(event.pointerId)
    if (!before) return actions.hover(event.offsetX, event.offsetY)
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY]
    travel += Math.hypot(dx, dy)
    if (down.size > 1) pinch(down, event, actions)
    else if (travel > CLICK_TRAVEL) {
      const isSecondary = (event.buttons & 2) !== 0 || event.shiftKey
      if (isSecondary) actions.move(dx, dy)
      else actions.turn(dx, dy)
    }
    down.set(event.pointerId, event)
  })
  const up = (event: PointerEvent) => {
    const wasDown = down.delete(event.pointerId)
    if (wasDown && down.size === 0 && travel <= CLICK_TRAVEL && event.button === 0)
      actions.click(event.offsetX, event.offsetY)
  }
  canvas.addEventListener('pointerup', up)
  canvas.addEventListener('pointercancel', (event) => down.delete(event.pointerId))
  canvas.addEventListener('pointerleave', () => actions.leave())
  canvas.addEventListener('dblclick', (event) => actions.doubleClick(event.offsetX, event.offsetY))
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
  canvas.addEventListener('wheel', (event) => scroll(event, actions), { passive: false })
}

function scroll(event: WheelEvent, actions: PointerActions): void {
  if (actions.takesWheel && !actions.takesWheel(event)) return
  event.preventDefault()
  const pixels = event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY
  actions.zoom(Math.exp(0.0013 * Math.max(-400, Math.min(400, pixels))))
}

function pinch(down: Map<number, PointerEvent>, event: PointerEvent, actions: PointerActions): void {
  const other = [...down.values()].find((candidate) => candidate.pointerId !== event.pointerId)
  const before = down.get(event.pointerId)
  if (!other || !before) return
  const gap = (p: PointerEvent) =>
    Math.max(20, Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY))
  actions.zoom(gap(before) / gap(event))
}
