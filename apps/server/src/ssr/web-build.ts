import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IsPersonalPage, RenderPage } from '@dineward/core/pages/render.ts'
import { type InlineStyle, type StyleFile, sha256, signsIn, styleFile } from './page-styles.ts'

/** The built web: how to render a page, and which files a page needs. */
export interface WebBuild {
  readonly renderPage: RenderPage
  readonly isPersonal: IsPersonalPage
  /** Folder of the files under `/assets/`; null when something else serves them. */
  readonly assetsDir: string | null
  /** The one script that a document names. */
  readonly entryScript: string
  /** What it fetches, on every page. */
  readonly firstScripts: readonly string[]
  /** Styles of the pages that come with the first script, for the document's head. */
  readonly css: string
  /** By which a page's policy names them. */
  readonly cssHash: string
  readonly development?: boolean
  /** The service worker's script; the web from its sources has none. */
  readonly worker?: string
  /** Scripts and styles of routes that are loaded when they are gone to. */
  filesOf(modules: readonly string[]): { scripts: readonly string[]; styles: readonly string[] }
  /**
   * Of the styles of the first script and of these routes what this markup uses, a file each, for the document's head.
   * Scripts ask whether the page has a file, and the rest of each comes once the page has loaded.
   */
  stylesOf(page: { readonly modules: readonly string[]; readonly body: string }): PageStyles
}

export interface PageStyles {
  /** Of the pages that come with the first script. */
  readonly first: readonly InlineStyle[]
  readonly later: readonly InlineStyle[]
}

interface ManifestChunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const start = 'src/entry-start.ts'
const entry = 'src/entry-client.tsx'

export async function loadWebBuild(distDir: string): Promise<WebBuild> {
  const clientDir = join(distDir, 'client')
  const manifest = JSON.parse(await readFile(join(clientDir, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const { renderPage, isPersonal } = (await import(
    pathToFileURL(join(distDir, 'server/entry-server.js')).href
  )) as { renderPage: RenderPage; isPersonal: IsPersonalPage }
  const first = chunksOf(manifest, [entry])
  const firstStyles = await readStyles(clientDir, stylesOf(first))
  const css = firstStyles.map(style => style.css).join('')
  const later = Object.values(manifest).filter(chunk => !first.includes(chunk))
  const laterStyles = await readStyles(clientDir, stylesOf(later))
  const laterChunksOf = (modules: readonly string[]) =>
    chunksOf(manifest, modules).filter(chunk => !first.includes(chunk))
  return {
    renderPage,
    isPersonal,
    worker: await readFile(join(distDir, 'worker/sw.js'), 'utf8'),
    assetsDir: join(clientDir, 'assets'),
    entryScript: `/${manifest[start]!.file}`,
    firstScripts: first.map(chunk => `/${chunk.file}`),
    css,
    cssHash: sha256(css),
    filesOf(modules) {
      const chunks = laterChunksOf(modules)
      return {
        scripts: [...new Set(chunks.map(chunk => `/${chunk.file}`))],
        styles: stylesOf(chunks).map(file => `/${file}`),
      }
    },
    stylesOf({ modules, body }) {
      const signs = signsIn(body)
      const hrefs = new Set(stylesOf(laterChunksOf(modules)).map(file => `/${file}`))
      return {
        first: firstStyles.map(style => style.usedBy(signs)),
        later: laterStyles.filter(({ href }) => hrefs.has(href)).map(style => style.usedBy(signs)),
      }
    },
  }
}

async function readStyles(clientDir: string, files: readonly string[]): Promise<StyleFile[]> {
  return Promise.all(
    files.map(async file => styleFile(`/${file}`, await readFile(join(clientDir, file), 'utf8'))),
  )
}

/** The chunks of some modules and all that they import, each once. */
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
