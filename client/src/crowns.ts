/** Drawn width of objects: the radius of a tree is that of its trunk, for contacts; its crown is wider. */

export function isTree(kind: string): boolean {
  return kind === 'conifer' || kind === 'broadleaf'
}

/** Return the radius [m] seen from above. */
export function shownRadius(kind: string, radius: number, height: number): number {
  if (kind === 'conifer') return Math.max(1.1 * radius, 0.19 * height)
  if (kind === 'broadleaf') return Math.max(1.1 * radius, 0.3 * height)
  return radius
}
