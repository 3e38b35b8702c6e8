import { repeatEarlyClicks } from './lib/early-clicks.ts'
import { onFirstInput, whenIdle } from './lib/idle.ts'
import { noteNativeSubmits } from './lib/native-submit.ts'
import { isSupportedBrowser } from './lib/supported-browser.ts'

/*
 * The only script in the document. The hydration scripts load after the document or at the first input, in three files,
 * so that evaluating them is several short tasks.
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
  warmUpDates()
}

/** A browser's first date format takes it 13 ms: create one while the scripts are on their way, in a task of its own. */
function warmUpDates(): void {
  setTimeout(() => new Intl.DateTimeFormat())
}

function preloadPageFiles(): void {
  const { brand = '', page = '' } = document.querySelector<HTMLElement>('script[data-brand]')?.dataset ?? {}
  preload('preload', brand, 'fetch')
  for (const href of page.split(' ')) if (href) preload('modulepreload', href)
}

function preload(rel: string, href: string, as = ''): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, as, crossOrigin: '' }))
}

let cancelIdle = () => {}
let cancelInput = () => {}

// An older browser keeps the page as it is without script, never half of it.
if (isSupportedBrowser()) {
  repeatEarlyClicks()
  noteNativeSubmits()
  cancelIdle = whenIdle(start)
  cancelInput = onFirstInput(start)
}
