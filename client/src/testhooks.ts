/** Hooks for browser tests and for the console: `window.motorpool`. */

import type { Page } from './page/page'
import type { CameraMode } from './scene/camera'

export interface TestHooks {
  vehicles(): { id: number; x: number; y: number; z: number; yaw: number; speed: number; driver: number }[]
  own(): ({ id: number } & Record<string, number>) | null
  state(): {
    tick: number
    time: number
    fps: number
    pictures: number // number of drawn frames
    triangles: number
    drawCalls: number
    connected: boolean
    paused: boolean
    selected: number
    camera: CameraMode
    counted: number // number of vehicles in the cells of the map
  }
  eye(): { x: number; y: number; z: number }
  select(id: number): void
  take(id: number): void
  release(): void
  setCamera(mode: CameraMode): void
  drop(): void // close the connection; it reconnects
  arrange(pictures: number): number // [ms] mean time of preparing a frame without drawing it
  hoverAt(place: { x: number; y: number; z: number; yaw: number; elevation: number }): void // z [m] above the ground
}

declare global {
  interface Window {
    motorpool?: TestHooks
  }
}

export function testHooks(page: Page): TestHooks {
  const { session } = page
  return {
    vehicles: () => {
      const all = session.buffer.newest
      if (!all) return []
      return Array.from(page.drawn.shown, (id) => ({
        id,
        x: all.x[id],
        y: all.y[id],
        z: all.z[id],
        yaw: all.yaw[id],
        speed: all.speed[id],
        driver: all.flags[id] & 3,
      }))
    },
    own: () => (session.ownState ? { id: session.own, ...session.ownState } : null),
    state: () => ({
      tick: session.newest?.tick ?? 0,
      time: session.newest?.time ?? 0,
      fps: page.fps,
      pictures: page.pictures,
      ...page.stage.load,
      connected: session.link === 'open',
      paused: session.newest?.paused ?? false,
      selected: session.selected,
      camera: page.rig.mode,
      counted: page.density?.total ?? 0,
    }),
    eye: () => {
      const { x, y, z } = page.rig.camera.position
      return { x, y, z }
    },
    select: (id) => page.selection.select(id),
    take: (id) => page.driving.take(id),
    release: () => page.driving.release(),
    drop: () => page.source.drop?.(),
    setCamera: (mode) => page.setCamera(mode),
    arrange: (pictures) => {
      const began = performance.now()
      for (let k = 0; k < pictures; k++) page.arrange(1 / 60)
      return (performance.now() - began) / pictures
    },
    hoverAt: ({ x, y, z, yaw, elevation }) =>
      page.rig.hoverAt({ x, y, z: z + page.world.ground.height(x, y) }, yaw, elevation),
  }
}
