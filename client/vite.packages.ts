/** Lists the npm packages that a build carries, of its workers too: Vite's own `license` leaves those out. */

import type { Plugin } from 'vite'

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** Return the plugins of the page and of its workers; the page's writes the sorted names to a file of the build.
 *
 * @param fileName where in the build
 */
export function listedPackages(fileName: string): { page: Plugin; worker: () => Plugin } {
  const names = new Set<string>()
  const collect = (ids: IterableIterator<string>) => {
    for (const id of ids) {
      const name = PACKAGE.exec(id)?.[1]
      if (name) names.add(name)
    }
  }
  return {
    page: {
      name: 'listed-packages',
      generateBundle() {
        collect(this.getModuleIds())
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify([...names].sort())}\n` })
      },
    },
    worker: () => ({
      name: 'listed-packages-of-workers',
      generateBundle() {
        collect(this.getModuleIds())
      },
    }),
  }
}
