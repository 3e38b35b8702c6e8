import { hasMaintenance, maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import type { ActionFunction, LoaderFunction, RouteObject } from 'react-router'

/** Disable loaders and actions of pages under maintenance (shell §2.2), while the root shows the maintenance page. */
export function withMaintenance(
  partner: Pick<BrowserPartner, 'settings'>,
  routes: RouteObject[],
): RouteObject[] {
  if (!hasMaintenance(partner)) return routes
  const disable = <F extends LoaderFunction | ActionFunction>(run: F): F =>
    ((args, handler) => {
      const { pathname } = new URL(args.request.url)
      return maintenanceAt(partner, pathname) ? null : run(args, handler)
    }) as F
  const withoutData = <R extends Partial<RouteObject>>(route: R): R => {
    const { loader, action, lazy, children } = route
    return {
      ...route,
      ...(typeof loader === 'function' ? { loader: disable(loader) } : {}),
      ...(typeof action === 'function' ? { action: disable(action) } : {}),
      ...(typeof lazy === 'function' ? { lazy: async () => withoutData(await lazy()) } : {}),
      ...(children ? { children: children.map(withoutData) } : {}),
    }
  }
  return routes.map(withoutData)
}
