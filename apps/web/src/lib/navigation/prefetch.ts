import { RouterContextProvider } from 'react-router'
import { type AppContext, appContext } from '../../app-context.ts'
import type { MatchedRoute } from './site-map.ts'

interface PrefetchHandle {
  readonly prefetch?: boolean
  readonly load?: () => Promise<unknown>
}

/** Load a page's script and, through its loader, its queries. Skipped on slow networks or with reduced data use. */
export function prefetchPage(path: string, matches: readonly MatchedRoute[], app: AppContext): void {
  if (savesData()) return
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const url = new URL(path, location.origin)
  for (const { route, params } of matches) {
    const { load, prefetch } = (route.handle ?? {}) as PrefetchHandle
    const { loader } = route
    // A loader loads the script too.
    const loaded =
      prefetch && typeof loader === 'function'
        ? loader({ request: new Request(url), url, params, context, pattern: route.path ?? '' })
        : load?.()
    Promise.resolve(loaded).catch(() => {})
  }
}

export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
