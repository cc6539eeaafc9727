/** Traffic lights in the scene; the map reads the newest messages. */

import type { Component } from '../../page/component'
import { TrafficLights } from '../../scene/trafficlights'

export const trafficLights: Component = {
  name: 'traffic-lights',
  mount(page) {
    let lights: TrafficLights | undefined
    return {
      receive: (message) => {
        if (message.type === 'traffic_lights') {
          if (lights) page.stage.scene.remove(lights.group)
          lights = new TrafficLights(message, page.world.ground)
          page.stage.scene.add(lights.group)
        } else if (message.type === 'traffic_light_states') lights?.show(message.states)
      },
    }
  },
}
