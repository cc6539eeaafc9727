/** Canvas of the ground in plan view. */

import type { Pen } from './body'

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
