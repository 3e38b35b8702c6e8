import type { RenderedPage } from '@dineward/core/pages/render.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { escapeHtml } from '@dineward/core/shared/text/escape-html.ts'
import type { Brand } from './brand.ts'
import type { PageStyles, WebBuild } from './web-build.ts'

type Page = Extract<RenderedPage, { kind: 'page' }>

/** There is no inline script: the state is a JSON block, and styles are named by hash in the policy. */
export function documentOf(page: Page, brand: Brand, build: WebBuild): string {
  const { partner } = brand.content
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    page.head,
    `<meta name="theme-color" content="${partner.themeColor}">`,
    `<meta name="color-scheme" content="${partner.scheme}">`,
    brand.fontUrl
      ? `<link rel="preload" as="font" type="font/woff2" href="${brand.fontUrl}" crossorigin>`
      : '',
    ...inlined(build.stylesOf(page.files)),
    `<style>${brand.css}</style>`,
    `<link rel="icon" type="image/svg+xml" href="${brand.markUrl}">`,
    `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="${brand.touchIconUrl}">`,
    // `entry-start.ts` loads the rest after the document.
    `<script type="module" src="${build.entryScript}" fetchpriority="low" data-brand="${brand.contentUrl}"></script>`,
    `</head><body><div id="root">${page.body}</div>`,
    `<script type="application/json" id="state">${jsonBlock(page.state)}</script>`,
    '</body></html>',
  ].join('')
}

/** The links are disabled: Vite's loader would fetch these files again. */
const inlined = ({ css, hrefs }: PageStyles): string[] => [
  `<style>${css}</style>`,
  ...hrefs.map(href => `<link rel="stylesheet" href="${href}" disabled>`),
]

/** When a page cannot be rendered: no script, no request. `reference` is for support; null without one. */
export function failureDocument(
  { content, css, markUrl }: Brand,
  build: WebBuild,
  reference: string | null,
): string {
  const { copy, partner } = content
  const text = (key: BrowserCopyKey) =>
    escapeHtml(copyText(copy, key, { ...partner.placeholders, code: reference ?? '' }))
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${text('serverError.documentTitle')} | ${escapeHtml(partner.settings.programName)}</title>`,
    `<meta name="description" content="${text('serverError.tagline')}"><meta name="robots" content="noindex">`,
    `<style>${build.baseStyles.css}</style><style>${css}</style><link rel="icon" type="image/svg+xml" href="${markUrl}">`,
    `</head><body><a class="visually-hidden" href="#main">${text('layout.skipToContent')}</a>`,
    bareHeader({ content }),
    '<main id="main" class="width-content failure">',
    `<h1>${text('serverError.title')}</h1>`,
    `<p>${text('serverError.tagline')}</p>`,
    reference === null ? '' : `<p>${text('serverError.reference')}</p>`,
    `<p><a href="/">${text('notFound.home')}</a></p>`,
    '</main></body></html>',
  ].join('')
}

/** Documents without a rendered page have it. */
export function bareHeader({ content: { logoUrl, partner } }: Pick<Brand, 'content'>): string {
  const name = escapeHtml(partner.settings.programName)
  const width = Math.round(partner.logo.width)
  return [
    '<header class="bare-header"><div class="width-content">',
    `<a href="/"><img src="${logoUrl}" alt="${name}" width="${width}" height="36"></a></div></header>`,
  ].join('')
}

/** JSON that cannot close its script element. */
function jsonBlock(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
