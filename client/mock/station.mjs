/**
 * Messages of the mock server beside the frames: names, instruments, switches, autopilots, bookmarks.
 *
 * @typedef {import('../src/generated/messages').Command} Command
 * @typedef {import('../src/generated/messages').Drivers} Drivers
 * @typedef {import('../src/generated/messages').Instruments} Instruments
 * @typedef {import('../src/generated/messages').AutopilotState} AutopilotState
 * @typedef {import('../src/generated/messages').ServerMessage} ServerMessage
 * @typedef {{ own: number, name?: string, watched?: number, say(message: ServerMessage): void }} Client
 */

const BOOKMARKS = 16
const MASS = 57154
const NAMES = ['Bob', 'Carla', 'Dmitri', 'Eve', 'Farid', 'Grete']

/** @returns {import('../src/generated/messages').Driver} */
const driver = (vehicle, name, role) => ({ vehicle, name, role, mark: '', person: vehicle })

export class Station {
  constructor(world, people) {
    this.world = world
    this.bookmarks = [
      { slot: 0, x: 0, y: 0, yaw: 0, title: 'Middle of the map', owner: '', may_change: true },
    ]
    this.strangers = new Map() // made-up drivers, by vehicle
    for (let k = 0; k < people; k++) this.seat(k)
  }

  seat(k) {
    const vehicle = world3(this.world, k)
    const stranger = this.world.vehicles[vehicle]
    if (!stranger) return
    Object.assign(stranger, { driver: 2, wanders: true })
    this.strangers.set(vehicle, NAMES[k % NAMES.length])
  }

  /** @returns {Drivers} */
  drivers(clients) {
    const drivers = [...this.strangers].map(([vehicle, name]) => driver(vehicle, name, 'driver'))
    for (const client of clients)
      if (client.own >= 0) drivers.push(driver(client.own, client.name ?? 'Driver', 'instructor'))
    return { type: 'drivers', drivers }
  }

  /** @param {Client} client */
  welcome(client, clients) {
    client.say(this.drivers(clients))
    client.say({ type: 'bookmarks', bookmarks: this.bookmarks })
  }

  /**
   * Obey a message that is for the station; whether it was one.
   *
   * @param {Client} client
   * @param {Command} message
   * @param {Client[]} clients
   */
  obey(client, message, clients) {
    const vehicle = this.world.vehicles[client.own]
    const all = (news) => {
      for (const other of clients) other.say(news)
    }
    switch (message.type) {
      case 'name':
        client.name = message.name
        all(this.drivers(clients))
        return true
      case 'watch':
        client.watched = message.vehicle
        return true
      case 'switches': {
        const { cruise, parking_brake, engine_stop } = message
        if (vehicle) vehicle.switches = { cruise, parking_brake, engine_stop }
        if (vehicle) vehicle.cruiseSpeed = vehicle.speed
        return true
      }
      case 'teleport':
        if (!vehicle) client.say({ type: 'refused', reason: 'you drive no vehicle' })
        else Object.assign(vehicle, { x: message.x, y: message.y, yaw: message.yaw, speed: 0 })
        return true
      case 'bookmark':
        this.bookmarks = this.bookmarks.filter(({ slot }) => slot !== message.slot)
        if (message.slot < BOOKMARKS)
          this.bookmarks.push({ ...message, type: undefined, owner: client.name ?? '', may_change: true })
        all({ type: 'bookmarks', bookmarks: this.bookmarks })
        return true
      case 'dynamics':
        if (vehicle) vehicle.isDynamic = message.is_on
        return true
      default:
        return false
    }
  }

  /**
   * Ten times a second.
   *
   * @param {Client} client
   */
  tell(client) {
    const own = this.world.vehicles[client.own]
    if (own) client.say(instruments(client.own, own, this.world.landCover.at(own.x, own.y)))
    const watched = this.world.vehicles[client.watched ?? -1]
    if (watched) client.say(this.autopilot(client.watched, watched))
  }

