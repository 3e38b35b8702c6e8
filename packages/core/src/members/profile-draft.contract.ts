import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

const valuesSchema = z.record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(100)))

/** Only browsers without script need it; the others keep what is typed themselves. */
export const postProfileDraft = defineContract({
  method: 'POST',
  path: '/api/Members/ProfileDraft',
  summary:
    'Keeps what was typed into a profile whose session has ended, for half an hour, encrypted in a cookie of the browser.',
  access: 'public',
  body: z.object({
    /** Only the member with this `publicId` gets it back. */
    owner: z.string().check(z.minLength(1), z.maxLength(100)),
    values: valuesSchema.check(z.refine(values => Object.keys(values).length <= 12)),
  }),
  response: z.object({ accepted: z.boolean() }),
  errors: ['validation_failed', 'csrf_invalid', 'rate_limited'],
})

export const getProfileDraft = defineContract({
  method: 'GET',
  path: '/api/Member/ProfileDraft',
  summary: 'What the member had typed before the session ended, once; null without it.',
  access: 'member',
  response: z.object({ values: z.nullable(valuesSchema) }),
  errors: ['unauthorized'],
})
