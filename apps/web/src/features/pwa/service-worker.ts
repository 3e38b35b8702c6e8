import { connection } from './connection.ts'

/** It is registered after the first page, so as not to slow it. */
const startAfterMs = 1_500
/** Pages left sooner are not cached. */
const readAfterMs = 2_000

const cachedPaths = new Set(['/', '/search', '/account/overview', '/account/recent_activity'])

type WorkerMessage =
  | { kind: 'memberChanged' }
  | { kind: 'signedOut' }
  | { kind: 'keep'; path: string; pictures: string[] }

const workers = (): ServiceWorkerContainer | null => navigator.serviceWorker ?? null

/**
 * `onNewBuild` is called when a worker of another build controls this page. In a frame there is none: the console shows
 * a member's pages there, which nothing may keep, and a worker's requests would lack the frame's cookie.
 */
export function startWorker(onNewBuild: () => void): () => void {
  const container = workers()
  if (!container || import.meta.env.DEV || window.parent !== window) return () => {}
  let controlled = container.controller !== null
  const handleTakeover = () => {
    if (controlled) onNewBuild()
    else cacheShownPage()
    controlled = true
  }
  const handleMessage = ({ data }: MessageEvent) => {
    const { kind, at } = (data ?? {}) as { kind?: unknown; at?: unknown }
    if (kind === 'cached' && typeof at === 'string') connection.markCached(new Date(at))
  }
  container.addEventListener('controllerchange', handleTakeover)
  container.addEventListener('message', handleMessage)
  const register = () => setTimeout(() => void container.register('/sw.js').catch(() => {}), startAfterMs)
  const timer = document.readyState === 'complete' ? register() : null
  if (timer === null) addEventListener('load', register, { once: true })
  return () => {
    if (timer !== null) clearTimeout(timer)
    removeEventListener('load', register)
    container.removeEventListener('controllerchange', handleTakeover)
    container.removeEventListener('message', handleMessage)
  }
}

/** Pages opened by client-side navigation do not pass the worker: have it cache them. */
export function cacheOnceRead(path: string): () => void {
  const timer = cachedPaths.has(path.split('?')[0] ?? '')
    ? setTimeout(cacheShownPage, readAfterMs)
    : undefined
  return () => clearTimeout(timer)
}

/** Also from pages that the worker does not control. */
export function postToWorker(message: WorkerMessage): void {
  void workers()
    ?.getRegistration()
    .then(registration => registration?.active?.postMessage(message))
    .catch(() => {})
}

function cacheShownPage(): void {
  if (!navigator.onLine || !cachedPaths.has(location.pathname)) return
  const shown = [...document.images]
    .filter(image => image.complete)
    .map(image => new URL(image.currentSrc || image.src))
  const pictures = shown
    .map(({ pathname, search }) => pathname + search)
    .filter(path => path.startsWith('/images/'))
  postToWorker({ kind: 'keep', path: location.pathname + location.search, pictures })
}
