import { isAnythingWorkedOn, workedOnAt } from '@dineward/core/pages/maintenance.rules.ts'
import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import type { ActionFunction, LoaderFunction, RouteObject } from 'react-router'

/**
 * The same routes, doing nothing where a page is being worked on (shell §2.2): nothing is loaded or sent there, and
 * nobody is redirected, while the root shows the maintenance page in its place.
 */
export function standingStill(
  partner: Pick<BrowserPartner, 'settings'>,
  routes: RouteObject[],
): RouteObject[] {
  if (!isAnythingWorkedOn(partner)) return routes
  const stops = <F extends LoaderFunction | ActionFunction>(run: F): F =>
    ((args, handler) => {
      const { pathname } = new URL(args.request.url)
      return workedOnAt(partner, pathname) ? null : run(args, handler)
    }) as F
  const still = <R extends Partial<RouteObject>>(route: R): R => {
    const { loader, action, lazy, children } = route
    return {
      ...route,
      ...(typeof loader === 'function' ? { loader: stops(loader) } : {}),
      ...(typeof action === 'function' ? { action: stops(action) } : {}),
      ...(typeof lazy === 'function' ? { lazy: async () => still(await lazy()) } : {}),
      ...(children ? { children: children.map(still) } : {}),
    }
  }
  return routes.map(still)
}
