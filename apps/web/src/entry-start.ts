import { whenIdle } from './lib/when-idle.ts'

/*
 * The first of the first: a page stands as the server drew it, links, forms and all, and what makes it come alive is
 * fetched when the document has loaded, or as soon as a person does anything. It comes in three parts, each of which is
 * evaluated by itself, so that none of them holds up a tap for long.
 */

const signs = ['pointerover', 'touchstart', 'keydown', 'focusin', 'wheel'] as const
let isStarted = false

function start(): void {
  if (isStarted) return
  isStarted = true
  for (const sign of signs) removeEventListener(sign, start)
  fetchAlong()
  void import('react-dom/client')
  void import('./entry-router.ts')
  void import('./entry-client.tsx')
}

/** The partner's words and this page's own script are asked for with the rest, not after it. */
function fetchAlong(): void {
  const { brand = '', page = '' } = document.querySelector<HTMLElement>('script[data-brand]')?.dataset ?? {}
  preload('preload', brand, 'fetch')
  for (const href of page.split(' ')) if (href) preload('modulepreload', href)
}

function preload(rel: string, href: string, as = ''): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, as, crossOrigin: '' }))
}

for (const sign of signs) addEventListener(sign, start, { passive: true })
whenIdle(start)
