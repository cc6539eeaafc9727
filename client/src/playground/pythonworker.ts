/** Worker that loads Python and the package from the site, and runs one playground. */

import { loadPython, sentence } from '../python/loading'
import type { FromPython, ToPython } from './pythonlink'

const TICK = 1000 / 60 // interval of updates [ms]
const PROGRAM = `
from motorpool.app.playground.in_browser import BrowserPlayground
BrowserPlayground()
`

interface PythonPlayground {
  restart(): void
  continue_from(moment: string, age: number): void
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
  playground.update().destroy() // its first update is the slowest
  post({ what: 'ready' })
}

let ticking: ReturnType<typeof setInterval> | undefined

function answer(playground: PythonPlayground, message: ToPython): void {
  if (message.what === 'obey') tell(playground.obey(message.text))
  else {
    if (message.what === 'connect') playground.restart()
    else
      playground.continue_from(
        message.moment,
        1e-3 * (performance.timeOrigin + performance.now() - message.at),
      )
    clearInterval(ticking)
    ticking = setInterval(() => guard(() => tell(playground.update())), TICK)
    tell(playground.update())
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
