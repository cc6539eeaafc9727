/** Traffic lights of the road network. */

import type { TrafficLights } from '../generated/messages'

/** Traffic lights and their states, a letter for each; see the messages. */
export interface Lights extends Pick<TrafficLights, 'x' | 'y'> {
  states: string
}
