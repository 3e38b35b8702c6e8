// It comes first: it defines the order of the style layers.
import './styles/global.css'

import type { Member } from '@dineward/core/members/members.contract.ts'
import { closedAnnouncementIn } from '@dineward/core/pages/announcement.rules.ts'
import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import type { BrandContent } from '@dineward/core/pages/render.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { type AppContext, appContext } from './app-context.ts'
import { type ApiClient, createApiClient } from './lib/api/api-client.ts'
import { createQueryClient } from './lib/api/query-client.ts'
import { connection } from './lib/browser/browser-cookies.ts'
import { handleLinks } from './lib/navigation/link-navigation.ts'
import type { SiteHandle } from './lib/navigation/site-map.ts'
import { type PageState, writeQueries } from './page-state.ts'
import { AppProvider } from './partner/partner-context.tsx'
import { createRoutes } from './routes.ts'

// It is not a top-level await: lazy pages import this file's modules, and would wait for it forever.
void start()

async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState
  const app = await createApp(state)
  const routes = createRoutes(app)
  const matches = matchRoutes(routes, location) ?? []

  const router = createBrowserRouter(routes, {
    getContext() {
      const context = new RouterContextProvider()
      context.set(appContext, app)
      return context
    },
    hydrationData: {
      // Loaders only prime queries, which are in the document.
      loaderData: Object.fromEntries(matches.map(({ route }) => [route.id ?? '', null])),
      actionData: state.actionData,
      errors: state.failure ? { [state.failure.routeId]: state.failure } : null,
    },
  })

  handleLinks(router, (routes[0]!.handle as SiteHandle).siteMap, app)

  // It is a transition, so that React hydrates in slices of 5 ms.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <QueryClientProvider client={app.queryClient}>
        <AppProvider app={app}>
          <RouterProvider router={router} />
        </AppProvider>
      </QueryClientProvider>,
    )
  })
  performance.mark('hydrated')
}

async function createApp({
  brandUrl,
  queries,
  origin,
  clockShiftMs,
  preview,
  emulated,
}: PageState): Promise<AppContext> {
  const queryClient = createQueryClient()
  writeQueries(queryClient, queries)
  // Preloaded by entry-start.ts, the same for every visitor of the partner, immutable.
  const brand = (await (await fetch(brandUrl)).json()) as BrandContent
  const api: ApiClient = createApiClient(
    (path, init) => {
      const headers = { ...init.headers, ...zoneHeader, ...shownMember(queryClient, init.method) }
      return fetch(path, { ...init, headers, credentials: 'same-origin' })
    },
    async () =>
      (await import('./lib/bot-check/bot-check.ts')).botCheckAnswer({ api, partner: brand.partner }),
  )
  return {
    ...brand,
    api,
    queryClient,
    // Staff have no cookie that a script could read.
    hasSession: emulated ? () => true : sessionReader(),
    emulated: emulated ?? false,
    preview: preview ?? false,
    closedAnnouncement: closedAnnouncementIn(document.cookie, connection()),
    nativeApp: nativeAppOf(navigator.userAgent, brand.partner.settings),
    origin,
    clockShiftMs,
  }
}

/** The list of sessions names it. */
const zoneHeader = { 'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone }

/** A change is refused where another member has signed in in a second tab since. */
function shownMember(queryClient: QueryClient, method: string): { 'x-member'?: string } {
  const member = method === 'GET' ? undefined : queryClient.getQueryData<Member>(['member'])
  return member ? { 'x-member': member.publicId } : {}
}

/** Reading cookies is an inter-process call: share one read. */
function sessionReader(): () => boolean {
  let cached: boolean | null = null
  return () => {
    if (cached === null) {
      cached = /(?:^|; )(?:__Host-)?dw_session_expires=/.test(document.cookie)
      queueMicrotask(() => {
        cached = null
      })
    }
    return cached
  }
}
