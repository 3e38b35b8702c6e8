import { globSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from '../../scripts/browsers/supported-browsers.ts'

const src = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

const styleFiles = globSync('**/*.module.css', { cwd: src('') }).toSorted()
/** Names of each file, in the order in which its styles have them. */
const namesOf = new Map<string, string[]>()

/**
 * Class names are as short as they can be: letters for the file and a number for the name. With the names themselves
 * and a hash, compressed HTML would be a kilobyte larger, of fourteen.
 */
function className(name: string, file: string): string {
  const path = relative(src(''), file)
  const names = namesOf.get(path) ?? []
  namesOf.set(path, names)
  if (!names.includes(name)) names.push(name)
  return `${lettersOf(styleFiles.indexOf(path))}${names.indexOf(name)}`
}

/** It reads "a" to "z", then "aa". */
function lettersOf(index: number): string {
  const last = String.fromCharCode(97 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}

/**
 * What pages of a kind load together, in one file: as files of their own, a page had up to fifty of a few hundred bytes.
 * The styles of a group come with each page that loads one of its files, and must not contradict each other. A name
 * stands for a module and its styles.
 */
const together: Readonly<Record<string, readonly string[]>> = {
  small: [
    'core/shared/clock',
    'web/entry-router',
    'web/features/identity/known-visitor',
    'web/features/identity/known-visitor-recorder',
    'web/lib/browser/known-visitor',
    'web/lib/browser/stored',
    'web/lib/browser/use-media',
    'web/lib/navigation/return-path',
    'web/lib/tracking/tracking',
    'web/ui/dialog/dialog-stack',
    'web/ui/dialog/toast-store',
    'web/ui/form/form-draft',
  ],
  menu: ['web/features/layout/footer', 'web/features/layout/header/main-menu', 'web/ui/dialog/close-button'],
  parts: [
    'core/identity/activation',
    'core/merchants/distance',
    'core/photos/image-presets',
    'core/shared/local-date',
    'web/features/identity/require-member',
    'web/features/leaving/leave-path',
    'web/lib/bot-check/bot-checker',
    'web/lib/deferred/use-near',
    'web/partner/error-text',
    'web/ui/card',
    'web/ui/chip',
    'web/ui/form/form-data',
    'web/ui/notice',
    'web/ui/page/json-ld',
    'web/ui/page/section-head',
    'web/ui/skeleton',
  ],
  field: ['web/ui/form/field'],
  form: [
    'web/ui/form/checkbox',
    'web/ui/form/error-box',
    'web/ui/form/form-errors',
    'web/ui/form/form-layout',
    'web/ui/form/form-post',
    'web/ui/form/form-result',
    'web/ui/form/password/password-field',
    'web/ui/form/password/password-field-locks',
  ],
  merchants: [
    'core/reservations/restaurant-time.rules',
    'web/features/favorites/lazy-favorite-button',
    'web/features/merchants/list/card-tables',
    'web/features/merchants/list/merchant-card-parts',
    'web/features/merchants/list/merchant-list',
    'web/features/merchants/list/merchant-list-skeleton',
    'web/lib/listed-merchant',
    'web/ui/merchant-picture',
    'web/ui/price-meter',
    'web/ui/rating',
  ],
  content: [
    'web/features/content/blocks/content-blocks',
    'web/features/content/blocks/rich-text',
    'web/features/content/blocks/rich-text-nodes',
    'web/features/content/blocks/use-fill',
  ],
  account: [
    'web/features/identity/account',
    'web/features/identity/account-states',
    'web/features/identity/loading-text',
    'web/routes/account/account',
  ],
}

const folders: Readonly<Record<string, string>> = { web: src(''), core: src('../../../packages/core/src') }

/** @throws if a name is of no file any more: its group would lose it in silence */
function modulesOf(names: readonly string[]): RegExp {
  const paths = names.map(name => {
    const [root = '', ...path] = name.split('/')
    const file = join(folders[root]!, ...path)
    if (!readdirSync(dirname(file)).some(found => found.startsWith(`${basename(file)}.`)))
      throw new Error(`vite.config.ts names ${name}, which is no file.`)
    return `${root}/src/${path.join('/')}`
  })
  return new RegExp(`/(${paths.join('|')})\\.`)
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
                { name: 'queries', test: /node_modules\/@tanstack\// },
                ...Object.entries(together).map(([name, names]) => ({ name, test: modulesOf(names) })),
              ],
            },
          },
        },
  },
  // Packages' production builds, which render several times faster.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // In development names say where a style is.
  ...(command === 'build' ? { css: { modules: { generateScopedName: className } } } : {}),
  // The built renderer is one file; in development packages stay external.
  ssr: { noExternal: command === 'build' ? true : [/^@dineward\//] },
}))
