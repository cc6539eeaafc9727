/** What is wider than the page scrolls by itself; the arrow keys reach it by Tab where it does. */

const SCROLLERS = '.md-typeset__scrollwrap, .md-typeset pre, .equation'

const watched = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) allowKeys(target)
})

/** Watch all tables, programs and equations of the page, those of the theme's own script too. */
export function watchScrollers(): void {
  for (const element of document.querySelectorAll<HTMLElement>(SCROLLERS)) watched.observe(element)
}

function allowKeys(element: HTMLElement): void {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
  else element.removeAttribute('tabindex')
}
