import * as z from 'zod/mini'
import { memberBonusSchema } from '../bonuses/bonuses.contract.ts'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { botCheckField } from '../bot-check/bot-check.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { emailPattern } from '../shared/fields/email-address.ts'
import { memberTypes } from './member-questions.ts'

export const addressSchema = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})

/** It is the signed-in member (account §3). `tierLevel` is 0 opted out, 1 non-activated, 2 opted in, 3 VIP. */
export const memberSchema = z.object({
  publicId: z.string(),
  email: z.string(),
  /** Nothing but the confirmation is mailed before. */
  emailConfirmed: z.boolean(),
  emailOptIn: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  address: addressSchema,
  phoneNumber: z.string(),
  smsOptIn: z.boolean(),
  /** It is the version of what the profile edits, and another one after every change. */
  profileVersion: z.string(),
  familyId: z.nullable(z.string()),
  enrollmentSource: z.nullable(z.string()),
  memberNumber: z.nullable(z.string()),
  joinDate: z.string(),
  tierLevel: z.number(),
  memberType: z.enum(memberTypes),
  /** Without one nothing is earned. */
  hasLinkedCard: z.boolean(),
  /** The member asked to be erased: when it happens. Null: not asked. */
  erasureAt: z.nullable(z.string()),
  diningProgress: z.object({
    status: z.enum(['Building', 'Renewing', 'Complete']),
    dinesRequired: z.number(),
    remainingDines: z.number(),
    dollarsRequired: z.number(),
    remainingDollars: z.number(),
    /** It is in points, miles, or dollars. */
    ytdMilesOrDollars: z.number(),
  }),
  activeBonuses: z.array(memberBonusSchema),
})
export type Member = z.infer<typeof memberSchema>

export const getMember = defineContract({
  method: 'GET',
  path: '/api/Member',
  summary: 'The signed-in member. Renews the session.',
  access: 'person',
  response: memberSchema,
  errors: ['unauthorized'],
})

/** These are the default messages (shell §5). `members.rules.ts` validates what depends on the partner's settings. */
const requiredMessage = (label: string) => `${label} is required`
const maxMessage = (label: string, max: number) => `${label} can have at most ${max} characters`
/** Directional overrides are refused too: they reorder the text around a name. */
const noControlCharacters = z.regex(
  /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u,
  'This holds characters that cannot be used.',
)

/** Counts what people type: an emoji, or a letter with its accent, is one character. */
const atMost = (label: string, max: number) =>
  z.check<string>(({ value, issues }) => {
    if ([...value].length > max)
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: max,
        inclusive: true,
        input: value,
        message: maxMessage(label, max),
      })
  })

export const requiredText = (label: string, max: number) =>
  z
    .string(requiredMessage(label))
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, requiredMessage(label)),
      atMost(label, max),
      noControlCharacters,
    )

export const optionalText = (label: string, max: number) =>
  z.optional(z.string().check(z.trim(), z.normalize('NFC'), atMost(label, max), noControlCharacters))

/** It has bounds only: `passwordProblems` has the rules. */
export const newPassword = (label: string) =>
  z
    .string(requiredMessage(label))
    .check(z.minLength(1, requiredMessage(label)), z.maxLength(1_000, maxMessage(label, 1_000)))

/** It is the address of a new account, or a new one of an account. */
export const memberEmail = z
  .string(requiredMessage('Email'))
  .check(
    z.trim(),
    z.minLength(1, requiredMessage('Email')),
    z.maxLength(50, maxMessage('Email', 50)),
    z.email({ pattern: emailPattern, error: 'Enter an email address such as name@example.com.' }),
  )

/** Joining of wire and shell §3.9 define it; the decisions have the bounds, under "Bounds of enrollment fields". */
export const prospectSchema = z.object({
  firstName: requiredText('First name', 20),
  lastName: requiredText('Last name', 20),
  email: memberEmail,
  password: newPassword('Password').check(z.minLength(8, 'must have at least 8 characters')),
  passwordConfirm: newPassword('Repeated password'),
  zipCode: z
    .string(requiredMessage('ZIP code'))
    .check(z.trim(), z.minLength(1, requiredMessage('ZIP code')), z.regex(/^\d{5}$/, 'must have 5 digits')),
  address1: optionalText('Address', 30),
  address2: optionalText('Second address line', 30),
  city: optionalText('City', 20),
  state: optionalText('State', 2),
  phoneNumber: optionalText('Phone', 20),
  smsOptIn: z.optional(z.boolean()),
  smsOptInV2: z.optional(z.boolean()),
  emailOptIn: z.optional(z.boolean()),
  memberNumber: optionalText('Member number', 30),
  termsAccepted: z.literal(true, 'Accept the terms of use to go on.'),
  privacyAccepted: z.literal(true, 'Confirm that you have read the privacy policy.'),
  referrer: optionalText('Referrer', 100),
  enrollmentSource: optionalText('Enrollment source', 100),
  ...botCheckAnswer,
})
export type Prospect = z.output<typeof prospectSchema>

/** Apple or Google has proved the address, and signs in. */
export const provenProspectSchema = z.omit(prospectSchema, {
  email: true,
  password: true,
  passwordConfirm: true,
  [botCheckField]: true,
})
export type ProvenProspect = z.output<typeof provenProspectSchema>

export const postProspect = defineContract({
  method: 'POST',
  path: '/api/Members/Prospects',
  summary: 'Joins the program and signs the new member in.',
  access: 'public',
  body: prospectSchema,
  response: z.object({ member: memberSchema, expiresAt: z.string() }),
  errors: [
    'validation_failed',
    'zip_not_in_us',
    'email_in_use',
    'member_number_in_use',
    'enrollment_unavailable',
    'bot_check_required',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

/** What the partner's sign-in does not know of a person. */
export const personSchema = z.pick(prospectSchema, {
  zipCode: true,
  address1: true,
  address2: true,
  city: true,
  state: true,
  phoneNumber: true,
  smsOptIn: true,
  smsOptInV2: true,
  emailOptIn: true,
  termsAccepted: true,
  privacyAccepted: true,
  referrer: true,
  enrollmentSource: true,
})
export type Person = z.output<typeof personSchema>

export const postJoin = defineContract({
  method: 'POST',
  path: '/api/Member/Join',
  summary: 'A person whom the partner has signed in joins. Name, email and number are the partner’s.',
  access: 'person',
  body: personSchema,
  response: z.object({ member: memberSchema }),
  errors: [
    'validation_failed',
    'zip_not_in_us',
    'unauthorized',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})
