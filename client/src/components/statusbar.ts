/** The status bar: link, time, cameras and buttons; with the keys of time. */

import type { Component } from '../component'
import type { Page } from '../page'
import type { Status } from '../statusbar'
import { StatusBar } from '../statusbar'

export const statusBar: Component = {
  name: 'status-bar',
  mount(page) {
    const { time, devices, help } = page
    const bar = new StatusBar({
      pause: () => time.pause(),
      step: () => time.step(),
      rate: (value) => time.setRate(value),
      camera: (mode) => page.setCamera(mode),
      nextCamera: () => page.stepCamera(1),
      help: () => help.toggle(),
      devices: () => devices.menu.toggle(),
      drawers: page.drawers.all,
      toggleDrawer: (drawer) => page.drawers.toggle(drawer),
    })
    const show = () => bar.show(status(page))
    const [faster, slower] = [() => time.faster(1), () => time.faster(-1)]
    return {
      element: bar.element,
      keys: {
        p: () => time.pause(),
        n: () => time.step(),
        '+': faster,
        '=': faster,
        '-': slower,
        '−': slower,
      },
      start: show,
      linkChanged: show,
      close: () => bar.close(),
      show,
    }
  },
}

/** The state of the world in figures. Where all vehicles are sent, rows that are kept free are not counted. */
function status({ session: { newest, link, role }, fps, world, rig, drawn }: Page): Status {
  return {
    link,
    role,
    time: newest?.time ?? 0,
    measuredHz: newest?.measuredHz ?? 0,
    paused: newest?.paused ?? false,
    rate: newest?.rate ?? 1,
    fps,
    vehicles: drawn.id.length === world.vehicleCount ? drawn.shown.length : world.vehicleCount,
    camera: rig.mode,
  }
}
