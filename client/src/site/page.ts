/** Script of every page of the documentation: fills elements with `data-demo="name"` when they come near the view.
 *
 * Without it (no JavaScript, or pages opened from the file system) the element's content remains: a picture, a link.
 */

const SCROLLERS = '.md-typeset__scrollwrap, .md-typeset pre, .equation'

const watched = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) allowKeys(target)
})

/** Function that fills an element, and loads the code that it needs. */
export type Mount = (element: HTMLElement) => void | Promise<void>

const DEMOS: Record<string, () => Promise<{ mount: Mount }>> = {
  'red-dot': () => import('./demos/reddot'),
  parking: () => import('./demos/parking'),
  export: () => import('./export/export'),
  circling: () => import('./demos/circling'),
  'lesson-circle': () => import('./demos/lessons/circle'),
  'lesson-frame-rate': () => import('./demos/lessons/framerate'),
  'lesson-tank': () => import('./demos/lessons/tank'),
  'lesson-sliding': () => import('./demos/lessons/sliding'),
  'lesson-slope': () => import('./demos/lessons/slope'),
  'lesson-avoidance': () => import('./demos/lessons/avoidance'),
  playground: () => import('./embed'),
  'two-cars': () => import('./demos/twocars'),
  world: () => import('./demos/world/index'),
}

const NEAR = '300px' // distance from the window at which loading begins

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting && target instanceof HTMLElement) {
        near.unobserve(target)
        void fill(target)
      }
  },
  { rootMargin: NEAR },
)

async function fill(element: HTMLElement): Promise<void> {
  const demo = DEMOS[element.dataset.demo ?? '']
  if (!demo) console.error(`no demonstration is called "${element.dataset.demo}"`)
  else await (await demo()).mount(element)
}

for (const element of document.querySelectorAll<HTMLElement>('[data-demo]')) near.observe(element)

if (document.readyState === 'complete') watchScrollers()
else window.addEventListener('load', watchScrollers) // after the theme has wrapped tables

if (document.querySelector('[data-runs], [data-needs]'))
  void import('./blocks/blocks').then(({ mountBlocks }) => mountBlocks(document))

/** Make tables, programs and equations that scroll accessible by keyboard, including those that the theme's script adds. */
function watchScrollers(): void {
  for (const element of document.querySelectorAll<HTMLElement>(SCROLLERS)) watched.observe(element)
}

function allowKeys(element: HTMLElement): void {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
  else element.removeAttribute('tabindex')
}
