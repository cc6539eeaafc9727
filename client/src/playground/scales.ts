/** Ranges of sliders, and the text of their numbers. */

import type { FieldInfo } from '../generated/playground'

/** Usual time steps of frame rates and timers, finest first [s]. */
export const TIME_STEPS = [240, 120, 100, 60, 50, 30, 25, 20, 15, 10, 8, 5, 4, 3, 2].map((rate) => 1 / rate)

/** Return the slider's position for a time step: the nearest one by ratio. */
export function timeStepIndex(dt: number): number {
  const off = TIME_STEPS.map((step) => Math.abs(Math.log(step / dt)))
  return off.indexOf(Math.min(...off))
}

/** Return a time step as text: "1/60 s". */
export function timeStepText(dt: number): string {
  const rate = 1 / dt
  const isWhole = Math.abs(rate - Math.round(rate)) < 1e-6 * rate
  return isWhole ? `1/${Math.round(rate)} s` : `${trim(dt)} s`
}

export interface Reach {
  low: number
  high: number
}

/** Return the range of a parameter's slider: the parameter's range, or an interval around its default. */
export function reach(field: FieldInfo): Reach {
  const size = Math.abs(field.default)
  const span = size > 0 ? 4 * size : 1
  const [low, high] = [
    field.low ?? (field.default < 0 ? -span : field.default > 0 ? 0 : -1),
    field.high ?? span,
  ]
  if (!field.is_open) return { low, high }
  const inset = field.high === null ? size / 20 || span / 100 : (high - low) / 1000
  return { low: field.low === null ? low : low + inset, high: field.high === null ? high : high - inset }
}

/** Return a number with `digits` significant digits, without trailing zeros. */
export function trim(value: number, digits = 3): string {
  if (value === 0 || !Number.isFinite(value)) return '0'
  const rounded = Number(value.toPrecision(digits))
  const size = Math.abs(rounded)
  return size >= 1e6 || size < 1e-4 ? rounded.toExponential() : String(rounded)
}

/** Return a number with a fixed number of decimals, a minus sign instead of a hyphen, and no "-0". */
export function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

/** Return a number with about five digits: -0.125, 12.5, 28600. */
export function short(value: number): string {
  const size = Math.abs(value)
  return fixed(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3)
}

/** Return radians as degrees, to a tenth. */
export function degrees(radians: number): string {
  return `${fixed((radians * 180) / Math.PI, 1)}°`
}

/** Return a distance with a suitable unit: 3 mm, 12 cm, 4.2 m, 1.3 km. */
export function distance(metres: number): { number: string; unit: string } {
  const size = Math.abs(metres)
  if (size < 5e-6) return { number: '0', unit: 'm' }
  if (size < 0.001) return { number: (1000 * metres).toFixed(2), unit: 'mm' }
  if (size < 0.01) return { number: (1000 * metres).toFixed(1), unit: 'mm' }
  if (size < 1) return { number: (100 * metres).toFixed(1), unit: 'cm' }
  if (size < 1000) return { number: metres.toFixed(size < 100 ? 2 : 1), unit: 'm' }
  return { number: (metres / 1000).toFixed(2), unit: 'km' }
}

/** Return a label for a name: "track gauge" for `track_gauge`. */
export function label(name: string): string {
  return name.replaceAll('_', ' ')
}

/** Return the text of a unit after a number: " m/s²"; empty for a pure number. */
export function unitText(unit: string): string {
  if (unit === '' || unit === '1') return ''
  return ` ${unit.replaceAll('^2', '²').replaceAll('^3', '³').replaceAll(' ', '\u2009')}`
}
