import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

export const addressSchema = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})

/** The signed-in member (account §3). `tierLevel`: 0 opted out, 1 non-activated, 2 opted in, 3 VIP. */
export const memberSchema = z.object({
  publicId: z.string(),
  email: z.string(),
  emailOptIn: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  address: addressSchema,
  phoneNumber: z.string(),
  smsOptIn: z.boolean(),
  familyId: z.nullable(z.string()),
  enrollmentSource: z.nullable(z.string()),
  memberNumber: z.nullable(z.string()),
  joinDate: z.string(),
  tierLevel: z.number(),
  memberType: z.enum(['EnrolledCardMember', 'NonCardMember', 'ClosedAccountMember']),
  activeBonuses: z.array(
    z.object({
      code: z.string(),
      bonusStatus: z.enum(['Eligible', 'Enrolled', 'Qualified']),
      createDateUtc: z.string(),
      description: z.string(),
      isNewMemberBonus: z.boolean(),
      memberIsEligibleForNMB: z.boolean(),
    }),
  ),
})
export type Member = z.infer<typeof memberSchema>

export const getMember = defineContract({
  method: 'GET',
  path: '/api/Member',
  summary: 'The signed-in member. Renews the session.',
  access: 'member',
  response: memberSchema,
  errors: ['unauthorized'],
})

const optionalText = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))

/** What a visitor sends to join (shell §3.9, wire: Joining). Bounds: decisions "Bounds of enrollment fields". */
export const prospectSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  lastName: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  email: z.string().check(z.trim(), z.maxLength(50), z.email()),
  password: z.string().check(z.minLength(8), z.maxLength(1_000)),
  passwordConfirm: z.string().check(z.maxLength(1_000)),
  zipCode: z.string().check(z.regex(/^\d{5}$/)),
  address1: optionalText(30),
  address2: optionalText(30),
  city: optionalText(20),
  state: optionalText(2),
  phoneNumber: optionalText(20),
  smsOptIn: z.optional(z.boolean()),
  smsOptInV2: z.optional(z.boolean()),
  emailOptIn: z.optional(z.boolean()),
  memberNumber: optionalText(30),
  termsAccepted: z.literal(true),
  privacyAccepted: z.literal(true),
  referrer: optionalText(100),
  enrollmentSource: optionalText(100),
  'g-recaptcha-response': z.optional(z.string().check(z.maxLength(4_000))),
})
export type Prospect = z.output<typeof prospectSchema>

export const postProspect = defineContract({
  method: 'POST',
  path: '/api/Members/Prospects',
  summary: 'Joins the programme and signs the new member in.',
  access: 'public',
  body: prospectSchema,
  response: z.object({ member: memberSchema, expiresAt: z.string() }),
  errors: [
    'validation_failed',
    'email_in_use',
    'member_number_in_use',
    'enrollment_unavailable',
    'csrf_invalid',
    'rate_limited',
  ],
})
