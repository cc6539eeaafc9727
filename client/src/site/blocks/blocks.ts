/** Editable and executable blocks of Python on pages of the documentation, run in the browser.
 *
 * At build time tools/docs/docs_blocks.py marks each block `data-runs`, or `data-needs` with the missing requirement.
 */

import { make } from '../../base/dom'
import { Block } from './block'
import './blocks.css'
import { type BlocksWorker, Notebook } from './notebook'

/** Add bars below the blocks of a page. */
export function mountBlocks(page: ParentNode): void {
  const blocks: Block[] = []
  const notebook = new Notebook(blocks, startWorker)
  const events = { run: (block: Block) => notebook.run(block), stop: () => notebook.stop() }
  const found = [...page.querySelectorAll<HTMLElement>('[data-runs]')]
  for (const element of found) {
    const code = element.querySelector<HTMLElement>('pre > code')
    if (code) blocks.push(new Block(element, code, `Block ${blocks.length + 1}`, events))
  }
  found[0]?.after(make('p.mp-blocks-about', {}, about(found.length)))
  for (const element of page.querySelectorAll<HTMLElement>('[data-needs]')) {
    element.classList.add('mp-block')
    element.append(
      make('div.mp-block-bar', {}, `Needs ${element.dataset.needs}: run it on your own machine.`),
    )
  }
}

function about(count: number): string {
  const alone =
    'This runs in your browser, and you can change it: click into it. The first run loads Python, 6 MB.'
  const together =
    ' The blocks of a page share their names, as in a notebook: a block runs those before it first.'
  return count > 1 ? alone + together : alone
}

const startWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as BlocksWorker
