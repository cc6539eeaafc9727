/** The links for others, one of them as a QR code; on a server for this machine alone, the way to open it. */

import { make, makeButton, setText } from '../dom'
import type { JoinLink } from '../generated/messages'
import { Drawer } from '../workstation/drawer'
import './join.css'

const OPEN_HOST = 'motorpool run --host 0.0.0.0'

export interface JoinActions {
  links(): Promise<JoinLink[]>
  say(words: string): void
}

export class JoinCard {
  readonly drawer = new Drawer({
    name: 'join',
    title: 'Join',
    key: 'Shift L',
    hint: 'Join: link and QR code for others (Shift L)',
  })
  private readonly actions: JoinActions
  private readonly note = make('p.drawer-note', {}, 'Asking for the link')
  private isAsked = false

  constructor(actions: JoinActions) {
    this.actions = actions
    this.drawer.body.append(this.note)
  }

  /** Ask for the links when the card is opened first: they stay as they are while the server runs. */
  show(): void {
    if (!this.drawer.isOpen || this.isAsked) return
    this.isAsked = true
    this.actions.links().then(
      (links) => this.fill(links),
      (error: unknown) => {
        console.warn(error)
        this.isAsked = false
        setText(this.note, 'The server does not answer; this card asks again.')
      },
    )
  }

  private fill(links: JoinLink[]): void {
    this.drawer.body.replaceChildren(...(links.length ? this.wayIn(links) : closedDoor()))
  }

  private wayIn(links: JoinLink[]): HTMLElement[] {
    const picture = document.createElement('img')
    picture.className = 'join-code'
    picture.dataset.testid = 'join-code'
    const show = ({ url, code }: JoinLink) => {
      picture.src = `./${code}`
      picture.alt = `QR code of ${url}`
    }
    show(links[0])
    return [
      make(
        'p.drawer-note',
        {},
        'Point a phone on the same network at the code, or send the link. Whoever has it may drive.',
      ),
      picture,
      ...links.map((link) => this.line(link, () => show(link))),
    ]
  }

  private line(link: JoinLink, show: () => void): HTMLElement {
    const field = document.createElement('input')
    field.className = 'field'
    field.readOnly = true
    field.value = link.url
    field.dataset.testid = 'join-link'
    field.setAttribute('aria-label', 'Link for drivers')
    field.addEventListener('focus', () => {
      field.select()
      show()
    })
    const copy = makeButton('Copy', {
      title: `Copy the link to ${new URL(link.url).host}`,
      press: () => this.copy(field),
    })
    return make('div.join-line', {}, field, copy)
  }

  /** By the clipboard where the browser has one: over plain HTTP it has none, but still copies a selection. */
  private copy(field: HTMLInputElement): void {
    field.select()
    const done = () => {
      this.actions.say('The link is copied.')
      field.blur()
    }
    const failed = () => this.actions.say('The link is selected; copy it with Ctrl-C.')
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, failed)
    else if (document.execCommand('copy')) done()
    else failed()
  }
}

function closedDoor(): HTMLElement[] {
  return [
    make('p.drawer-note', {}, 'Only this machine can reach this page.'),
    make(
      'p.drawer-note',
      {},
      'To let others in, end the server in its terminal and start it for the network; then the link and its code are here:',
    ),
    make('code.join-command', {}, OPEN_HOST),
  ]
}
