import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

/** A `publicId` discloses this, and never a name or an email. */
export const knownMemberSchema = z.object({
  publicId: z.string(),
  /** 0 is opted out, 1 non-activated, 2 opted in, 3 VIP (shell §3.3). */
  tierLevel: z.number(),
  hasWebProfile: z.boolean(),
  active: z.boolean(),
})
export type KnownMember = z.infer<typeof knownMemberSchema>

export const getKnownMember = defineContract({
  method: 'GET',
  path: '/api/Member/:publicId',
  summary: 'The activation state of the member with this public id.',
  access: 'public',
  params: z.object({ publicId: z.string() }),
  response: knownMemberSchema,
  errors: ['not_found', 'rate_limited', 'unavailable'],
})

export const postActivate = defineContract({
  method: 'POST',
  path: '/api/Member/Activate',
  summary: 'Activates a member. Repeating it changes nothing.',
  access: 'public',
  body: z.object({ publicId: z.string(required).check(z.minLength(1), z.maxLength(64)) }),
  response: knownMemberSchema,
  errors: ['validation_failed', 'not_found', 'forbidden', 'csrf_invalid', 'rate_limited', 'unavailable'],
})
