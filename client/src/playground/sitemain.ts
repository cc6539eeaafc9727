/** Entry point of the playground's page on a site without a server.
 *
 * The first pair drives in JavaScript until Python has started in a worker; a link to anything else waits for Python.
 */

import catalogueUrl from '../../.python/catalogue.json.gzip?url'
import { applyDisplay, rememberedDisplay } from '../base/display'
import '../base/style.css'
import './playground.css'
import type { Catalogue } from '../generated/playground'
import { Downloads } from '../python/downloads'
import { FirstDrive } from './firstdrive'
import { FirstLink } from './firstlink'
import { checkLink } from './linkcheck'
import { openPlayground } from './opening'
import { PythonLink, type PythonWorker, startPython } from './pythonlink'

async function loadCatalogue(): Promise<Catalogue> {
  const answer = await new Downloads(() => {}).unpacked(catalogueUrl, 'application/json')
  return (await answer.json()) as Catalogue
}

function python(say: (sentence: string, fraction: number) => void): Promise<PythonWorker> {
  const worker = new Worker(new URL('./pythonworker.ts', import.meta.url), { type: 'module' })
  return startPython(worker, say)
}

applyDisplay(rememberedDisplay())
openPlayground(async (page, splash) => {
  const catalogue = await loadCatalogue()
  const { commands } = checkLink(page.searchParams, catalogue)
  if (commands.every(FirstDrive.canObey))
    return { catalogue, link: (events) => new FirstLink(python, events) }
  const worker = await python((sentence, fraction) => splash.say(sentence, fraction))
  return { catalogue, link: (events) => new PythonLink(worker, events) }
})
