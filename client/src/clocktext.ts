/** Text of simulated time. */

/** Return simulated seconds as h:mm:ss.t. */
export function clock(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6)
  const [hours, minutes] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60]
  const rest = (tenths % 600) / 10
  return `${hours}:${String(minutes).padStart(2, '0')}:${rest.toFixed(1).padStart(4, '0')}`
}
