/** Card with links for joining from other machines on the network, as text and as a QR code. */

import { make, makeButton, setText } from '../base/dom'
import type { JoinLink, Role, SessionDescription } from '../generated/messages'
import type { Component } from '../page/component'
import { Drawer } from '../page/drawer'
import './join.css'

export const join: Component = {
  name: 'join',
  place: 'drawer',
  mount(page) {
    const card = new JoinCard({
      session: async () => (await page.server?.session()) ?? { links: [], network_command: '' },
      invite: () => page.command({ type: 'invite' }),
      replace: (role, drop) => page.command({ type: 'rotate-link', role, drop }),
      say: (words) => page.say(words),
    })
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { 'Shift+KeyL': () => page.drawers.toggle(card.drawer) },
      receive: (message) => {
        if (message.type === 'invitation') card.receiveInvitation(message.links)
        if (message.type === 'links') card.receiveLinks(message.role, message.links)
        if (message.type === 'welcome') card.forget() // the server may have been restarted
      },
      show: () => card.show(page.session.role),
      close: () => card.drawer.close(),
    }
  },
}

const IN_PROGRAM = "serve(world, host='0.0.0.0')"
const LINK_NAMES: Record<Role, string> = { driver: 'Link for drivers', instructor: 'Link for instructors' }

export interface JoinActions {
  session(): Promise<Pick<SessionDescription, 'links' | 'network_command'>>
  invite(): void
  replace(role: Role, drop: boolean): void
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
  private readonly picture = document.createElement('img')
  private readonly handedOut = make('div.join-new', { role: 'status' })
  private isAsked = false

  constructor(actions: JoinActions) {
    this.actions = actions
    this.picture.className = 'join-code'
    this.picture.dataset.testid = 'join-code'
    this.drawer.body.append(this.note)
  }

  /** Request the links when the card is first opened, and after one has been replaced. */
  show(role: Role): void {
    if (!this.drawer.isOpen || this.isAsked) return
    this.isAsked = true
    if (role === 'driver') {
      this.drawer.body.replaceChildren(
        make(
          'p.drawer-note',
          {},
          'An instructor has the link for others, and a code for phones, in this card.',
        ),
      )
      return
    }
    this.actions.session().then(
      ({ links, network_command }) => this.fill(links, network_command),
      (error: unknown) => {
        console.warn(error)
        this.isAsked = false
        setText(this.note, 'The server does not answer; this card asks again.')
      },
    )
  }

  /** Request the links again when the card is next shown. */
  forget(): void {
    this.isAsked = false
  }

  /** Show the link that the user requested. */
  receiveInvitation(links: JoinLink[]): void {
    this.hand('Link for one', 'It works once, for the first browser that opens it.', links)
  }

  /** Update after a link was replaced, here or by another instructor. */
  receiveLinks(role: Role, links: JoinLink[]): void {
    this.handedOut.replaceChildren()
    this.isAsked = false
    if (role === 'instructor' && links.length)
      this.hand(LINK_NAMES.instructor, 'Copy it now: it is shown here only once.', links)
    if (links.length) this.actions.say('The link is replaced; the old one is no longer valid.')
  }

  private hand(label: string, words: string, links: JoinLink[]): void {
    const lines = links.map((link) => this.line(link, label))
    this.handedOut.replaceChildren(make('p.drawer-note', {}, words), ...lines)
    this.showCode(links[0])
    this.handedOut.querySelector('input')?.focus()
  }

  private fill(links: JoinLink[], command: string): void {
    this.drawer.body.replaceChildren(...(links.length ? this.wayIn(links) : closedDoor(command)))
  }

  private wayIn(links: JoinLink[]): HTMLElement[] {
    if (!this.handedOut.hasChildNodes()) this.showCode(links[0])
    return [
      make(
        'p.drawer-note',
        {},
        'Point a phone on the same network at the code, or send the link. Anyone with the link can drive.',
      ),
      this.picture,
      ...links.map((link) => this.line(link, LINK_NAMES.driver)),
      make('h3', {}, 'For one person'),
      makeButton('Make a link for one', {
        title: 'Make a link for one: it works once, for the first browser that opens it',
        testId: 'invite',
        className: 'button wide',
        press: () => this.actions.invite(),
      }),
      this.handedOut,
      ...this.replacing(),
    ]
  }

  /** Return the controls that replace a link. */
  private replacing(): HTMLElement[] {
    const role = document.createElement('select')
    role.className = 'button choice'
    role.dataset.testid = 'replace-role'
    for (const [value, words] of Object.entries(LINK_NAMES)) role.append(new Option(words, value))
    const drop = document.createElement('input')
    drop.type = 'checkbox'
    drop.dataset.testid = 'replace-drop'
    const replace = makeButton('Replace the link', {
      title: 'Replace the link: the old one is no longer valid',
      testId: 'replace-link',
      className: 'button wide is-danger',
      press: () => this.actions.replace(role.value as Role, drop.checked),
    })
    return [
      make('h3', {}, 'When a link is in the wrong hands'),
      make('label.choice-line', {}, 'Replace', role),
      make('label.check-line', {}, drop, 'Disconnect those who joined by it'),
      replace,
    ]
  }

  private showCode({ url, code }: JoinLink): void {
    this.picture.src = `./${code}`
    this.picture.alt = `QR code of ${url}`
  }

  private line(link: JoinLink, label: string): HTMLElement {
    const field = document.createElement('input')
    field.className = 'field'
    field.readOnly = true
    field.value = link.url
    field.dataset.testid = 'join-link'
    field.setAttribute('aria-label', label)
    field.addEventListener('focus', () => {
      field.select()
      this.showCode(link)
    })
    const copy = makeButton('Copy', {
      title: `Copy the link to ${new URL(link.url).host}`,
      press: () => this.copy(field),
    })
    return make('div.join-line', {}, field, copy)
  }

  /** Copy by the clipboard, or as a selection, because browsers have no clipboard on pages from plain HTTP. */
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

function closedDoor(command: string): HTMLElement[] {
  const start = command
    ? 'To let others in, stop the server in its terminal (Ctrl-C) and start it there for the network; the link is then in this card:'
    : 'To let others in, let the program that serves this page serve it to the network; the link is then in this card:'
  return [
    make('p.drawer-note', {}, 'Only this machine can reach this page.'),
    make('p.drawer-note', {}, start),
    make('code.join-command', { 'data-testid': 'join-command' }, command || IN_PROGRAM),
  ]
}
