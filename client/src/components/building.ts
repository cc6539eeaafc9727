/** The line that says what the server is building or compiling, for everybody. */

import type { Component } from '../component'
import { make, setText } from '../dom'
import type { SessionState } from '../generated/messages'
import { buildingWords } from '../server'
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
  readonly element = make('div.building.glass', { role: 'status', 'data-testid': 'building' })
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

  /** The seconds go on between two messages. */
  show(): void {
    if (!this.state) return
    const seconds = this.state.seconds + this.now() - this.received
    const words = buildingWords({ ...this.state, seconds })
    this.element.hidden = words === ''
    setText(this.element, words)
  }
}
