import { onFirstInput, whenIdle } from './lib/idle.ts'

/*
 * The one script of the document. The server's HTML works without script; what hydrates it is fetched when the document
 * has loaded or at the first input, in three files, so that evaluating them is three short tasks and not a long one.
 */

let isStarted = false

function start(): void {
  if (isStarted) return
  isStarted = true
  cancelIdle()
  cancelInput()
  preloadPageFiles()
  void import('react-dom/client')
  void import('./entry-router.ts')
  void import('./entry-client.tsx')
}

/** Fetch the partner's data and the page's script together with the rest, not after it. */
function preloadPageFiles(): void {
  const { brand = '', page = '' } = document.querySelector<HTMLElement>('script[data-brand]')?.dataset ?? {}
  preload('preload', brand, 'fetch')
  for (const href of page.split(' ')) if (href) preload('modulepreload', href)
}

function preload(rel: string, href: string, as = ''): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, as, crossOrigin: '' }))
}

const cancelIdle = whenIdle(start)
const cancelInput = onFirstInput(start)
