/** Creation of elements with classes, attributes and children; inline styles are forbidden by the page's policy. */

type Child = Node | string
type Attributes = Record<string, string>

/** Create an element: `make('div.card.wide', {title: 'x'}, child, ...)`. */
export function make(what: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const [tag, ...classes] = what.split('.')
  const element = document.createElement(tag)
  if (classes.length) element.className = classes.join(' ')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Return a button that returns keyboard focus to driving after a mouse click. */
export function makeButton(
  label: Child,
  options: { title: string; testId?: string; className?: string; press: () => void },
): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.title = options.title
  if (namesButton(options.title, label)) button.setAttribute('aria-label', options.title)
  button.className = options.className ?? 'button'
  if (options.testId) button.dataset.testid = options.testId
  button.append(label)
  button.addEventListener('click', (event) => {
    if (event.detail > 0) button.blur()
    options.press()
  })
  return button
}

/** Return whether the title is the accessible name of a button: for an icon or an arrow, or if it contains the label. */
function namesButton(title: string, label: Child): boolean {
  const words = (typeof label === 'string' ? label : (label.textContent ?? '')).trim()
  return !/\p{L}/u.test(words) || title.toLowerCase().includes(words.toLowerCase())
}

/** Set text only if it differs, because layout takes time. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const SVG = 'http://www.w3.org/2000/svg'

/** Return a 24 x 24 line icon from path data. */
export function icon(...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

/** Size a canvas to its element in device pixels; return its 2-D context in CSS pixels, null while it is hidden. */
export function fitCanvas(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
  if (width === 0 || height === 0) return null
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}
