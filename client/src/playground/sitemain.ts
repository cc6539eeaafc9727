/** Entry point of the playground's page on a site without a server: runs Python in a worker. */

import { applyDisplay, rememberedDisplay } from '../display'
import '../style.css'
import './playground.css'
import { openPlayground } from './opening'
import { PythonLink, startPython } from './pythonlink'

applyDisplay(rememberedDisplay())
openPlayground(async (_, splash) => {
  const worker = new Worker(new URL('./pythonworker.ts', import.meta.url), { type: 'module' })
  const catalogue = await startPython(worker, (sentence, fraction) => splash.say(sentence, fraction))
  return { catalogue, link: (events) => new PythonLink(worker, events) }
})
