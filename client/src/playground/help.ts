/** Help of the playground: keys, suggestions, and sources of the models. */

import { make, makeButton } from '../base/dom'
import { keyColumns } from '../base/help'
import { icons } from '../base/icons'
import type { Catalogue } from '../generated/playground'

const TRY = [
  'Drive in a circle, hold with C, and make the time step longer: an exact model stays on its circle.',
  'In the scene with the target the naive tank circles for ever, the exact one arrives. Click where the target is to be.',
  'Compare the car in six lines with the exact arc and turn its max steer angle up: its turns are too wide, at any step.',
]

export class Help {
  readonly element: HTMLElement

  constructor({ documents, has_world }: Pick<Catalogue, 'documents' | 'has_world'>) {
    const close = makeButton(icons.close(), {
      title: 'Close (H)',
      className: 'button icon-button quiet',
      press: () => this.toggle(),
    })
    const tips = make('ul.tips', {}, ...TRY.map((words) => make('li', {}, words)))
    const sources = make(
      'ul.tips',
      { 'data-testid': 'documents' },
      ...documents.map(({ title, author }) => make('li', {}, make('cite', {}, title), `: ${author}`)),
    )
    const card = make(
      'div.help-card.glass',
      { tabindex: '-1' },
      make('header', {}, make('h2', {}, 'Keys'), close),
      keyColumns('playground'),
      make('h2', {}, 'Worth trying'),
      tips,
      make('h2', {}, 'Sources of the models'),
      sources,
    )
    if (has_world) card.append(make('p', {}, make('a', { href: './' }, 'Back to the live world')))
    this.element = make(
      'div.help',
      { role: 'dialog', 'aria-label': 'Keys', 'data-testid': 'help-overlay' },
      card,
    )
    this.element.hidden = true
    this.element.addEventListener('click', (event) => event.target === this.element && this.toggle())
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden
    if (this.isOpen) this.element.querySelector<HTMLElement>('.help-card')?.focus()
  }

  close(): void {
    this.element.hidden = true
  }
}
