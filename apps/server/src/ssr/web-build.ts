import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IsPersonalPage, OfflineFiles, RenderPage } from '@dineward/core/pages/render.ts'

export interface WebBuild {
  readonly renderPage: RenderPage
  readonly isPersonal: IsPersonalPage
  readonly offlineFiles: OfflineFiles
  /** It is null when Vite serves them. */
  readonly assetsDir: string | null
  readonly entryScript: string
  readonly firstScripts: readonly string[]
  readonly baseStyles: PageStyles
  readonly development?: boolean
  /** It is absent in development. */
  readonly worker?: string
  filesOf(modules: readonly string[]): { scripts: readonly string[]; styles: readonly string[] }
  stylesOf(modules: readonly string[]): PageStyles
}

export interface PageStyles {
  readonly css: string
  readonly hash: string
  readonly hrefs: readonly string[]
}

export const noStyles: PageStyles = { css: '', hash: '', hrefs: [] }

interface ManifestChunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const start = 'src/entry-start.ts'
const entry = 'src/entry-client.tsx'

export async function loadWebBuild(distDir: string): Promise<WebBuild> {
  const clientDir = join(distDir, 'client')
  const manifest = await readChunks(clientDir)
  const { renderPage, isPersonal, offlineFiles } = (await import(
    pathToFileURL(join(distDir, 'server/entry-server.js')).href
  )) as Pick<WebBuild, 'renderPage' | 'isPersonal' | 'offlineFiles'>
  const first = chunksOf(manifest, [entry])
  const readStyles = await stylesReader(clientDir, stylesOf(Object.values(manifest)))
  const laterChunksOf = (modules: readonly string[]) =>
    chunksOf(manifest, modules).filter(chunk => !first.includes(chunk))
  return {
    renderPage,
    isPersonal,
    offlineFiles,
    worker: await readFile(join(distDir, 'worker/sw.js'), 'utf8'),
    assetsDir: join(clientDir, 'assets'),
    entryScript: `/${manifest[start]!.file}`,
    firstScripts: first.map(chunk => `/${chunk.file}`),
    baseStyles: readStyles(stylesOf(first)),
    filesOf(modules) {
      const chunks = laterChunksOf(modules)
      return {
        scripts: [...new Set(chunks.map(chunk => `/${chunk.file}`))],
        styles: stylesOf(chunks).map(file => `/${file}`),
      }
    },
    stylesOf: modules => readStyles(stylesOf([...first, ...laterChunksOf(modules)])),
  }
}

/** Styles are given by source file, also where several files share a chunk. */
async function readChunks(clientDir: string): Promise<Record<string, ManifestChunk>> {
  const [chunks, filesOf] = (await Promise.all(
    ['manifest.json', 'ssr-manifest.json'].map(async name =>
      JSON.parse(await readFile(join(clientDir, name), 'utf8')),
    ),
  )) as [Record<string, ManifestChunk>, Record<string, readonly string[]>]
  const byFile = new Map(Object.values(chunks).map(chunk => [`/${chunk.file}`, chunk]))
  const found = Object.entries(filesOf).flatMap(([source, files]) => {
    const chunk = files.map(file => byFile.get(file)).find(one => one?.file.endsWith('.js'))
    return chunk ? [[source, chunk] as const] : []
  })
  return { ...Object.fromEntries(found), ...chunks }
}

/** Each combination is joined and hashed once; there are few. */
async function stylesReader(
  clientDir: string,
  files: readonly string[],
): Promise<(wanted: readonly string[]) => PageStyles> {
  const texts = new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, string]> => [file, await readFile(join(clientDir, file), 'utf8')],
      ),
    ),
  )
  const joined = new Map<string, PageStyles>()
  return wanted => {
    const key = wanted.join()
    const known = joined.get(key)
    if (known) return known
    const css = wanted.map(file => texts.get(file)).join('')
    const styles = { css, hash: sha256(css), hrefs: wanted.map(file => `/${file}`) }
    joined.set(key, styles)
    return styles
  }
}

/** Chunks come with all that they import, each once. */
function chunksOf(manifest: Record<string, ManifestChunk>, modules: readonly string[]): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>()
  const queue = [...modules]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = manifest[name]
    if (!chunk || found.has(name)) continue
    found.set(name, chunk)
    queue.push(...(chunk.imports ?? []))
  }
  return [...found.values()]
}

function stylesOf(chunks: readonly ManifestChunk[]): string[] {
  return [...new Set(chunks.flatMap(chunk => chunk.css ?? []))]
}

/** It is written as in a content security policy. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
