import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

export const getReferral = defineContract({
  method: 'GET',
  path: '/api/Member/Referral',
  summary:
    "The signed-in member's link for friends, how many joined with it, for how many both were rewarded, and whether the program's budget for them is used up.",
  access: 'member',
  response: z.object({ link: z.string(), invited: z.number(), rewarded: z.number(), isUsedUp: z.boolean() }),
  errors: ['unauthorized', 'not_found'],
})
