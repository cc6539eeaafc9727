/** How a vehicle sounds: pitch, clatter and loudness from its motion and its distance. No audio here. */

const HEARD = 260 // [m] distance beyond which a vehicle of 10 m is not heard
const FULL = 12 // [m] distance up to which it is as loud as it gets
const CYLINDERS = 8 // of a large engine; a small one has four
const LARGE = 5.2 // [m] length from which a vehicle has a large engine
const [IDLE, FASTEST] = [75, 235] // [rad/s] speed of an engine that is not known: 720 and 2240 revolutions a minute
const STEP = 9 // [m/s] speed range of an assumed gear
const LINK = 0.16 // [m] length of a link of a track
const SPEED_OF_SOUND = 343 // [m/s]

export interface Heard {
  speed: number // [m/s]
  isTracked: boolean
  length: number // [m]
  distance: number // [m] from the camera
  closing: number // [m/s] speed toward the camera
  engineSpeed?: number | undefined // [rad/s] undefined where the model has no engine
  load?: number | undefined // of the engine, 0..1
}

export interface Voice {
  pitch: number // [Hz] of the firing of the cylinders
  clatter: number // [Hz] of the links of a track; 0 for wheels or at rest
  rumble: number // loudness of wheels or tracks, 0..1
  brightness: number // [Hz] corner frequency of the engine's tone
  gain: number // 0..1
}

/** Return the sound of a vehicle as the camera hears it. */
export function voiceOf(heard: Heard): Voice {
  const { isTracked, length, distance, closing } = heard
  const speed = Math.abs(heard.speed)
  const engine = heard.engineSpeed ?? assumedEngineSpeed(speed)
  const cylinders = length >= LARGE ? CYLINDERS : 0.5 * CYLINDERS
  const shift = SPEED_OF_SOUND / Math.max(0.5 * SPEED_OF_SOUND, SPEED_OF_SOUND - closing)
  const load = Math.min(1, Math.max(0, heard.load ?? speed / 20))
  return {
    pitch: (shift * engine * cylinders) / (4 * Math.PI), // a cylinder of a four-stroke engine fires every other turn
    clatter: isTracked && speed > 0.2 ? Math.min(90, (shift * speed) / LINK) : 0,
    rumble: Math.min(1, speed / (isTracked ? 8 : 22)) * (isTracked ? 1 : 0.6),
    brightness: (isTracked ? 320 : 420) + 900 * load,
    gain: loudness(distance, length) * (0.55 + 0.45 * load),
  }
}

/** Return the speed of an engine [rad/s] at a speed of the vehicle [m/s]: it rises in each gear and falls at a shift. */
export function assumedEngineSpeed(speed: number): number {
  const gear = Math.floor(speed / STEP)
  const low = gear === 0 ? IDLE : 0.62 * FASTEST
  return Math.min(FASTEST, low + (FASTEST - low) * (speed / STEP - gear))
}

/** Return the loudness 0..1 at a distance [m]: inverse to it, and faded to nothing at the end of the range. */
export function loudness(distance: number, length: number): number {
  const reach = HEARD * Math.sqrt(length / 10)
  if (distance >= reach) return 0
  return (
    Math.min(1, FULL / Math.max(FULL, distance)) * (1 - distance / reach) * Math.min(1, 0.5 + length / 14)
  )
}

/** Return the ids of the loudest vehicles, at most `most`. */
export function loudest(gains: ReadonlyMap<number, number>, most: number): number[] {
  return [...gains]
    .filter(([, gain]) => gain > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([id]) => id)
}
