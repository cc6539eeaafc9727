/** Keyboard access to elements that are wider than the page and scroll. */

const SCROLLERS = '.md-typeset__scrollwrap, .md-typeset pre, .equation'

const watched = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) allowKeys(target)
})

/** Watch all tables, programs and equations of the page, including those that the theme's script adds. */
export function watchScrollers(): void {
  for (const element of document.querySelectorAll<HTMLElement>(SCROLLERS)) watched.observe(element)
}

function allowKeys(element: HTMLElement): void {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
  else element.removeAttribute('tabindex')
}
