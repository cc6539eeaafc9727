/** The playground in a frame of another page, which shows only the ground and the distance of the vehicles. */

import { make, setText } from '../base/dom'
import type { State } from '../generated/playground'
import { degrees, distance } from './scales'

const NAME = 'embedded' // parameter of the address

/** Return whether the page is embedded in another. */
export function isEmbedded(page: URL): boolean {
  return page.searchParams.has(NAME)
}

/** Return the query of an address for an embedded page. */
export function embeddedQuery(query: string): string {
  return `${query}&${NAME}=1`
}

export class Apart {
  readonly element = make('p.apart', { 'data-testid': 'apart' })

  show(state: State): void {
    const { number, unit } = distance(state.gap)
    setText(this.element, `${number} ${unit} apart, ${degrees(state.yaw_gap)} in yaw`)
  }
}
