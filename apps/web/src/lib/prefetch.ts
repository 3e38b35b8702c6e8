import { type RouteObject, RouterContextProvider } from 'react-router'
import { type AppContext, appContext } from '../app-context.ts'
import type { MatchedRoute } from './site-map.ts'

interface PrefetchHandle {
  readonly prefetch?: boolean
  /** Loads the script if `route.lazy` does not. */
  readonly loadScript?: () => Promise<unknown>
}

/** Load a page's script and, through its loader, its queries. Skipped on slow networks or with reduced data use. */
export function prefetchPage(path: string, matches: readonly MatchedRoute[], app: AppContext): void {
  if (savesData()) return
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const url = new URL(path, location.origin)
  for (const { route, params } of matches) {
    loadPage(route)
      .then(async ({ loader }) => {
        const isWanted = (route.handle as PrefetchHandle | undefined)?.prefetch === true
        if (!isWanted || typeof loader !== 'function') return
        await loader({ request: new Request(url), url, params, context, pattern: route.path ?? '' })
      })
      .catch(() => {})
  }
}

export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

async function loadPage(route: RouteObject): Promise<Pick<RouteObject, 'loader'>> {
  if (typeof route.lazy === 'function') return route.lazy()
  await (route.handle as PrefetchHandle | undefined)?.loadScript?.()
  return route
}
