import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const src = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

/** Two builds from one source: scripts for the browser, and the renderer that the server calls. */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: { input: isSsrBuild ? src('entry-server.tsx') : src('entry-client.tsx') },
  },
  ssr: { noExternal: true },
}))
