/** The width of objects as drawn: a tree's radius in the world is its trunk's, what one drives against; its crown is wider. */

export function isTree(kind: string): boolean {
  return kind === 'conifer' || kind === 'broadleaf'
}

/** Radius [m] of what is seen from above. */
export function shownRadius(kind: string, radius: number, height: number): number {
  if (kind === 'conifer') return Math.max(1.1 * radius, 0.19 * height)
  if (kind === 'broadleaf') return Math.max(1.1 * radius, 0.3 * height)
  return radius
}
