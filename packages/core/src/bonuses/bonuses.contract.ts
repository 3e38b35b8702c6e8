import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

/** Account §3 defines it. `progress` counts toward the next reward. */
export const memberBonusSchema = z.object({
  code: z.string(),
  bonusStatus: z.enum(['Eligible', 'Enrolled', 'Qualified']),
  createDateUtc: z.string(),
  description: z.string(),
  isNewMemberBonus: z.boolean(),
  memberIsEligibleForNMB: z.boolean(),
  /** The first instant that does not count, or the last local date of a dine; null: no end. */
  expiresAt: z.nullable(z.string()),
  /** Its budget cannot pay another reward: dines do not earn it any more. */
  isUsedUp: z.boolean(),
  progress: z.optional(
    z.object({ dines: z.number(), dinesRequired: z.number(), spent: z.number(), spendRequired: z.number() }),
  ),
})
export type MemberBonus = z.infer<typeof memberBonusSchema>

export const postBonus = defineContract({
  method: 'POST',
  path: '/api/Member/Bonus/:code',
  summary: 'Registers the signed-in member for a bonus: dines from now on count. Idempotent.',
  access: 'member',
  params: z.object({ code: z.string().check(z.maxLength(100)) }),
  response: z.object({ bonus: memberBonusSchema }),
  errors: ['unauthorized', 'csrf_invalid', 'not_found', 'bonus_not_open'],
})
