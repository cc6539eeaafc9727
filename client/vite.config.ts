import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.MOTORPOOL_SERVER ?? 'http://127.0.0.1:8765'

export default defineConfig({
  base: './',
  build: {
    outDir: file('../src/motorpool/app/viewer/page'),
    rolldownOptions: { input: [file('index.html'), file('playground.html')] },
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // data: addresses would break the policy default-src 'self'
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    license: { fileName: 'third-party-licenses.md' }, // the default is a hidden folder, which wheels drop
  },
  server: {
    proxy: {
      '/world.json': server,
      '/terrain.bin': server,
      '/surface.bin': server,
      '/roads.bin': server,
      '/decks.bin': server,
      '/objects.bin': server,
      '/ws': { target: server, ws: true },
      '/playground/': { target: server, ws: true },
    },
  },
})
