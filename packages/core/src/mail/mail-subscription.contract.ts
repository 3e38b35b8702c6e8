import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

export const postMailSubscription = defineContract({
  method: 'POST',
  path: '/api/Members/MailSubscription',
  summary: 'Unsubscribes from offers and news with the token of a mailed link, or subscribes again.',
  access: 'public',
  body: z.object({
    token: z.string(required).check(z.minLength(1), z.maxLength(100)),
    subscribed: z.boolean(),
  }),
  response: z.object({
    subscribed: z.boolean(),
    /** Members of this tier earn more while they are subscribed. */
    affectsEarning: z.boolean(),
  }),
  errors: ['validation_failed', 'unsubscribe_link_invalid', 'csrf_invalid', 'rate_limited', 'unavailable'],
})
