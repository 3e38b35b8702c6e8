import { copyText } from '@dineward/core/partner/copy.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { escapeHtml } from '@dineward/core/shared/text/escape-html.ts'
import type { Brand } from './brand.ts'
import { bareHeader } from './document.ts'
import type { WebBuild } from './web-build.ts'
import { sha256 } from './web-build.ts'

/** Pages that the service worker may have cached, with their default addresses. */
const cachedPages = [
  ['search', '/search', 'offline.cached.search'],
  ['activity', '/account/recent_activity', 'offline.cached.activity'],
  ['overview', '/account/overview', 'offline.cached.overview'],
  ['home', '/', 'offline.cached.home'],
] as const satisfies readonly (readonly [string, string, BrowserCopyKey])[]

const css = `
.offline{gap:var(--space-20);padding-block:var(--space-40)}
.offline p{max-inline-size:var(--measure)}
.offline .again{display:inline-flex;align-items:center;min-block-size:var(--size-control);padding-inline:var(--space-25);
border-radius:var(--radius-control);background:var(--color-action);color:var(--color-on-action);font-weight:700;text-decoration:none}
.offline .again:hover{background:var(--color-action-hover)}
.offline nav{inline-size:min(100%,var(--width-column));padding:var(--space-20);border:var(--border-width) var(--border-style) var(--color-line);
border-radius:var(--radius-card);background:var(--color-surface)}
.offline h2{font-size:var(--text-l);margin-block-end:var(--space-10)}
.offline li a{display:block;padding-block:var(--space-10)}
`

export const offlineStyleHash: string = sha256(css)

/** It is shown without a connection or cached page. The service worker removes links to pages it does not have. */
export function offlineDocument({ content, css: brandCss, markUrl }: Brand, build: WebBuild): string {
  const { copy, partner } = content
  const text = (key: BrowserCopyKey) => escapeHtml(copyText(copy, key, partner.placeholders))
  const name = escapeHtml(partner.settings.programName)
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${text('offline.documentTitle')} | ${name}</title><meta name="robots" content="noindex">`,
    `<meta name="theme-color" content="${partner.themeColor}">`,
    `<style>${build.baseStyles.css}</style><style>${brandCss}</style><style>${css}</style>`,
    `<link rel="icon" type="image/svg+xml" href="${markUrl}">`,
    `</head><body>${bareHeader({ content })}<main id="main" class="width-content failure offline">`,
    `<h1>${text('offline.title')}</h1><p>${text('offline.text')}</p>`,
    `<a class="again" href="">${text('offline.retry')}</a>`,
    `<nav aria-labelledby="cached"><h2 id="cached">${text('offline.cached.title')}</h2><ul>`,
    ...cachedPages.map(
      ([kind, path, key]) => `<li data-cached="${kind}"><a href="${path}">${text(key)}</a></li>`,
    ),
    '</ul></nav></main></body></html>',
  ].join('')
}
