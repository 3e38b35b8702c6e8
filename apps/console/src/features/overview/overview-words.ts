import type { OverviewKind } from '@dineward/core/console-overview/overview.contract.ts'

/** What it is, and where to act on it. */
export const overviewWords: Readonly<Record<OverviewKind, { label: string; to: string }>> = {
  break_glass: { label: 'Break-glass account signed in', to: '/staff' },
  overdue_claims: { label: 'Overdue claims', to: '/claims' },
  open_claims: { label: 'Open claims', to: '/claims' },
  overdue_holds: { label: 'Overdue reviews of dines', to: '/review?state=overdue' },
  open_holds: { label: 'Dines to review', to: '/review' },
  waiting_approvals: { label: 'Requests to approve', to: '/approvals' },
  reached_budgets: { label: 'Budgets nearly or fully used', to: '/programs' },
  overdue_payouts: { label: 'Payouts without an answer', to: '/finance/payouts?status=error' },
  unpayable_balances: { label: 'Balances that cannot be paid', to: '/finance/exceptions' },
  rejected_accruals: { label: 'Rejected accruals', to: '/finance/accruals' },
  unanswered_accruals: { label: 'Unanswered accruals', to: '/finance/accruals' },
  undelivered_files: { label: 'Undelivered accrual files', to: '/finance/accruals' },
  network_differences: { label: 'Differences to network files', to: '/finance/reconciliation' },
  failed_jobs: { label: 'Failed jobs', to: '/system/jobs' },
  parked_events: { label: 'Parked card events', to: '/system/inbox' },
}
