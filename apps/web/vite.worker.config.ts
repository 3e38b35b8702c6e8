import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The service worker is one classic script: the server prepends its configuration. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  build: {
    outDir: 'dist/worker',
    target: 'es2023',
    modulePreload: false,
    rolldownOptions: {
      input: here('./src/service-worker/worker.ts'),
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
})
