/** Map with all vehicles, the tracks of driven, watched and selected vehicles, and the camera's view. */

import type { MapView } from '../map/map'
import { WorldMap } from '../map/map'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { stretch } from '../replay/trails'

export const map: Component = {
  name: 'map',
  place: 'top-right',
  mount(page) {
    const tracks = new Tracks()
    const map = new WorldMap(page.world, page.cover, {
      select: (id) => page.selection.select(id),
      look: (x, y) => page.rig.jumpTo(x, y),
    })
    const show = () => {
      const { session, latest } = page
      const followed = [...latest.drivers.keys(), session.own, session.selected]
      tracks.follow(
        followed.filter((id) => session.buffer.has(id)),
        page.newest,
      )
      page.element.classList.toggle('has-large-map', map.isLarge)
      map.draw(mapView(page, tracks))
    }
    const close = () => {
      const wasLarge = map.isLarge
      if (wasLarge) map.toggleSize()
      return wasLarge
    }
    return { element: map.element, keys: { m: () => map.toggleSize() }, show, close }
  },
}

/** Return the recent tracks and, for a recording, the whole trails up to now. */
function tracksAndTrails({ latest, session }: Page, tracks: Tracks): MapView['layers']['tracks'] {
  const time = session.newest?.time ?? 0
  const ways = [...latest.ways].map(([id, way]) => [id, stretch(way, 0, time)] as const)
  return ways.length === 0 ? tracks.all : new Map([...tracks.all, ...ways])
}

function mapView(page: Page, tracks: Tracks): MapView {
  const { session, latest, rig, watching } = page
  const { camera } = rig
  const halfAngle = Math.atan(Math.tan((camera.fov * Math.PI) / 360) * camera.aspect)
  return {
    state: page.newest,
    shown: page.drawn.shown,
    density: page.density,
    own: session.own,
    selected: session.selected,
    eye: { x: camera.position.x, y: camera.position.y, yaw: rig.yaw, halfAngle },
    layers: {
      drivers: latest.drivers,
      tracks: tracksAndTrails(page, tracks),
      autopilot: watching.state,
      bookmarks: latest.bookmarks,
      standing: latest.standing,
      lights: latest.lights,
      titleOf: (id) => page.names.titleOf(id),
    },
    hasSoils: page.stage.view.hasSoils,
  }
}

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
