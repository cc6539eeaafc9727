/** Worker that loads Python and the package from the site, and runs one playground. */

import { loadPython, sentence } from '../python/loading'
import type { FromPython, ToPython } from './pythonlink'

const TICK = 1000 / 60 // interval of updates [ms]
const PROGRAM = `
from motorpool.playground.in_browser import BrowserPlayground
BrowserPlayground()
`

interface PythonPlayground {
  catalogue(): string
  restart(): void
  update(): { toJs(): string[]; destroy(): void }
  obey(text: string): { toJs(): string[]; destroy(): void }
}

const post = (message: FromPython) => self.postMessage(message)

async function start(): Promise<void> {
  const python = await loadPython(
    (bytes, of) => post({ what: 'loaded', bytes, of }),
    () => post({ what: 'starting' }),
  )
  const playground = python.runPython(PROGRAM) as PythonPlayground
  self.onmessage = ({ data }: MessageEvent<ToPython>) => guard(() => answer(playground, data))
  post({ what: 'catalogue', text: playground.catalogue() })
}

let ticking: ReturnType<typeof setInterval> | undefined

function answer(playground: PythonPlayground, message: ToPython): void {
  if (message.what === 'obey') tell(playground.obey(message.text))
  else {
    playground.restart()
    clearInterval(ticking)
    ticking = setInterval(() => guard(() => tell(playground.update())), TICK)
  }
}

function tell(list: { toJs(): string[]; destroy(): void }): void {
  const texts = list.toJs()
  list.destroy()
  if (texts.length > 0) post({ what: 'messages', texts })
}

function guard(act: () => void): void {
  try {
    act()
  } catch (error) {
    post({ what: 'failed', reason: sentence(error) })
  }
}

start().catch((error: unknown) => post({ what: 'failed', reason: sentence(error) }))
