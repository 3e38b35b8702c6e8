import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const src = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

/** Class names stand in the styles, the markup and the scripts of every page: the word, and a sign of its file. */
function className(name: string, file: string): string {
  const sign = createHash('sha1')
    .update(relative(src(''), file))
    .digest('hex')
    .slice(0, 4)
  return `${name}_${sign}`
}

/** What editors write, drawn by several pages. */
const sharedContent =
  /web\/src\/(features\/content\/|features\/members\/(join-call|prospect)|features\/merchants\/merchant-carousel)|core\/src\/content\//

/** What draws restaurants in a list, a row or a search, which most public pages do. */
const sharedPlaces =
  /web\/src\/features\/merchants\/(merchant-(badges|card|gain|list|picture|row|slide)|card-corners|form-params|place-fields|price-meter|rating|search-(box|facets|filters)|use-(carousel-ends|slides))|core\/src\/photos\/image-presets/

/** Small things of every page, which come with what is loaded last: each by itself would be a request of its own. */
const sharedParts =
  /web\/src\/(ui\/(chip|dialog-stack|quietly|section-head|skeleton|toast-store)|features\/members\/(carried-email|known-visitor\.queries)|lib\/(geolocation|in-view|known-visitor|tracking|use-near))|core\/src\/(cards\/card-number|members\/(known-visitor|visitor-states)|shared\/clock|tracking\/referral)/

/** Pages that have a field or two have no content of editors', and none of its styles. */
const sharedFields = /web\/src\/(ui\/(field|select|form-failure)|partner\/error-text|lib\/bot-check-error)/

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
          // What every page needs comes as three files, evaluated one by one: parts of them shared with later pages would
          // be requests of their own.
          // What content pages share is one more, not ten of a few hundred bytes.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'start',
                  test: /web\/src\/(entry-start|lib\/when-idle)|vite\/preload-helper|rolldown\/runtime/,
                  priority: 4,
                },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                {
                  name: 'router',
                  test: /node_modules\/(react-router|@tanstack)\/|web\/src\/entry-router/,
                  priority: 2,
                },
                { name: 'first', tags: ['$initial'], priority: 1 },
                {
                  name: 'fields',
                  test: sharedFields,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'parts',
                  test: sharedParts,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'places',
                  test: sharedPlaces,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'content',
                  test: sharedContent,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
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
