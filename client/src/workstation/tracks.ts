/** Tracks of vehicles of interest: recent positions, for the map. */

const STEP = 2 // [m] distance of the points of a track
const LEAP = 60 // [m] movement between updates from which a track starts again
const MOST = 900 // largest number of points

export class Tracks {
  private readonly tracks = new Map<number, [number, number][]>()

  /** Update the tracks of these vehicles, and remove all others. */
  follow(ids: Iterable<number>, state: { x: ArrayLike<number>; y: ArrayLike<number> }): void {
    const wanted = new Set(ids)
    for (const id of this.tracks.keys()) if (!wanted.has(id)) this.tracks.delete(id)
    for (const id of wanted) if (id >= 0 && id < state.x.length) this.add(id, state.x[id], state.y[id])
  }

  get all(): ReadonlyMap<number, readonly [number, number][]> {
    return this.tracks
  }

  private add(id: number, x: number, y: number): void {
    const track = this.tracks.get(id)
    const last = track?.at(-1)
    const travel = last ? Math.hypot(x - last[0], y - last[1]) : Number.POSITIVE_INFINITY
    if (!track || travel > LEAP) this.tracks.set(id, [[x, y]])
    else if (travel >= STEP) {
      track.push([x, y])
      if (track.length > MOST) track.shift()
    }
  }
}
