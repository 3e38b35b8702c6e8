import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { InlineConfig } from 'vite'

/*
 * Builds what has changed: map data, web, fonts, empty database. `--force`: everything; `--server-only`: not the web.
 * What builds is imported where it is used: it takes 0.7 s, and most starts build nothing.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const force = process.argv.includes('--force')
const serverDist = join(root, 'apps/server/dist')
const webDir = join(root, 'apps/web')
const mapDataDir = join(webDir, 'dist/map-data')
const mapDataStamp = 'apps/server/dist/map-data.stamp'

await part(
  'map data',
  ['scripts/map-data', 'apps/server/src/features/search/locations/locations-us.json.gz', 'package-lock.json'],
  mapDataDir,
  async () => (await import('./map-data/build-map-data.ts')).buildMapData(mapDataDir),
)
if (!process.argv.includes('--server-only'))
  await part(
    'web',
    [
      mapDataStamp,
      'apps/web/src',
      'apps/web/vite.config.ts',
      'apps/web/vite.worker.config.ts',
      'packages/core/src',
      'package-lock.json',
    ],
    join(webDir, 'dist'),
    buildWeb,
  )
await part(
  'console',
  [
    mapDataStamp,
    'apps/console/index.html',
    'apps/console/src',
    'apps/console/vite.config.ts',
    'packages/core/src',
    'package-lock.json',
  ],
  join(root, 'apps/console/dist'),
  buildConsole,
)
await part(
  'card form',
  ['apps/card-frame/src/browser', 'packages/core/src/cards', 'scripts/build.ts', 'package-lock.json'],
  join(root, 'apps/card-frame/dist'),
  buildCardForm,
)
await part(
  'display faces',
  ['partners', 'scripts/build.ts', 'package-lock.json'],
  join(serverDist, 'fonts'),
  cutFonts,
)
await part('guides', ['docs', 'scripts/guides', 'package-lock.json'], join(serverDist, 'guides'), async () =>
  (await import('./guides/build-guides.ts')).buildGuides(join(serverDist, 'guides')),
)
await part('empty database', ['package-lock.json'], join(serverDist, 'empty-database.tar'), makeEmptyDatabase)

async function part(
  name: string,
  sources: readonly string[],
  output: string,
  make: () => Promise<void>,
): Promise<void> {
  const stamp = join(serverDist, `${name.replace(' ', '-')}.stamp`)
  const hash = await hashOf(sources.map(source => join(root, source)))
  if (!force && existsSync(output) && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return
  const startedAt = performance.now()
  await mkdir(serverDist, { recursive: true })
  await make()
  await writeFile(stamp, hash)
  console.log(`  built ${name} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}

async function bundle(config: InlineConfig): Promise<void> {
  await (await import('vite')).build(config)
}

async function buildWeb(): Promise<void> {
  const shared = { configFile: join(webDir, 'vite.config.ts'), logLevel: 'warn' as const, mode: 'production' }
  await bundle(shared)
  await bundle({ ...shared, build: { ssr: true } })
  await bundle({ ...shared, configFile: join(webDir, 'vite.worker.config.ts') })
  await compressAll(join(webDir, 'dist/client/assets'))
}

async function buildConsole(): Promise<void> {
  const folder = join(root, 'apps/console')
  await bundle({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', mode: 'production' })
  await compressAll(join(folder, 'dist/assets'), 'compressed-console')
}

async function buildCardForm(): Promise<void> {
  const source = join(root, 'apps/card-frame/src/browser')
  const outDir = join(root, 'apps/card-frame/dist')
  await bundle({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      rollupOptions: { input: join(source, 'card.ts'), output: { entryFileNames: 'card.js' } },
    },
  })
  await copyFile(join(source, 'card.css'), join(outDir, 'card.css'))
}

/** Compression is at its maximum; addresses change with content, so unchanged files are taken from the last build. */
async function compressAll(folder: string, cacheName = 'compressed'): Promise<void> {
  const cache = join(serverDist, cacheName)
  await mkdir(cache, { recursive: true })
  const files = (await readdir(folder)).filter(file => /\.(m?js|css|json)$/.test(file))
  await Promise.all(files.map(file => compress(folder, cache, file)))
  const names = new Set(files.flatMap(file => [`${file}.br`, `${file}.gz`]))
  for (const old of await readdir(cache)) if (!names.has(old)) await rm(join(cache, old), { force: true })
}

async function compress(folder: string, cache: string, file: string): Promise<void> {
  const content = await readFile(join(folder, file))
  const forms = {
    br: () => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: () => promisify(gzip)(content, { level: 9 }),
  }
  for (const [form, make] of Object.entries(forms)) {
    const name = `${file}.${form}`
    const known = await readFile(join(cache, name)).catch(() => null)
    const packed = known ?? (await make())
    await writeFile(join(folder, name), packed)
    if (known) continue
    await writeFile(join(cache, `${name}.part`), packed)
    await rename(join(cache, `${name}.part`), join(cache, name))
  }
}

/** Basic Latin, Latin-1 and the typographer's quotes and dashes, at the one weight that headings have. */
async function cutFonts(): Promise<void> {
  const { default: subsetFont } = await import('subset-font')
  const { loadPartners } = await import('../apps/server/src/features/partner/load-partners.service.ts')
  const letters = [
    ...range(0x20, 0x7e),
    ...range(0xa0, 0xff),
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201c,
    0x201d,
    0x2022,
    0x2026,
    0x20ac,
    0x2192,
  ]
  const text = String.fromCodePoint(...letters)
  // What browsers apply by themselves, and the figures that our styles ask for: other features are a tenth of a face.
  const keepFeatures = 'kern liga clig rlig calt ccmp locl mark mkmk lnum tnum'.split(' ')
  const require = createRequire(join(root, 'partners/package.json'))
  await mkdir(join(serverDist, 'fonts'), { recursive: true })
  const menuFace = await readFile(
    require.resolve('@fontsource/young-serif/files/young-serif-latin-400-normal.woff2'),
  )
  // It is for the drawings that stand in for photos: their renderer reads no compressed faces.
  await writeFile(
    join(serverDist, 'fonts', 'menu.ttf'),
    await subsetFont(menuFace, text, { targetFormat: 'sfnt' }),
  )
  for (const { slug, theme } of await loadPartners(join(root, 'partners'))) {
    const { package: name, file, weights, weight } = theme.display
    const font = await readFile(join(dirname(require.resolve(`${name}/package.json`)), file))
    const axes = weights.length === 2 || name.includes('variable') ? { variationAxes: { wght: weight } } : {}
    const options = { targetFormat: 'woff2', noHinting: true, keepFeatures, ...axes } as const
    await writeFile(join(serverDist, 'fonts', `${slug}.woff2`), await subsetFont(font, text, options))
  }
}

async function makeEmptyDatabase(): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite')
  const folder = await mkdtemp(join(tmpdir(), 'dineward-empty-'))
  const database = await PGlite.create({ dataDir: folder })
  await writeFile(
    join(serverDist, 'empty-database.tar'),
    Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()),
  )
  await database.close()
  await rm(folder, { recursive: true, force: true })
}

/** Names, sizes and times: enough to detect a change. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const { mtimeMs, size } = await stat(path)
    if (!(await stat(path)).isDirectory()) hash.update(`${path} ${size} ${mtimeMs}\n`)
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true })
      for (const entry of entries
        .filter(entry => entry.isFile())
        .sort((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
        const file = join(entry.parentPath, entry.name)
        const info = await stat(file)
        hash.update(`${file} ${info.size} ${info.mtimeMs}\n`)
      }
    }
  }
  return hash.digest('hex')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
