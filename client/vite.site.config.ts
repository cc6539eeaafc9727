/** Builds what lives on the site of the documentation, without a server: the playground, and the script of the pages.
 *
 * tools/docs/build_site.py packs its Python into .python first.
 */

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { listedPackages } from './vite.packages'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const packages = listedPackages('live/packages.json') // tools/docs/site_licences.py makes a page of it

export default defineConfig({
  base: './', // any folder of any web server
  root: file('site'),
  publicDir: file('public'),
  assetsInclude: ['**/*.gzip', '**/*.zip'],
  plugins: [packages.page],
  worker: { format: 'es', plugins: () => [packages.worker()] },
  build: {
    outDir: file('../site'),
    emptyOutDir: false, // the documentation is there
    assetsDir: 'live',
    rolldownOptions: {
      input: { playground: file('site/playground/index.html'), page: file('src/site/page.ts') },
      output: { entryFileNames: ({ name }) => (name === 'page' ? 'live/page.js' : 'live/[name]-[hash].js') },
    },
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
