import type { RouteObject } from 'react-router'
import * as root from './routes/root.tsx'
import { RouteError } from './routes/route-error.tsx'
import { Starting } from './ui/page/starting.tsx'

type PageModule = Pick<RouteObject, 'Component' | 'loader'>

const page = (path: string, load: () => Promise<PageModule>): RouteObject => ({ path, lazy: load })

/** What a whole page has while it loads, and where it fails. */
const around = { ErrorBoundary: RouteError, HydrateFallback: Starting }

const financePages: RouteObject[] = [
  page('finance/exceptions', () => import('./routes/finance/exceptions.tsx')),
  page('finance/liability', () => import('./routes/finance/liability.tsx')),
  page('finance/postings', () => import('./routes/finance/postings.tsx')),
  page('finance/dines', () => import('./routes/finance/dines.tsx')),
  page('finance/accruals', () => import('./routes/finance/accruals.tsx')),
  page('finance/payouts', () => import('./routes/finance/payouts.tsx')),
  page('finance/statements', () => import('./routes/finance/statements.tsx')),
  page('finance/reconciliation', () => import('./routes/finance/reconciliation.tsx')),
  page('finance/exports', () => import('./routes/finance/exports.tsx')),
  page('finance/periods', () => import('./routes/finance/periods.tsx')),
]

const insightPages: RouteObject[] = [
  page('insight', () => import('./routes/insight/insight.tsx')),
  page('insight/report', () => import('./routes/insight/report.tsx')),
  page('insight/reports', () => import('./routes/insight/reports.tsx')),
  page('insight/cohorts', () => import('./routes/insight/cohorts.tsx')),
  page('insight/effects', () => import('./routes/insight/effects.tsx')),
]

/**
 * Each page has one line: its address, and the file that exports `Component` and, where it loads something, `loader`.
 */
export function createRoutes(): RouteObject[] {
  return [
    { ...around, ...page('/sign-in', () => import('./routes/sign-in.tsx')) },
    { ...around, ...page('/proven', () => import('./routes/proven.tsx')) },
    { ...around, ...page('/invitation', () => import('./routes/invitation.tsx')) },
    {
      ...root,
      path: '/',
      ...around,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: () => import('./routes/home.tsx') },
            page('me', () => import('./routes/me.tsx')),
            page('staff', () => import('./routes/staff/accounts.tsx')),
            page('system/audit', () => import('./routes/system/audit.tsx')),
            page('system/jobs', () => import('./routes/system/jobs.tsx')),
            page('system/inbox', () => import('./routes/system/inbox.tsx')),
            page('system/messages', () => import('./routes/system/messages.tsx')),
            page('system/files', () => import('./routes/system/files.tsx')),
            page('system/health', () => import('./routes/system/health.tsx')),
            page('members', () => import('./routes/support/members.tsx')),
            page('members/:id', () => import('./routes/support/member.tsx')),
            page('members/:id/transactions', () => import('./routes/support/member-transactions.tsx')),
            page('members/:id/emulation', () => import('./routes/support/emulation.tsx')),
            page('transactions/:id', () => import('./routes/support/transaction.tsx')),
            page('claims', () => import('./routes/support/claims.tsx')),
            page('claims/:id', () => import('./routes/support/claim.tsx')),
            page('review', () => import('./routes/support/holds.tsx')),
            page('review/:id', () => import('./routes/support/hold.tsx')),
            page('approvals', () => import('./routes/approvals/approvals.tsx')),
            page('approvals/limits', () => import('./routes/approvals/limits.tsx')),
            page('approvals/:id', () => import('./routes/approvals/approval.tsx')),
            page('/restaurants', () => import('./routes/restaurants/restaurants.tsx')),
            page('/restaurants/imports', () => import('./routes/restaurants/imports.tsx')),
            page('/restaurants/imports/columns', () => import('./routes/restaurants/import-columns.tsx')),
            page('/restaurants/imports/:id', () => import('./routes/restaurants/import.tsx')),
            page('/restaurants/new', () => import('./routes/restaurants/new-restaurant.tsx')),
            page('/restaurants/:id', () => import('./routes/restaurants/restaurant.tsx')),
            page('programs', () => import('./routes/programs/list.tsx')),
            page('programs/new', () => import('./routes/programs/new.tsx')),
            page('programs/:slug/settings', () => import('./routes/programs/settings.tsx')),
            page('programs/:slug/theme', () => import('./routes/programs/theme.tsx')),
            page('programs/:slug/content', () => import('./routes/programs/content.tsx')),
            page('programs/:slug/content/:kind/:entry', () => import('./routes/programs/content-entry.tsx')),
            page('programs/:slug/media', () => import('./routes/programs/media.tsx')),
            page('calendar', () => import('./routes/programs/calendar.tsx')),
            page('programs/:slug/bonuses', () => import('./routes/programs/bonuses.tsx')),
            page('programs/:slug/offers', () => import('./routes/programs/offers.tsx')),
            page('programs/:slug/offers/:id', () => import('./routes/programs/offer.tsx')),
            page('programs/:slug/history', () => import('./routes/programs/history.tsx')),
            ...financePages,
            ...insightPages,
            page('*', () => import('./routes/not-found.tsx')),
          ],
        },
      ],
    },
  ]
}