  /** @returns {AutopilotState} */
  autopilot(id, v) {
    const reach = 20 + Math.abs(v.speed)
    const seen = this.nearest(v, reach)
    const course = Math.atan2(v.home[1] - v.y, v.home[0] - v.x)
    const route = [0, 0.25, 0.5, 0.75, 1].map(
      (part) =>
        /** @type {[number, number]} */ ([
          v.x + part * (v.home[0] - v.x) + 40 * Math.sin(6 * part),
          v.y + part * (v.home[1] - v.y) + 40 * Math.cos(6 * part) - 40,
        ]),
    )
    return {
      type: 'autopilot',
      vehicle: id,
      seen: seen ? 'object' : 'nothing',
      seen_x: seen?.x ?? null,
      seen_y: seen?.y ?? null,
      seen_radius: seen?.radius ?? null,
      desired_yaw: seen ? v.yaw + (seen.right > 0 ? 1 : -1) * 0.785 : course,
      course_yaw: course,
      is_avoiding: Boolean(seen),
      reach,
      half_angle: Math.PI / 18,
      route,
    }
  }

  nearest(v, reach) {
    let best
    for (const { x, y, radius } of this.world.objects) {
      const [dx, dy] = [x - v.x, y - v.y]
      const distance = Math.hypot(dx, dy)
      if (distance > (best?.distance ?? reach)) continue
      const ahead = dx * Math.cos(v.yaw) + dy * Math.sin(v.yaw)
      if (ahead < distance * Math.cos(Math.PI / 18)) continue
      const right = dx * Math.sin(v.yaw) - dy * Math.cos(v.yaw)
      best = { x, y, radius, distance, right }
    }
    return best
  }
}

function world3(world, k) {
  return world.fleets[k % world.fleets.length].first + 1 + Math.floor(k / world.fleets.length)
}

/** @returns {Instruments} */
function instruments(id, v, soil) {
  const isTracked = v.kind === 'tracked'
  const isDynamic = v.isDynamic ?? true
  const values = { speed: v.speed, pitch: v.pitch, roll: v.roll, throttle: v.throttle, brake: v.brake }
  const engine = isTracked ? tankValues(v) : carValues(v)
  return {
    type: 'instruments',
    vehicle: id,
    model: isTracked ? (isDynamic ? 'friction-circle/tracked' : 'tracked/arc') : 'single-track',
    is_dynamic: isTracked ? isDynamic : null,
    soil,
    warnings: [],
    switches: isDynamic ? (v.switches ?? { cruise: false, parking_brake: false, engine_stop: false }) : null,
    values: isDynamic ? { ...values, ...engine } : values,
  }
}

function tankValues(v) {
  return {
    engine_speed: v.switches?.engine_stop ? 0 : 70 + 240 * Math.abs(v.throttle),
    max_engine_speed: 314,
    fuel: Math.max(0, 1590 - 0.5 * v.odometer),
    fuel_capacity: 1590,
    surge_force: 240e3 * v.throttle,
    drag_force: -Math.sign(v.speed) * (0.04 * MASS * 9.81 + 4.9 * v.speed ** 2),
    gravity_force: MASS * 9.81 * Math.sin(v.pitch),
    left_force: 120e3 * (v.throttle - 0.4 * v.steer),
    right_force: 120e3 * (v.throttle + 0.4 * v.steer),
    max_drive_force: 420e3,
    mass: MASS,
  }
}

/** A car that obeys forces, roughly; turned hard at speed it lifts a side. */
function carValues(v) {
  const turn = (v.speed * Math.tan(0.5 * v.steer)) / 3
  const left = Math.max(-7, Math.min(7, v.speed * turn))
  const ahead = 4 * v.throttle - 7 * v.brake * Math.sign(v.speed)
  return {
    engine_speed: 90 + 20 * (Math.abs(v.speed) % 9) + 100 * Math.abs(v.throttle),
    max_engine_speed: 630,
    engine_load: Math.abs(v.throttle),
    gear: v.speed < -0.1 ? -1 : v.speed < 0.1 ? 0 : 1 + Math.floor(v.speed / 9),
    fuel_used: 0.0001 * v.odometer,
    fuel_capacity: 40,
    fuel: 40 - 0.0001 * v.odometer,
    mass: 1500,
    specific_force_ahead: ahead,
    specific_force_left: left,
    lateral_speed: -0.02 * left * Math.abs(v.speed),
    body_pitch: -0.004 * ahead,
    body_roll: 0.007 * left,
    heave: 0,
    is_airborne: 0,
    tip: Math.abs(left) > 6.5 ? 0.1 * Math.sign(left) : 0,
  }
}
