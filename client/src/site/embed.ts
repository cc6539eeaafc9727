/** Embedded playground at the address in `data-address`; Python is loaded on request. */

import { make } from '../base/dom'
import './embed.css'

const PLAYGROUND = '../playground/index.html' // relative to the folder of the scripts
const SVG = 'http://www.w3.org/2000/svg'

/** Put a button that starts the playground into an element, with the element's text as description. */
export function mount(element: HTMLElement): void {
  const words = element.textContent?.trim() ?? ''
  const whole = addressOf(element.dataset.address ?? '')
  const drive = make('button.mp-embed-drive', { type: 'button' }, 'Drive it here')
  const open = make('a', { href: whole.href }, 'Open the whole playground')
  const size = make('small', {}, 'The first time it loads Python, 6 MB.')
  const text = make(
    'div.mp-embed-text',
    {},
    make('p', {}, words),
    make('div.mp-embed-row', {}, drive, open, size),
  )
  element.classList.add('mp-embed')
  element.replaceChildren(picture(), text)
  drive.addEventListener('click', () => {
    const frame = playground(whole, words)
    const below = make('p.mp-embed-below', {}, `${words} `, open)
    element.classList.add('mp-embed-open')
    element.replaceChildren(frame, below)
  })
}

function addressOf(query: string): URL {
  const scripts = import.meta.url
  return new URL(PLAYGROUND + query, scripts)
}

/** Return the frame with the playground, which takes the keyboard focus. */
function playground(whole: URL, words: string): HTMLIFrameElement {
  const address = new URL(whole)
  address.searchParams.set('embedded', '1')
  const frame = make('iframe', { src: address.href, title: `Playground: ${words}` }) as HTMLIFrameElement
  frame.addEventListener('load', () => frame.contentWindow?.focus())
  return frame
}

/** Return a picture of two diverging trails, one dashed and one solid, as in the playground. */
function picture(): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 160 110')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', 'mp-embed-picture')
  const draw = (name: string, attributes: Record<string, string>) => {
    const shape = document.createElementNS(SVG, name)
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value)
    svg.append(shape)
  }
  const grid = [20, 40, 60, 80, 100, 120, 140].map((x) => `M${x} 0V110`).join('')
  draw('path', { d: `${grid}M0 15H160M0 35H160M0 55H160M0 75H160M0 95H160`, class: 'mp-embed-grid' })
  draw('path', { d: 'M14 95C60 95 96 84 118 34', class: 'mp-embed-left' })
  draw('path', { d: 'M14 95C54 95 74 78 76 26', class: 'mp-embed-right' })
  const car = { x: '-9', y: '-5', width: '18', height: '10', rx: '2.5' }
  draw('rect', { ...car, transform: 'translate(119 32) rotate(-66)', class: 'mp-embed-left-car' })
  draw('rect', { ...car, transform: 'translate(76 24) rotate(-88)', class: 'mp-embed-right-car' })
  return svg
}
