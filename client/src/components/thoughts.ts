/** The search cones, the desired heading and the route of the watched autopilot, on the ground and in words. */

import * as THREE from 'three'
import type { Component } from '../component'
import type { Page } from '../page'
import { ThoughtCard, ThoughtOverlay, wordsOf } from '../workstation/thoughts'

export const thoughts: Component = {
  name: 'thoughts',
  place: 'side',
  mount(page) {
    const [card, overlay] = [new ThoughtCard(), new ThoughtOverlay(page.world.ground)]
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

function showCard({ watching, station, names, newest: { x, y, yaw } }: Page, card: ThoughtCard): void {
  const id = watching.subject
  if (!watching.isOn || id < 0) {
    card.show(undefined)
    return
  }
  const thought = station.thoughtOf(id)
  const lines = watching.isByHand(id)
    ? ['Driven by hand: its autopilot rests']
    : thought
      ? wordsOf(thought, { x: x[id], y: y[id], yaw: yaw[id] })
      : ['Waiting for its thoughts']
  card.show(names.nameOf(id), lines)
}

function drawOverlay({ watching, drawn, names, rig }: Page, overlay: ThoughtOverlay): void {
  const { thought } = watching
  if (!thought || thought.vehicle >= drawn.x.length) {
    overlay.hide()
    return
  }
  const id = thought.vehicle
  const { length } = names.fleetOf(id).body
  const pose = { x: drawn.x[id], y: drawn.y[id], z: drawn.z[id], yaw: drawn.yaw[id], length }
  overlay.show(thought, pose, rig.camera.getWorldPosition(new THREE.Vector3()))
}
