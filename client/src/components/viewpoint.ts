/** Messages about the camera's viewpoint, by which the server selects the vehicles of a large world, and the ruts. */

import * as THREE from 'three'
import type { Place } from '../connection/wire'
import type { Component } from '../page/component'
import type { Page } from '../page/page'

const SAME_SHARE = 0.02 // share of the height above ground by which the camera may move without a message
const SAME_PLACE = 3 // [m] smallest value of that distance
const SAME_GAZE = 0.05 // change of a component of the view direction

export const viewpoint: Component = {
  name: 'viewpoint',
  mount(page) {
    let told: Place | undefined
    const tell = () => {
      const { density, ruts } = page.world.description
      if (!(density || ruts) || page.session.link !== 'open') return
      const now = placeOf(page)
      if (told && isSame(told, now, page.world.ground.height(now.x, now.y))) return
      told = now
      page.source.look(now)
    }
    return {
      show: tell,
      linkChanged: () => {
        told = undefined
        tell()
      },
    }
  },
}

function placeOf({ rig, cameraTarget, session }: Page): Place {
  const { x, y, z } = rig.camera.position
  const gaze = rig.camera.getWorldDirection(new THREE.Vector3())
  return {
    x,
    y,
    z,
    gazeX: gaze.x,
    gazeY: gaze.y,
    gazeZ: gaze.z,
    target: cameraTarget.id,
    selected: session.selected,
  }
}

/** Return whether two viewpoints need the same vehicles, apart from a few at the edge. */
export function isSame(told: Place, now: Place, ground: number): boolean {
  const moved = Math.hypot(now.x - told.x, now.y - told.y, now.z - told.z)
  const turned = Math.max(
    Math.abs(now.gazeX - told.gazeX),
    Math.abs(now.gazeY - told.gazeY),
    Math.abs(now.gazeZ - told.gazeZ),
  )
  return (
    now.target === told.target &&
    now.selected === told.selected &&
    turned < SAME_GAZE &&
    moved < Math.max(SAME_PLACE, SAME_SHARE * (now.z - ground))
  )
}
