/** Trail of a vehicle: the positions of its steps, at a minimum distance, up to a maximum number. */

const MAX_POINTS = 6000
const LEAST = 0.03 // smallest distance of points [m]

export class Trail {
  readonly xs: number[] = []
  readonly ys: number[] = []
  readonly marks: boolean[] = [] // whether the step to the point was long and is marked

  private readonly most: number // largest number of points

  constructor(most = MAX_POINTS) {
    this.most = most
  }

  get length(): number {
    return this.xs.length
  }

  add(x: number, y: number, isMarked = false): void {
    const last = this.length - 1
    if (last >= 0 && Math.hypot(x - this.xs[last], y - this.ys[last]) < LEAST) return
    this.xs.push(x)
    this.ys.push(y)
    this.marks.push(isMarked)
    if (this.length <= this.most) return
    for (const list of [this.xs, this.ys, this.marks]) list.splice(0, this.most / 10)
  }

  clear(): void {
    for (const list of [this.xs, this.ys, this.marks]) list.length = 0
  }
}
