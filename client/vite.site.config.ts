/** Builds the playground for a site without a server; tools/site.py packs its Python into .python first. */

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  base: './', // any folder of any web server
  root: file('site'),
  publicDir: file('public'),
  assetsInclude: ['**/*.gzip', '**/*.zip'],
  worker: { format: 'es' },
  build: {
    outDir: file('../site/playground'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
