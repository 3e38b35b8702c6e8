import * as z from 'zod/mini'
import { exceptionKinds } from '../console-finance/exceptions.contract.ts'
import { defineContract } from '../shared/contract.ts'
import type { Permission } from '../staff/permissions.ts'

export const overviewKinds = [
  ...exceptionKinds,
  'open_claims',
  'overdue_claims',
  'open_holds',
  'overdue_holds',
  'reached_budgets',
  'failed_jobs',
  'break_glass',
] as const
export type OverviewKind = (typeof overviewKinds)[number]

/** The permission that shows it. */
export const permissionOfKind: Readonly<Record<OverviewKind, Permission>> = {
  break_glass: 'staff.read',
  failed_jobs: 'system.read',
  network_differences: 'finance.read',
  open_claims: 'claims.read',
  overdue_claims: 'claims.read',
  open_holds: 'holds.read',
  overdue_holds: 'holds.read',
  overdue_payouts: 'finance.read',
  parked_events: 'system.read',
  reached_budgets: 'bonuses.change',
  rejected_accruals: 'finance.read',
  unanswered_accruals: 'finance.read',
  undelivered_files: 'finance.read',
  unpayable_balances: 'finance.read',
  waiting_approvals: 'approvals.decide',
}

/**
 * How soon staff act on what came; null: members were promised a date, or nothing is promised. What is an exception
 * only after a while is overdue from the beginning.
 */
export const hoursToAct: Readonly<Record<OverviewKind, number | null>> = {
  break_glass: 1,
  failed_jobs: 4,
  network_differences: 72,
  open_claims: null,
  overdue_claims: null,
  open_holds: null,
  overdue_holds: null,
  overdue_payouts: 4,
  parked_events: 24,
  reached_budgets: 72,
  rejected_accruals: 72,
  unanswered_accruals: 72,
  undelivered_files: 1,
  unpayable_balances: null,
  waiting_approvals: 24,
}

const itemSchema = z.object({
  kind: z.enum(overviewKinds),
  /** It is null for an item of no program. */
  partner: z.nullable(z.string()),
  count: z.number(),
  oldestAt: z.string(),
  /** By when the first of them should be dealt with. */
  dueAt: z.nullable(z.string()),
})
export type OverviewItem = z.infer<typeof itemSchema>

export const getOverview = defineContract({
  method: 'GET',
  path: '/api/Console/Overview',
  summary: 'What waits for a person now, by kind and program: what the staff member may see, nothing else.',
  access: { console: 'any' },
  response: z.object({ items: z.array(itemSchema) }),
  errors: ['unauthorized', 'forbidden'],
})
