/** List of suggested pairs, with title, description and document. */

import { make, setText } from '../base/dom'
import type { Catalogue, PairInfo, SetUp } from '../generated/playground'

const OWN_GROUP = 'Motor pool and trailers'

export class PairChooser {
  readonly element: HTMLElement
  private readonly catalogue: Catalogue
  private readonly select = make('select.button.wide', {
    id: 'pair',
    'data-testid': 'pair',
  }) as HTMLSelectElement
  private readonly words = make('p.meaning', { 'data-testid': 'pair-words' })
  private readonly source = make('p.meaning', { 'data-testid': 'pair-source' })

  constructor(catalogue: Catalogue, compare: (pair: PairInfo) => void) {
    this.catalogue = catalogue
    const groups = new Map<string, HTMLElement>()
    for (const [index, { title, document }] of catalogue.pairs.entries()) {
      const label = this.document(document)?.title ?? OWN_GROUP
      const group = groups.get(label) ?? make('optgroup', { label })
      group.append(make('option', { value: String(index) }, title))
      groups.set(label, group)
    }
    this.select.append(...groups.values(), make('option', { value: '', hidden: '' }, 'Your own pair'))
    this.select.addEventListener('change', () => {
      compare(catalogue.pairs[Number(this.select.value)])
      this.select.blur()
    })
    const label = make('label', { for: 'pair' }, 'Compare')
    this.element = make('div.pair', {}, label, this.select, this.words, this.source)
  }

  show(setUp: SetUp): void {
    const index = pairOf(setUp, this.catalogue)
    const pair: PairInfo | undefined = this.catalogue.pairs[index]
    if (document.activeElement !== this.select) this.select.value = index < 0 ? '' : String(index)
    setText(this.words, pair?.words ?? '')
    const source = this.document(pair?.document)
    this.source.hidden = !source
    if (source) this.source.replaceChildren('From ', make('cite', {}, source.title), `: ${source.author}.`)
  }

  /** Return the previous or next pair, cyclically. */
  beside(setUp: SetUp, by: number): PairInfo {
    const { pairs } = this.catalogue
    return pairs[(pairOf(setUp, this.catalogue) + by + pairs.length) % pairs.length]
  }

  private document(number: string | undefined) {
    return this.catalogue.documents.find((document) => document.number === number)
  }
}

/** Return the number of the pair of these two models, ignoring settings; -1 for any other pair. */
export function pairOf(setUp: SetUp, { models, pairs }: Pick<Catalogue, 'models' | 'pairs'>): number {
  const base = (name: string) => {
    const bare = name.split(':')[0]
    return models.find((model) => model.name === bare || model.aliases.includes(bare))?.name
  }
  return pairs.findIndex(
    ({ left, right }) => base(left) === setUp.left.model && base(right) === setUp.right.model,
  )
}
