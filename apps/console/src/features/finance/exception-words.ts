import type { ExceptionKind } from '@dineward/core/console-finance/exceptions.contract.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'

interface Words {
  readonly label: string
  /** What to do. */
  readonly action: string
  readonly to: string
  /** To open the page. */
  readonly needs: Permission
  /** Where it is of no program. */
  readonly ofNoProgram?: string
}

export const exceptionWords: Readonly<Record<ExceptionKind, Words>> = {
  undelivered_files: {
    label: 'Accrual files that were not delivered',
    action: 'Send them again; if that fails, look at the exchange folder or the partner’s address.',
    to: '/finance/accruals',
    needs: 'finance.read',
  },
  unanswered_accruals: {
    label: 'Accruals without an answer for three days',
    action: 'Ask the partner for the answer to these files.',
    to: '/finance/accruals',
    needs: 'finance.read',
  },
  rejected_accruals: {
    label: 'Accruals that the partner rejected',
    action: 'Members with an unknown number were asked to correct it; the others need the partner.',
    to: '/finance/accruals',
    needs: 'finance.read',
  },
  overdue_payouts: {
    label: 'Payouts without an answer for hours',
    action: 'Ask the provider; return one only when the provider cannot tell.',
    to: '/finance/payouts?status=error',
    needs: 'finance.read',
  },
  unpayable_balances: {
    label: 'Balances above the threshold that cannot be paid',
    action:
      'These members have no card that takes payments and no confirmed email address. Their pages say so.',
    to: '/finance/liability',
    needs: 'finance.read',
  },
  parked_events: {
    label: 'Card events that could not be processed',
    action: 'Look at each event’s error and process it again.',
    to: '/system/inbox',
    needs: 'system.read',
  },
  waiting_approvals: {
    label: 'Requests that wait for approval',
    action: 'A second person approves or refuses them.',
    to: '/approvals',
    needs: 'approvals.decide',
  },
  network_differences: {
    label: 'Differences between a network’s file and what arrived',
    action: 'Find out why, and say so at each of them.',
    to: '/finance/reconciliation',
    needs: 'finance.read',
    ofNoProgram: 'All programs',
  },
}
