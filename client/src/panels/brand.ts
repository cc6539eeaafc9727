/** The name of the world that is shown. */

import { make } from '../dom'
import type { Panel } from './panel'

export const brand: Panel = {
  name: 'brand',
  place: 'page',
  mount: ({ world }) => ({
    element: make('div.brand.glass', {}, make('strong', {}, 'motorpool'), make('span', {}, world.info.name)),
  }),
}
