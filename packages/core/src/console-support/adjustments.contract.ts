import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

const reasonText = 'Say why, in a sentence of at most 200 characters.'
const reason = z.string(reasonText).check(z.trim(), z.minLength(1, reasonText), z.maxLength(200, reasonText))
/** In points or miles, or in cents: also two people do not give more at a time. */
const largestAdjustment = 100_000_000
const unitsText = 'Whole points or miles, or cents; not zero. Negative ones are taken.'

export const consoleAdjustmentSchema = z.object({
  id: z.string(),
  partner: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  units: z.number(),
  reason: z.string(),
  transactionId: z.nullable(z.string()),
  author: z.string(),
  createdAt: z.string(),
  reversedBy: z.nullable(z.string()),
  reversedAt: z.nullable(z.string()),
  reversalReason: z.nullable(z.string()),
})
export type ConsoleAdjustment = z.infer<typeof consoleAdjustmentSchema>

export const getConsoleAdjustments = defineContract({
  method: 'GET',
  path: '/api/Console/Adjustments',
  summary: 'What staff gave and took by hand, the newest first: at most 500.',
  access: { console: 'members.read' },
  query: z.object({
    partner: z.optional(z.string().check(z.maxLength(100))),
    memberId: z.optional(z.string().check(z.maxLength(100), z.regex(/^[^\0]*$/))),
  }),
  response: z.object({ items: z.array(consoleAdjustmentSchema) }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
})

const answer = z.object({ adjustment: z.object({ id: z.string() }) })
const writeErrors = ['unauthorized', 'forbidden', 'validation_failed', 'not_found', 'csrf_invalid'] as const

export const postConsoleAdjustment = defineContract({
  method: 'POST',
  path: '/api/Console/Adjustments',
  summary:
    'Gives to a member, or takes. Posted at once up to $50 or 5,000 points or miles a day, else it waits for another person. A call that is repeated with the same `Idempotency-Key` posts nothing.',
  access: { console: 'adjustments.post' },
  approval: 'adjustment',
  body: z.object({
    memberId: z.string('Name the member.').check(z.minLength(1), z.maxLength(100)),
    units: z.number(unitsText).check(
      z.int(unitsText),
      z.minimum(-largestAdjustment, unitsText),
      z.maximum(largestAdjustment, unitsText),
      z.refine(units => units !== 0, unitsText),
    ),
    /** As the member reads it. */
    reason,
    /** The dine that it is about. */
    transactionId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** The partner pays, not the program. */
    isCorporate: z.optional(z.boolean()),
  }),
  idempotencyKey: 'optional',
  response: answer,
  successStatus: 201,
  errors: [...writeErrors, 'idempotency_conflict'],
})

export const postConsoleAdjustmentReverse = defineContract({
  method: 'POST',
  path: '/api/Console/Adjustments/:id/Reverse',
  summary: 'Takes back what was given by hand, or gives back what was taken, once.',
  access: { console: 'adjustments.post' },
  approval: 'adjustment',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]*$/)) }),
  body: z.object({ reason }),
  response: answer,
  errors: [...writeErrors, 'adjustment_reversed'],
})
