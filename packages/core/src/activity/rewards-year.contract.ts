import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

/** `benefit` in the partner's unit, `spent` in dollars. */
const sums = { dines: z.number(), spent: z.number(), benefit: z.number() }
const named = z.array(z.object({ name: z.string(), ...sums }))

export const getRewardsYear = defineContract({
  method: 'GET',
  path: '/api/Member/RewardsYear',
  summary: "The signed-in member's rewards of the last 12 months, by month and by what earned them.",
  access: 'member',
  response: z.object({
    total: z.object(sums),
    /** The oldest comes first, cut by the window. `month` is YYYY-MM. */
    months: z.array(z.object({ month: z.string(), ...sums })),
    /** These are the five that earned most. */
    restaurants: named,
    cuisines: named,
    cards: named,
    /** What the next tier would have earned beyond `total`; null where it would not have earned more. */
    higherTier: z.nullable(z.object({ tier: z.number(), benefit: z.number() })),
  }),
  errors: ['unauthorized'],
})
