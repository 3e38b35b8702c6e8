import * as z from 'zod/mini'
import { merchantSummarySchema } from '../merchants/merchants.contract.ts'
import { defineContract } from '../shared/contract.ts'

/** Why a restaurant is picked for a member. Each is true of the restaurant and the member on the day of the answer. */
export const pickReasonSchema = z.discriminatedUnion('kind', [
  /** A dine there today counts toward a bonus that the member is enrolled in, and with `completes` is its last one. */
  z.object({
    kind: z.literal('bonus'),
    code: z.string(),
    description: z.string(),
    completes: z.boolean(),
    /** The bill that it takes; 0 means any. */
    minimumSpendCents: z.number(),
  }),
  /** It has an unused offer to the member, and earns on each day until `endsOn`, which is local to the restaurant. */
  z.object({
    kind: z.literal('offer'),
    id: z.string(),
    /** It is formatted: "500 points". */
    amount: z.string(),
    /** The base reward is multiplied by it; null for other offers. */
    times: z.nullable(z.number()),
    minimumSpendCents: z.number(),
    endsOn: z.string(),
    /** It is 0 on its last day. */
    daysLeft: z.number(),
  }),
  /** It is near home and shares a cuisine with a restaurant that the member rated 4 or 5, or visited on two days. */
  z.object({ kind: z.literal('liked'), merchantId: z.string(), merchantName: z.string() }),
  /** A member who has dined was never there, and it is near home. */
  z.object({ kind: z.literal('new') }),
  /** It is for members who have not dined yet: well rated, near home. */
  z.object({ kind: z.literal('rated') }),
])
export type PickReason = z.infer<typeof pickReasonSchema>

export const pickSchema = z.object({ merchant: merchantSummarySchema, reason: pickReasonSchema })
export type MemberPick = z.infer<typeof pickSchema>

export const getPicks = defineContract({
  method: 'GET',
  path: '/api/Member/Picks',
  summary: 'At most six restaurants for the member, each with a reason. The distance is from home.',
  access: 'member',
  query: z.strictObject({}),
  response: z.object({ items: z.array(pickSchema) }),
  errors: ['validation_failed', 'unauthorized', 'unavailable'],
})

const params = z.object({ merchantId: z.string().check(z.maxLength(100)) })
const response = z.object({ merchantId: z.string(), hidden: z.boolean() })

export const hidePick = defineContract({
  method: 'PUT',
  path: '/api/Member/HiddenPicks/:merchantId',
  summary: 'Picks a restaurant for the member no more. Idempotent.',
  access: 'member',
  params,
  response,
  errors: ['unauthorized', 'merchant_not_found'],
})

export const showPick = defineContract({
  method: 'DELETE',
  path: '/api/Member/HiddenPicks/:merchantId',
  summary: 'Lets a hidden restaurant be picked again. Idempotent.',
  access: 'member',
  params,
  response,
  errors: ['unauthorized'],
})
