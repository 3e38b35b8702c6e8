import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

export const postEmailConfirmation = defineContract({
  method: 'POST',
  path: '/api/Members/EmailConfirmation',
  summary: 'Confirms an email address with the token of a mailed link.',
  access: 'public',
  body: z.object({ token: z.string(required).check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ confirmed: z.boolean() }),
  errors: ['validation_failed', 'confirmation_link_invalid', 'csrf_invalid', 'rate_limited'],
})

export const postConfirmationMail = defineContract({
  method: 'POST',
  path: '/api/Member/EmailConfirmation',
  summary: 'Mails the link that confirms the member’s email address again.',
  access: 'member',
  response: z.object({ sent: z.boolean() }),
  errors: ['unauthorized', 'csrf_invalid', 'rate_limited'],
})
