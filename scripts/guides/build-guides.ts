import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Marked } from 'marked'

const root = new URL('../..', import.meta.url).pathname
const require = createRequire(import.meta.url)

/** The pages at `/docs` of the partner API's host, in their order: file in `docs`, and address. */
export const guides = [
  { file: 'guides/first-call.md', path: '' },
  { file: 'partner-api.md', path: 'partner-api' },
  { file: 'webhooks.md', path: 'webhooks' },
  { file: 'guides/backfill.md', path: 'backfill' },
  { file: 'guides/rotation.md', path: 'rotation' },
  { file: 'guides/going-live.md', path: 'going-live' },
] as const

const addressOf = (path: string) => (path === '' ? '/docs' : `/docs/${path}`)

/** Writes each guide as a page, and the viewer of the reference with its files, which come from our own origin. */
export async function buildGuides(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const read = await Promise.all(
    guides.map(async guide => {
      const text = await readFile(join(root, 'docs', guide.file), 'utf8')
      return { ...guide, text, title: /^# (.+)$/m.exec(text)![1]! }
    }),
  )
  const links = [
    ...read.map(({ path, title }) => ({ title, address: addressOf(path) })),
    { title: 'Every call', address: '/docs/reference' },
  ]
  for (const { file, path, title, text } of read)
    await writeFile(
      join(outDir, `${path || 'index'}.html`),
      pageOf({ title, links, address: addressOf(path), body: await bodyOf(text, file) }),
    )
  await writeFile(
    join(outDir, 'reference.html'),
    pageOf({
      title: 'Every call',
      links,
      address: '/docs/reference',
      body: '<h1>Every call</h1>\n<p>Put your test key under Authorize to try calls here.</p>\n<div id="reference"><p>One moment: the list of calls is loading.</p></div>',
      scripts: ['swagger-ui-bundle.js', 'reference.js'],
    }),
  )
  await copyFile(join(import.meta.dirname, 'guides.css'), join(outDir, 'guides.css'))
  await copyFile(join(import.meta.dirname, 'reference.js'), join(outDir, 'reference.js'))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    await copyFile(require.resolve(`swagger-ui-dist/${name}`), join(outDir, name))
}

/** Links between documents become links between pages; tables and code can be scrolled by keyboard. */
async function bodyOf(text: string, file: string): Promise<string> {
  const folder = file.includes('/') ? 'guides/' : ''
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${idOf(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const target = targetOf(href, folder)
        const words = this.parser.parseInline(tokens)
        return target === null ? words : `<a href="${target}">${words}</a>`
      },
      code({ text: code, lang = '' }) {
        return `<pre tabindex="0" role="region" aria-label="Example${lang ? ` in ${lang}` : ''}"><code>${escaped(code)}</code></pre>\n`
      },
    },
    hooks: {
      postprocess: html =>
        html.replaceAll(
          /<table>[\s\S]*?<\/table>/g,
          table => `<div class="table" tabindex="0" role="region" aria-label="Table">${table}</div>`,
        ),
    },
  })
  return marked.parse(text, { async: true })
}

const idOf = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** @returns null for a document that has no page here: visitors of the API do not have the repository. */
function targetOf(href: string, folder: string): string | null {
  if (/^(https?:|#|\/)/.test(href)) return escaped(href)
  const [name = '', anchor] = href.split('#')
  const file = new URL(name, `file:///${folder}`).pathname.slice(1)
  const guide = guides.find(one => one.file === file)
  if (!guide) return null
  return escaped(addressOf(guide.path) + (anchor ? `#${anchor}` : ''))
}

interface GuidePage {
  readonly title: string
  readonly address: string
  readonly body: string
  readonly links: readonly { readonly title: string; readonly address: string }[]
  readonly scripts?: readonly string[]
}

function pageOf({ title, address, body, links, scripts = [] }: GuidePage): string {
  const items = links
    .map(link => {
      const current = link.address === address ? ' aria-current="page"' : ''
      return `<li><a href="${link.address}"${current}>${escaped(link.title)}</a></li>`
    })
    .join('')
  const styles = [...(scripts.length > 0 ? ['swagger-ui.css'] : []), 'guides.css']
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(title)} · Partner API</title>
<link rel="icon" href="data:,">
${styles.map(name => `<link rel="stylesheet" href="/docs/files/${name}">`).join('\n')}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a href="/docs">Partner API</a><a href="/openapi.json">OpenAPI document</a></header>
<nav aria-label="Guides"><ul>${items}</ul></nav>
<main id="main" tabindex="-1">
${body}
</main>
${scripts.map(name => `<script src="/docs/files/${name}" defer></script>`).join('\n')}
</body>
</html>
`
}
