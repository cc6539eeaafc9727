/** Sounds that the camera hears: those of the loudest vehicles around it. */

import type { Page } from '../page/page'
import type { Heard } from './player'
import { loudest, loudness, voiceOf } from './voice'

const MOST = 6 // vehicles that sound at a time

/** Return the sounds of the loudest vehicles around the camera; none while the world is paused. */
export function heardVoices(
  page: Pick<Page, 'drawn' | 'rig' | 'names' | 'session' | 'latest'>,
): Map<number, Heard> {
  const { drawn, rig, names, session, latest } = page
  const voices = new Map<number, Heard>()
  if (session.newest?.paused) return voices
  const eye = rig.camera.position
  const distances = new Map<number, number>()
  const gains = new Map<number, number>()
  for (const id of drawn.shown) {
    const distance = Math.hypot(drawn.x[id] - eye.x, drawn.y[id] - eye.y, drawn.z[id] - eye.z)
    distances.set(id, distance)
    gains.set(id, loudness(distance, names.fleetOf(id).body.length))
  }
  for (const id of loudest(gains, MOST)) {
    const distance = distances.get(id) ?? 0
    const [east, north] = [eye.x - drawn.x[id], eye.y - drawn.y[id]]
    const flat = Math.max(1, Math.hypot(east, north))
    const toward = (Math.cos(drawn.yaw[id]) * east + Math.sin(drawn.yaw[id]) * north) / flat
    const bearing = Math.atan2(-north, -east) - rig.yaw
    const { body, kind } = names.fleetOf(id)
    const values = latest.instrumentsOf(id)?.values
    const voice = voiceOf({
      speed: drawn.speed[id],
      isTracked: kind === 'tracked',
      length: body.length,
      distance,
      closing: rig.followed ? 0 : toward * drawn.speed[id],
      engineSpeed: values?.engine_speed ?? undefined,
      load: values?.engine_load ?? undefined,
    })
    voices.set(id, { ...voice, pan: -Math.sin(bearing) * Math.min(1, flat / 15) * 0.8 })
  }
  return voices
}
