/** Worker that loads Python and runs blocks of a page of the documentation. */

import blocksUrl from '../../../.python/blocks.zip?url'
import { loadPython, sentence } from '../../python/loading'
import type { FromBlocks, Outcome, ToBlocks } from './messages'
import notebook from './notebook.py?raw'
import { Printed } from './printed'

const post = (message: FromBlocks) => self.postMessage(message)

async function start(): Promise<void> {
  const python = await loadPython(
    (bytes, of) => post({ what: 'loaded', bytes, of }),
    () => post({ what: 'starting' }),
    [blocksUrl],
  )
  const printed = new Printed((text) => post({ what: 'printed', text }))
  const write = (bytes: Uint8Array) => printed.write(bytes)
  python.setStdout({ write })
  python.setStderr({ write })
  python.runPython(notebook)
  const run = python.globals.get('run') as (text: string, title: string) => string
  self.onmessage = ({ data }: MessageEvent<ToBlocks>) => {
    const outcome = JSON.parse(run(data.text, data.title)) as Outcome
    printed.flush()
    post({ what: 'done', outcome })
  }
  post({ what: 'started' })
}

start().catch((error: unknown) => post({ what: 'failed', reason: sentence(error) }))
