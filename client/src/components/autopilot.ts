/** Search cones, desired heading and route of the watched autopilot, on the ground and as text. */

import * as THREE from 'three'
import type { Component } from '../component'
import type { Page } from '../page'
import { standingLines } from '../standing'
import { AutopilotCard, AutopilotOverlay, wordsOf } from '../workstation/autopilot'

export const autopilot: Component = {
  name: 'autopilot',
  place: 'side',
  mount(page) {
    const [card, overlay] = [new AutopilotCard(), new AutopilotOverlay(page.world.ground)]
    page.stage.scene.add(overlay.group)
    return {
      element: card.element,
      keys: { v: () => page.watching.toggle() },
      show: () => {
        page.watching.ask()
        showCard(page, card)
      },
      draw: () => drawOverlay(page, overlay),
    }
  },
}

function showCard(
  { watching, latest, names, newest: { x, y, yaw, speed } }: Page,
  card: AutopilotCard,
): void {
  const id = watching.subject
  if (!watching.isOn || id < 0) {
    card.show(undefined)
    return
  }
  card.show(names.nameOf(id), lines())

  function lines(): string[] {
    if (watching.isByHand(id)) return ['Driven by hand: the autopilot is off']
    if (watching.isRemote(id)) return ['Moved by another program']
    const state = latest.stateOf(id)
    if (!state) return ['Waiting for its autopilot']
    const pose = { x: x[id], y: y[id], yaw: yaw[id], speed: speed[id] }
    return wordsOf(state, pose, standingLines(latest.standing.get(id)))
  }
}

function drawOverlay({ watching, drawn, names, rig }: Page, overlay: AutopilotOverlay): void {
  const { state } = watching
  if (!state || state.vehicle >= drawn.x.length) {
    overlay.hide()
    return
  }
  const id = state.vehicle
  const { length } = names.fleetOf(id).body
  const pose = { x: drawn.x[id], y: drawn.y[id], z: drawn.z[id], yaw: drawn.yaw[id], length }
  overlay.show(state, pose, rig.camera.getWorldPosition(new THREE.Vector3()))
}
