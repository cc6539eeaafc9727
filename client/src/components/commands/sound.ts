/** Sound of engines and tracks: off at first, switched by a key or in the card of the view. */

import type { Component } from '../../page/component'
import { heardVoices } from '../../sound/hearing'
import { Player } from '../../sound/player'

export const sound: Component = {
  name: 'sound',
  mount(page) {
    let player: Player | undefined
    let hasGesture = false // a browser plays nothing before the first key or click
    for (const gesture of ['pointerdown', 'keydown'] as const)
      window.addEventListener(gesture, () => {
        hasGesture = true
      })
    const isOn = () => page.display.value.hasSound
    return {
      keys: {
        'Shift+KeyM': () => {
          page.display.change({ hasSound: !isOn() })
          page.say(isOn() ? 'Sound is on; Shift M turns it off.' : 'Sound is off.')
        },
      },
      show: () => {
        if (!isOn() || !hasGesture || document.hidden) {
          player?.suspend()
          return
        }
        player ??= new Player()
        player.resume()
        player.play(heardVoices(page))
      },
    }
  },
}
