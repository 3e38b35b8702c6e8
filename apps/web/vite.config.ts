import { createHash } from 'node:crypto'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from '../../scripts/browsers/supported-browsers.ts'

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

/**
 * What pages of a kind load together, in one file: as files of their own, a page had up to fifty of a few hundred bytes.
 * A group's styles are in each page that loads one of its files, so that they must fit together.
 */
const together: Readonly<Record<string, RegExp>> = {
  small:
    /core\/src\/shared\/clock|web\/src\/(entry-router|lib\/(browser\/(known-visitor|stored|use-media)|navigation\/return-path|tracking\/tracking\.)|ui\/dialog\/(dialog-stack|toast-store)|features\/identity\/known-visitor)/,
  menu: /web\/src\/(features\/layout\/(header\/main-menu|footer)|ui\/dialog\/close-button)\./,
  parts:
    /core\/src\/(identity\/activation\.rules|merchants\/distance\.rules|photos\/image-presets|shared\/local-date)|web\/src\/(ui\/(card|chip|form\/form-data|notice|page\/section-head|skeleton)\.|lib\/(bot-check\/bot-checker|deferred\/use-near)|partner\/error-text|features\/(identity\/require-member|leaving\/leave-path))/,
  queries: /node_modules\/@tanstack\//,
  field: /web\/src\/ui\/form\/field\./,
  form: /web\/src\/ui\/form\/(checkbox|error-box|form-(draft|errors|layout|post|result)|password\/password-field)/,
  merchants: /web\/src\/features\/merchants\/list\/merchant-(card|card-parts|list)\./,
  content: /web\/src\/features\/content\/blocks\/(content-blocks|rich-text|use-fill)/,
  account:
    /web\/src\/(features\/identity\/(account-states|account\.loader|loading-text)|routes\/account\/account\.)/,
}

/**
 * On the server `() => import('./page.tsx')` also names the source file, the key of the build's manifest (`Load` in
 * `lib/deferred/deferred.tsx`), so that a document has the styles of what is rendered.
 */
const namedImports: Plugin = {
  name: 'named-imports',
  enforce: 'pre',
  transform(code, id, options) {
    if (!options?.ssr || !id.startsWith(src(''))) return null
    return code.replaceAll(/\(\) => import\('(\.[^']+)'\)/g, (load, file: string) => {
      const name = relative(src('..'), resolve(dirname(id), file))
      return `Object.assign(${load}, { file: ${JSON.stringify(name)} })`
    })
  },
}

/** There are two builds: browser scripts, and the renderer for the server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [react(), namedImports],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: isSsrBuild ? false : 'manifest.json',
    ssrManifest: isSsrBuild ? false : 'ssr-manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: buildTarget,
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
                  test: /web\/src\/(entry-start|lib\/(deferred\/idle|browser\/supported-browser))|vite\/preload-helper|rolldown\/runtime/,
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
                ...Object.entries(together).map(([name, test]) => ({ name, test })),
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
