import { matchRoutes, type Params, type RouteObject, useMatches } from 'react-router'

export interface SiteMap {
  /** Content may link to pages that a partner does not have. */
  hasPage(path: string): boolean
  entersCard(path: string): boolean
  routesAt(path: string): readonly MatchedRoute[]
}

export interface MatchedRoute {
  readonly route: RouteObject
  readonly params: Params
}

/** The root route's handle, available to every page. */
export interface SiteHandle {
  readonly siteMap: SiteMap
}

/** `routes` is a function, since the table contains its own map. */
export function siteMapOf(routes: () => RouteObject[]): SiteMap {
  // matchRoutes prepares the whole table for each path, and pages have dozens of links: cache, and give it a few routes.
  const known = new Map<string, readonly MatchedRoute[]>()
  const routesAt = (path: string) => {
    const found = known.get(path) ?? matchRoutes(routesBelow(routes(), firstSegment(path)), path) ?? []
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

/** Without the routes whose path begins with another segment. */
function routesBelow(routes: readonly RouteObject[], segment: string): RouteObject[] {
  return routes.flatMap((route): RouteObject[] => {
    const first = firstSegment(route.path ?? '')
    if (first !== '' && first !== segment && !/^[:*]/.test(first)) return []
    return route.children && first === ''
      ? [{ ...route, children: routesBelow(route.children, segment) } as RouteObject]
      : [route]
  })
}

/** Decoded, as the router compares it. */
function firstSegment(path: string): string {
  const segment = /^\/?([^/?#]*)/.exec(path)![1]!
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const nowhere: SiteMap = { hasPage: () => true, entersCard: () => false, routesAt: () => [] }

export function useSiteMap(): SiteMap {
  const handle = useMatches()[0]?.handle as SiteHandle | undefined
  return handle?.siteMap ?? nowhere
}
