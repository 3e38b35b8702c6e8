import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { programField } from './finance-fields.ts'

export const exceptionKinds = [
  'undelivered_files',
  'unanswered_accruals',
  'rejected_accruals',
  'overdue_payouts',
  'unpayable_balances',
  'parked_events',
  'waiting_approvals',
  'network_differences',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionSchema = z.object({
  kind: z.enum(exceptionKinds),
  /** It is null for one of no program yet, or of the network. */
  partner: z.nullable(z.string()),
  count: z.number(),
  oldestAt: z.string(),
})
export type FinanceException = z.infer<typeof exceptionSchema>

export const getExceptions = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Exceptions',
  summary: 'What waits for a person, by kind and program.',
  access: { console: 'finance.read' },
  query: z.object({ partner: z.optional(programField) }),
  response: z.object({ items: z.array(exceptionSchema) }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})
