import * as z from 'zod/mini'
import { payoutReasons, payoutStatuses } from '../payouts/payouts.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { programField, reasonField } from './finance-fields.ts'

const payoutSchema = z.object({
  id: z.string(),
  partner: z.string(),
  memberId: z.string(),
  amountCents: z.number(),
  delivery: z.string(),
  processor: z.string(),
  status: z.enum(payoutStatuses),
  /** Why it came back. */
  reason: z.nullable(z.enum(payoutReasons)),
  attempts: z.number(),
  createdAt: z.string(),
  /** When the provider is asked again; null once it is decided. */
  nextAttemptAt: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  /** Of one that came back: when its amount is paid at the earliest, unless another card is linked before. */
  retryAt: z.nullable(z.string()),
})
export type ListedPayout = z.infer<typeof payoutSchema>

export const getPayouts = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Payouts',
  summary: 'Payouts, the newest first.',
  access: { console: 'finance.read' },
  query: z.object({
    partner: z.optional(programField),
    status: z.optional(z.enum(payoutStatuses)),
    /** It is the last payout of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    items: z.array(payoutSchema),
    /** They cover all pages, whatever the status asked for. */
    totals: z.array(z.object({ status: z.enum(payoutStatuses), count: z.number(), cents: z.number() })),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

const change = {
  method: 'POST',
  access: { console: 'finance.pay' },
  reauthenticates: true,
  params: z.object({ id: z.string().check(z.maxLength(200)) }),
  response: z.object({ payout: payoutSchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'not_found',
    'csrf_invalid',
    'reauthentication_required',
    'changed_meanwhile',
    'unavailable',
  ],
} as const

export const postPayoutRetry = defineContract({
  ...change,
  path: '/api/Console/Finance/Payouts/:id/Retry',
  approval: 'payout',
  summary: 'Asks the provider about a payout in flight now. It is never sent twice.',
  body: z.object({ partner: programField }),
})

export const postPayoutReturn = defineContract({
  ...change,
  path: '/api/Console/Finance/Payouts/:id/Return',
  approval: 'payout',
  summary: 'The bank sent it back, or the provider cannot tell: the amount is the member’s again.',
  body: z.object({
    partner: programField,
    /** It is the status that the staff member saw. */
    status: z.enum(['completed', 'error']),
    /** As the member reads it. */
    reason: z.enum(payoutReasons),
    note: reasonField,
  }),
})
