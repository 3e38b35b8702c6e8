import { type RouteObject, RouterContextProvider } from 'react-router'
import { type AppContext, appContext } from '../app-context.ts'
import type { MatchedRoute } from './site-map.ts'

/** A route says so in its handle where asking early for what its page shows changes nothing. */
interface FetchAheadHandle {
  readonly fetchAhead?: boolean
  /** Where its script is not `lazy` of the route. */
  readonly loadScript?: () => Promise<unknown>
}

/**
 * Fetches what this page will need, as if it were gone to: its script, and through its loader its queries, which keep
 * what they were told. Nothing for people who save data or are on a slow network.
 */
export function fetchAhead(path: string, matches: readonly MatchedRoute[], app: AppContext): void {
  if (savesData()) return
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const url = new URL(path, location.origin)
  for (const { route, params } of matches) {
    loadPage(route)
      .then(async ({ loader }) => {
        const isWanted = (route.handle as FetchAheadHandle | undefined)?.fetchAhead === true
        if (!isWanted || typeof loader !== 'function') return
        await loader({ request: new Request(url), url, params, context, pattern: route.path ?? '' })
      })
      // What cannot be had now is asked for again by the page, which has words for it.
      .catch(() => {})
  }
}

export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

async function loadPage(route: RouteObject): Promise<Pick<RouteObject, 'loader'>> {
  if (typeof route.lazy === 'function') return route.lazy()
  await (route.handle as FetchAheadHandle | undefined)?.loadScript?.()
  return route
}
