/** The playground in a frame of another page: over the ground stands only how far the two are apart. */

import { make, setText } from '../dom'
import type { State } from '../generated/playground'
import { degrees, distance } from './scales'

const NAME = 'embedded' // in the address

/** Whether the page was asked for as a part of another. */
export function isEmbedded(page: URL): boolean {
  return page.searchParams.has(NAME)
}

/** The query of an address that stays in its frame. */
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
