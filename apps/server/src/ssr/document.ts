import type { RenderedPage } from '@dineward/core/pages/render.ts'
import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import type { Brand } from './brand.ts'
import type { WebBuild } from './web-build.ts'

type Page = Extract<RenderedPage, { kind: 'page' }>

/**
 * The document around a page. No inline script: the state is a JSON block, which a browser does not run, and styles
 * in the head are named by hash in the page's policy. Pictures come before scripts in the race for the network, so
 * scripts are not preloaded ahead of them.
 */
export function documentOf(page: Page, partner: BrowserPartner, brand: Brand, build: WebBuild): string {
  const { scripts, styles } = build.filesOf(page.modules)
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    page.head,
    `<meta name="theme-color" content="${partner.themeColour}">`,
    `<meta name="color-scheme" content="${partner.scheme}">`,
    brand.fontUrl
      ? `<link rel="preload" as="font" type="font/woff2" href="${brand.fontUrl}" crossorigin>`
      : '',
    `<style>${build.css}</style><style>${brand.css}</style>`,
    ...styles.map(href => `<link rel="stylesheet" href="${href}">`),
    `<link rel="icon" type="image/svg+xml" href="${brand.markUrl}">`,
    `<link rel="preload" as="fetch" href="${brand.copyUrl}" crossorigin>`,
    `<script type="module" src="${build.entryScript}"></script>`,
    ...scripts.map(href => `<link rel="modulepreload" href="${href}">`),
    `</head><body><div id="root">${page.body}</div>`,
    `<script type="application/json" id="state">${jsonBlock(page.state)}</script>`,
    '</body></html>',
  ].join('')
}

/** JSON that cannot end the block it stands in. */
function jsonBlock(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
