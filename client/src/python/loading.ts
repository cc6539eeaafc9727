/** Python in this worker: Pyodide (CPython for browsers) and the package's modules, from the site. */

import { loadPyodide, type PyodideAPI, version } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'
import packageUrl from '../../.python/motorpool.zip?url'
import moduleUrl from '../../.python/pyodide.asm.mjs.gzip?url'
import wasmUrl from '../../.python/pyodide.asm.wasm.gzip?url'
import libraryUrl from '../../.python/python_stdlib.zip?url'
import { Downloads, type Progress } from './downloads'

const FOLDER = '/motorpool' // folder of the modules in the worker's file system

/** Load Python with the package; `others` are addresses of archives with additional modules.
 *
 * `starting` is called after the download, when Python starts.
 */
export async function loadPython(
  progress: Progress,
  starting: () => void,
  others: string[] = [],
): Promise<PyodideAPI> {
  const downloads = new Downloads(progress)
  const archives = Promise.all([packageUrl, ...others].map((url) => downloads.bytes(url)))
  const python = await loadInterpreter(downloads)
  starting()
  for (const archive of await archives) python.unpackArchive(archive, 'zip', { extractDir: FOLDER })
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`)
  return python
}

/** Load the interpreter, which is unpacked and compiled during the download. */
async function loadInterpreter(downloads: Downloads): Promise<PyodideAPI> {
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

/** Return the last line of a traceback. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n').at(-1) ?? text
}
