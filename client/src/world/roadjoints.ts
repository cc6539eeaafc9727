/** Joints of roads: a road that ends on another one gives way to it, and does not reach beyond its far edge. */

/** A segment: x, y, x, y [m], half width [m], look, distance of its start along the road [m], code. */
export type Piece = number[]

const [HALF, CODE] = [4, 7]
const STEP = 0.2 // [m] by which an end is drawn back at a time

/** Return the code of a segment: the number of its road, and whether it gives way to the roads that it meets. */
export function codeOf(road: number, givesWay = false): number {
  return 2 * road + (givesWay ? 1 : 0)
}

export function roadOf(piece: Piece): number {
  return Math.floor(piece[CODE] / 2)
}

export function givesWay(piece: Piece): boolean {
  return piece[CODE] % 2 === 1
}

/** Join the ends of roads to the roads that pass there; `near` returns the numbers of segments near a position. */
export function joinRoads(pieces: Piece[], near: (x: number, y: number) => readonly number[]): void {
  const spans = spansOf(pieces)
  for (const span of spans)
    for (const isStart of [true, false]) {
      const [x, y] = endOf(pieces, span, isStart)
      const through = near(x, y)
        .map((k) => pieces[k])
        .find((other) => passes(other, [x, y], { pieces, own: span, spans }))
      if (through) join(pieces, span, isStart, through)
    }
}

/** First and last segment of a road. */
interface Span {
  first: number
  last: number
}

function spansOf(pieces: readonly Piece[]): Span[] {
  const spans: Span[] = []
  pieces.forEach((piece, k) => {
    const span = spans[roadOf(piece)]
    if (span) span.last = k
    else spans[roadOf(piece)] = { first: k, last: k }
  })
  return spans.filter((span) => span !== undefined)
}

function endOf(pieces: readonly Piece[], { first, last }: Span, isStart: boolean): [number, number] {
  const [ax, ay, bx, by] = pieces[isStart ? first : last]
  return isStart ? [ax, ay] : [bx, by]
}

/** Return whether another road passes under an end, and does not itself end there. */
function passes(
  other: Piece,
  [x, y]: [number, number],
  { pieces, own, spans }: { pieces: readonly Piece[]; own: Span; spans: readonly Span[] },
): boolean {
  if (roadOf(other) === roadOf(pieces[own.first]) || axisDistance(other, x, y) > other[HALF]) return false
  const span = spans.find(({ first }) => roadOf(pieces[first]) === roadOf(other))
  if (!span) return false
  return [true, false].every((isStart) => {
    const [endX, endY] = endOf(pieces, span, isStart)
    return Math.hypot(endX - x, endY - y) > other[HALF]
  })
}

function join(pieces: Piece[], span: Span, isStart: boolean, through: Piece): void {
  const end = pieces[isStart ? span.first : span.last]
  const reach = end[HALF] + through[HALF]
  let walked = 0
  for (let k = isStart ? span.first : span.last; k >= span.first && k <= span.last; k += isStart ? 1 : -1) {
    const [ax, ay, bx, by] = pieces[k]
    if (!givesWay(pieces[k])) pieces[k][CODE] += 1
    walked += Math.hypot(bx - ax, by - ay)
    if (walked >= reach) break
  }
  shorten(end, isStart, through)
}

/** Draw the end back until its round cap lies within the far edge of the other road. */
function shorten(end: Piece, isStart: boolean, through: Piece): void {
  const wanted = end[HALF] - through[HALF]
  if (wanted <= 0) return
  const [ax, ay, bx, by] = end
  const length = Math.hypot(bx - ax, by - ay)
  for (let drawn = 0; drawn < 0.9 * length; drawn += STEP) {
    const part = isStart ? drawn / length : 1 - drawn / length
    const [x, y] = [ax + part * (bx - ax), ay + part * (by - ay)]
    if (isStart) end.splice(0, 2, x, y)
    else end.splice(2, 2, x, y)
    if (axisDistance(through, x, y) >= wanted) return
  }
}

/** Return the distance of a position from the centre line of a segment [m]. */
export function axisDistance([ax, ay, bx, by]: Piece, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const part = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0
  return Math.hypot(x - ax - part * dx, y - ay - part * dy)
}

/** Radius of a fillet between two roads, over the smaller half width. */
export const FILLET = 1.2
