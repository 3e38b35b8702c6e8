import { noteNativeSubmits } from './lib/browser/native-submit.ts'
import { isSupportedBrowser } from './lib/browser/supported-browser.ts'
import { onFirstInput, whenShown } from './lib/deferred/idle.ts'

/*
 * This is the only script in the document. The hydration scripts load after the document or at the first input, in
 * three files, so that evaluating them is several short tasks.
 */

let isStarted = false

function start(): void {
  if (isStarted) return
  isStarted = true
  preloadBrand()
  void import('react-dom/client')
  void import('./entry-router.ts')
  void import('./entry-client.tsx')
  warmUpDates()
}

/** A browser's first date format takes it 13 ms: create one while the scripts are on their way, in a task of its own. */
function warmUpDates(): void {
  setTimeout(() => new Intl.DateTimeFormat())
}

function preloadBrand(): void {
  const { brand: href = '' } = document.querySelector<HTMLElement>('script[data-brand]')?.dataset ?? {}
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'preload', href, as: 'fetch', crossOrigin: '' }))
}

// An older browser keeps the page as it is without script, never half of it.
if (isSupportedBrowser()) {
  noteNativeSubmits()
  whenShown(start)
  onFirstInput(start)
}
