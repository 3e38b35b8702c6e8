import { needsUpdate } from '@dineward/core/pages/native-app.rules.ts'
import {
  bookingProvider,
  canSelfEnroll,
  hasDiscoverPage,
  hasEnrollment,
  hasFavorites,
  signInPath,
} from '@dineward/core/partner/partner-questions.ts'
import { type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import type { AppContext } from './app-context.ts'
import { deferredPage } from './lib/deferred.tsx'
import { type SiteHandle, siteMapOf } from './lib/site-map.ts'
import { withMaintenance } from './lib/with-maintenance.ts'
import type { PageHandle } from './page-handle.ts'
import * as root from './routes/root.tsx'

const prefetch = { prefetch: true } satisfies PageHandle
const forAnyone = { forClosedAccounts: true } satisfies PageHandle

type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>

const lazyPages = import.meta.glob<PageModule>([
  './routes/*/*.tsx',
  './routes/{discover,home,merchant,not-found,order,search,server-error,update}.tsx',
])

/**
 * The route table (shell §2.1). Shared code is in the first script; pages load on demand. Routes that a partner does
 * not have are not found.
 */
export function createRoutes({
  partner,
  frame,
  stagingTools,
  nativeApp = null,
}: Pick<AppContext, 'partner' | 'frame' | 'stagingTools'> &
  Partial<Pick<AppContext, 'nativeApp'>>): RouteObject[] {
  // An outdated native app has only this page (shell §4 Update screen).
  if (needsUpdate(nativeApp, partner.settings)) return [lazyPage('*', './routes/update.tsx')]
  const members = hasEnrollment(partner)
  const direct = canSelfEnroll(partner)
  const siteMap = siteMapOf(() => routes)
  const { Component, ErrorBoundary, loadMember } = root
  const routes: RouteObject[] = [
    {
      id: 'root',
      Component,
      ErrorBoundary,
      loader: args => loadMember(args, siteMap),
      handle: { siteMap } satisfies SiteHandle,
      children: withMaintenance(partner, [
        deferred('', './routes/home.tsx', prefetch),
        deferred('search', './routes/search.tsx', prefetch),
        deferred('merchants/:merchantId', './routes/merchant.tsx', {
          ...prefetch,
          partModule: 'src/features/reservations/reserve-card.tsx',
          booksTables: true,
        }),
        deferred('merchants/:merchantId/Order', './routes/order.tsx'),
        ...when(hasDiscoverPage(partner), [deferred('discover/*', './routes/discover.tsx', prefetch)]),
        deferred('earn', './routes/content/earn.tsx', prefetch),
        deferred('earn/*', './routes/content/earn-details.tsx', prefetch),
        deferred('how-it-works', './routes/content/how-it-works.tsx', prefetch),
        ...frame.contentPaths.map(path =>
          deferred(path.slice(1), './routes/content/content-page.tsx', prefetch),
        ),
        redirectAlias('surveys', '/'),
        lazyPage('reviews/report', './routes/reviews/report-review.tsx', { personal: true }),
        lazyPage('surveys/success', './routes/surveys/survey-result.tsx'),
        lazyPage('surveys/error', './routes/surveys/survey-result.tsx'),
        deferred('surveys/form/:surveyId', './routes/surveys/survey-form.tsx', {
          personal: true,
          bare: true,
        }),
        ...when(members, [
          // It leads to another page itself once signed in.
          deferred(signInPath(partner)?.slice(1) ?? 'login', './routes/sign-in/sign-in.tsx', forAnyone),
          ...when(!direct, [redirectAlias('login', signInPath(partner) ?? '/')]),
          deferred('join', './routes/join/join.tsx', { personal: true }),
          lazyPage('add_card', './routes/join/add-card.tsx', { entersCard: true }),
          lazyPage('reenroll', './routes/join/reenroll.tsx', { entersCard: true, ...forAnyone }),
          lazyPage('card_added', './routes/join/card-added.tsx'),
          lazyPage('activate/*', './routes/activate/activate.tsx', { personal: true }),
          lazyPage('activate/activated', './routes/activate/activated.tsx', { personal: true }),
          lazyPage('unsubscribe', './routes/unsubscribe/unsubscribe.tsx', { personal: true, ...forAnyone }),
          lazyPage('account', './routes/account/account.tsx', { mayWait: true }, [
            lazyPage('overview', './routes/account/overview.tsx', prefetch),
            lazyPage('recent_activity', './routes/account/recent-activity.tsx', prefetch),
            deferred('manage_cards', './routes/account/manage-cards.tsx', { entersCard: true }),
            deferred('user_profile', './routes/account/user-profile.tsx', prefetch),
            lazyPage('change_password', './routes/account/change-password.tsx'),
            lazyPage('delete_account', './routes/account/delete-account.tsx'),
            lazyPage('review', './routes/account/review.tsx'),
            lazyPage('claims', './routes/account/claims.tsx', prefetch),
            deferred('claim', './routes/account/claim.tsx', prefetch),
            lazyPage('end_session', './routes/account/end-session.tsx'),
            lazyPage('register_bonus', './routes/account/register-bonus.tsx'),
            lazyPage('remove_passkey', './routes/account/remove-passkey.tsx'),
            ...when(bookingProvider(partner) === 'book', [
              lazyPage('reservations', './routes/account/reservations.tsx', prefetch),
            ]),
            ...when(hasFavorites(partner), [
              lazyPage('favorites', './routes/account/favorites.tsx', prefetch),
            ]),
            { index: true, loader: redirectTo('/account/overview') },
            redirectAlias('*', '/account/overview'),
          ]),
        ]),
        ...when(direct, [
          lazyPage('confirm_email', './routes/join/confirm-email.tsx', { personal: true }),
          lazyPage('restore_email', './routes/recover/restore-email.tsx', { personal: true }),
          deferred('fix_credentials', './routes/recover/fix-credentials.tsx'),
          deferred('recover', './routes/recover/recover.tsx'),
          deferred('recover/confirm', './routes/recover/recover.tsx', { personal: true }),
          deferred('recover/update', './routes/recover/recover.tsx'),
          deferred('recover/success', './routes/recover/recover.tsx'),
        ]),
        ...when(stagingTools, [
          lazyPage('stgtools', './routes/staging/staging-tools.tsx', { personal: true }),
          lazyPage('stgtools/components', './routes/staging/component-gallery.tsx', { personal: true }),
        ]),
        lazyPage('SignOut', './routes/sign-in/sign-out.tsx', { personal: true, ...forAnyone }),
        lazyPage('error/*', './routes/server-error.tsx', { personal: true, ...forAnyone }),
        lazyPage('not_found', './routes/not-found.tsx', forAnyone),
        lazyPage('*', './routes/not-found.tsx', forAnyone),
      ]),
    },
  ]
  return named(routes)
}

/** By index: the router assigns route ids later. */
function named(routes: RouteObject[], above = ''): RouteObject[] {
  for (const [place, route] of routes.entries()) {
    route.id ??= `${above}${place}`
    named(route.children ?? [], `${route.id}-`)
  }
  return routes
}

function when(condition: boolean, routes: RouteObject[]): RouteObject[] {
  return condition ? routes : []
}

function redirectAlias(path: string, to: string): RouteObject {
  return { path, caseSensitive: true, loader: redirectTo(to) }
}

const redirectTo =
  (to: string) =>
  ({ request }: LoaderFunctionArgs) =>
    replace(to + new URL(request.url).search)

function lazyPage(
  path: string,
  file: string,
  handle: PageHandle = {},
  children?: RouteObject[],
): RouteObject {
  const load = fileOf(file)
  return {
    path,
    caseSensitive: true,
    lazy: async () => pageOf(await load()),
    handle: { module: `src/${file.slice(2)}`, ...handle } satisfies PageHandle,
    ...(children ? { children } : {}),
  }
}

/**
 * A page for reading, or a form: the server's HTML is shown, and its script loads later. Without a path it is the home
 * page.
 */
function deferred(path: string, file: string, handle: PageHandle = {}): RouteObject {
  const laterModule = `src/${file.slice(2)}`
  const loadScript = fileOf(file)
  return {
    ...(path ? { path, caseSensitive: true } : { index: true }),
    ...deferredPage(loadScript),
    handle: { laterModule, loadScript, ...handle } satisfies PageHandle,
  }
}

function fileOf(file: string): () => Promise<PageModule> {
  const load = lazyPages[file]
  if (!load) throw new Error(`There is no page ${file}.`)
  return load
}

function pageOf({ Component, loader, action, ErrorBoundary }: PageModule): PageModule {
  return {
    ...(Component ? { Component } : {}),
    ...(loader ? { loader } : {}),
    ...(action ? { action } : {}),
    ...(ErrorBoundary ? { ErrorBoundary } : {}),
  }
}
