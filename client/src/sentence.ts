/** Return a reason, such as that of a refusal, as a sentence; empty text stays empty. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return !text || /[.!?]$/.test(text) ? text : `${text}.`
}
