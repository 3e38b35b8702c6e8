import { connection } from './connection.ts'

/** Registered after the first page, so as not to slow it. */
const startAfterMs = 1_500
/** Pages left sooner are not cached. */
const readAfterMs = 2_000

const keptPaths = new Set(['/', '/search', '/account/overview', '/account/recent_activity'])

type Told =
  | { kind: 'memberChanged' }
  | { kind: 'signedOut' }
  | { kind: 'keep'; path: string; pictures: string[] }

const workers = (): ServiceWorkerContainer | null => navigator.serviceWorker ?? null

/** `onNewBuild` is called when a worker of another build controls this page. */
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

/** Pages opened by client-side navigation do not pass the worker: have it cache them. */
export function keepOnceRead(path: string): () => void {
  const timer = keptPaths.has(path.split('?')[0] ?? '') ? setTimeout(keepShownPage, readAfterMs) : undefined
  return () => clearTimeout(timer)
}

/** Also from pages that the worker does not control. */
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
