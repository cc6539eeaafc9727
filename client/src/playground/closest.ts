/** Suggestions for misspelled names. */

/** Return letters and digits in lower case: "t72a" and "T-72A" are equal. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** Return the most similar name: few changed letters, or the same beginning; undefined if there is none. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name)
  if (wanted === '') return undefined
  const ranked = names
    .map((known) => ({ known, off: distance(wanted, plain(known)) }))
    .sort((one, other) => one.off - other.off)
  const best = ranked[0]
  if (best && best.off <= Math.max(1, Math.floor(wanted.length / 3))) return best.known
  return names.find((known) => plain(known).startsWith(wanted) || plain(known).endsWith(wanted))
}

/** Return the number of letters to insert, delete, change or swap between two words. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwapped ? rows[i - 2][j - 2] + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, change, swap))
    }
    rows.push(row)
  }
  return rows[one.length][other.length]
}
