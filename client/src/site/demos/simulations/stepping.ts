/** Clock that makes steps of one length from frames of any length. */

const MOST_STEPS = 30 // limit of steps per frame; time beyond that is dropped

export class Stepping {
  private unusedTime = 0 // time that no step has used yet [s]

  /** Call `step` for each whole step in the time that has passed; return the number of steps. */
  advance(seconds: number, dt: number, step: () => void): number {
    this.unusedTime = Math.min(this.unusedTime + seconds, MOST_STEPS * dt)
    const count = Math.floor(this.unusedTime / dt + 1e-9)
    this.unusedTime = Math.max(0, this.unusedTime - count * dt)
    for (let i = 0; i < count; i++) step()
    return count
  }

  /** Elapsed time of the next step [s]. */
  get begun(): number {
    return this.unusedTime
  }

  clear(): void {
    this.unusedTime = 0
  }
}
