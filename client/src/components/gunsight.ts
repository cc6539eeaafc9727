/** The gunsight of the driven vehicle: a ring at the predicted point of impact, range, target, reload bar, hit marker. */

import * as THREE from 'three'
import type { Component } from '../component'
import { make, setText } from '../dom'
import type { Damage, ServerMessage } from '../generated/messages'
import type { Page } from '../page'
import { project } from '../picking'
import { landing, leaving, type Target } from '../workstation/gunnery'
import './gunsight.css'

const MARKED = 0.7 // [s] duration of the hit marker
const TOLD = 3.5 // [s] duration of its text
const CONDITIONS: Record<Damage['state'], string> = { whole: '', hit: 'damaged', dead: 'destroyed' }

export const gunsight: Component = {
  name: 'gunsight',
  place: 'labels',
  mount(page) {
    const sight = new Gunsight(page)
    return {
      element: sight.element,
      receive: (message) => sight.receive(message),
      draw: () => sight.draw(),
      show: () => sight.show(),
    }
  },
}

class Gunsight {
  readonly element: HTMLElement
  private readonly page: Page
  private readonly ring = make('div.gunsight-ring', {}, make('div.gunsight-mark'))
  private readonly range = make('span.gunsight-range')
  private readonly target = make('span.gunsight-target')
  private readonly bar = make('span.gunsight-fill')
  private readonly hit = make('p.gunsight-hit', { role: 'status', 'data-testid': 'gunsight-hit' })
  private readonly hits = new Hits()

  constructor(page: Page) {
    this.page = page
    const reload = make('span.gunsight-bar', {}, this.bar)
    const label = make('div.gunsight-label', { 'aria-hidden': 'true' }, this.range, this.target, reload)
    this.element = make('div.gunsight', { 'data-testid': 'gunsight' }, this.ring, label, this.hit)
    this.element.hidden = true
  }

  receive(message: ServerMessage): void {
    this.hits.receive(message, this.page.session.own, seconds())
  }

  /** Place the ring at the predicted point of impact. */
  draw(): void {
    const { session, names, world, rig, stage, drawn } = this.page
    const { own } = session
    const gun = own >= 0 ? names.fleetOf(own).armament : null
    if (!gun || Number.isNaN(drawn.x[own])) {
      this.element.hidden = true
      return
    }
    const aim = session.turrets.get(own) ?? { yaw: 0, elevation: 0 }
    const flight = leaving(drawn, own, gun, aim, names.fleetOf(own).body.height)
    const point = landing(flight, gun.round_drag, (x, y) => world.ground.height(x, y), this.targets(own))
    const at = project(new THREE.Vector3(point.x, point.y, point.z), rig.camera, stage.size)
    const isSeen = at && at.x > 0 && at.y > 0 && at.x < stage.size.width && at.y < stage.size.height
    this.element.hidden = !isSeen
    if (!at || !isSeen) return
    this.element.style.setProperty('transform', `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`)
    setText(this.range, Number.isFinite(point.range) ? rangeText(point.range) : 'out of range')
    const { target } = point
    this.ring.classList.toggle('is-on-target', target >= 0)
    setText(this.target, target < 0 ? '' : this.words(target))
  }

  /** Update the reload bar and the newest hit, ten times a second. */
  show(): void {
    const { session, latest, names } = this.page
    const gun = session.own >= 0 ? names.fleetOf(session.own).armament : null
    if (!gun) return
    const left = latest.instrumentsOf(session.own)?.values.reload_time ?? 0
    const loaded = 1 - Math.min(1, Math.max(0, left / gun.reload_duration))
    this.bar.style.setProperty('transform', `scaleX(${loaded.toFixed(3)})`)
    this.bar.classList.toggle('is-loaded', left <= 0)
    const now = seconds()
    this.ring.classList.toggle('is-hit', now - this.hits.at < MARKED)
    setText(this.hit, now - this.hits.at < TOLD ? `Hit: ${this.words(this.hits.vehicle)}` : '')
  }

  private words(vehicle: number): string {
    const { names } = this.page
    const condition = CONDITIONS[this.hits.states.get(vehicle) ?? 'whole']
    return [names.nameOf(vehicle), condition].filter(Boolean).join(' · ')
  }

  private targets(own: number): Target[] {
    const { drawn, names } = this.page
    const found: Target[] = []
    for (const id of drawn.shown) {
      if (id === own) continue
      const { length, width, height } = names.fleetOf(id).body
      found.push({
        id,
        x: drawn.x[id],
        y: drawn.y[id],
        z: drawn.z[id],
        yaw: drawn.yaw[id],
        halfLength: 0.5 * length,
        halfWidth: 0.5 * width,
        height,
      })
    }
    return found
  }
}

/** Newest hit of the own gun, and the condition of every damaged vehicle. */
export class Hits {
  vehicle = -1
  at = -Infinity // time [s]
  readonly states = new Map<number, Damage['state']>()

  receive(message: ServerMessage, own: number, now: number): void {
    if (message.type === 'damage') this.states.set(message.vehicle, message.state)
    if (message.type === 'impact' && message.on === 'vehicle' && message.shooter === own) {
      this.vehicle = message.index
      this.at = now
    }
  }
}

export function rangeText(metres: number): string {
  return `${Math.round(metres)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ')} m`
}

function seconds(): number {
  return performance.now() / 1000
}
