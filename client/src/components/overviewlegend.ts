/** Legend of the overview: the arrows and rings of vehicles, and the colours of the ground. */

import { make, makeButton } from '../base/dom'
import { OWN_COLOUR, SELECTED_COLOUR } from '../base/palette'
import { legendEntry } from '../map/legend'
import type { Component } from '../page/component'
import type { Page } from '../page/page'
import type { LegendEntry } from '../world/soil'
import { legend, surfaceLegend } from '../world/soil'
import { meaningsOf } from '../world/symbols'

const MOST = 12 // largest number of entries for vehicles

export const overviewLegend: Component = {
  name: 'overview-legend',
  place: 'bottom-right',
  mount(page) {
    const [vehicles, ground] = [make('div.legend'), make('div.legend')]
    let [isOpen, shown] = [true, '']
    const toggle = makeButton('Legend', {
      title: 'Show or hide the legend',
      testId: 'overview-legend-toggle',
      className: 'button legend-toggle',
      press: () => {
        isOpen = !isOpen
        page.refresh()
      },
    })
    const element = make(
      'section.overview-legend.glass',
      { 'aria-label': 'Legend', 'data-testid': 'overview-legend' },
      toggle,
      vehicles,
      ground,
    )
    return {
      element,
      show: () => {
        element.hidden = page.rig.mode !== 'overview'
        if (element.hidden) return
        toggle.setAttribute('aria-expanded', String(isOpen))
        const [marks, patches] = isOpen ? [vehicleEntries(page), groundEntries(page)] : [[], []]
        const key = JSON.stringify([marks, patches])
        if (key === shown) return
        shown = key
        vehicles.replaceChildren(...marks.map(legendEntry))
        ground.replaceChildren(...patches.map(legendEntry))
        vehicles.hidden = marks.length === 0
        ground.hidden = patches.length === 0
      },
    }
  },
}

function vehicleEntries({ world, session }: Page): LegendEntry[] {
  const meanings = meaningsOf(world.description.fleets)
  const entries = meanings
    .slice(0, MOST)
    .map(({ mark, words }): LegendEntry => ({ colour: mark.colour, words, symbol: 'arrow' }))
  if (meanings.length > MOST)
    entries.push({ colour: 'transparent', words: `and ${meanings.length - MOST} more fleets` })
  if (session.own >= 0) entries.unshift({ colour: OWN_COLOUR, words: 'Your vehicle', symbol: 'ring' })
  if (session.selected >= 0 && session.selected !== session.own)
    entries.unshift({ colour: SELECTED_COLOUR, words: 'Selected vehicle', symbol: 'ring' })
  return entries
}

function groundEntries({ world, stage }: Page): LegendEntry[] {
  const { soil, hasSoils } = stage.view
  const { lowest, highest } = world.ground
  if (soil !== 'natural') return legend(soil, lowest, highest)
  return hasSoils ? surfaceLegend(world.surface) : []
}
