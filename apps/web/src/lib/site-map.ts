import { matchRoutes, type Params, type RouteObject, useMatches } from 'react-router'

/** What links need to know about the pages of this partner. */
export interface SiteMap {
  /** Whether there is a page of ours at this path. Content may name pages that a partner does not have. */
  hasPage(path: string): boolean
  /** Whether a card is entered there. */
  entersCard(path: string): boolean
  /** The routes of the page at this path, from the outermost in. */
  routesAt(path: string): readonly MatchedRoute[]
}

export interface MatchedRoute {
  readonly route: RouteObject
  readonly params: Params
}

/** The root route's handle: the one place that every page can ask. */
export interface SiteHandle {
  readonly siteMap: SiteMap
}

/** `routes` is read when asked, so that the table can hold its own map. */
export function siteMapOf(routes: () => RouteObject[]): SiteMap {
  // matchRoutes reads the whole table, and a page has dozens of links.
  const known = new Map<string, readonly MatchedRoute[]>()
  const routesAt = (path: string) => {
    const found = known.get(path) ?? matchRoutes(routes(), path) ?? []
    if (known.size >= maxKnown) known.clear()
    known.set(path, found)
    return found
  }
  return {
    hasPage: path => {
      const last = routesAt(path).at(-1)
      return last !== undefined && last.route.path !== '*'
    },
    entersCard: path => routesAt(path).some(({ route }) => route.handle?.entersCard === true),
    routesAt,
  }
}

const maxKnown = 1_000

const nowhere: SiteMap = { hasPage: () => true, entersCard: () => false, routesAt: () => [] }

export function useSiteMap(): SiteMap {
  const handle = useMatches()[0]?.handle as SiteHandle | undefined
  return handle?.siteMap ?? nowhere
}
