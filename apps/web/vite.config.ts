import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const src = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

/**
 * The hash depends on the file's path only: Vite's default adds a line number to each class, which costs 0.5 KB of a page's
 * 14 KB of compressed HTML.
 */
function className(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(relative(src(''), file))
    .digest('hex')
  return `${name}_${hash.slice(0, 8)}`
}

/** Two builds from one source: scripts for the browser, and the renderer that the server calls. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // The map's library, which is loaded where a map is looked at, is one file of a megabyte.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: isSsrBuild
      ? { input: src('entry-server.tsx') }
      : {
          input: { start: src('entry-start.ts'), first: src('entry-client.tsx') },
          output: {
            // Every document names its style files: without words in their names it is 0.1 KB smaller.
            assetFileNames: 'assets/[hash][extname]',
            // The first script in parts, each a task of its own: one long evaluation would delay a tap.
            codeSplitting: {
              groups: [
                {
                  name: 'start',
                  test: /web\/src\/(entry-start|lib\/idle)|vite\/preload-helper|rolldown\/runtime/,
                  priority: 4,
                },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                {
                  name: 'router',
                  test: /node_modules\/(react-router|@tanstack)\/|web\/src\/entry-router/,
                  tags: ['$initial'],
                  priority: 2,
                },
                { name: 'first', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
  },
  // Packages choose by it between what they say to developers and what they do, which is several times faster to draw with.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  css: { modules: { generateScopedName: className } },
  // Built, the renderer is one file; from its sources, packages stay what they are.
  ssr: { noExternal: command === 'build' ? true : [/^@dineward\//] },
}))
