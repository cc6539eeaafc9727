/** A clock that makes steps of one length out of frames of any length. */

const MOST_STEPS = 30 // in one frame: what is more is time lost, not work piled up

export class Stepping {
  private owed = 0 // time that no step has used yet [s]

  /** Call `step` as often as it fits into the time that passed; returns how often. */
  advance(seconds: number, dt: number, step: () => void): number {
    this.owed = Math.min(this.owed + seconds, MOST_STEPS * dt)
    const count = Math.floor(this.owed / dt + 1e-9)
    this.owed = Math.max(0, this.owed - count * dt)
    for (let i = 0; i < count; i++) step()
    return count
  }

  /** Return how much of the next step has passed already [s]. */
  get begun(): number {
    return this.owed
  }

  clear(): void {
    this.owed = 0
  }
}
