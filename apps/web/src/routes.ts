import { usedSessionLinkPath } from '@dineward/core/identity/session-links.rules.ts'
import { needsUpdate } from '@dineward/core/pages/native-app.rules.ts'
import {
  bookingProvider,
  canSelfEnroll,
  hasDiscoverPage,
  hasEnrollment,
  hasFavorites,
  offeredSignInProviders,
  signInPath,
  takesGuests,
} from '@dineward/core/partner/partner-questions.ts'
import { type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import type { AppContext } from './app-context.ts'
import { deferredPage, type Load } from './lib/deferred/deferred.tsx'
import { type SiteHandle, siteMapOf } from './lib/navigation/site-map.ts'
import { withMaintenance } from './lib/with-maintenance.ts'
import type { PageHandle } from './page-handle.ts'
import * as root from './routes/root.tsx'

const prefetch = { prefetch: true } satisfies PageHandle
const forAnyone = { forClosedAccounts: true } satisfies PageHandle

type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>

/**
 * The route table is that of shell §2.1. Shared code is in the first script; pages load on demand. Routes that a
 * partner does not have are not found.
 */
export function createRoutes({
  partner,
  frame,
  stagingTools,
  nativeApp = null,
}: Pick<AppContext, 'partner' | 'frame' | 'stagingTools'> &
  Partial<Pick<AppContext, 'nativeApp'>>): RouteObject[] {
  // An outdated native app has only this page (shell §4 Update screen).
  if (needsUpdate(nativeApp, partner.settings)) return named([page('*', () => import('./routes/update.tsx'))])
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
        page('', () => import('./routes/home.tsx'), prefetch),
        page('search', () => import('./routes/search.tsx'), prefetch),
        page('merchants/:merchantId', () => import('./routes/merchant.tsx'), {
          ...prefetch,
          booksTables: true,
        }),
        page('merchants/:merchantId/Order', () => import('./routes/order.tsx')),
        ...when(hasDiscoverPage(partner), [
          page('discover/*', () => import('./routes/discover.tsx'), prefetch),
        ]),
        page('earn', () => import('./routes/content/earn.tsx'), prefetch),
        page('earn/*', () => import('./routes/content/earn-details.tsx'), prefetch),
        page('guides', () => import('./routes/content/guides.tsx'), prefetch),
        page('guides/:guide', () => import('./routes/content/guide.tsx'), prefetch),
        ...when(hasFavorites(partner), [
          page('lists/:shareId', () => import('./routes/shared-list.tsx'), { personal: true }),
          page('votes/:voteId', () => import('./routes/vote.tsx'), { personal: true }),
        ]),
        page('how-it-works', () => import('./routes/content/how-it-works.tsx'), prefetch),
        ...frame.contentPaths.map(path =>
          page(path.slice(1), () => import('./routes/content/content-page.tsx'), prefetch),
        ),
        redirectAlias('surveys', '/'),
        page('reviews/report', () => import('./routes/reviews/report-review.tsx'), { personal: true }),
        page('surveys/success', () => import('./routes/surveys/survey-result.tsx')),
        page('surveys/error', () => import('./routes/surveys/survey-result.tsx')),
        page('surveys/form/:surveyId', () => import('./routes/surveys/survey-form.tsx'), {
          personal: true,
          bare: true,
        }),
        ...when(takesGuests(partner), [
          page('booking', () => import('./routes/booking/guest-booking.tsx'), { personal: true }),
        ]),
        ...when(members, [
          // It leads to another page itself once signed in.
          page(
            signInPath(partner)?.slice(1) ?? 'login',
            () => import('./routes/sign-in/sign-in.tsx'),
            forAnyone,
          ),
          ...when(!direct, [redirectAlias('login', signInPath(partner) ?? '/')]),
          page(
            usedSessionLinkPath.slice(1),
            () => import('./routes/sign-in/session-link-used.tsx'),
            forAnyone,
          ),
          page('join', () => import('./routes/join/join.tsx'), { personal: true }),
          ...when(partner.rateDependsOnEmails, [
            page('join_rate', () => import('./routes/join/join-rate.tsx'), { personal: true }),
          ]),
          page('add_card', () => import('./routes/join/add-card.tsx'), { entersCard: true }),
          page('reenroll', () => import('./routes/join/reenroll.tsx'), { entersCard: true, ...forAnyone }),
          page('card_added', () => import('./routes/join/card-added.tsx')),
          page('activate/*', () => import('./routes/activate/activate.tsx'), { personal: true }),
          page('activate/activated', () => import('./routes/activate/activated.tsx'), { personal: true }),
          page('unsubscribe', () => import('./routes/unsubscribe/unsubscribe.tsx'), {
            personal: true,
            ...forAnyone,
          }),
          page('account', () => import('./routes/account/account.tsx'), { mayWait: true }, [
            page('overview', () => import('./routes/account/overview.tsx'), prefetch),
            page('recent_activity', () => import('./routes/account/recent-activity.tsx'), prefetch),
            page('manage_cards', () => import('./routes/account/manage-cards.tsx'), { entersCard: true }),
            page('user_profile', () => import('./routes/account/user-profile.tsx'), prefetch),
            page('change_password', () => import('./routes/account/change-password.tsx')),
            page('delete_account', () => import('./routes/account/delete-account.tsx')),
            page('review', () => import('./routes/account/review.tsx')),
            page('claims', () => import('./routes/account/claims.tsx'), prefetch),
            page('claim', () => import('./routes/account/claim.tsx'), prefetch),
            page('end_session', () => import('./routes/account/end-session.tsx')),
            page('register_bonus', () => import('./routes/account/register-bonus.tsx')),
            page('remove_passkey', () => import('./routes/account/remove-passkey.tsx')),
            ...when(offeredSignInProviders(partner).length > 0, [
              page('unlink_sign_in', () => import('./routes/account/unlink-sign-in.tsx')),
            ]),
            ...when(bookingProvider(partner) === 'book', [
              page('reservations', () => import('./routes/account/reservations.tsx'), prefetch),
            ]),
            ...when(hasFavorites(partner), [
              page('favorites', () => import('./routes/account/favorites.tsx'), prefetch),
              page('lists/:listId', () => import('./routes/account/list.tsx'), prefetch),
            ]),
            { index: true, loader: redirectTo('/account/overview') },
            redirectAlias('*', '/account/overview'),
          ]),
        ]),
        ...when(direct, [
          page('confirm_email', () => import('./routes/join/confirm-email.tsx'), { personal: true }),
          page('change_email', () => import('./routes/recover/change-email.tsx'), { personal: true }),
          page('restore_email', () => import('./routes/recover/restore-email.tsx'), { personal: true }),
          page('fix_credentials', () => import('./routes/recover/fix-credentials.tsx')),
          page('recover', () => import('./routes/recover/recover.tsx')),
          page('recover/confirm', () => import('./routes/recover/recover.tsx'), { personal: true }),
          page('recover/update', () => import('./routes/recover/recover.tsx')),
          page('recover/success', () => import('./routes/recover/recover.tsx')),
        ]),
        ...when(offeredSignInProviders(partner).length > 0, [
          page('link_sign_in', () => import('./routes/sign-in/link-sign-in.tsx'), { personal: true }),
        ]),
        ...when(stagingTools, [
          page('stgtools', () => import('./routes/staging/staging-tools.tsx'), { personal: true }),
          page('stgtools/components', () => import('./routes/staging/component-gallery.tsx'), {
            personal: true,
          }),
        ]),
        page('SignOut', () => import('./routes/sign-in/sign-out.tsx'), { personal: true, ...forAnyone }),
        page('error/*', () => import('./routes/server-error.tsx'), { personal: true, ...forAnyone }),
        page('not_found', () => import('./routes/not-found.tsx'), forAnyone),
        page('*', () => import('./routes/not-found.tsx'), forAnyone),
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

/**
 * The server's HTML is shown, and the script loads later. Without a path it is the home page.
 */
function page(
  path: string,
  load: Load<PageModule>,
  handle: PageHandle = {},
  children?: RouteObject[],
): RouteObject {
  const place = path ? { path, caseSensitive: true } : { index: true as const }
  return {
    ...place,
    ...deferredPage(load),
    handle: { load, ...handle } satisfies PageHandle,
    ...(children ? { children } : {}),
  } as RouteObject
}
