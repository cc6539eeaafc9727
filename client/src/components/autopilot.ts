/** Search cones, desired heading and route of the watched autopilot, on the ground and as text. */

import * as THREE from 'three'
import { headingDegrees } from '../base/angles'
import { make, setText } from '../base/dom'
import type { AutopilotState } from '../generated/messages'
import { standingLines } from '../map/standing'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { AUTOPILOT_COLOURS, AutopilotOverlay, type Sight, sideOf, sightOf } from '../scene/autopilot'

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

const STANDING = 0.1 // [m/s]
/** Return the state as lines of text; for a standing vehicle the reasons instead of the target. */
export function wordsOf(
  state: AutopilotState,
  pose: { x: number; y: number; yaw: number; speed: number },
  standing: readonly string[] = [],
): string[] {
  const heading = (yaw: number) => `${String(Math.round(headingDegrees(yaw)) % 360).padStart(3, '0')}°`
  const sight = sightOf(state)
  const seen = sight
    ? `Sees ${sight.what === 'object' ? 'an object' : `a ${sight.what}`} ${away(sight, pose)} m ahead, ${sideOf(sight, pose)}`
    : `Sees nothing within ${state.reach.toFixed(0)} m`
  const isSlow = Math.abs(pose.speed) < STANDING
  const course = isSlow ? 'Stands' : 'Keeps its course'
  const action = state.is_avoiding ? `Avoids: steers for ${heading(state.desired_yaw)}` : course
  return [...(standing.length ? standing : [seen, action]), `Course ${heading(state.course_yaw)}`]
}

function away(sight: Sight, pose: { x: number; y: number }): string {
  return Math.hypot(sight.x - pose.x, sight.y - pose.y).toFixed(0)
}

/** Card with the state as text and the legend of its colours. */
export class AutopilotCard {
  readonly element: HTMLElement
  private readonly title = make('h2')
  private readonly lines = make('div.autopilot-lines')

  constructor() {
    const key = (name: keyof typeof AUTOPILOT_COLOURS, words: string) => {
      const swatch = make('span.swatch')
      swatch.style.setProperty('background', AUTOPILOT_COLOURS[name])
      return make('span.legend-entry', {}, swatch, words)
    }
    this.element = make(
      'section.autopilot-card.glass',
      { 'aria-label': 'State of the autopilot', 'data-testid': 'autopilot' },
      this.title,
      this.lines,
      make(
        'div.legend',
        {},
        key('left', 'search left'),
        key('right', 'search right'),
        key('seen', 'obstacle'),
        key('desired', 'desired heading'),
        key('course', 'course'),
        key('route', 'route'),
      ),
    )
    this.element.hidden = true
  }

  /** Show lines under a title; undefined hides the card. */
  show(title: string | undefined, lines: string[] = []): void {
    this.element.hidden = title === undefined
    if (title === undefined) return
    setText(this.title, title)
    const text = lines.join('\n')
    if (this.lines.dataset.text === text) return
    this.lines.dataset.text = text
    this.lines.replaceChildren(...lines.map((line) => make('p', {}, line)))
  }
}
