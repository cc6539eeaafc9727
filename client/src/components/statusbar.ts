/** Status bar: link, time, cameras and buttons; with the keys for time control. */

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

/** Return the number of vehicles and, if not every vehicle is sent, the number of those that are shown. */
export function vehicleWords(present: number, shown: number): string {
  const all = `${grouped(present)} ${present === 1 ? 'vehicle' : 'vehicles'}`
  return shown < present ? `${all}, ${grouped(shown)} shown` : all
}

/** Return an integer with its digits in groups of three, separated by narrow spaces. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f')
}

/** Return the state of the world; free rows are not counted. */
function status({ session: { newest, link, role }, fps, rig, drawn }: Page): Status {
  const shown = drawn.shown.length
  return {
    link,
    role,
    time: newest?.time ?? 0,
    measuredHz: newest?.measuredHz ?? 0,
    paused: newest?.paused ?? false,
    rate: newest?.rate ?? 1,
    fps,
    vehicles: vehicleWords(newest?.interest?.contents.presentCount ?? shown, shown),
    camera: rig.mode,
  }
}
