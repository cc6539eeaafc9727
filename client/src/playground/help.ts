/** The table of keys of the playground, and what is worth trying. */

import { make, makeButton } from '../dom'
import { icons } from '../icons'

const KEYS: [string[], string][] = [
  [['W', 'S'], 'faster; brake, then reverse (or ↑ ↓)'],
  [['A', 'D'], 'steer (or ← →); the red dot goes where the arrows point'],
  [['Space'], 'brake'],
  [['H'], 'hold speed and steering; any driving key lets go'],
  [['P', 'N'], 'pause; one step'],
  [['R', 'C'], 'back to the start; clear the trails'],
  [['[', ']'], 'a finer, a coarser step dt'],
  [['F', 'G'], 'what the view follows; axle lines'],
  [['T'], 'autopilot, in the scene with the target'],
  [['Drag', 'Wheel'], 'move the ground, zoom; a click puts the target there'],
]

const TRY = [
  'Let both go round in a circle, hold, and make dt coarser: an exact model stays on its circle.',
  'In the scene with the target start the autopilot: tracked/simple circles for ever, tracked/arc arrives.',
  'Take bicycle/six-line and turn max steer angle up: its turns are too wide, at any dt.',
]

export class Help {
  readonly element: HTMLElement

  constructor(hasWorld: boolean) {
    const list = make('dl.keys')
    for (const [keys, words] of KEYS) {
      list.append(make('dt', {}, ...keys.map((key) => make('kbd', {}, key))), make('dd', {}, words))
    }
    const close = makeButton(icons.close(), {
      title: 'Close (Esc)',
      className: 'button icon-button quiet',
      press: () => this.toggle(),
    })
    const tips = make('ul.tips', {}, ...TRY.map((words) => make('li', {}, words)))
    const card = make(
      'div.help-card.glass',
      {},
      make('header', {}, make('h2', {}, 'Keys'), close),
      list,
      make('h2', {}, 'Worth trying'),
      tips,
    )
    if (hasWorld) card.append(make('p', {}, make('a', { href: './' }, 'Back to the live world')))
    this.element = make(
      'div.help',
      { role: 'dialog', 'aria-label': 'Help', 'data-testid': 'help-overlay' },
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
    if (this.isOpen) this.element.querySelector('button')?.focus()
  }
}
