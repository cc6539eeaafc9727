/** Line with the building or compilation on the server, and a bar of its progress. */

import { make, setText } from '../base/dom'
import { buildingFraction, buildingWords } from '../connection/server'
import type { SessionState } from '../generated/messages'
import type { Component } from '../page/component'
import './building.css'

export const building: Component = {
  name: 'building',
  place: 'top',
  mount() {
    const line = new BuildingLine()
    return {
      element: line.element,
      receive: (message) => {
        if (message.type === 'session') line.receive(message)
      },
      show: () => line.show(),
    }
  },
}

export class BuildingLine {
  private readonly words = make('span', { role: 'status' })
  private readonly fill = make('span.building-fill')
  private readonly track = make('div.building-track', {}, this.fill)
  readonly element = make('div.building.glass', { 'data-testid': 'building' }, this.words, this.track)
  private state: SessionState | undefined
  private received = 0 // on the browser's clock [s]
  private readonly now: () => number

  constructor(now: () => number = () => performance.now() / 1000) {
    this.now = now
    this.element.hidden = true
  }

  receive(state: SessionState): void {
    this.state = state
    this.received = this.now()
    this.show()
  }

  /** Update the seconds between two messages. */
  show(): void {
    if (!this.state) return
    const seconds = this.state.seconds + this.now() - this.received
    const words = buildingWords({ ...this.state, seconds })
    const part = buildingFraction(this.state)
    this.element.hidden = words === ''
    this.track.hidden = part === 0
    this.fill.style.setProperty('transform', `scaleX(${part.toFixed(3)})`)
    setText(this.words, words)
  }
}
