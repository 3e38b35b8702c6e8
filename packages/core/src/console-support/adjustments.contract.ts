import * as z from 'zod/mini'
import { adjustmentStates } from '../adjustments/adjustments.rules.ts'
import { defineContract } from '../shared/contract.ts'

const adjustmentKey = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })
const reasonText = 'Say why, in a sentence of at most 200 characters.'
const reason = z.string(reasonText).check(z.trim(), z.minLength(1, reasonText), z.maxLength(200, reasonText))
const unitsText = 'Whole points or miles, or cents; not zero. Negative ones are taken.'

export const consoleAdjustmentSchema = z.object({
  id: z.string(),
  partner: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  units: z.number(),
  reason: z.string(),
  transactionId: z.nullable(z.string()),
  state: z.enum(adjustmentStates),
  author: z.string(),
  createdAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** It is true where the signed-in staff member asked for it: another person decides. */
  isOwn: z.boolean(),
})
export type ConsoleAdjustment = z.infer<typeof consoleAdjustmentSchema>

export const getConsoleAdjustments = defineContract({
  method: 'GET',
  path: '/api/Console/Adjustments',
  summary: 'Adjustments of one state, those that wait by default, oldest first: at most 500.',
  access: { console: 'members.read' },
  query: z.object({
    partner: z.optional(z.string().check(z.maxLength(100))),
    state: z._default(z.enum(adjustmentStates), 'waiting'),
  }),
  response: z.object({ items: z.array(consoleAdjustmentSchema) }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
})

const answered = z.object({ id: z.string(), state: z.enum(adjustmentStates) })
const decision = {
  method: 'POST',
  params: adjustmentKey,
  response: z.object({ adjustment: answered }),
  errors: ['unauthorized', 'forbidden', 'not_found', 'adjustment_decided', 'csrf_invalid'],
} as const
const reasoned = {
  ...decision,
  body: z.object({ reason }),
  errors: [...decision.errors, 'validation_failed'],
} as const

export const postConsoleAdjustment = defineContract({
  method: 'POST',
  path: '/api/Console/Adjustments',
  summary:
    'Gives to a member, or takes. Posted at once up to $50 or 5,000 points or miles a day, else it waits for another person. A call that is repeated with the same `Idempotency-Key` posts nothing.',
  access: { console: 'adjustments.post' },
  body: z.object({
    memberId: z.string('Name the member.').check(z.minLength(1), z.maxLength(100)),
    units: z.number(unitsText).check(
      z.int(unitsText),
      z.minimum(-100_000_000, unitsText),
      z.maximum(100_000_000, unitsText),
      z.refine(units => units !== 0, unitsText),
    ),
    /** As the member reads it. */
    reason,
    /** The dine that it is about. */
    transactionId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  idempotencyKey: 'optional',
  response: z.object({ adjustment: answered }),
  successStatus: 201,
  errors: [
    'unauthorized',
    'forbidden',
    'validation_failed',
    'not_found',
    'idempotency_conflict',
    'csrf_invalid',
  ],
})

export const postConsoleAdjustmentApprove = defineContract({
  ...decision,
  path: '/api/Console/Adjustments/:id/Approve',
  summary: 'Posts an adjustment that waits. Who asked for it cannot.',
  access: { console: 'adjustments.approve' },
})

export const postConsoleAdjustmentReject = defineContract({
  ...reasoned,
  path: '/api/Console/Adjustments/:id/Reject',
  summary: 'Refuses an adjustment that waits.',
  access: { console: 'adjustments.approve' },
})

export const postConsoleAdjustmentWithdraw = defineContract({
  ...reasoned,
  path: '/api/Console/Adjustments/:id/Withdraw',
  summary: 'Takes back one’s own adjustment while it waits. Nothing is posted.',
  access: { console: 'adjustments.post' },
})
