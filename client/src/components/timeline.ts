/** Timeline of a recording, with its keys; hidden in a running world. */

import { keyColumn } from '../base/help'
import type { KeyGroup } from '../base/keytable'
import type { Keys } from '../base/shortcuts'
import type { Recording } from '../generated/messages'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import { nextMark, previousMark } from '../replay/marks'
import { Seeking } from '../replay/seeking'
import { Timeline } from '../replay/timeline'
import { GroundTrail } from '../replay/trails'

const SKIP = 5 // [s] step of an arrow key
const MOST_PEOPLE = 4 // largest number of drivers whose trails are requested
const LINGER = 0.7 // [s] time for which a vehicle is followed before its trail is requested

/** Group that replaces the driving keys in the table of keys. */
const KEYS: KeyGroup = {
  title: 'Replay',
  rows: [
    [['Space'], 'play, pause'],
    [['←', '→'], 'five seconds back, on (not with the free camera)'],
    [['Shift ←', 'Shift →'], 'previous, next event'],
    [[',', '.'], 'one step back, on'],
    [['Home', 'End'], 'beginning, end'],
  ],
}

export const timeline: Component = {
  name: 'timeline',
  mount(page) {
    const replay = new Replay(page)
    return {
      element: replay.timeline.element,
      keys: replay.keys(),
      receive: (message) => message.type === 'recording' && replay.open(message),
      show: () => replay.show(),
    }
  },
}

class Replay {
  readonly timeline: Timeline
  private readonly page: Page
  private readonly seeking: Seeking
  private recording: Recording | undefined
  private wasPlaying = false // before the slider was dragged
  private readonly trail: GroundTrail
  private readonly asked = new Set<number>() // vehicles whose trail was requested
  private followed = { id: -1, since: 0 } // since [s], wall clock

  constructor(page: Page) {
    this.page = page
    this.trail = new GroundTrail(page.world.ground)
    page.stage.scene.add(this.trail.sheet.mesh)
    this.seeking = new Seeking({ send: (time) => page.command({ type: 'seek', time }) })
    this.timeline = new Timeline({
      seek: (time) => this.seek(time),
      hold: (isHeld) => this.hold(isHeld),
      toggle: () => page.time.pause(),
      step: (steps) => this.step(steps),
      event: (direction) => this.event(direction),
      skip: (seconds) => this.seek(this.time + seconds),
      rate: (value) => page.time.setRate(value),
      follow: (id) => page.selection.select(id),
      nameOf: (id) => page.names.nameOf(id),
    })
  }

  /** Return the keys; keys that also move the free camera do not move it here. */
  keys(): Keys {
    const { page } = this
    const here = (action: () => void) => () => {
      if (this.recording) action()
    }
    const onGround = (action: () => void) => here(() => page.rig.mode !== 'free' && action())
    return {
      Space: here(() => page.time.pause()),
      ArrowLeft: onGround(() => this.seek(this.time - SKIP)),
      ArrowRight: onGround(() => this.seek(this.time + SKIP)),
      'Shift+ArrowLeft': onGround(() => this.event(-1)),
      'Shift+ArrowRight': onGround(() => this.event(1)),
      ',': here(() => this.step(-1)),
      '.': here(() => this.step(1)),
      home: here(() => this.seek(this.recording?.start ?? 0)),
      end: here(() => this.seek(this.recording?.end ?? 0)),
    }
  }

  open(recording: Recording): void {
    const isFirst = this.recording === undefined
    this.recording = recording
    this.page.element.classList.add('has-timeline')
    this.timeline.open(recording)
    if (isFirst) this.page.help.element.querySelector('.key-columns')?.prepend(keyColumn(KEYS))
    if (isFirst && recording.people.length > 0) this.page.selection.select(recording.people[0])
    if (isFirst && recording.note) this.page.say(`This recording is not complete: ${recording.note}.`, 8)
  }

  show(): void {
    const { session, selection } = this.page
    this.timeline.show({
      time: this.time,
      isPlaying: !(session.newest?.paused ?? true),
      rate: session.newest?.rate ?? 1,
      followed: selection.id,
      mayRule: session.role === 'instructor',
    })
    if (!this.recording) return
    this.askTrails()
    const z = this.page.newest.z[selection.id] ?? Number.NaN
    this.trail.show(this.page.latest.ways.get(selection.id), session.newest?.time ?? 0, z)
  }

  /** Request the trails of driven vehicles, and that of another vehicle after it has been followed for `LINGER`. */
  private askTrails(): void {
    const { id } = this.page.selection
    const now = performance.now() / 1000
    if (id !== this.followed.id) this.followed = { id, since: now }
    const wanted = this.recording?.people.slice(0, MOST_PEOPLE) ?? []
    if (id >= 0 && now - this.followed.since > LINGER) wanted.push(id)
    for (const vehicle of wanted) {
      if (this.asked.has(vehicle)) continue
      this.asked.add(vehicle)
      this.page.command({ type: 'trail', vehicle })
    }
  }

  /** Present time of the recording, or the time that is sought [s]. */
  private get time(): number {
    return this.seeking.shown(this.page.session.newest?.time ?? 0)
  }

  private seek(time: number): void {
    if (!this.recording) return
    const { start, end } = this.recording
    this.seeking.seek(Math.min(end, Math.max(start, time)))
    this.show()
  }

  /** Pause while the slider is held. */
  private hold(isHeld: boolean): void {
    if (isHeld) this.wasPlaying = !(this.page.session.newest?.paused ?? true)
    if (this.wasPlaying) this.page.command({ type: isHeld ? 'pause' : 'resume' })
  }

  private step(steps: number): void {
    if (!this.recording) return
    if (!this.page.session.newest?.paused) this.page.command({ type: 'pause' })
    this.seek(this.time + steps * this.recording.step)
  }

  private event(direction: 1 | -1): void {
    if (!this.recording) return
    const { marks } = this.recording
    const isPlaying = !(this.page.session.newest?.paused ?? true)
    const mark = direction > 0 ? nextMark(marks, this.time) : previousMark(marks, this.time, isPlaying)
    this.timeline.say(mark)
    if (!mark) return
    this.seek(mark.time)
    if (mark.vehicle >= 0) this.page.selection.select(mark.vehicle)
  }
}
