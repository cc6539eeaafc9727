/** Legend of the overview: colours of vehicles and ground. */

import type { Component } from '../component'
import { make } from '../dom'
import type { Page } from '../page'
import { OWN_COLOUR, SELECTED_COLOUR } from '../palette'
import type { LegendEntry } from '../workstation/soil'
import { legend, surfaceLegend } from '../workstation/soil'
import { legendEntry } from '../workstation/viewsettings'

const MOST = 12 // largest number of entries for vehicles

export const overviewLegend: Component = {
  name: 'overview-legend',
  place: 'bottom-right',
  mount(page) {
    const [vehicles, ground] = [make('div.legend'), make('div.legend')]
    const element = make(
      'section.overview-legend.glass',
      { 'aria-label': 'Legend', 'data-testid': 'overview-legend' },
      vehicles,
      ground,
    )
    let shown = ''
    return {
      element,
      show: () => {
        element.hidden = page.rig.mode !== 'overview'
        if (element.hidden) return
        const [marks, patches] = [vehicleEntries(page), groundEntries(page)]
        const key = JSON.stringify([marks, patches])
        if (key === shown) return
        shown = key
        vehicles.replaceChildren(...marks.map(legendEntry))
        ground.replaceChildren(...patches.map(legendEntry))
        ground.hidden = patches.length === 0
      },
    }
  },
}

function vehicleEntries({ world, names, session }: Page): LegendEntry[] {
  const fleets = world.description.fleets
    .filter(({ count }) => count > 0)
    .map(({ first, name }) => ({ colour: names.colourOf(first), words: name }))
  const entries = fleets.slice(0, MOST)
  if (fleets.length > MOST)
    entries.push({ colour: 'transparent', words: `and ${fleets.length - MOST} more fleets` })
  if (session.own >= 0) entries.unshift({ colour: OWN_COLOUR, words: 'your vehicle' })
  if (session.selected >= 0 && session.selected !== session.own)
    entries.unshift({ colour: SELECTED_COLOUR, words: 'selected' })
  return entries
}

function groundEntries({ world, stage }: Page): LegendEntry[] {
  const { soil, hasSoils } = stage.view
  const { lowest, highest } = world.ground
  if (soil !== 'natural') return legend(soil, lowest, highest)
  return hasSoils ? surfaceLegend(world.surface) : []
}
