/**
 * Tanks of the mock world that turn their turrets and fire at one another: turrets, shots, impacts, damage.
 *
 * @typedef {import('../src/generated/messages').ServerMessage} ServerMessage
 */

const MUZZLE_SPEED = 320 // [m/s]
const GRAVITY = 9.81 // [m/s^2]
const RELOAD = 2.5 // [s] of all guns together
const REACH = 700 // [m]
const REPAIR = 40 // [s]

export class MockCombat {
  constructor(world) {
    this.world = world
    this.tanks = world.fleets
      .filter((fleet) => fleet.kind === 'tracked')
      .flatMap((fleet) => Array.from({ length: fleet.count }, (_, k) => fleet.first + k))
    this.aims = new Map()
    this.rounds = []
    this.broken = new Map()
    this.nextShot = 2
    this.shooter = 0
  }

  /**
   * What a browser that has just come must know.
   *
   * @returns {ServerMessage[]}
   */
  standing() {
    return [...this.broken.keys()].map((vehicle) => ({ type: 'damage', vehicle, state: 'dead' }))
  }

  /**
   * What has happened until now: messages for every browser. Called ten times a second.
   *
   * @returns {ServerMessage[]}
   */
  tick() {
    const messages = [this.turn()]
    if (this.tanks.length > 1 && this.world.time >= this.nextShot) messages.push(...this.fire())
    messages.push(...this.land(), ...this.repair())
    return messages
  }

  /** @returns {ServerMessage} */
  turn() {
    const turrets = this.tanks.slice(0, 60).map((id) => {
      const aim = this.aims.get(id) ?? { yaw: 0.9 * Math.sin(0.3 * this.world.time + id), elevation: 0.03 }
      return [id, aim.yaw, aim.elevation]
    })
    return { type: 'turrets', turrets }
  }

  /** @returns {ServerMessage[]} */
  fire() {
    this.nextShot = this.world.time + RELOAD
    const shooter = this.tanks[this.shooter++ % Math.min(12, this.tanks.length)]
    const from = this.world.vehicles[shooter]
    const [target, to] = this.nearest(shooter, from)
    if (!to || this.broken.has(shooter)) return []
    const way = Math.atan2(to.y - from.y, to.x - from.x)
    const distance = Math.hypot(to.x - from.x, to.y - from.y)
    const flight = distance / MUZZLE_SPEED
    const [dx, dy] = [Math.cos(way), Math.sin(way)]
    const muzzle = { x: from.x + 5.5 * dx, y: from.y + 5.5 * dy, z: from.z + 1.9 }
    const vz = (to.z + 1 - muzzle.z) / flight + 0.5 * GRAVITY * flight
    this.aims.set(shooter, { yaw: way - from.yaw, elevation: Math.atan2(vz, MUZZLE_SPEED) })
    this.rounds.push({ shooter, target, x: to.x, y: to.y, z: to.z + 1, lands: this.world.time + flight })
    const velocity = { vx: MUZZLE_SPEED * dx, vy: MUZZLE_SPEED * dy, vz }
    return [{ type: 'shot', shooter, ...muzzle, ...velocity, time: this.world.time }]
  }

  /** @returns {[target: number, to: { x: number, y: number, z: number } | undefined, away: number]} */
  nearest(shooter, from) {
    /** @type {[target: number, to: { x: number, y: number, z: number } | undefined, away: number]} */
    let best = [-1, undefined, REACH]
    for (const id of this.tanks) {
      const to = this.world.vehicles[id]
      const away = Math.hypot(to.x - from.x, to.y - from.y)
      if (id !== shooter && !this.broken.has(id) && away < best[2]) best = [id, to, away]
    }
    return best
  }

  /** @returns {ServerMessage[]} */
  land() {
    const landed = this.rounds.filter((round) => round.lands <= this.world.time)
    this.rounds = this.rounds.filter((round) => round.lands > this.world.time)
    return landed.flatMap(({ shooter, target, x, y, z }, k) => {
      const isHit = (this.shooter + k) % 3 !== 0
      const on = isHit ? 'vehicle' : 'ground'
      /** @type {ServerMessage} */
      const impact = {
        type: 'impact',
        shooter,
        x,
        y,
        z: isHit ? z : z - 1,
        on,
        index: target,
        time: this.world.time,
      }
      if (!isHit) return [impact]
      this.broken.set(target, this.world.time + REPAIR)
      return [impact, { type: 'damage', vehicle: target, state: this.shooter % 2 ? 'dead' : 'hit' }]
    })
  }

  /** @returns {ServerMessage[]} */
  repair() {
    const mended = [...this.broken]
      .filter(([, until]) => until <= this.world.time)
      .map(([vehicle]) => vehicle)
    for (const vehicle of mended) this.broken.delete(vehicle)
    return mended.map((vehicle) => ({ type: 'damage', vehicle, state: 'whole' }))
  }
}
