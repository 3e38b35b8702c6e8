import { maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import { needsUpdate } from '@dineward/core/pages/native-app.rules.ts'
import type { BrandContent, IsPersonalPage, OfflineFiles, RenderPage } from '@dineward/core/pages/render.ts'
import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router'
import { type AppContext, appContext } from './app-context.ts'
import { memberQuery } from './features/identity/member.queries.ts'
import { signOutQuery } from './features/identity/sessions/sign-out.queries.ts'
import { createApiClient } from './lib/api/api-client.ts'
import { createQueryClient } from './lib/api/query-client.ts'
import { type Load, loadServerParts, RenderedFiles } from './lib/deferred/deferred.tsx'
import type { SiteHandle } from './lib/navigation/site-map.ts'
import { renderMarkup } from './lib/render-markup.ts'
import type { PageHandle } from './page-handle.ts'
import { type PageFailure, type PageState, readQueries } from './page-state.ts'
import { AppProvider } from './partner/partner-context.tsx'
import { createRoutes } from './routes.ts'

/** Source files of what pages without a connection need too. */
export const offlineFiles: OfflineFiles = [
  () => import('./deferred-widgets.tsx'),
  () => import('./features/pwa/app-bar.tsx'),
  () => import('./features/layout/header/main-menu.tsx'),
  () => import('./features/layout/footer.tsx'),
].map((load: Load<unknown>) => load.file ?? '')

/** Render one page for one visitor with its own query client. */
export const renderPage: RenderPage = async (request, options) => {
  const { transport, hasSession, brandUrl, requestId, onError, ...given } = options
  const queryClient = createQueryClient()
  const app: AppContext = {
    ...given,
    api: createApiClient(transport),
    queryClient,
    hasSession: () => hasSession,
  }
  const requestContext = new RouterContextProvider()
  requestContext.set(appContext, app)

  const { query, dataRoutes } = handlerOf(app)
  const context = await query(request, { requestContext })
  if (context instanceof Response) {
    const location = context.headers.get('location') ?? '/'
    return { kind: 'redirect', status: context.status, location }
  }

  // The browser hydrates the page of a visitor, since it has lost the cookies by then.
  if (hasSession && request.method === 'GET' && sessionHasEnded(app))
    return renderPage(request, { ...options, hasSession: false, emulated: false })

  const failure = failureOf(context.errors, requestId, onError)
  if (failure) context.errors = { [failure.routeId]: failure }
  await loadServerParts()
  const files = new Set<string>()
  const { markup, hasUnresolvedBoundary } = await renderMarkup(
    <RenderedFiles value={files}>
      <QueryClientProvider client={queryClient}>
        <AppProvider app={app}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </AppProvider>
      </QueryClientProvider>
    </RenderedFiles>,
  )
  const handles = context.matches.map(match => match.route.handle as PageHandle | undefined)
  if (hasUnresolvedBoundary && !handles.some(handle => handle?.mayWait))
    throw new Error('A part of the page is not loaded.')
  const personal =
    hasSession || app.preview || app.nativeApp !== null || handles.some(handle => handle?.personal === true)
  const state: PageState = {
    brandUrl,
    origin: app.origin,
    clockShiftMs: app.clockShiftMs,
    ...(app.preview ? { preview: true as const } : {}),
    ...(app.emulated ? { emulated: true as const } : {}),
    queries: readQueries(queryClient, { withTimes: personal }),
    actionData: context.actionData,
    failure,
  }
  queryClient.clear()
  // The status is 503, so that clients retry: the router would answer any failed call with 500.
  const isAway = failure?.status === 503 || maintenanceAt(app.partner, new URL(request.url).pathname)
  return {
    kind: 'page',
    status: isAway ? 503 : context.statusCode,
    ...splitHead(markup),
    state,
    files: [...files],
    entersCard: handles.some(handle => handle?.entersCard),
    booksTables: handles.some(handle => handle?.booksTables),
    bare: handles.some(handle => handle?.bare),
    personal,
  }
}

/** It was asked for, and there is none. Signing out ends it too, and is done once. */
function sessionHasEnded(app: AppContext): boolean {
  const isNone = app.queryClient.getQueryData(memberQuery(app).queryKey) === null
  return isNone && app.queryClient.getQueryState(signOutQuery(app).queryKey) === undefined
}

/** Called for every request before rendering, so it is cached. */
export const isPersonal: IsPersonalPage = (path, brand) => {
  const [root] = handlerOf(brand).dataRoutes
  const { siteMap } = root!.handle as SiteHandle
  return siteMap
    .routesAt(path)
    .some(({ route }) => (route.handle as PageHandle | undefined)?.personal === true)
}

const handlers = new WeakMap<BrowserPartner, StaticHandler>()

/** It is cached for each partner: all of its visitors share the route table. */
function handlerOf(
  brand: Pick<BrandContent, 'partner' | 'frame' | 'stagingTools'> & Partial<Pick<AppContext, 'nativeApp'>>,
): StaticHandler {
  if (needsUpdate(brand.nativeApp ?? null, brand.partner.settings))
    return createStaticHandler(createRoutes(brand))
  const known = handlers.get(brand.partner) ?? createStaticHandler(createRoutes(brand))
  handlers.set(brand.partner, known)
  return known
}

/** Structured data (JSON-LD), which the browser does not render. */
const dataBlocks = /<script type="application\/ld\+json">.*?<\/script>/gs

/**
 * React puts title, meta and link elements before the markup when it does not render the document. Move them and JSON-
 * LD into the head.
 */
function splitHead(markup: string): { head: string; body: string } {
  // A page without the frame is a boundary itself, whose mark is the body's.
  const start = markup.search(/(?:<!--\$-->)?<div id="page"/)
  if (start < 0) throw new Error('The page has no root element.')
  const body = markup.slice(start)
  const blocks = body.match(dataBlocks) ?? []
  return { head: markup.slice(0, start) + blocks.join(''), body: body.replace(dataBlocks, '') }
}

/** Expose only route and status of loader errors; log the cause of ours. */
function failureOf(
  errors: Record<string, unknown> | null,
  requestId: string,
  onError: (error: unknown) => void,
): PageFailure | null {
  const [routeId, error] = Object.entries(errors ?? {})[0] ?? []
  if (routeId === undefined) return null
  const given = (error as { status?: unknown } | null)?.status
  const status = typeof given === 'number' ? given : 500
  if (status >= 500) onError(error)
  return { routeId, status, ...(status >= 500 ? { requestId } : {}) }
}
