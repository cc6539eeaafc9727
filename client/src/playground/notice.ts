/** Notice of problems in the link, until the user closes it. */

import { make, makeButton } from '../base/dom'
import { icons } from '../base/icons'

export class LinkNotice {
  readonly element: HTMLElement

  constructor(problems: readonly string[]) {
    const close = makeButton(icons.close(), {
      title: 'Close',
      testId: 'notice-close',
      className: 'button icon-button quiet',
      press: () => {
        this.element.hidden = true
      },
    })
    const list = make('ul', {}, ...problems.map((problem) => make('li', {}, problem)))
    this.element = make(
      'section.link-notice.glass',
      { role: 'alert', 'aria-label': 'Problems of the link', 'data-testid': 'link-notice' },
      make('header', {}, make('h2', {}, 'This link has a mistake'), close),
      list,
    )
    this.element.hidden = problems.length === 0
  }
}
