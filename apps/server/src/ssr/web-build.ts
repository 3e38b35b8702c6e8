import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IsPersonalPage, RenderPage } from '@dineward/core/pages/render.ts'

/** The built web: how to render a page, and which files a page needs. */
export interface WebBuild {
  readonly renderPage: RenderPage
  readonly isPersonal: IsPersonalPage
  /** Folder of the files under `/assets/`; null when something else serves them. */
  readonly assetsDir: string | null
  readonly entryScript: string
  /** Styles of the pages that come with the first script, for the document's head. */
  readonly css: string
  /** By which a page's policy names them. */
  readonly cssHash: string
  /** The same styles as files. Scripts that are loaded later ask whether the page has them. */
  readonly entryStyles: readonly string[]
  readonly development?: boolean
  /** The service worker's script; the web from its sources has none. */
  readonly worker?: string
  /** Scripts and styles of routes that are loaded when they are gone to. */
  filesOf(modules: readonly string[]): { scripts: readonly string[]; styles: readonly string[] }
  /** The same styles for the head of a document that begins on such a route: nothing waits for another file then. */
  inlineStylesOf(modules: readonly string[]): readonly InlineStyle[]
}

export interface InlineStyle {
  readonly href: string
  readonly css: string
  readonly hash: string
}

interface ManifestChunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

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
  const css = (await readStyles(clientDir, stylesOf(first))).map(style => style.css).join('')
  const later = Object.values(manifest).filter(chunk => !first.includes(chunk))
  const laterStyles = await readStyles(clientDir, stylesOf(later))
  const laterChunksOf = (modules: readonly string[]) =>
    chunksOf(manifest, modules).filter(chunk => !first.includes(chunk))
  return {
    renderPage,
    isPersonal,
    worker: await readFile(join(distDir, 'worker/sw.js'), 'utf8'),
    assetsDir: join(clientDir, 'assets'),
    entryScript: `/${manifest[entry]!.file}`,
    css,
    cssHash: sha256(css),
    entryStyles: stylesOf(first).map(file => `/${file}`),
    filesOf(modules) {
      const chunks = laterChunksOf(modules)
      return {
        scripts: [...new Set(chunks.map(chunk => `/${chunk.file}`))],
        styles: stylesOf(chunks).map(file => `/${file}`),
      }
    },
    inlineStylesOf(modules) {
      const hrefs = new Set(stylesOf(laterChunksOf(modules)).map(file => `/${file}`))
      return laterStyles.filter(({ href }) => hrefs.has(href))
    },
  }
}

async function readStyles(clientDir: string, files: readonly string[]): Promise<InlineStyle[]> {
  const read = async (file: string) => {
    const css = await readFile(join(clientDir, file), 'utf8')
    return { href: `/${file}`, css, hash: sha256(css) }
  }
  return Promise.all(files.map(read))
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
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
