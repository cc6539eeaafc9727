/** Worker that loads Python and writes models in other languages. */

import { loadPython, sentence } from '../../python/loading'
import type { FromWriter, ToWriter, Written } from './messages'
import writer from './writer.py?raw'

const post = (message: FromWriter) => self.postMessage(message)

async function start(): Promise<void> {
  const python = await loadPython(
    (bytes, of) => post({ what: 'loaded', bytes, of }),
    () => post({ what: 'starting' }),
  )
  python.runPython(writer)
  const write = python.globals.get('write') as (asked: string) => string
  self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
    post({ what: 'written', written: JSON.parse(write(JSON.stringify(data.request))) as Written })
  }
  post({ what: 'started' })
}

start().catch((error: unknown) => post({ what: 'failed', reason: sentence(error) }))
