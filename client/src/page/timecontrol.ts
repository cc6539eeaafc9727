/** Pause, single step and rate of simulated time, for instructors. */

import type { PageContext } from './context'

export const RATES = [0.25, 0.5, 1, 2, 4, 8, 16] // simulated seconds per second

export class TimeControl {
  private readonly page: Pick<PageContext, 'session' | 'command'>

  constructor(page: Pick<PageContext, 'session' | 'command'>) {
    this.page = page
  }

  /** Pause a running world, resume a paused one. */
  pause(): void {
    this.page.command({ type: this.page.session.newest?.paused ? 'resume' : 'pause' })
  }

  step(): void {
    this.page.command({ type: 'step' })
  }

  setRate(value: number): void {
    this.page.command({ type: 'rate', value })
  }

  /** Change the rate by `steps` in the list of rates. */
  faster(steps: number): void {
    const now = RATES.findIndex((rate) => rate >= (this.page.session.newest?.rate ?? 1))
    this.setRate(RATES[Math.min(RATES.length - 1, Math.max(0, now + steps))])
  }
}
