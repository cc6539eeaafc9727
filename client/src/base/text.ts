/** Texts: simulated time, and reasons as sentences. */

/** Return simulated seconds as h:mm:ss.t. */
export function clock(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6)
  const [hours, minutes] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60]
  const rest = (tenths % 600) / 10
  return `${hours}:${String(minutes).padStart(2, '0')}:${rest.toFixed(1).padStart(4, '0')}`
}

/** Return a reason, such as that of a refusal, as a sentence; empty text stays empty. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return !text || /[.!?]$/.test(text) ? text : `${text}.`
}
