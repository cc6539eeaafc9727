/** Legends of the map: its symbols, and samples of its colours. */

import { icon, make, makeButton } from '../base/dom'
import { OWN_COLOUR, SELECTED_COLOUR } from '../base/palette'
import type { FleetDescription } from '../generated/world'
import type { LegendEntry } from '../world/soil'
import type { Mark, Outline, Point } from '../world/symbols'
import { drawSymbol, extent, meaningsOf, outlineOf } from '../world/symbols'
import { standingIcon } from './standing'
import './legend.css'

const ROOMY = 480 // [pixels] width of a map from which its legend is open at first
const PICTURE = 20 // [pixels] side of a mark's picture in a legend
const MOST = 12 // largest number of marks in a legend

/** Legend of the large map: the outlines of the world's vehicles, and the marks as the map draws them. */
export class SymbolLegend {
  readonly element: HTMLElement
  private readonly toggle: HTMLButtonElement
  private readonly list: HTMLElement
  private chosen: boolean | undefined // by the user

  constructor(fleets: readonly FleetDescription[], changed: () => void) {
    const kinds = new Map(fleets.map((fleet) => [fleet.symbol.title, outlineOf(fleet)]))
    const outlines = [...kinds].map(([title, outline]) => make('li', {}, symbolIcon(outline), title))
    const meanings = meaningsOf(fleets)
    const entries = meanings.slice(0, MOST).map(({ mark, words }) => make('li', {}, markPicture(mark), words))
    if (meanings.length > MOST) entries.push(make('li', {}, `and ${meanings.length - MOST} more fleets`))
    const own = [
      { colour: OWN_COLOUR, words: 'Your vehicle' },
      { colour: SELECTED_COLOUR, words: 'Selected vehicle' },
    ].map(({ colour, words }) =>
      make('li', {}, ...meanings.slice(0, 1).map(({ mark }) => markPicture({ ...mark, colour })), words),
    )
    this.list = make('ul', {}, ...outlines, ...entries, ...own, make('li', {}, standingIcon(), 'Stands'))
    this.toggle = makeButton('Legend', {
      title: 'Show or hide the legend',
      testId: 'map-symbols-toggle',
      className: 'button legend-toggle',
      press: () => {
        this.chosen = this.list.hidden
        changed()
      },
    })
    this.element = make(
      'section.map-symbols.glass',
      { 'aria-label': 'Symbols of the map', 'data-testid': 'map-symbols' },
      this.toggle,
      this.list,
    )
  }

  /** Show the legend on a map of this width [pixels]; a small map has it closed at first. Return whether it is open. */
  show(width: number): boolean {
    const isOpen = this.chosen ?? width >= ROOMY
    this.list.hidden = !isOpen
    this.toggle.setAttribute('aria-expanded', String(isOpen))
    return isOpen
  }
}

/** Return a mark as the map draws it, heading to the right. */
function markPicture(mark: Mark): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 2 * PICTURE
  canvas.setAttribute('aria-hidden', 'true')
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const along = [...mark.outline.shapes.flat().map(([ahead]) => ahead), mark.outline.barrel]
  const size = Math.min(0.45 * PICTURE, (PICTURE - 3) / extent(along))
  const middle = 0.5 * (Math.max(...along) + Math.min(...along))
  context.scale(2, 2)
  context.lineWidth = 1.6
  context.lineJoin = 'round'
  context.strokeStyle = 'rgba(8,12,12,.8)'
  drawSymbol(context, mark, { x: 0.5 * PICTURE - size * middle, y: 0.5 * PICTURE, yaw: 0, size })
  return canvas
}

/** An outline as a picture, nose up. */
function symbolIcon({ shapes, barrel }: Outline): SVGSVGElement {
  const along = [...shapes.flat().map(([ahead]) => ahead), barrel]
  const scale = Math.min(10, 22 / extent(along))
  const middle = 0.5 * (Math.max(...along) + Math.min(...along))
  const at = ([ahead, left]: Point) =>
    `${(12 - scale * left).toFixed(1)} ${(12 - scale * (ahead - middle)).toFixed(1)}`
  const paths = shapes.map((shape) => `M${shape.map(at).join('L')}Z`)
  if (barrel) paths.push(`M${at([0, 0])}L${at([barrel, 0])}`)
  return icon(...paths)
}

/** Outlines of the symbols in the 3-D view: arrows of far vehicles, and rings around vehicles. */
const SYMBOLS = { arrow: 'M12 2l8 19-8-5-8 5z', ring: 'M3 12a9 9 0 0 1 18 0a9 9 0 0 1-18 0z' }

/** Return a colour sample, or a symbol in the colour, with its meaning. */
export function legendEntry({ colour, words, symbol }: LegendEntry): HTMLElement {
  if (symbol) {
    const picture = icon(SYMBOLS[symbol])
    picture.style.setProperty('color', colour)
    picture.style.setProperty('fill', symbol === 'arrow' ? colour : 'none')
    return make('span.legend-entry', {}, picture, words)
  }
  const swatch = make('span.swatch')
  swatch.style.setProperty('background', colour)
  return make('span.legend-entry', {}, swatch, words)
}
