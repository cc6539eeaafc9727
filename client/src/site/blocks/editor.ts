/** Editor of a block: CodeMirror in the colours of the page, light or dark. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { python } from '@codemirror/lang-python'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Callbacks of an editor. */
export interface EditorEvents {
  changed(): void
  run(): void
  leave(): void
}

/** Open editor. */
export interface Editor {
  text(): string
  replace(text: string): void
  focus(): void
  /** Place the cursor at a point of the window [pixels]. */
  place(x: number, y: number): void
}

const EDGE = 20 // margin beside the cursor, so that the start of a line is visible [pixels]

const colour = (name: string) => `var(--md-code-hl-${name}-color)`

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.self], color: colour('keyword') },
  { tag: [tags.string, tags.special(tags.string)], color: colour('string') },
  { tag: tags.number, color: colour('number') },
  { tag: [tags.bool, tags.null], color: colour('constant') },
  { tag: tags.comment, color: colour('comment') },
  { tag: [tags.operator, tags.operatorKeyword], color: colour('operator') },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: colour('punctuation') },
  { tag: [tags.definition(tags.function(tags.variableName)), tags.className], color: colour('function') },
])

const LOOK = EditorView.theme({
  '&': { color: 'var(--md-code-fg-color)', backgroundColor: 'var(--md-code-bg-color)', fontSize: '.85em' },
  '&.cm-focused': { outline: '2px solid var(--md-accent-fg-color)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--md-code-font-family)', lineHeight: '1.4', overflowX: 'auto' },
  '.cm-content': { padding: '.772em 1.176em', caretColor: 'var(--md-code-fg-color)' },
  '.cm-line': { padding: '0' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--md-code-hl-color--light)' },
})

/** Open an editor in an element; Ctrl or Cmd with Enter runs, Escape leaves. */
export function openEditor(parent: HTMLElement, text: string, name: string, events: EditorEvents): Editor {
  const extensions = [
    keymap.of([act('Mod-Enter', events.run), act('Ctrl-Enter', events.run), act('Escape', events.leave)]),
    keymap.of([...historyKeymap, ...defaultKeymap, indentWithTab]),
    history(),
    indentUnit.of('    '),
    indentOnInput(),
    bracketMatching(),
    python(),
    syntaxHighlighting(COLOURS),
    LOOK,
    EditorView.scrollMargins.of(() => ({ left: EDGE, right: EDGE })),
    EditorView.contentAttributes.of({ 'aria-label': `${name}; Escape leaves the editor` }),
    EditorView.updateListener.of(({ docChanged }) => docChanged && events.changed()),
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  return {
    text: () => view.state.doc.toString(),
    replace: (changed) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: changed } }),
    focus: () => view.focus(),
    place: (x, y) => view.dispatch({ selection: { anchor: view.posAtCoords({ x, y }, false) } }),
  }
}

function act(key: string, does: () => void): KeyBinding {
  return {
    key,
    run: () => {
      does()
      return true
    },
  }
}
