import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { memberSchema, prospectSchema } from './members.contract.ts'

const { shape } = prospectSchema

/**
 * A member edits these (account §3, §5). Fields that are missing stay as they are. The email address is changed by `PUT
 * /api/Member/Credentials`, the password by recovery: both are ignored here.
 */
export const profileSchema = z.object({
  firstName: z.optional(shape.firstName),
  lastName: z.optional(shape.lastName),
  address1: shape.address1,
  address2: shape.address2,
  city: shape.city,
  state: shape.state,
  zipCode: z.optional(shape.zipCode),
  phoneNumber: shape.phoneNumber,
  smsOptIn: shape.smsOptIn,
  smsOptInV2: shape.smsOptInV2,
  emailOptIn: shape.emailOptIn,
  /** `profileVersion` of the member that was edited: refused with `profile_changed` when it is another by now. */
  version: z.optional(z.string().check(z.maxLength(100))),
})
export type Profile = z.output<typeof profileSchema>

export const putMember = defineContract({
  method: 'PUT',
  path: '/api/Member',
  summary:
    'Saves the signed-in member’s profile. Fields at fault are answered with 400 and a bare list of them.',
  access: 'member',
  body: profileSchema,
  response: z.object({ member: memberSchema }),
  bareFieldErrors: true,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'card_number_refused',
    'profile_changed',
    'unavailable',
  ],
})
