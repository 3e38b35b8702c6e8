import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const src = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

/**
 * Hash class names by file path only: Vite's default adds a line number, which costs 0.5 KB of 14 KB compressed HTML.
 */
function className(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(relative(src(''), file))
    .digest('hex')
  return `${name}_${hash.slice(0, 8)}`
}

/** Two builds: browser scripts, and the renderer for the server. */
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
    // The map library is one file of a megabyte, loaded on demand.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: isSsrBuild
      ? { input: src('entry-server.tsx') }
      : {
          input: { start: src('entry-start.ts'), first: src('entry-client.tsx') },
          output: {
            // Every document lists its style files: short names save 0.1 KB.
            assetFileNames: 'assets/[hash][extname]',
            // Split the first script: one long evaluation would delay input.
            codeSplitting: {
              groups: [
                {
                  name: 'start',
                  test: /web\/src\/(entry-start|lib\/(idle|early-clicks))|vite\/preload-helper|rolldown\/runtime/,
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
                // Most pages use these: a file of its own each takes more headers than script. None has styles.
                {
                  name: 'small',
                  test: /core\/src\/shared\/clock|web\/src\/lib\/(stored|use-media|use-near)|web\/src\/ui\/(dialog-stack|optional-part|toast-store|image-presets)|distance\.rules|activation\.rules|return-path|known-visitor\.queries/,
                },
              ],
            },
          },
        },
  },
  // Packages' production builds, which render several times faster.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  css: { modules: { generateScopedName: className } },
  // The built renderer is one file; in development packages stay external.
  ssr: { noExternal: command === 'build' ? true : [/^@dineward\//] },
}))
