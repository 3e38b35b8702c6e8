import * as z from 'zod/mini'
import { exceptionKinds } from '../console-finance/exceptions.contract.ts'
import { defineContract } from '../shared/contract.ts'
import type { Permission } from '../staff/permissions.ts'

export const overviewKinds = [...exceptionKinds, 'open_claims', 'overdue_claims', 'failed_jobs'] as const
export type OverviewKind = (typeof overviewKinds)[number]

/** The permission that shows it. */
export const permissionOfKind: Readonly<Record<OverviewKind, Permission>> = {
  failed_jobs: 'system.read',
  network_differences: 'finance.read',
  open_claims: 'claims.read',
  overdue_claims: 'claims.read',
  overdue_payouts: 'finance.read',
  parked_events: 'system.read',
  rejected_accruals: 'finance.read',
  unanswered_accruals: 'finance.read',
  undelivered_files: 'finance.read',
  unpayable_balances: 'finance.read',
  waiting_adjustments: 'adjustments.approve',
}

const itemSchema = z.object({
  kind: z.enum(overviewKinds),
  /** It is null for an item of no program. */
  partner: z.nullable(z.string()),
  count: z.number(),
  oldestAt: z.string(),
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
