/** A worker that loads Python and the package from the site itself, and runs one playground. */

import { loadPyodide, type PyodideAPI, version } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'
import packageUrl from '../../.python/motorpool.zip?url'
import moduleUrl from '../../.python/pyodide.asm.mjs.gzip?url'
import wasmUrl from '../../.python/pyodide.asm.wasm.gzip?url'
import libraryUrl from '../../.python/python_stdlib.zip?url'
import { Downloads } from './downloads'
import type { FromPython, ToPython } from './pythonlink'

const TICK = 1000 / 60 // between looks at the clock [ms]
const PROGRAM = `
import sys
sys.path.insert(0, "/motorpool")
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
  const downloads = new Downloads((bytes, of) => post({ what: 'loaded', bytes, of }))
  const archive = downloads.bytes(packageUrl)
  const python = await loadPython(downloads)
  post({ what: 'starting' })
  python.unpackArchive(await archive, 'zip', { extractDir: '/motorpool' })
  const playground = python.runPython(PROGRAM) as PythonPlayground
  self.onmessage = ({ data }: MessageEvent<ToPython>) => guard(() => answer(playground, data))
  post({ what: 'catalogue', text: playground.catalogue() })
}

/** Python itself: its program is unpacked and compiled while it comes in. */
async function loadPython(downloads: Downloads): Promise<PyodideAPI> {
  const wasm = downloads.unpacked(wasmUrl, 'application/wasm')
  const library = downloads.bytes(libraryUrl)
  const module = await (await downloads.unpacked(moduleUrl, 'text/javascript')).blob()
  const { default: createPyodideModule } = await import(/* @vite-ignore */ URL.createObjectURL(module))
  const fetchOthers = self.fetch
  self.fetch = (what, options) =>
    String(what).endsWith('pyodide.asm.wasm') ? wasm : fetchOthers.call(self, what, options)
  return loadPyodide({
    indexURL: new URL('./', self.location.href).href,
    stdLibURL: URL.createObjectURL(new Blob([await library])),
    lockFileContents: { info: { ...info, arch: 'wasm32', version }, packages: {} },
    createPyodideModule,
  })
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

/** The last line of a traceback says what was wrong. */
function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n').at(-1) ?? text
}

start().catch((error: unknown) => post({ what: 'failed', reason: sentence(error) }))
