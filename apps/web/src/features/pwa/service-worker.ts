import { connection } from './connection.ts'

/** After the page is there and quiet: nobody's first look waits for what is meant for a later one. */
const startAfterMs = 1_500
/** Somebody who passes through a page has not read it. */
const readAfterMs = 2_000

const keptPaths = new Set(['/', '/search', '/account/overview', '/account/recent_activity'])

type Told =
  | { kind: 'memberChanged' }
  | { kind: 'signedOut' }
  | { kind: 'keep'; path: string; pictures: string[] }

const workers = (): ServiceWorkerContainer | null => navigator.serviceWorker ?? null

/** Registers the worker. `onNewBuild` is called when one of another build has taken over this page. */
export function startWorker(onNewBuild: () => void): () => void {
  const container = workers()
  if (!container || import.meta.env.DEV) return () => {}
  let controlled = container.controller !== null
  const takenOver = () => {
    if (controlled) onNewBuild()
    else keepShownPage()
    controlled = true
  }
  const hear = ({ data }: MessageEvent) => {
    const { kind, at } = (data ?? {}) as { kind?: unknown; at?: unknown }
    if (kind === 'kept' && typeof at === 'string') connection.kept(new Date(at))
  }
  container.addEventListener('controllerchange', takenOver)
  container.addEventListener('message', hear)
  const register = () => setTimeout(() => void container.register('/sw.js').catch(() => {}), startAfterMs)
  const timer = document.readyState === 'complete' ? register() : null
  if (timer === null) addEventListener('load', register, { once: true })
  return () => {
    if (timer !== null) clearTimeout(timer)
    removeEventListener('load', register)
    container.removeEventListener('controllerchange', takenOver)
    container.removeEventListener('message', hear)
  }
}

/** Pages that were gone to inside this document never passed the worker: it fetches those that are worth keeping. */
export function keepOnceRead(path: string): () => void {
  const timer = keptPaths.has(path.split('?')[0] ?? '') ? setTimeout(keepShownPage, readAfterMs) : undefined
  return () => clearTimeout(timer)
}

/** A page that was loaded past the worker still has something to tell it. */
export function tellWorker(told: Told): void {
  void workers()
    ?.getRegistration()
    .then(registration => registration?.active?.postMessage(told))
    .catch(() => {})
}

function keepShownPage(): void {
  if (!navigator.onLine || !keptPaths.has(location.pathname)) return
  const shown = [...document.images]
    .filter(image => image.complete)
    .map(image => new URL(image.currentSrc || image.src))
  const pictures = shown
    .map(({ pathname, search }) => pathname + search)
    .filter(path => path.startsWith('/images/'))
  tellWorker({ kind: 'keep', path: location.pathname + location.search, pictures })
}
