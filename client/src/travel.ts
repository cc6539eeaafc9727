/** Direction of travel for the chase camera: ahead, or astern for a vehicle that keeps going backwards. */

const MOVES = 0.5 // [m/s] slowest speed that counts as motion
const ASTERN_AFTER = 1.5 // [s] of motion backwards until the camera faces astern
const AHEAD_AFTER = 0.4 // [s] of motion forward until it faces ahead again

export class TravelDirection {
  isAstern = false
  private since = 0 // [s] of motion against the present direction

  /** Return whether the vehicle travels backwards, `elapsed` [s] after the last call; a stop changes nothing. */
  update(speed: number, elapsed: number): boolean {
    const isAgainst = this.isAstern ? speed > MOVES : speed < -MOVES
    this.since = isAgainst ? this.since + elapsed : 0
    if (this.since >= (this.isAstern ? AHEAD_AFTER : ASTERN_AFTER)) {
      this.isAstern = !this.isAstern
      this.since = 0
    }
    return this.isAstern
  }

  /** Begin with another vehicle. */
  restart(speed: number): void {
    this.isAstern = speed < -MOVES
    this.since = 0
  }
}
