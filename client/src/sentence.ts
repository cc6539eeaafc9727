/** A reason, such as the server gives for what it refuses, as a sentence of its own; nothing stays nothing. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return !text || /[.!?]$/.test(text) ? text : `${text}.`
}
