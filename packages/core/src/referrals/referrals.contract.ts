import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

export const getReferral = defineContract({
  method: 'GET',
  path: '/api/Member/Referral',
  summary:
    "The signed-in member's link for friends, how many joined with it, and for how many both were rewarded.",
  access: 'member',
  response: z.object({ link: z.string(), invited: z.number(), rewarded: z.number() }),
  errors: ['unauthorized', 'not_found'],
})
