// Runs blocks of the documentation in Pyodide, as the pages do, without a browser.
//
//     node run_blocks.mjs CLIENT < [[text, ...], ...] > [[{printed, value, html, error}, ...], ...]
//
// Each list of blocks starts with no names. CLIENT is the folder client/, in which tools/docs/build_site.py packed the Python.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const client = process.argv[2]
const { loadPyodide } = await import(pathToFileURL(`${client}/node_modules/pyodide/pyodide.mjs`).href)
const python = await loadPyodide({
  indexURL: `${client}/node_modules/pyodide/`,
  stdLibURL: `${client}/.python/python_stdlib.zip`,
})
for (const name of ['motorpool', 'blocks'])
  python.unpackArchive(new Uint8Array(readFileSync(`${client}/.python/${name}.zip`)), 'zip', { extractDir: '/motorpool' })
python.runPython('import sys; sys.path.insert(0, "/motorpool")')

let printed = ''
const decoder = new TextDecoder()
const write = (bytes) => {
  printed += decoder.decode(bytes, { stream: true })
  return bytes.length
}
python.setStdout({ write })
python.setStderr({ write })

const notebook = readFileSync(`${client}/src/site/blocks/notebook.py`, 'utf8')
const answers = JSON.parse(readFileSync(0, 'utf8')).map((texts) => {
  python.runPython(notebook)
  const run = python.globals.get('run')
  return texts.map((text, index) => {
    printed = ''
    const outcome = JSON.parse(run(text, `block ${index + 1}`))
    return { printed, ...outcome }
  })
})
console.log(JSON.stringify(answers))
