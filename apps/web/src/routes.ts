import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { canSelfEnroll, hasEnrollment, signInPath } from '@dineward/core/partner/partner-questions.ts'
import type { RouteObject } from 'react-router'
import { type SiteHandle, siteMapOf } from './lib/site-map.ts'
import * as home from './routes/home.tsx'
import * as merchant from './routes/merchant.tsx'
import * as notFound from './routes/not-found.tsx'
import * as root from './routes/root.tsx'
import * as search from './routes/search.tsx'

export interface PageHandle {
  /** The page's source file, by which the build's manifest knows its scripts and styles. */
  readonly module?: string
  /** Cards are entered here: the document may hold the card frame, so it is always loaded as a document of its own. */
  readonly entersCard?: boolean
}

/** A route's file: `Component`, and where they are needed `loader`, `action` and `ErrorBoundary`. */
type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>

const lazyPages = import.meta.glob<PageModule>([
  './routes/account/*.tsx',
  './routes/join/*.tsx',
  './routes/sign-in/*.tsx',
])

/**
 * The route table, one line a route. Pages that anyone may open first come with the first script; the rest is loaded
 * when it is gone to. Routes whose condition a partner does not meet do not exist for it: they are not found.
 */
export function createRoutes(partner: BrowserPartner): RouteObject[] {
  const members = hasEnrollment(partner)
  const selfEnrolls = canSelfEnroll(partner)
  const routes: RouteObject[] = [
    {
      id: 'root',
      ...root,
      handle: { siteMap: siteMapOf(() => routes) } satisfies SiteHandle,
      children: [
        { index: true, ...home },
        { path: 'search', ...search },
        { path: 'merchants/:merchantId', ...merchant },
        ...when(members, [
          lazyPage(signInPath(partner)?.slice(1) ?? 'login', './routes/sign-in/sign-in.tsx'),
          lazyPage('SignOut', './routes/sign-in/sign-out.tsx'),
          lazyPage('account', './routes/account/account.tsx', {}, [
            lazyPage('overview', './routes/account/overview.tsx'),
            lazyPage('recent_activity', './routes/account/recent-activity.tsx'),
            lazyPage('manage_cards', './routes/account/manage-cards.tsx', { entersCard: true }),
            lazyPage('*', './routes/account/account-index.tsx'),
          ]),
          lazyPage('add_card', './routes/join/add-card.tsx', { entersCard: true }),
          lazyPage('card_added', './routes/join/card-added.tsx'),
        ]),
        ...when(selfEnrolls, [lazyPage('join', './routes/join/join.tsx')]),
        { path: '*', ...notFound },
      ],
    },
  ]
  return routes
}

function when(condition: boolean, routes: RouteObject[]): RouteObject[] {
  return condition ? routes : []
}

function lazyPage(
  path: string,
  file: string,
  handle: PageHandle = {},
  children?: RouteObject[],
): RouteObject {
  const load = lazyPages[file]
  if (!load) throw new Error(`There is no page ${file}.`)
  return {
    path,
    caseSensitive: true,
    lazy: async () => pageOf(await load()),
    handle: { module: `src/${file.slice(2)}`, ...handle } satisfies PageHandle,
    ...(children ? { children } : {}),
  }
}

function pageOf({ Component, loader, action, ErrorBoundary }: PageModule): PageModule {
  return {
    ...(Component ? { Component } : {}),
    ...(loader ? { loader } : {}),
    ...(action ? { action } : {}),
    ...(ErrorBoundary ? { ErrorBoundary } : {}),
  }
}
